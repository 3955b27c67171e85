import type { Company, Establishment, Executive } from "./company.ts";
import { workforces } from "./profile.ts";

/** Companies made by hand: states that a front end must show, and that chance seldom or never draws. */

/** What a supplier may send in place of a PDF of the usual size. */
export const oddFiles = ["PHOTO", "LARGE", "UNREADABLE", "EMPTY"] as const;
export type OddFile = (typeof oddFiles)[number];

export interface MadeCompany {
  case: string;
  meaning: string;
  /** What it sends in place of a file: always the same, or several files at once. */
  sends?: OddFile | "SEVERAL";
  /** What differs from the company that its number gives. */
  fields: (drawn: Company) => Partial<Company>;
}

const sizeOf = (workforce: number): Partial<Company> => {
  const row = workforces.find(({ min, max }) => workforce >= min && workforce <= (max ?? workforce));
  if (!row) throw new Error(`no bracket for ${workforce} employees`);
  return { workforce, workforceRangeCode: row.code, workforceRangeLabel: row.label, usualTurnover: workforce * 95_000 };
};

const president = (lastName: string, firstName: string, role = "Présidente"): Executive => ({
  ...{ lastName, firstName, role },
  since: "2016-05-02",
});

/** The name stands at every establishment and at the bank. */
const called = (drawn: Company, name: string): Partial<Company> => ({
  name,
  acronym: null,
  bank: drawn.bank && { ...drawn.bank, holder: name },
  establishments: drawn.establishments.map((place) => ({ ...place, name })),
});
const headedBy = (executives: Executive[]): Partial<Company> => ({
  executives,
  ceo: `${executives[0]?.lastName} ${executives[0]?.firstName}`,
});

const simplified = {
  legalForm: "SAS",
  legalCategoryCode: "5710",
  legalCategoryLabel: "SAS, société par actions simplifiée",
};

/** An ordinary company, so that nothing but the state in question is out of the ordinary. */
const ordinary = (drawn: Company, name: string, head: Executive): Partial<Company> => ({
  ...simplified,
  ...called(drawn, name),
  ...headedBy([head]),
  ...sizeOf(34),
  capital: 60_000,
  dateCreation: "2012-03-19",
});

type Seat = Pick<Establishment, "addressLine1" | "addressPostCode" | "addressCity">;
function seatedAt(drawn: Company, name: string, head: Executive, seat: Seat, more: Partial<Company>): Partial<Company> {
  const company = { ...drawn, ...ordinary(drawn, name, head) };
  const [first, ...others] = company.establishments as [Establishment];
  return { ...company, ...seat, ...more, establishments: [{ ...first, ...seat }, ...others] };
}

const managers = [
  ["ROUX Camille", "Directrice générale"],
  ["LEFÈVRE Antoine", "Directeur général délégué"],
  ["MOREL Sophie", "Directrice générale déléguée"],
  ["FABRE Julien", "Administrateur"],
  ["CHEVALIER Inès", "Administratrice"],
  ["PERRIN Thomas", "Administrateur"],
  ["BLANCHARD Louise", "Administratrice"],
  ["NOËL Mathieu", "Administrateur"],
  ["DUMAS Clara", "Administratrice"],
  ["RENARD Hugo", "Administrateur"],
  ["COLIN Alice", "Administratrice"],
  ["VIDAL Paul", "Administrateur"],
  ["BARON Jeanne", "Administratrice"],
] as const;
const board = managers.map(([name, role], at): Executive => {
  const [lastName = "", firstName = ""] = name.split(" ");
  return { lastName, firstName, role, since: `20${String(12 + (at % 9)).padStart(2, "0")}-06-1${at % 9}` };
});

const valserine = president("MALLET", "Véronique");

const longName =
  "Société nouvelle de travaux publics, de terrassement et d'assainissement des vallées du Var, " +
  "de la Tinée et de la Vésubie";

