import { fields, heading, notice, type Template, text, textTable } from "../template.ts";
import { identification, letterToClient } from "./phrases.ts";

/** What an activity or a person needs before it may act. */
export const licences: Record<string, Template> = {
  AUT_CNAPS: {
    style: "register",
    ink: "#1e3a5f",
    authority: ["Conseil national des activités privées de sécurité", "Délégation territoriale {ofGreffe}"],
    aside: ["Délivrée le {issued}"],
    title: "AUTORISATION D'EXERCICE",
    subtitle: "AUT-{companyNumber}",
    body: [
      text("Vu le code de la sécurité intérieure, l'exercice d'activités privées de sécurité est autorisé à :"),
      fields({
        Dénomination: "{name}",
        SIREN: "{siren}",
        ...identification,
        Adresse: "{address}",
        Dirigeant: "{ceo}, {ceoRole}",
        "Activité autorisée": "Surveillance humaine ou électronique, et gardiennage de biens",
        "Fin de validité": "{expires}",
      }),
      notice(`L'autorisation d'exercice ne confère aucune prérogative de puissance publique à l'entreprise ou aux
        personnes qui en bénéficient.`),
    ],
    signature: ["Le {issuedLong}", "Pour la délégation territoriale", "{signatory}"],
    seal: "CNAPS\n{greffe}",
    mentions: "Autorisation personnelle et incessible. Tout changement de dirigeant ou de siège est à déclarer.",
  },

  GARANTIE_ETT: {
    style: "letter",
    ink: "#5b2a86",
    authority: ["{insurer}", "Garanties et cautions"],
    aside: ["Contrat n° {policy}", "Émise le {issued}"],
    title: "Attestation de garantie financière",
    subtitle: "Entreprise de travail temporaire - {period}",
    body: [
      text(`{insurer} certifie avoir accordé à {name}{identified} la garantie financière que le code du travail impose
        aux entreprises de travail temporaire.`),
      fields({
        Bénéficiaire: "{name}",
        ...identification,
        Adresse: "{address}",
        "Montant garanti": "{ceiling}",
        "Période de garantie": "{period}",
      }),
      heading("Sommes garanties"),
      text(`Salaires et accessoires des salariés temporaires, indemnités, cotisations obligatoires dues aux organismes
        de sécurité sociale et aux institutions sociales.`),
    ],
    signature: ["Fait le {issuedLong}", "Pour le garant", "{signatory}"],
    seal: "{insurer}",
    mentions:
      "En cas de défaillance, l'utilisateur est substitué à l'entreprise de travail temporaire pour le surplus.",
  },

  LICENCE_TRANSPORT: {
    style: "register",
    ink: "#14532d",
    authority: ["Préfecture de région", "Registre des transporteurs", "{greffe}"],
    aside: ["Délivrée le {issued}"],
    title: "LICENCE DE TRANSPORT",
    subtitle: "N° {companyNumber}",
    body: [
      text("Le titulaire est autorisé à exercer, pour le compte d'autrui, la profession de transporteur routier."),
      fields({
        Titulaire: "{name}",
        SIREN: "{siren}",
        ...identification,
        Adresse: "{address}",
        Activité: "{activity} ({naf})",
        "Gestionnaire de transport": "{ceo}",
        Validité: "{period}",
      }),
      notice("Une copie conforme de la licence se trouve à bord de chaque véhicule."),
    ],
    signature: ["Fait{inGreffe}, le {issuedLong}", "Pour la préfecture de région", "{signatory}"],
    seal: "REGISTRE DES\nTRANSPORTEURS\n{greffe}",
    mentions:
      "La licence est incessible. Elle peut être retirée si une condition d'accès à la profession n'est plus tenue.",
  },

  QUALIBAT: {
    style: "certificate",
    ink: "#c2410c",
    authority: ["{certifier}", "Qualification des entreprises du bâtiment", "Certificat n° {companyNumber}"],
    title: "Certificat de qualification",
    subtitle: "Qualibat - mention RGE",
    body: [
      text("Le certificat de qualification est attribué à"),
      fields({ Entreprise: "{name}", ...identification, Adresse: "{address}", "Depuis le": "{firstCertified}" }),
      textTable({ Qualification: 66, Mention: 34 })`
        {activity} | Technicité confirmée
        Efficacité énergétique, offre globale | RGE`,
      notice("Certificat valable {period}."),
    ],
    signature: ["Fait le {issuedLong}", "Pour la commission", "{signatory}"],
    seal: "QUALIFIÉ\nRGE\n{certifier}",
    mentions: "Le suivi annuel porte sur l'effectif, les assurances et les références de chantiers.",
  },

  POUVOIR: {
    ...letterToClient,
    ink: "#374151",
    title: "Pouvoir du signataire",
    subtitle: "Délégation de signature du {issuedLong}",
    body: [
      text(`{undersigned} donne pouvoir à la personne qui signe les formulaires et les contrats au nom de
        l'entreprise dans la relation avec le donneur d'ordre.`),
      fields({
        Délégant: "{ceo}, {ceoRole}",
        Entreprise: "{name}",
        ...identification,
        Étendue: "Formulaires, déclarations, contrats et avenants jusqu'à {ceilingImmaterial}",
        Durée: "{period}",
      }),
      text("La présente délégation est révocable à tout moment, par écrit."),
    ],
    mentions: "À joindre à la pièce que signe une autre personne que le représentant légal.",
  },
};
