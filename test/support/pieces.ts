import { territories } from "../../src/directory/territories.ts";
import { proofOf } from "../../src/domain/document/company-habits.ts";
import type { DocumentRow, ThirdpartyRow } from "../../src/domain/rows.ts";
import {
  acceptedPieces,
  type Check,
  formOf,
  grouped,
  isAssociation,
  isFrench,
  isSoleTrader,
  type Look,
  type Piece,
} from "./look.ts";
import { printOf } from "./prints.ts";

/** The invariants of what pieces say of their company, and of each other. */

const isBuilder = ({ activityCode }: ThirdpartyRow) => /^4[123]/.test(activityCode ?? "");

const isOutside =
  (...prefixes: string[]) =>
  (company: ThirdpartyRow) =>
    isForeign(company) || !prefixes.some((prefix) => company.activityCode?.startsWith(prefix));
const isForeign = (company: ThirdpartyRow) => !isFrench(company);
const unfit: Record<string, (company: ThirdpartyRow) => boolean> = {
  KBIS: (company) => isSoleTrader(company) || isAssociation(company) || isForeign(company),
  EXTRAIT_LOCAL: isFrench,
  RNE: (company) => isAssociation(company) || isForeign(company),
  ...{ ATT_URSSAF: isForeign, ATT_FISCALE: isForeign, ASLNC: isForeign },
  ASS_DECENNALE: (company) => !isBuilder(company),
  ATT_CIBTP: (company) => !isBuilder(company) || isForeign(company),
  CARTE_BTP: (company) => !isBuilder(company),
  AUT_CNAPS: isOutside("80"),
  GARANTIE_ETT: isOutside("782"),
  LICENCE_TRANSPORT: isOutside("4939", "494"),
  QUALIBAT: isOutside("41", "42", "43"),
  POUVOIR: isSoleTrader,
  STATUTS: isSoleTrader,
  RBE: isSoleTrader,
};
function* fittingDocuments({ state, companies }: Look) {
  for (const { documentId, documentCode, thirdpartyId } of state.documents) {
    const company = companies.get(thirdpartyId) as ThirdpartyRow;
    if (unfit[documentCode]?.(company)) yield `${documentId}: ${documentCode} of ${company.name}`;
  }
}

/** What the answers of forms follow from a number of employees. */
const impliedBy: Record<string, (workforce: number) => string> = {
  effectif_total: String,
  absence_salaries: (workforce) => String(workforce === 0),
  plan_vigilance: (workforce) => String(workforce >= 5000),
};

/** Forms, produced files and rules give the number of employees that the API shows. */
function* headCounts(look: Look) {
  for (const { document, company, evidence, suppliedAt } of acceptedPieces(look)) {
    const { documentId, documentCode } = document;
    const { workforce, thirdpartyId } = company;
    const form = formOf(evidence) ?? {};
    if (documentCode === "LNTE" && workforce === 0 && Number(form.nombre_salaries ?? 0) > 0)
      yield `${documentId}: foreign workers in a company without employees`;
    if (workforce === null || look.changedSince(thirdpartyId, suppliedAt, ["workforce"])) continue;
    for (const [key, implied] of Object.entries(impliedBy))
      if (form[key] !== undefined && form[key] !== implied(workforce))
        yield `${documentId}: ${key} ${form[key]}, and the company has ${workforce} employees`;
    if (form.index_egalite !== undefined && (form.index_egalite !== "") !== (workforce >= 50 && isFrench(company)))
      yield `${documentId}: an equality index of ${form.index_egalite}, and the company has ${workforce} employees`;
    const { subject, issueDate } = evidence.internal;
    // A piece of before says what was true then.
    if (look.changedSince(thirdpartyId, issueDate, ["workforce"])) continue;
    if (subject && "workforce" in subject && subject.workforce !== workforce)
      yield `${documentId}: ${subject.workforce} employees, and the company has ${workforce}`;
    if (Number(form.nombre_salaries ?? 0) > workforce)
      yield `${documentId}: ${form.nombre_salaries} foreign workers among ${workforce}`;
  }
}

function* seats(look: Look) {
  for (const { document, company, evidence, suppliedAt } of acceptedPieces(look)) {
    const { subject } = evidence.internal;
    const [head] = company.establishments;
    if (!subject || look.changedSince(company.thirdpartyId, suppliedAt, ["establishments"])) continue;
    const { siret, addressLine1, addressCity } = subject.seat ?? {};
    if (siret !== head?.siret || addressLine1 !== head?.addressLine1 || addressCity !== head?.addressCity)
      yield `${document.documentId}: the seat is ${addressLine1}, ${addressCity}`;
  }
}

/** The documents that a form says the company does not have. */
const deniedBy = ({ configuration, document: { documentCode }, evidence }: Piece): string[] =>
  documentCode === "ASLNC"
    ? ["ATT_URSSAF"]
    : Object.entries(formOf(evidence) ?? {}).flatMap(
        ([key, value]) => (value === "false" && proofOf(configuration, documentCode, key)) || [],
      );

/** A form does not deny a document of the same company that is in force on its day. */
function* certificates(look: Look) {
  const newest = [...acceptedPieces(look)].filter(
    ({ document, evidence }) => document.statusCode === "VALID" && evidence === document.evidences[0],
  );
  for (const pieces of grouped(newest, ({ company }) => company.siren ?? company.thirdpartyId).values())
    for (const piece of pieces) {
      const { issueDate: day } = piece.evidence.internal;
      const denied = deniedBy(piece);
      for (const { document, evidence } of pieces)
        if (
          denied.includes(document.documentCode) &&
          evidence.internal.issueDate <= day &&
          day <= (evidence.expirationDate ?? day).slice(0, 10)
        )
          yield `${piece.document.documentId}: ${document.documentCode} is denied, and ${document.documentId} is valid`;
    }
}

