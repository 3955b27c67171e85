import type { Chance } from "../../directory/chance.ts";
import { emissionsOf } from "../../domain/document/company-habits.ts";
import type { FileSubject } from "../subject.ts";
import { cells, fields, heading, lead, notice, type Template, table, text, textTable } from "../template.ts";
import { grouped } from "../wording.ts";
import { identification, signedByCompany } from "./phrases.ts";

type Certificate = Record<"standard" | "topic" | "scope" | "ink", string>;

const certificate = ({ standard, topic, scope, ink }: Certificate): Template => ({
  style: "certificate",
  ink,
  authority: ["{certifier}", "Organisme certificateur", "Certificat n° {companyNumber}"],
  title: "Certificat",
  subtitle: `${standard} - ${topic}`,
  body: [
    text("Nous certifions que le système de management de"),
    lead("{name}"),
    text("{seat}\n{seatIdentity}"),
    text(`a été évalué et jugé conforme aux exigences de la norme ${standard} pour le périmètre suivant :`),
    notice(scope),
    textTable({ Site: 30, Adresse: 40, "Activités couvertes": 30 })`
      Siège et établissement principal | {seat} | {activity}`,
    cells({
      "Première certification": "{firstCertified}",
      "Certificat émis le": "{issued}",
      "Valable jusqu'au": "{expires}",
    }),
  ],
  signature: ["Fait le {issuedLong}", "{signatory}", "Direction de la certification"],
  seal: "SYSTÈME\nCERTIFIÉ\n{certifier}",
  mentions: `La validité de ce certificat dépend de la réussite des audits annuels de surveillance au cours du cycle
    de trois ans. Il reste la propriété de l'organisme certificateur.`,
});

function findings(_: FileSubject, draws: Chance) {
  const list = [
    ["Absence de limitation des tentatives de connexion", "Moyenne", "Limiter et journaliser les échecs"],
    ["Version de serveur divulguée dans les en-têtes", "Faible", "Masquer la bannière"],
    ["Cookies de session sans attribut SameSite", "Faible", "Fixer l'attribut"],
    ["Bibliothèque cliente obsolète", "Moyenne", "Mettre à jour, surveiller les dépendances"],
    ["Suite de chiffrement ancienne acceptée", "Faible", "Retirer les suites dépréciées"],
    ["Cloisonnement insuffisant entre deux environnements", "Élevée", "Séparer les réseaux et les comptes"],
  ];
  const first = draws.int(0, list.length - 1);
  return Array.from({ length: draws.int(3, 5) }, (_, at) => [
    `V${at + 1}`,
    ...(list[(first + at) % list.length] as string[]),
    draws.pick(["Corrigée", "Planifiée", "Corrigée"]),
  ]);
}

const emissions = (subject: FileSubject) =>
  emissionsOf(subject).map(({ category, source, tonnes }) => [String(category), source, grouped(tonnes)]);

export const certificates: Record<string, Template> = {
  ISO_14001: certificate({
    standard: "ISO 14001:2015",
    topic: "Management environnemental",
    ink: "#1d6b3a",
    scope: `Conception, réalisation et suivi des prestations suivantes : {activity}. Maîtrise des aspects
      environnementaux associés, conformité réglementaire et prévention des pollutions.`,
  }),

  ISO_27001: certificate({
    standard: "ISO/IEC 27001:2022",
    topic: "Sécurité de l'information",
    ink: "#23408e",
    scope: `Sécurité de l'information liée aux prestations suivantes : {activity}. Déclaration d'applicabilité version
      {year}.1, mesures organisationnelles, humaines, physiques et technologiques.`,
  }),

  PENTEST: {
    style: "band",
    ink: "#2b2d42",
    authority: ["{laboratory}", "Audit de sécurité", "Diffusion restreinte"],
    aside: ["Rapport n° {number}", "{issued}"],
    title: "Synthèse de test d'intrusion",
    subtitle: "{name}",
    body: [
      fields({
        Commanditaire: "{name}",
        Identification: "{identity}",
        "Période des tests": "Du {auditStart} au {auditEnd}",
        Périmètre: "Application exposée et infrastructure d'hébergement associée",
        Approche: "Boîte grise, avec un compte d'utilisateur standard",
        "Fin de validité": "{expires}",
      }),
      heading("Vulnérabilités relevées"),
      table({ "N°": 7, Constat: 37, Gravité: 12, Recommandation: 30, État: 14 }, findings),
      heading("Conclusion"),
      text(`Le niveau de sécurité constaté est satisfaisant. Aucune vulnérabilité critique n'a permis la
        compromission des données. Un contre-audit des points ouverts est recommandé sous six mois.`),
    ],
    signature: ["Le {issuedLong}", "{signatory}", "Responsable de l'audit"],
    mentions: `Synthèse destinée aux clients du commanditaire. Le rapport détaillé n'est pas communicable sans
      accord écrit. Un test d'intrusion constate un état à une date donnée.`,
  },

  BEGES: {
    style: "band",
    ink: "#3f6212",
    authority: ["{name}", "Développement durable"],
    aside: ["{reportedPeriod}", "Publié le {issued}"],
    title: "Bilan d'émissions de gaz à effet de serre",
    subtitle: "Périmètre organisationnel : {name}",
    body: [
      fields({
        Organisation: "{name}",
        SIREN: "{siren}",
        ...identification,
        Effectif: "{workforce}",
        Activité: "{activity}",
        "Mode de consolidation": "Contrôle opérationnel",
        "Prochain bilan avant le": "{expires}",
      }),
      heading("Émissions par catégorie"),
      table({ Catégorie: 14, "Poste d'émission": 58, tCO2e: 28 }, emissions),
      heading("Plan de transition"),
      text(`Réduction visée de 30 % des catégories 1 et 2 en quatre ans : renouvellement de la flotte, sobriété des
        bâtiments, électricité d'origine renouvelable, critères carbone dans les achats.`),
    ],
    signature: signedByCompany,
    mentions: `Les facteurs d'émission proviennent d'une base publique. L'incertitude globale du bilan est estimée à
      plus ou moins 20 %.`,
  },
};