/** By French numbers, in this order: 2199 and 0011, 0012 and so on. New ones go to the end. */
export const madeInFrance: readonly MadeCompany[] = [
  {
    case: "long-name",
    meaning: "a name of 121 characters",
    fields: (drawn) => ordinary(drawn, longName, president("GARNIER", "Hélène")),
  },
  {
    case: "cedex",
    meaning: "a second line of the address, and a CEDEX",
    fields: (drawn) =>
      seatedAt(
        drawn,
        "Flandres Courtage",
        president("DELATTRE", "Benoît", "Président"),
        { addressLine1: "22 boulevard de la Liberté", addressPostCode: "59019", addressCity: "LILLE CEDEX" },
        { addressLine2: "Tour Lilleurope - CS 40012", greffe: "Lille Métropole" },
      ),
  },
  {
    case: "overseas",
    meaning: "a company in La Réunion, overseas",
    fields: (drawn) =>
      seatedAt(
        drawn,
        "Mascareignes Services",
        president("HOARAU", "Nathalie"),
        { addressLine1: "12 rue Juliette-Dodu", addressPostCode: "97400", addressCity: "Saint-Denis" },
        { greffe: "Saint-Denis de La Réunion" },
      ),
  },
  {
    case: "corsica",
    meaning: "a company in Corsica",
    fields: (drawn) =>
      seatedAt(
        drawn,
        "Ateliers du Golfe",
        president("SANTONI", "Pierre", "Président"),
        { addressLine1: "8 cours Napoléon", addressPostCode: "20000", addressCity: "Ajaccio" },
        { greffe: "Ajaccio" },
      ),
  },
  {
    case: "many-executives",
    meaning: "fourteen executives",
    fields: (drawn) => ({
      ...ordinary(drawn, "Groupe Valserine", valserine),
      ...headedBy([valserine, ...board]),
      ...sizeOf(412),
    }),
  },
  {
    case: "company-as-president",
    meaning: "a president that is a company",
    fields: (drawn) => ({
      ...ordinary(drawn, "Valmerande Logistique", president("VALMERANDE PARTICIPATIONS", "SAS")),
    }),
  },
  {
    case: "no-vat",
    meaning: "a French company without a VAT number",
    fields: (drawn) => ({
      ...ordinary(drawn, "Petits Travaux Rémois", president("GILLET", "Fabrice", "Président")),
      ...sizeOf(1),
      tva: null,
    }),
  },
  {
    case: "no-staff",
    meaning: "a company without employees",
    fields: (drawn) => ({
      ...ordinary(drawn, "Seul à Bord Conseil", president("BESSON", "Aurélie")),
      ...sizeOf(0),
      usualTurnover: 58_000,
    }),
  },
  {
    case: "very-large",
    meaning: "8,432 employees",
    fields: (drawn) => ({
      ...ordinary(drawn, "Compagnie Générale des Arcades", president("ARNAUD", "Philippe", "Président")),
      ...sizeOf(8_432),
      capital: 12_500_000,
    }),
  },
  {
    case: "unknown-workforce",
    meaning: "a number of employees that is not known: null",
    // What a reference provider knows of every other company.
    fields: (drawn) => {
      const unknown = { workforce: null, workforceRangeCode: null, workforceRangeLabel: null } as unknown;
      return {
        ...ordinary(drawn, "Maison Discrète", president("POIRIER", "Monique")),
        ...(unknown as Partial<Company>),
        usualTurnover: null,
      };
    },
  },
  {
    case: "old",
    meaning: "a company founded in 1898",
    fields: (drawn) => ({
      ...ordinary(drawn, "Forges de l'Élorn", president("LE GALL", "Yann", "Président")),
      ...sizeOf(87),
      dateCreation: "1898-03-14",
    }),
  },
  {
    ...{ case: "sends-photos", meaning: "a company that sends pictures (PNG) in place of PDFs", sends: "PHOTO" },
    fields: (drawn) => ordinary(drawn, "Atelier des Deux Ponts", president("CHARLES", "Sandrine")),
  },
  {
    ...{ case: "sends-large-files", meaning: "a company that sends scans of 20 MB", sends: "LARGE" },
    fields: (drawn) => ordinary(drawn, "Compagnie du Vexin", president("MASSON", "Éric", "Président")),
  },
  {
    case: "sends-unreadable-files",
    meaning: "a company that sends files which no program can read, so that they are refused",
    sends: "UNREADABLE",
    fields: (drawn) => ordinary(drawn, "Carrache et Fils", president("CARRACHE", "Bruno", "Président")),
  },
  {
    ...{ case: "sends-empty-files", meaning: "a company that sends empty files, which are refused", sends: "EMPTY" },
    fields: (drawn) => ordinary(drawn, "Services Généraux du Drac", president("REY", "Isabelle")),
  },
  {
    case: "sends-several-files",
    meaning: "a company that sends two files in each response, with one responseId",
    sends: "SEVERAL",
    fields: (drawn) => ordinary(drawn, "Recto-Verso", president("MEUNIER", "Karim", "Président")),
  },
];

const person = (lastName: string, firstName: string) => (drawn: Company) =>
  headedBy([{ ...(drawn.executives[0] as Executive), lastName, firstName }]);

/** By their territory, at these serials. */
export const madeAbroad: readonly (MadeCompany & { code: string; serial: number; kind: "VAT" | "DUNS" })[] = [
  {
    ...{ code: "GR", serial: 11, kind: "VAT" },
    ...{ case: "greek-script", meaning: "a name in Greek letters" },
    fields: (drawn) => ({
      ...called(drawn, "Ελληνικές Κατασκευές Αιγαίου ΑΕ"),
      ...person("ΠΑΠΑΔΟΠΟΥΛΟΣ", "Γιώργος")(drawn),
    }),
  },
  {
    ...{ code: "BG", serial: 11, kind: "VAT" },
    ...{ case: "cyrillic-script", meaning: "a name in Cyrillic letters" },
    fields: (drawn) => ({ ...called(drawn, "Балкан Строй Инженеринг ООД"), ...person("ДИМИТРОВ", "Георги")(drawn) }),
  },
  {
    ...{ code: "CN", serial: 11, kind: "DUNS" },
    ...{
      case: "chinese-script",
      meaning: "a name in Chinese characters, with its Latin form, which papers print alone",
    },
    fields: (drawn) => called(drawn, "上海晨光贸易有限公司 (Shanghai Chenguang Trading Co., Ltd.)"),
  },
  {
    ...{ code: "US", serial: 11, kind: "DUNS" },
    ...{ case: "us-state", meaning: "a company in the United States, whose state is the second line of the address" },
    fields: () => ({ addressLine2: "Washington" }),
  },
];
