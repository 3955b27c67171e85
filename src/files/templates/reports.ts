import type { Chance } from "../../directory/chance.ts";
import type { FileSubject } from "../subject.ts";
import { cells, fields, heading, notice, type Template, table, text } from "../template.ts";

const identity = fields({
  "Société recherchée": "{name}",
  SIRET: "{siret}",
  Immatriculation: "{foreignIdentity}",
  Pays: "{ofCountry}",
  "Date de la recherche": "{issued}",
  "Surveillance jusqu'au": "{expires}",
});

const assessed = fields({
  "Entreprise évaluée": "{name}",
  SIRET: "{siret}",
  Immatriculation: "{foreignIdentity}",
  Pays: "{ofCountry}",
  "Date de l'évaluation": "{issued}",
});

/** One line per name searched; the first one is hit when the subject is known to be sanctioned. */
const searched = (hit: string) => (subject: FileSubject) =>
  [{ lastName: subject.name, firstName: "", role: "Personne morale" }, ...subject.executives].map(
    ({ lastName, firstName, role }, at) => [
      `${lastName} ${firstName}`.trim(),
      role,
      subject.sanctioned && at === 1 ? hit : "Aucune correspondance",
    ],
  );

const screening = (title: string, what: string, lists: readonly string[], hit: string, ink: string): Template => ({
  style: "band",
  ink,
  authority: ["Contrôle automatique des tiers", "Rapport"],
  aside: ["Rapport n° {number}", "{issued}"],
  title,
  subtitle: "{name}",
  body: [
    identity,
    heading("Résultat par personne"),
    table({ "Nom recherché": 40, Qualité: 28, Résultat: 32 }, searched(hit)),
    heading("Sources consultées"),
    table(
      { Source: 70, "Dernière mise à jour": 30 },
      lists.map((list) => [list, "{issued}"]),
    ),
    notice(what),
  ],
  mentions: `Rapport produit automatiquement par rapprochement de noms. Une correspondance est un indice à vérifier,
    non une preuve ; l'absence de correspondance n'est pas une garantie.`,
});

function pillars(_: FileSubject, draws: Chance) {
  return ["Environnement", "Social et droits humains", "Éthique des affaires", "Achats responsables"].map((pillar) => {
    const score = draws.int(38, 82);
    return [pillar, `${score}/100`, score >= 65 ? "Avancé" : score >= 45 ? "Confirmé" : "Partiel"];
  });
}

export const reports: Record<string, Template> = {
  SCR_SANCTIONS: screening(
    "Contrôle des listes de sanctions",
    "Recherche exacte et approchée (seuil de ressemblance 85 %), alias et translittérations compris. La surveillance est rejouée chaque jour.",
    [
      "Liste consolidée des Nations unies",
      "Liste consolidée de l'Union européenne",
      "Registre national des gels des avoirs",
      "Listes américaines et britanniques",
    ],
    "CORRESPONDANCE à examiner",
    "#7f1d1d",
  ),
  SCR_PPE: screening(
    "Contrôle des personnes politiquement exposées",
    "Sont recherchés les dirigeants et bénéficiaires effectifs, leurs proches et les personnes associées, pour les fonctions exercées depuis moins d'un an.",
    [
      "Fonctions publiques nationales",
      "Institutions internationales",
      "Entreprises publiques",
      "Proches et associés connus",
    ],
    "Aucune correspondance",
    "#4c1d95",
  ),
  SCR_MEDIA: screening(
    "Contrôle des médias défavorables",
    "Articles des cinq dernières années mentionnant corruption, fraude, blanchiment, travail illégal ou atteinte grave à l'environnement.",
    ["Presse nationale", "Presse régionale et spécialisée", "Presse internationale", "Décisions de justice publiées"],
    "2 articles à examiner",
    "#1e3a5f",
  ),

  SCORE_RSE: {
    style: "band",
    ink: "#166534",
    authority: ["Agence de notation extra-financière", "Évaluation RSE"],
    aside: ["Fiche n° {number}", "Publiée le {issued}"],
    title: "Évaluation RSE externe",
    subtitle: "{name}",
    body: [
      assessed,
      cells({ "Secteur d'activité": "{activity}", Effectif: "{workforce}", "Valable jusqu'au": "{expires}" }),
      heading("Notes par thème"),
      table({ Thème: 50, Note: 20, Niveau: 30 }, pillars),
      heading("Points forts et axes de progrès"),
      text(`Points forts : politique environnementale formalisée, dialogue social établi, formation à l'éthique.
        Axes de progrès : objectifs chiffrés de réduction, évaluation des fournisseurs de rang 2, indicateurs de
        diversité.`),
    ],
    mentions: `Évaluation fondée sur les réponses et les preuves transmises par l'entreprise, pondérées selon sa
      taille, son secteur et son pays. Elle vaut pour douze mois.`,
  },
};
