import { articles, fields, heading, lead, notice, type Template, text, textTable } from "../template.ts";
import { deed, identification, letterToClient, signedByCompany } from "./phrases.ts";

export const commitments: Record<string, Template> = {
  CODE_CONDUITE: {
    ...deed("#334155"),
    title: "Code de conduite des fournisseurs",
    subtitle: "Engagement signé le {issuedLong}",
    body: [
      text(`{party} reconnaît avoir lu le code de conduite de son client et s'engage à en respecter les principes et à
        les faire respecter par ses sous-traitants.`),
      ...articles({
        "Droits humains et conditions de travail": `Le fournisseur proscrit le travail forcé et le travail des
          enfants, respecte la liberté syndicale, garantit une rémunération et une durée du travail conformes à la
          loi.`,
        "Santé et sécurité": `Le fournisseur évalue les risques, forme son personnel, fournit les équipements de
          protection et déclare tout accident survenu à l'occasion de la prestation.`,
        Environnement: `Le fournisseur mesure et réduit ses impacts, traite ses déchets dans les filières autorisées
          et privilégie les ressources renouvelables.`,
        "Intégrité des affaires": `Le fournisseur refuse toute corruption, prévient les conflits d'intérêts et
          n'offre aucun avantage susceptible d'influencer une décision.`,
        "Données et confidentialité": `Le fournisseur protège les informations confiées, traite les données
          personnelles conformément à la réglementation et signale sans délai tout incident.`,
        "Alerte et contrôle": `Le fournisseur ouvre à son personnel le dispositif d'alerte du client et accepte les
          évaluations et audits raisonnablement demandés.`,
      }),
    ],
    signature: signedByCompany,
    mentions: "Lu et approuvé.{validity}",
  },

  DPA: {
    ...deed("#3730a3"),
    title: "Accord de traitement des données",
    subtitle: "Article 28 du règlement général sur la protection des données - {issuedLong}",
    body: [
      text("Entre le client, responsable du traitement, et {party} sous-traitant, il est convenu ce qui suit."),
      ...articles({
        "Objet et durée": `Le sous-traitant traite des données personnelles pour le seul compte du responsable, dans
          le cadre des prestations suivantes : {activity}, et pour la durée du contrat principal.`,
        Instructions: `Le sous-traitant n'agit que sur instruction documentée et signale toute instruction qui lui
          paraît contraire à la réglementation.`,
        "Confidentialité et sécurité": `Les personnes autorisées sont tenues au secret. Le sous-traitant met en
          œuvre le chiffrement, la gestion des accès, la sauvegarde et les tests réguliers de ses mesures.`,
        "Sous-traitants ultérieurs": `Le recours à un autre sous-traitant est notifié trente jours à l'avance ; le
          responsable peut s'y opposer. Les mêmes obligations lui sont imposées.`,
        "Violation de données": `Toute violation est notifiée dans les {noticeHours} de sa découverte, avec
          les éléments utiles à la déclaration et à l'information des personnes.`,
        "Sort des données": `Au terme du contrat, les données sont restituées ou détruites au choix du responsable,
          et la destruction est attestée par écrit.`,
      }),
      heading("Annexe - Description du traitement"),
      textTable({ Élément: 34, Description: 66 })`
        Personnes concernées | Salariés et contacts professionnels du responsable
        Catégories de données | Identité, coordonnées professionnelles, journaux d'accès
        Localisation | {dataLocation}
        Durée de conservation | Durée du contrat, puis trois mois`,
    ],
    signature: ["Fait{inCity}, le {issuedLong}", "Pour {name}", "{ceo}, {ceoRole}"],
    mentions: `Le présent accord complète le contrat principal et prévaut sur lui en matière de protection des
      données personnelles.`,
  },

  PAS: {
    style: "band",
    ink: "#155e75",
    authority: ["{name}", "Sécurité des systèmes d'information"],
    aside: ["Version {year}.1", "{issued}"],
    title: "Plan d'assurance sécurité",
    subtitle: "Établi par {name}.{validity}",
    body: [
      fields({
        Prestataire: "{name}",
        Identification: "{identity}",
        Adresse: "{address}",
        "Prestation couverte": "{activity}",
        "Approuvé par": "{ceo}, {ceoRole}",
      }),
      heading("Organisation"),
      text(`{securityOfficer} l'analyse de risques, suit le plan d'actions et rend compte au comité de sécurité chaque
        trimestre.`),
      heading("Mesures de sécurité"),
      textTable({ Domaine: 26, Mesure: 52, Contrôle: 22 })`
        Accès | {login}, droits revus par rôle | Semestriel
        Postes et serveurs | Durcissement, mises à jour sous trente jours, antivirus | Mensuel
        Réseau | Cloisonnement, filtrage des flux, accès distants chiffrés | Annuel
        Sauvegarde | Quotidienne, copie hors ligne, {backups} | Annuel
        Développement | Revue de code, analyse des dépendances | À chaque version
        Incidents | Détection continue, notification sous {noticeHours} | Exercice annuel
        Continuité | Reprise en moins de vingt-quatre heures | Annuel`,
      heading("Réversibilité"),
      text(`En fin de contrat, les données et la documentation sont restituées dans un format courant, puis
        effacées avec procès-verbal.`),
    ],
    signature: signedByCompany,
    mentions: `Document contractuel : toute évolution notable des mesures est notifiée au client avant sa mise en
      œuvre.`,
  },

  CARTO_RISQUES: {
    style: "band",
    ink: "#7c2d12",
    authority: ["{name}", "Conformité"],
    aside: ["Exercice {year}", "{issued}"],
    title: "Cartographie des risques droits humains",
    subtitle: "Établie par {name}.{validity}",
    body: [
      fields({
        Entreprise: "{name}",
        Identification: "{identity}",
        Activité: "{activity}",
        "Validée par": "{ceo}, {ceoRole}",
      }),
      heading("Risques identifiés"),
      textTable({ Risque: 30, Où: 22, Gravité: 12, Probabilité: 14, "Mesure d'atténuation": 32 })`
        Travail dissimulé | Sous-traitance de rang 2 | Forte | Moyenne | Collecte semestrielle des justificatifs
        Accidents du travail | Sites d'exploitation | Forte | Moyenne | Plan de prévention, formation
        Travail forcé | Matières premières importées | Très forte | Faible | Traçabilité, audits sociaux
        Travail des enfants | Matières premières importées | Très forte | Faible | Clause contractuelle, audits inopinés
        Discrimination | Recrutement | Moyenne | Faible | Grilles d'entretien, référent
        Atteinte aux riverains | Chantiers et entrepôts | Moyenne | Faible | Concertation, suivi des nuisances`,
      notice(`Méthode : gravité (ampleur, étendue, caractère irrémédiable) et probabilité sont cotées sur quatre
        niveaux avec les parties prenantes, puis revues chaque année.`),
    ],
    signature: signedByCompany,
    mentions: `La cartographie alimente le plan de vigilance : elle hiérarchise les risques d'atteinte aux droits
      humains, à la santé, à la sécurité et à l'environnement.`,
  },

  CERTIFICATE: {
    style: "certificate",
    ink: "#374151",
    authority: ["{issuer}"],
    aside: ["{reference}", "{issued}"],
    title: "{documentName}",
    subtitle: "Délivré le {issuedLong}",
    body: [
      lead("{name}"),
      text(
        "Le présent document certifie que l'entreprise désignée ci-dessous remplit les conditions de sa délivrance.",
      ),
      fields({
        Objet: "{documentName}",
        ...identification,
        Adresse: "{address}",
        Activité: "{activity}",
        Référence: "{reference}",
        "Délivré le": "{issued}",
        "Valable jusqu'au": "{expires}",
      }),
    ],
    signature: ["Le {issuedLong}", "{signatory}", "{issuer}"],
    mentions: "Document délivré à l'entreprise désignée, pour servir et valoir ce que de droit.",
  },

  ANY: {
    ...letterToClient,
    ink: "#374151",
    title: "{documentName}",
    subtitle: "Justificatif établi le {issuedLong}",
    body: [
      text("{party} transmet le présent justificatif à l'appui de son dossier d'évaluation."),
      fields({
        Document: "{documentName}",
        Référence: "{reference}",
        Entreprise: "{name}",
        ...identification,
        Adresse: "{address}",
        "Établi le": "{issued}",
        "Valable jusqu'au": "{expires}",
      }),
    ],
    mentions: "Document fourni par le tiers sous sa responsabilité.",
  },
};
