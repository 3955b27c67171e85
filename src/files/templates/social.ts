import { drawPerson } from "../../directory/persons.ts";
import { france } from "../../directory/territories.ts";
import { companyDraws, foreignWorkersOf } from "../../domain/document/company-habits.ts";
import { pastDay } from "../facts.ts";
import type { FileSubject } from "../subject.ts";
import { cells, fields, heading, notice, type Template, table, text } from "../template.ts";
import { addDays, shortDate } from "../wording.ts";
import { addressee, letterToClient } from "./phrases.ts";

const FOREIGNERS = [
  ["DIALLO Mamadou", "Guinéenne", "Carte de résident"],
  ["BENALI Samira", "Marocaine", "Carte de séjour pluriannuelle - salarié"],
  ["NGUYEN Thi Lan", "Vietnamienne", "Carte de séjour temporaire - salarié"],
  ["SILVA Rafael", "Brésilienne", "Carte de séjour pluriannuelle - passeport talent"],
  ["KONÉ Aïcha", "Ivoirienne", "Carte de séjour temporaire - vie privée et familiale"],
  ["SHARMA Anil", "Indienne", "Carte de séjour pluriannuelle - salarié"],
] as const;

/** Workers stay, and so do their permits. */
function foreignWorkers(subject: FileSubject) {
  const draws = companyDraws(subject, "foreign workers' names");
  const count = foreignWorkersOf(subject);
  const first = draws.int(0, FOREIGNERS.length - 1);
  return Array.from({ length: count }, (_, at) => {
    const [name, nationality, permit] = FOREIGNERS[(first + at) % FOREIGNERS.length] as (typeof FOREIGNERS)[number];
    const hired = pastDay(subject, addDays("2019-12-31", -draws.int(0, 2400)));
    return [name, nationality, shortDate(hired), permit, draws.digits(10)];
  });
}

function siteCards(subject: FileSubject) {
  const draws = companyDraws(subject, "site cards");
  const trades = [
    ["Chef de chantier", "Cheffe de chantier"],
    ["Maçon", "Maçonne"],
    ["Charpentier", "Charpentière"],
    ["Électricien", "Électricienne"],
    ["Conducteur d'engins", "Conductrice d'engins"],
    ["Couvreur", "Couvreuse"],
  ] as const;
  return Array.from({ length: Math.min(subject.workforce ?? 1, trades.length) }, (_, at) => {
    const { lastName, firstName, role } = drawPerson(draws, france, trades[at] as (typeof trades)[number]);
    return [`${draws.digits(4)} ${draws.digits(4)} ${draws.digits(2)}`, `${lastName} ${firstName}`, role, "Active"];
  });
}

const foreignWorkersLetter = {
  ...letterToClient,
  ink: "#444b54",
  title: "Liste nominative des salariés étrangers soumis à autorisation de travail",
  subtitle: "Déclaration établie le {issuedLong}",
};

const socialSecurity = {
  style: "register" as const,
  ink: "#003b7a",
  signature: ["Fait{inCity}, le {issuedLong}", "Cachet et signature", "{signatory}"],
};

