import type { Chance } from "../directory/chance.ts";
import { safeFileName } from "./file-name.ts";

/** How people name each kind of file, and how many kilobytes theirs weigh. */
interface Habit {
  names: readonly string[];
  kilobytes: readonly [min: number, max: number];
}

// No kind goes below 88: the largest document, with its fonts embedded, must fit in its size.
const habits: Record<string, Habit> = {
  KBIS: { names: ["kbis_{month}.pdf", "KBIS {name}.pdf", "Extrait Kbis.pdf", "kbis.pdf"], kilobytes: [88, 240] },
  RNE: {
    names: ["extrait_rne_{month}.pdf", "RNE_{siren}.pdf", "attestation_immatriculation.pdf"],
    kilobytes: [88, 190],
  },
  EXTRAIT_LOCAL: {
    names: ["register_extract_{year}.pdf", "extrait_registre.pdf", "company_register_{slug}.pdf"],
    kilobytes: [90, 420],
  },
  ATT_URSSAF: {
    names: ["attestation_urssaf.pdf", "Attestation vigilance {month}.pdf", "URSSAF_{siren}.pdf"],
    kilobytes: [90, 210],
  },
  LNTE: { names: ["liste_salaries_etrangers_{year}.pdf", "LNTE {name}.pdf", "lnte_{month}.pdf"], kilobytes: [88, 310] },
  ATT_FISCALE: {
    names: ["attestation_fiscale_{year}.pdf", "Attestation régularité fiscale.pdf", "att_fiscale.pdf"],
    kilobytes: [88, 180],
  },
  ASS_RC_PRO: {
    names: ["RC_PRO_{year}.pdf", "attestation RC pro {name}.pdf", "assurance_rc_{year}.pdf"],
    kilobytes: [110, 480],
  },
  ASS_DECENNALE: {
    names: ["decennale_{year}.pdf", "Attestation décennale {year}.pdf", "DECENNALE_{slug}.pdf"],
    kilobytes: [120, 620],
  },
  ATT_CIBTP: { names: ["attestation_cibtp_{month}.pdf", "congés payés BTP.pdf"], kilobytes: [88, 170] },
  CARTE_BTP: { names: ["cartes_btp_{year}.pdf", "Cartes BTP {name}.pdf"], kilobytes: [140, 780] },
  A1: { names: ["A1_{year}.pdf", "certificat_A1.pdf", "A1 {name}.pdf"], kilobytes: [90, 260] },
  STATUTS: { names: ["statuts_a_jour.pdf", "Statuts {name} signés.pdf", "statuts_{year}.pdf"], kilobytes: [240, 940] },
  RIB: { names: ["RIB.pdf", "rib_{slug}.pdf", "RIB {name}.pdf"], kilobytes: [88, 150] },
  CODE_CONDUITE: { names: ["code_de_conduite_signe.pdf", "Code de conduite {name}.pdf"], kilobytes: [160, 720] },
  ISO_14001: {
    names: ["ISO14001_{slug}.pdf", "certificat_iso_14001.pdf", "ISO 14001 {year}.pdf"],
    kilobytes: [150, 560],
  },
  ISO_27001: {
    names: ["ISO27001_{slug}.pdf", "certificat_iso_27001.pdf", "ISO 27001 {year}.pdf"],
    kilobytes: [150, 560],
  },
  BEGES: { names: ["BEGES_{previousYear}.pdf", "bilan_carbone_{previousYear}.pdf"], kilobytes: [300, 980] },
  CARTO_RISQUES: {
    names: ["cartographie_risques_{year}.pdf", "Carto risques droits humains.pdf"],
    kilobytes: [180, 640],
  },
  PENTEST: { names: ["synthese_pentest_{year}.pdf", "Pentest {name} - synthèse.pdf"], kilobytes: [190, 690] },
  PAS: { names: ["PAS_{slug}_v{year}.pdf", "plan_assurance_securite.pdf"], kilobytes: [220, 810] },
  DPA: { names: ["DPA_{slug}.pdf", "accord_traitement_donnees.pdf", "DPA signé {year}.pdf"], kilobytes: [150, 520] },
  SCORE_RSE: { names: ["scorecard_rse_{slug}_{year}.pdf"], kilobytes: [180, 460] },
  SCR_SANCTIONS: { names: ["screening_sanctions_{day}.pdf"], kilobytes: [90, 220] },
  SCR_PPE: { names: ["screening_ppe_{day}.pdf"], kilobytes: [90, 220] },
  SCR_MEDIA: { names: ["screening_medias_{day}.pdf"], kilobytes: [90, 260] },
  IBAN: { names: ["RIB.pdf", "rib_{slug}.pdf"], kilobytes: [88, 150] },
};
const other: Habit = { names: ["{code}_{year}.pdf", "document_{slug}.pdf"], kilobytes: [88, 400] };

/** The name and the size of a file that a company sends, without producing it. */
export function drawFile(
  documentCode: string,
  company: { name: string; siren: string | null },
  chance: Chance,
  issueDate: string,
): { fileName: string; fileSize: number } {
  const { names, kilobytes } = (Object.hasOwn(habits, documentCode) && habits[documentCode]) || other;
  const slug = company.name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  const words: Record<string, string> = {
    name: company.name,
    slug: slug.toLowerCase() || "societe",
    siren: company.siren ?? "societe",
    code: documentCode,
    year: issueDate.slice(0, 4),
    previousYear: String(Number(issueDate.slice(0, 4)) - 1),
    month: issueDate.slice(0, 7),
    day: issueDate.slice(0, 10),
  };
  return {
    fileName: safeFileName(chance.pick(names).replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? "")),
    fileSize: chance.int(kilobytes[0] * 1024, kilobytes[1] * 1024),
  };
}
