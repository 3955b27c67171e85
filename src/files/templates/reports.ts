import type { Chance } from "../../directory/chance.ts";
import { isSoleTrader } from "../../directory/kinds.ts";
import type { FileSubject } from "../subject.ts";
import { cells, fields, heading, notice, type Template, table, text } from "../template.ts";
import { identification } from "./phrases.ts";

/** A line for each searched name; the match is the first executive, or the company where none is known. */
const searched = (match: string) => (subject: FileSubject) => {
  const { name, executives, sanctioned } = subject;
  const company = { lastName: name, firstName: "", role: "Personne morale" };
  const [matching] = [...executives, company];
  // A sole trader is its own company.
  return [...(isSoleTrader(subject) ? [] : [company]), ...executives].map((person) => [
    `${person.lastName} ${person.firstName}`.trim(),
    person.role,
    sanctioned && person === matching ? match : "Aucune correspondance",
  ]);
};

type Screening = Record<"title" | "ink" | "method" | "match", string> & { sources: readonly string[] };

const screening = ({ title, ink, method, sources, match }: Screening): Template => ({
  style: "band",
  ink,
  authority: ["Contrôle automatique des tiers", "Rapport"],
  aside: ["Rapport n° {number}", "{issued}"],
  title,
  subtitle: "{name}",
  body: [
    fields({
      "Tiers recherché": "{name}",
      ...identification,
      Pays: "{ofCountry}",
      "Date de la recherche": "{issued}",
      "Surveillance jusqu'au": "{expires}",
    }),
    heading("Résultat par personne"),
    table({ "Nom recherché": 40, Qualité: 28, Résultat: 32 }, searched(match)),
    heading("Sources consultées"),
    table(
      { Source: 70, "Dernière mise à jour": 30 },
      sources.map((source) => [source, "{issued}"]),
    ),
    notice(method),
  ],
  mentions: `Rapport produit automatiquement par rapprochement de noms. Une correspondance est un indice à vérifier,
    non une preuve ; l'absence de correspondance n'est pas une garantie.`,
});

const levelOf = (score: number) => (score >= 65 ? "Avancé" : score >= 45 ? "Confirmé" : "Partiel");

/** The score of the provider is the mean of the themes. */
function pillars({ score = null }: FileSubject, draws: Chance) {
  const mean = score ?? draws.int(38, 82);
  const most = Math.min(12, mean, 100 - mean);
  const [one, other] = [draws.int(-most, most), draws.int(-most, most)];
  const notes = {
    Environnement: mean + one,
    "Social et droits humains": mean + other,
    "Éthique des affaires": mean - one,
    "Achats responsables": mean - other,
    Ensemble: mean,
  };
  return Object.entries(notes).map(([theme, note]) => [theme, `${note}/100`, levelOf(note)]);
}

export const reports: Record<string, Template> = {
  SCR_SANCTIONS: screening({
    title: "Contrôle des listes de sanctions",
    ink: "#7f1d1d",
    method: `Recherche exacte et approchée (seuil de ressemblance 85 %), alias et translittérations compris. La
      surveillance est rejouée chaque jour.`,
    sources: [
      "Liste consolidée des Nations unies",
      "Liste consolidée de l'Union européenne",
      "Registre national des gels des avoirs",
      "Listes américaines et britanniques",
    ],
    match: "CORRESPONDANCE à examiner",
  }),

  SCR_PPE: screening({
    title: "Contrôle des personnes politiquement exposées",
    ink: "#4c1d95",
    method: `Sont recherchés les dirigeants et bénéficiaires effectifs, leurs proches et les personnes associées, pour
      les fonctions exercées depuis moins d'un an.`,
    sources: [
      "Fonctions publiques nationales",
      "Institutions internationales",
      "Entreprises publiques",
      "Proches et associés connus",
    ],
    match: "CORRESPONDANCE à examiner",
  }),

  SCR_MEDIA: screening({
    title: "Contrôle des médias défavorables",
    ink: "#1e3a5f",
    method: `Articles des cinq dernières années mentionnant corruption, fraude, blanchiment, travail illégal ou
      atteinte grave à l'environnement.`,
    sources: [
      "Presse nationale",
      "Presse régionale et spécialisée",
      "Presse internationale",
      "Décisions de justice publiées",
    ],
    match: "2 articles à examiner",
  }),

  SCORE_RSE: {
    style: "band",
    ink: "#166534",
    authority: ["Agence de notation extra-financière", "Évaluation RSE"],
    aside: ["Fiche n° {number}", "Publiée le {issued}"],
    title: "Évaluation RSE externe",
    subtitle: "{name}",
    body: [
      fields({
        "Entreprise évaluée": "{name}",
        ...identification,
        Pays: "{ofCountry}",
        "Date de l'évaluation": "{issued}",
      }),
      cells({ "Secteur d'activité": "{activity}", Effectif: "{workforce}", "Valable jusqu'au": "{expires}" }),
      heading("Notes par thème"),
      table({ Thème: 50, Note: 20, Niveau: 30 }, pillars),
      text("Niveaux : avancé à partir de 65, confirmé à partir de 45, partiel au-dessous."),
    ],
    mentions: `Évaluation fondée sur les réponses et les preuves transmises par l'entreprise, pondérées selon sa
      taille, son secteur et son pays. Elle vaut pour douze mois.`,
  },
};
