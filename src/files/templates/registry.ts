import { liquidatorIn } from "../../directory/liquidator.ts";
import type { FileSubject } from "../subject.ts";
import { articles, fields, heading, type Template, text } from "../template.ts";
import { shortDate } from "../wording.ts";
import { deed } from "./phrases.ts";

/** A liquidator stands on the extracts from the judgment on. */
const directors = ({ executives, issueDate }: FileSubject) => {
  const coming = liquidatorIn(executives.filter(({ since }) => since > issueDate));
  return executives
    .filter((one) => one !== coming)
    .map(({ role, lastName, firstName, since }) => [
      role,
      `${lastName.toUpperCase()} ${firstName}${since && since <= issueDate ? `, depuis le ${shortDate(since)}` : ""}`,
    ]);
};

const certified = ["Certifié conforme{inSeat}, le {issuedLong}", "{ceo}", "{ceoRole}"];

export const registry: Record<string, Template> = {
  KBIS: {
    style: "register",
    ink: "#1f3a68",
    serif: true,
    authority: ["Greffe du {court}", "Palais de justice", "{greffe}"],
    aside: ["N° de gestion {management}", "Code de vérification", "{securityCode}"],
    title: "EXTRAIT KBIS",
    subtitle: "Extrait d'immatriculation principale au registre du commerce et des sociétés\nà jour au {issuedLong}",
    body: [
      heading("Identification de la personne morale"),
      fields({
        "Immatriculation au RCS, numéro": "{siren} R.C.S. {greffe}",
        "Date d'immatriculation": "{created}",
        "Dénomination ou raison sociale": "{name}",
        Sigle: "{acronym}",
        "Forme juridique": "{legalForm}",
        "Capital social": "{capital}",
        "Adresse du siège": "{seat}",
        "N° de TVA intracommunautaire": "{tva}",
        "Durée de la personne morale": "Jusqu'au {lifeEnd}",
        "Clôture de l'exercice social": "{yearEnd}",
      }),
      heading("Gestion, direction, administration, contrôle"),
      fields(directors),
      heading("Activité et établissement principal"),
      fields({
        "Adresse de l'établissement": "{seat}",
        "Numéro SIRET": "{seatSiret}",
        "Activité exercée": "{activity}",
        "Code d'activité (NAF)": "{naf}",
        "Commencement d'activité": "{created}",
        "Origine du fonds": "Création",
        "Mode d'exploitation": "Exploitation directe",
      }),
      heading("Observations"),
      fields({ "Mentions au registre": "{observations}" }),
    ],
    signature: ["Délivré{inGreffe}, le {issuedLong}", "Pour le greffe", "{signatory}"],
    seal: "GREFFE DU\n{courtSeal}\n{greffe}",
    mentions: `FIN DE L'EXTRAIT. Les renseignements portés sur cet extrait sont ceux du registre à la date
      d'édition. Il est d'usage de l'accepter pendant trois mois. Toute modification ou falsification expose à des
      poursuites.`,
  },

  EXTRAIT_LOCAL: {
    style: "register",
    ink: "#3d4a5c",
    serif: true,
    authority: ["Registre du commerce - {ofCountry}", "Autorité d'enregistrement des sociétés", "{city}"],
    aside: ["Extrait n° {number}", "{issued}"],
    title: "EXTRAIT DU REGISTRE",
    subtitle: "Current extract of the commercial register - traduction libre\nà jour au {issuedLong}",
    body: [
      heading("Société / Company"),
      fields({
        "Nom / Registered name": "{name}",
        "Numéro d'enregistrement / Registration no.": "{localId}",
        "Numéro SIRET": "{seatSiret}",
        "Numéro DUNS / DUNS number": "{duns}",
        "Numéro de TVA / VAT number": "{tva}",
        "Forme juridique / Legal form": "{legalForm}",
        "Capital / Share capital": "{capital}",
        "Siège / Registered office": "{seat}",
        "Date de constitution / Incorporated on": "{created}",
        Activité: "{activity}",
        Business: "{businessEnglish}",
      }),
      heading("Dirigeants / Directors"),
      fields(directors),
      heading("Situation / Status"),
      fields({ "Mentions / Remarks": "{observations}" }),
    ],
    signature: ["Fait{inCity}, le {issuedLong}", "Pour le registre", "{signatory}"],
    seal: "REGISTRE\nDU COMMERCE\n{city}",
    mentions: `Extrait établi d'après les inscriptions en vigueur à la date indiquée. La traduction française est
      donnée pour information ; seule l'inscription d'origine fait foi.`,
  },

  RNE: {
    style: "band",
    ink: "#0b5d57",
    authority: ["Institut national de la propriété industrielle", "Registre national des entreprises"],
    aside: ["Édité le {issued}", "N° {number}"],
    title: "Extrait d'immatriculation au RNE",
    subtitle: "Situation à jour au {issuedLong}",
    body: [
      heading("Identité de l'entreprise"),
      fields({
        "Nom ou dénomination": "{name}",
        SIREN: "{siren}",
        "SIRET de l'établissement principal": "{seatSiret}",
        Immatriculation: "{foreignIdentity}",
        "Forme juridique": "{legalForm}",
        "Date de début d'activité": "{created}",
        "Adresse de l'entreprise": "{seat}",
        "N° de TVA intracommunautaire": "{tva}",
        "Capital social": "{capital}",
      }),
      heading("Activité principale"),
      fields({
        Description: "{activity}",
        "Code NAF": "{naf}",
        "Forme d'exercice": "Commerciale ou artisanale, à titre permanent",
      }),
      heading("Personnes"),
      fields(directors),
      heading("Observations"),
      text("{observations}"),
    ],
    signature: ["Édité le {issuedLong}", "Pour le directeur général et par délégation", "{signatory}"],
    mentions: `Le registre national des entreprises réunit depuis 2023 l'ensemble des entreprises exerçant en
      France. Cet extrait reprend les informations déclarées et validées ; il ne vaut pas garantie de leur
      exactitude après la date d'édition.`,
  },

  STATUTS: {
    ...deed("#4a4a4a"),
    title: "Statuts",
    subtitle: "mis à jour le {issuedLong}",
    body: articles({
      Forme: `La société est régie par les lois en vigueur et par les présents statuts. Elle a la forme suivante :
        {legalForm}.`,
      Objet: `La société a pour objet, en tous pays : {activity} ; et toutes opérations qui s'y
        rattachent directement ou indirectement et en facilitent le développement.`,
      Dénomination: `La dénomination sociale est : {name}. Les actes et documents destinés aux tiers la portent,
        suivie de la forme sociale, du capital et du numéro d'immatriculation.`,
      Siège: `Le siège est fixé à l'adresse suivante : {seat}. Il peut être transféré par décision de l'organe de
        direction, sous réserve de ratification par la plus prochaine assemblée.`,
      Durée: `La durée de la société est de quatre-vingt-dix-neuf ans à compter de son immatriculation, sauf
        dissolution anticipée ou prorogation.`,
      "Apports et capital": "{capitalArticle}",
      "Cession des titres": `Les titres se cèdent librement entre {partners}. Toute cession à un tiers est soumise à
        l'agrément préalable de la collectivité des {partners}, qui statue dans les deux mois de la demande.`,
      Direction: `La société est dirigée et représentée à l'égard des tiers par {ceo}, en qualité de : {ceoRole}.
        Ses pouvoirs sont ceux que la loi attribue à cette fonction, dans la limite de l'objet social.`,
      "Décisions collectives": `Les {partners} sont consultés en assemblée, par écrit ou par tout moyen permettant
        leur identification. Les décisions ordinaires se prennent à la majorité simple, les modifications des
        statuts aux deux tiers.`,
      "Exercice social et comptes": `L'exercice commence le {yearStart} et finit le {yearEnd}. Les comptes sont
        soumis à l'approbation des {partners} dans les six mois de la clôture.`,
      "Affectation du résultat": `Sur le bénéfice distribuable, il est prélevé la dotation à la réserve légale.
        L'assemblée décide de l'emploi du solde : mise en réserve, report à nouveau ou distribution.`,
      "Dissolution et contestations": `À la dissolution, la liquidation est faite par le représentant en fonction,
        sauf décision contraire. Les contestations relèvent des tribunaux du lieu du siège.`,
    }),
    signature: certified,
    mentions: "Copie certifiée conforme à l'original par le représentant légal.",
  },

  STATUTS_ASSOCIATION: {
    ...deed("#4a4a4a"),
    title: "Statuts de l'association",
    subtitle: "mis à jour le {issuedLong}",
    body: articles({
      "Constitution et dénomination": `Il est fondé entre les adhérents aux présents statuts une association régie par
        la loi du 1er juillet 1901 et le décret du 16 août 1901, ayant pour titre : {name}.`,
      But: `L'association a pour but : {activity}. Elle ne poursuit aucun but lucratif.`,
      Siège: `Le siège est fixé à l'adresse suivante : {seat}. Il peut être transféré par simple décision du conseil
        d'administration.`,
      Durée: "La durée de l'association est illimitée.",
      "Membres et cotisations": `L'association se compose de membres actifs et de membres bienfaiteurs. La cotisation
        annuelle est fixée par l'assemblée générale. La qualité de membre se perd par démission, décès ou radiation.`,
      Ressources: `Les ressources comprennent les cotisations, les subventions, les dons manuels et le produit des
        prestations fournies par l'association.`,
      "Conseil d'administration": `L'association est dirigée par un conseil élu pour trois ans par l'assemblée générale
        et renouvelable par tiers. Les fonctions d'administrateur sont bénévoles.`,
      Bureau: `Le conseil choisit parmi ses membres un bureau. L'association est représentée en justice et dans tous les
        actes de la vie civile par {ceo}, en qualité de : {ceoRole}.`,
      "Assemblée générale": `L'assemblée générale réunit tous les membres au moins une fois par an. Elle entend le
        rapport moral et le rapport financier, et approuve les comptes de l'exercice, clos le {yearEnd}.`,
      "Modification des statuts": `Les statuts sont modifiés par une assemblée générale extraordinaire, à la majorité
        des deux tiers des membres présents ou représentés.`,
      Dissolution: `En cas de dissolution, l'actif net est dévolu à un organisme à but non lucratif ; il ne peut être
        partagé entre les membres.`,
    }),
    signature: certified,
    mentions: "Copie certifiée conforme à l'original par le représentant légal.",
  },
};
