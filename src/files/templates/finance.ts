import { cells, fields, heading, notice, type Template, text, textTable } from "../template.ts";
import { addressee, identification, letterToClient } from "./phrases.ts";

export const finance: Record<string, Template> = {
  ATT_FISCALE: {
    style: "letter",
    ink: "#27346b",
    authority: ["Direction générale des finances publiques", "Service des impôts des entreprises", "{greffe}"],
    aside: addressee,
    title: "Attestation de régularité fiscale",
    subtitle: "Délivrée le {issuedLong}",
    body: [
      text(`Le service des impôts des entreprises atteste que, selon les éléments en sa possession au {periodEnd},
        l'entreprise ci-dessous est à jour de ses obligations fiscales.`),
      fields({
        Dénomination: "{name}",
        SIREN: "{siren}",
        ...identification,
        "TVA intracommunautaire": "{tva}",
        Adresse: "{address}",
      }),
      textTable({ Obligation: 46, Déclaration: 27, Paiement: 27 })`
        Taxe sur la valeur ajoutée | À jour | À jour
        Impôt sur les bénéfices | À jour | À jour
        Cotisation foncière des entreprises | Sans objet | À jour
        Prélèvement à la source (collecteur) | À jour | À jour`,
      notice("Clé de contrôle : {securityCode}.{validity}"),
    ],
    signature: ["Fait{inGreffe}, le {issuedLong}", "Pour le comptable public", "{signatory}"],
    seal: "FINANCES\nPUBLIQUES\n{greffe}",
    mentions: `La régularité est appréciée au dernier jour du mois précédant la demande. Cette attestation n'emporte
      pas reconnaissance du bien-fondé des déclarations déposées.`,
  },

  ASS_RC_PRO: {
    style: "letter",
    ink: "#0f6b4f",
    authority: ["{insurer}", "Société d'assurance mutuelle à cotisations fixes", "Direction des risques d'entreprise"],
    aside: addressee,
    title: "Attestation d'assurance responsabilité civile professionnelle",
    subtitle: "Contrat n° {policy} - exercice {year}",
    body: [
      text(`{insurer} garantit {name}{identified}, par le contrat désigné ci-dessus, contre les conséquences
        pécuniaires de la responsabilité civile encourue du fait de ses activités professionnelles.`),
      fields({
        Assuré: "{name}",
        ...identification,
        "Activité garantie": "{activity}",
        "Période de garantie": "{period}",
        "Étendue territoriale": "{territory}",
      }),
      textTable({ Garanties: 50, "Montant par sinistre": 28, Franchise: 22 })`
        Tous dommages confondus (exploitation) | {ceiling} | {excess}
        Dommages matériels et immatériels consécutifs | {ceiling} | {excess}
        Dommages immatériels non consécutifs | {ceilingImmaterial} | {excess}
        Responsabilité professionnelle après livraison | {ceiling} | {excess}
        Défense pénale et recours | Frais réels | Néant`,
    ],
    signature: ["Fait le {issuedLong}", "Pour l'assureur", "{signatory}"],
    mentions: `La présente attestation ne peut engager l'assureur au-delà des conditions et limites du contrat
      auquel elle se réfère. Elle est établie sous réserve du paiement de la cotisation.`,
  },

  ASS_DECENNALE: {
    style: "register",
    ink: "#7a1f2b",
    authority: ["{insurer}", "Assurances de la construction"],
    aside: ["Contrat n° {policy}", "Émise le {issued}"],
    title: "ATTESTATION D'ASSURANCE DÉCENNALE",
    subtitle: "Responsabilité décennale obligatoire - {period}",
    body: [
      heading("Assuré"),
      fields({
        "Raison sociale": "{name}",
        ...identification,
        Adresse: "{address}",
        "Contrat en vigueur depuis": "{created}",
      }),
      heading("Activités et missions garanties"),
      textTable({ Activité: 58, NAF: 16, Nature: 26 })`
        {activity} | {naf} | Travaux de technique courante
        Travaux accessoires ou complémentaires | {naf} | Limités à l'activité principale`,
      heading("Garantie obligatoire"),
      fields({
        Nature: "Dommages à l'ouvrage relevant de la responsabilité décennale des constructeurs",
        "Montant, habitation": "Coût des travaux de réparation des dommages à l'ouvrage",
        "Montant, hors habitation": "Coût des travaux, dans la limite du coût total de construction déclaré",
        "Durée et maintien": "Dix ans à compter de la réception, sans paiement de cotisation subséquente",
        Chantiers: "Ouvrages dont le coût total ne dépasse pas {ceiling} hors taxes",
        Franchise: "{excess} par sinistre",
      }),
      notice("La garantie s'applique aux chantiers ouverts en France, {period}."),
    ],
    signature: ["Fait le {issuedLong}", "Pour l'assureur", "{signatory}"],
    seal: "{insurer}",
    mentions: `Attestation établie avec les mentions minimales exigées des assureurs. Elle ne saurait engager
      l'assureur en dehors des termes du contrat, que l'assuré peut produire sur demande.`,
  },

  RIB: {
    style: "band",
    ink: "#123c5a",
    authority: ["{bankName}", "{branch}"],
    aside: ["Édité le {issued}", "Réf. client {clientNumber}"],
    title: "Relevé d'identité bancaire",
    subtitle: "À remettre aux organismes qui demandent vos coordonnées bancaires",
    body: [
      heading("Titulaire du compte"),
      fields({ Titulaire: "{name}", Adresse: "{address}", Identification: "{identity}" }),
      heading("Identifiant national de compte"),
      cells({
        "Code banque": "{bankCode}",
        "Code guichet": "{branchCode}",
        "Numéro de compte": "{account}",
        Clé: "{ribKey}",
      }),
      heading("Identifiant international de compte"),
      cells({ IBAN: "{iban}" }),
      cells({ BIC: "{bic}", Domiciliation: "{branch}" }),
      text(`Ce relevé évite les erreurs et les retards dans l'exécution de vos opérations. Il ne prouve pas que le
        compte est toujours ouvert au jour de sa remise.`),
    ],
    mentions: `Compte professionnel tenu en {currency}. Avant tout premier paiement, vérifiez par un autre canal que ces
      coordonnées sont bien celles du bénéficiaire.`,
  },
  RIB_NONE: {
    ...letterToClient,
    ink: "#123c5a",
    title: "Relevé d'identité bancaire",
    subtitle: "Réponse du {issuedLong}",
    body: [
      fields({ Titulaire: "{name}", ...identification, Adresse: "{address}" }),
      notice("Aucun compte n'est connu au nom de ce titulaire."),
    ],
    mentions: "Document fourni par le tiers sous sa responsabilité.",
  },
};