export const social: Record<string, Template> = {
  ATT_URSSAF: {
    style: "letter",
    ink: "#1a4f8b",
    authority: [
      "Urssaf",
      "Recouvrement des cotisations sociales",
      "Centre de gestion {ofGreffe}",
      "Service des attestations",
    ],
    aside: addressee,
    title: "Attestation de fourniture des déclarations sociales et de paiement des cotisations",
    subtitle: "Attestation de vigilance - {issuedLong}",
    body: [
      text("Madame, Monsieur,"),
      text(`L'entreprise désignée ci-dessous est à jour de ses obligations de déclaration et de paiement des
        cotisations et contributions sociales à la date du {periodEnd}.`),
      fields({
        "Raison sociale": "{name}",
        "Numéro SIREN": "{siren}",
        "Numéro SIRET": "{siret}",
        Immatriculation: "{foreignIdentity}",
        Adresse: "{address}",
        Activité: "{activity} ({naf})",
      }),
      cells({
        "Effectif salarié": "{workforce}",
        "Masse salariale du mois": "{payroll}",
        "Situation arrêtée au": "{periodEnd}",
      }),
      notice(`Code de sécurité : {securityCode}\nL'authenticité de cette attestation se vérifie en ligne avec ce
        code, comme le donneur d'ordre est tenu de le faire.{validity}`),
      text(`La présente attestation ne préjuge pas de l'exactitude des bases sur lesquelles elle a été établie et
        ne vaut pas renonciation au recouvrement d'éventuelles créances.`),
    ],
    signature: ["Fait le {issuedLong}", "Pour la direction", "{signatory}"],
    seal: "URSSAF\nATTESTATIONS\n{greffe}",
    mentions: `Document délivré pour l'obligation de vigilance du code du travail : à remettre au donneur d'ordre à
      la signature du contrat, puis tous les six mois jusqu'à la fin de son exécution.`,
  },

  LNTE: {
    ...foreignWorkersLetter,
    body: [
      text(`{undersigned} déclare que les salariés étrangers suivants, soumis à autorisation de travail, sont employés
        par l'entreprise :`),
      table(
        {
          "Nom et prénom": 22,
          Nationalité: 15,
          Embauche: 14,
          "Titre valant autorisation de travail": 32,
          "N° d'ordre": 17,
        },
        foreignWorkers,
      ),
      text(`J'atteste sur l'honneur l'exactitude de ces renseignements et m'engage à signaler tout
        changement.{validity}`),
    ],
    mentions: `La liste précise pour chaque salarié la date d'embauche, la nationalité, le type et le numéro d'ordre
      du titre valant autorisation de travail. Elle est renouvelée tous les six mois.`,
  },

  LNTE_NONE: {
    ...foreignWorkersLetter,
    body: [
      text(`{undersigned} déclare sur l'honneur que l'entreprise n'emploie aucun salarié étranger soumis à autorisation
        de travail.`),
      notice("ÉTAT NÉANT"),
      text("Je m'engage à signaler tout changement de cette situation.{validity}"),
    ],
    mentions: "Déclaration renouvelée tous les six mois, y compris lorsqu'elle est sans objet.",
  },

  ATT_CIBTP: {
    style: "letter",
    ink: "#b45309",
    authority: ["Caisse de congés intempéries BTP", "Service des adhérents", "{greffe}"],
    aside: addressee,
    title: "Attestation de mise à jour",
    subtitle: "Congés payés et intempéries - {issuedLong}",
    body: [
      text(`Nous attestons que l'entreprise {name} est affiliée à notre caisse et à jour du paiement de ses
        cotisations de congés payés et de chômage intempéries exigibles au {periodEnd}.`),
      fields({
        "N° d'adhérent": "{companyNumber}",
        SIRET: "{siret}",
        "Date d'affiliation": "{created}",
        "Effectif déclaré": "{workforce}",
        "Activité déclarée": "{activity}",
        "Fin de validité": "{expires}",
      }),
      notice("Numéro de contrôle : {securityCode}"),
    ],
    signature: ["Fait{inGreffe}, le {issuedLong}", "Pour le service des adhérents", "{signatory}"],
    seal: "CONGÉS\nINTEMPÉRIES\n{greffe}",
    mentions: `Attestation délivrée sous réserve de l'encaissement des derniers versements. Elle ne porte pas sur
      les périodes postérieures à la date d'arrêté.`,
  },

  CARTE_BTP: {
    style: "band",
    ink: "#9a3412",
    authority: ["Carte d'identification professionnelle du BTP"],
    aside: ["État au {issued}", "Dossier {companyNumber}"],
    title: "Justificatif de déclaration des cartes BTP",
    subtitle: "{name}",
    body: [
      fields({ Entreprise: "{name}", SIRET: "{siret}", Adresse: "{address}", Immatriculation: "{foreignIdentity}" }),
      heading("Cartes en cours de validité"),
      table({ "N° de carte": 22, Titulaire: 34, Emploi: 28, État: 16 }, siteCards),
      text("Les cartes restent valables tant que le titulaire est employé par l'entreprise.{validity}"),
    ],
    signature: ["Édité le {issuedLong}", "Pour le service des cartes", "{signatory}"],
    mentions: `Chaque salarié présente sa carte sur demande des agents de contrôle. L'employeur déclare les salariés
      avant leur arrivée sur le chantier.`,
  },

  A1: {
    ...socialSecurity,
    authority: ["Coordination des systèmes de sécurité sociale", "Institution compétente - {ofCountry}", "{city}"],
    aside: ["Formulaire A1", "N° {number}"],
    title: "CERTIFICAT A1",
    subtitle: "Certificat concernant la législation de sécurité sociale applicable au titulaire",
    body: [
      heading("1. Employeur ou activité non salariée"),
      fields({
        Dénomination: "{name}",
        "Numéro d'immatriculation": "{identity}",
        "Numéro de TVA": "{tva}",
        Adresse: "{address}",
        Activité: "{activity}",
      }),
      heading("2. Titulaires"),
      fields({ "Personnes détachées": "Selon la liste jointe à la demande", "Demande signée par": "{ceo}, {ceoRole}" }),
      heading("3. Législation applicable"),
      fields({
        "État membre": "{ofCountry}",
        "Date de début": "{issued}",
        "Date de fin": "{expires}",
        Situation: "Travailleur détaché - l'attestation vaut pour toute la durée de l'activité",
      }),
      heading("4. Institution qui a rempli le formulaire"),
      fields({ "Numéro de vérification": "{securityCode}", "Délivré le": "{issued}" }),
    ],
    seal: "SÉCURITÉ\nSOCIALE\n{city}",
    mentions: `Le titulaire conserve ce certificat et le présente à toute demande dans l'État où le travail est
      exécuté. La durée de détachement ne dépasse pas vingt-quatre mois.`,
  },

  A1_AGREEMENT: {
    ...socialSecurity,
    authority: ["Organisme de sécurité sociale - {ofCountry}", "Relations internationales", "{city}"],
    aside: ["Certificat d'assujettissement", "N° {number}"],
    title: "CERTIFICATE OF COVERAGE",
    subtitle: "Certificat d'assujettissement à la législation de sécurité sociale du pays d'origine",
    body: [
      heading("Employeur / Employer"),
      fields({
        "Dénomination / Name": "{name}",
        "Immatriculation / Registration no.": "{identity}",
        "Adresse / Address": "{address}",
        "Représentant / Representative": "{ceo}, {ceoRole}",
      }),
      heading("Législation applicable / Applicable legislation"),
      fields({
        "Pays / Country": "{ofCountry}",
        "Du / From": "{issued}",
        "Au / To": "{expires}",
        "Numéro de contrôle / Control no.": "{securityCode}",
      }),
      text(`Les salariés envoyés temporairement en France restent soumis à la législation du pays ci-dessus, qui n'est
        pas partie aux règlements européens de coordination.`),
    ],
    seal: "SOCIAL\nSECURITY\n{city}",
    mentions: `Le certificat est présenté à toute demande dans l'État où le travail est exécuté. À défaut de convention
      bilatérale, les cotisations restent dues en France.`,
  },
};