const hours: Record<string, string> = { "vingt-quatre": "24", "quarante-huit": "48", "soixante-douze": "72" };
/** The promises of security that a piece makes, in the words of the questionnaire. */
function promisesOf(piece: Piece): Record<string, string | undefined> {
  const { document, evidence } = piece;
  const { documentCode } = document;
  if (documentCode === "Q_CYBER") {
    const { rssi, mfa, sauvegardes, delai_notification_h } = formOf(evidence) ?? {};
    return { rssi, mfa, sauvegardes, delai_notification_h };
  }
  const text = (["PAS", "DPA"].includes(documentCode) && printOf(piece)?.text) || "";
  const delay = /notifi\S+ (?:sous|dans les) (\S+) heures/.exec(text)?.[1] ?? "";
  if (documentCode !== "PAS" || text === "") return { delai_notification_h: hours[delay] };
  return {
    rssi: String(text.includes("Un responsable de la sécurité est désigné")),
    mfa: String(text.includes("Authentification multifacteur")),
    sauvegardes: String(text.includes("restauration testée")),
    delai_notification_h: hours[delay],
  };
}

/** Security plans and questionnaires of a company promise the same, as long as its size is the same. */
function* promises(look: Look) {
  const pieces = [...acceptedPieces(look)].filter(({ document }) =>
    /^(?:Q_CYBER|PAS|DPA)$/.test(document.documentCode),
  );
  for (const [unit, all] of grouped(pieces, ({ company }) => company.siren ?? company.duns)) {
    const from = all.map(({ evidence }) => evidence.uploadDate).reduce((a, b) => (a < b ? a : b));
    const grew = all.some(({ company }) => look.changedSince(company.thirdpartyId, from, ["workforce"]));
    const made = all.map(promisesOf);
    for (const key of ["mfa", "sauvegardes", "delai_notification_h", ...(grew ? [] : ["rssi"])]) {
      const told = new Set(made.flatMap((promise) => promise[key] ?? []));
      if (told.size > 1) yield `${unit}: ${key} is ${[...told].join(" and ")}`;
    }
  }
}

const eurosOf = ({ turnover, turnoverCurrency }: ThirdpartyRow): number =>
  Math.round((turnover ?? 0) / (territories.find(({ currency }) => currency === turnoverCurrency)?.rate ?? 1));
const purchasesIn = ({ state, configuration }: Look) =>
  new Map(
    state.attributes
      .filter(({ label }) => label === configuration.roles.amount?.label)
      .map((row) => [row.thirdpartyId, row]),
  );

/** The supplier's form gives the turnover of the company, and the share of it that the client buys. */
function* turnovers(look: Look) {
  const purchases = purchasesIn(look);
  for (const { document, company, evidence, suppliedAt } of acceptedPieces(look)) {
    if (document.documentCode !== "FICHE_FOURN" || !("formdata" in evidence)) continue;
    const { chiffre_affaires, part_ca_client } = formOf(evidence) ?? {};
    if (Number(part_ca_client) < 0 || Number(part_ca_client) > 100)
      yield `${document.documentId}: ${part_ca_client} % of the turnover`;
    if (look.changedSince(company.thirdpartyId, suppliedAt, ["turnover"])) continue;
    const turnover = eurosOf(company);
    if (chiffre_affaires !== (company.turnover === null ? "" : String(turnover)))
      yield `${document.documentId}: ${chiffre_affaires} euros, and the company sells for ${turnover}`;
    const bought = purchases.get(company.thirdpartyId);
    const amount = Number(bought?.values[0] ?? 0);
    if (!bought || bought.lastUpdateDate > suppliedAt || amount <= 0 || turnover === 0) continue;
    const share = Math.min((amount / turnover) * 100, 100);
    if (Math.abs(Number(part_ca_client) - share) > 0.11)
      yield `${document.documentId}: ${part_ca_client} %, and the client buys for ${amount} of ${turnover}`;
  }
}

/** A client may set any amount; the worlds that are delivered buy no more than a supplier sells. */
export function* purchases(look: Look) {
  for (const [thirdpartyId, { values }] of purchasesIn(look)) {
    const company = look.companies.get(thirdpartyId) as ThirdpartyRow;
    if (company.turnover !== null && Number(values[0]) > eurosOf(company))
      yield `${thirdpartyId}: ${values[0]} bought of ${eurosOf(company)}`;
  }
}

/** A screening that reports a match is valid only after a decision. */
function* screenings({ state }: Look) {
  const decided = new Set(state.responses.filter(({ decision }) => decision).map(({ responseId }) => responseId));
  for (const { documentId, documentCode, statusCode, evidences } of state.documents as DocumentRow[]) {
    if (!documentCode.startsWith("SCR_") || statusCode !== "VALID") continue;
    const [newest] = evidences;
    const subject = newest?.internal.subject;
    const matches = subject && "sanctioned" in subject && subject.sanctioned;
    if (matches && !decided.has(newest?.responseId as number)) yield `${documentId}: valid, and it reports a match`;
  }
}

export const pieceChecks: Record<string, Check> = {
  "4 documents fit the company": fittingDocuments,
  "one head count": headCounts,
  "the seat is the seat": seats,
  "questionnaires agree with certificates": certificates,
  "security plans agree with questionnaires": promises,
  "the supplier's form gives the turnover and the share of the client": turnovers,
  "screenings report what their status says": screenings,
};
