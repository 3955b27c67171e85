import { type Exchange, idOf, listIn, type Row, rowOf, rowsOf } from "../exchange.ts";
import { entryOf } from "./votes.ts";

/** The rows that recordings have shown, each as it was shown last. */
export interface Observations {
  /** Definitions of attributes, by label. */
  definitions: Map<string, Row>;
  /** Values of attributes, by label and third party. */
  attributes: Map<string, Map<number, Row>>;
  documents: Map<number, Row>;
  /** The evidences of each document code. */
  evidences: Map<string, Map<number, Row>>;
  dossiers: Map<number, Row>;
  /** Indicators by name and third party. */
  indicators: Map<string, Map<number, Row>>;
  /** Seconds that signed links work. */
  links: number[];
  /** Responses that the client has decided on. */
  decided: Set<number>;
  thirdparties: Set<number>;
  /** What is said of third parties and people: no name of a configuration may hold it. */
  private: Set<string>;
}

export const noObservations = (): Observations => ({
  ...{ definitions: new Map(), attributes: new Map(), documents: new Map(), evidences: new Map() },
  ...{ dossiers: new Map(), indicators: new Map(), links: [], decided: new Set() },
  ...{ thirdparties: new Set(), private: new Set() },
});

const textOf = (row: Row, name: string): string | undefined => {
  const value = row[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The fields of a third party that identify it or its people. */
const identifying = [
  ...["name", "acronym", "ceo", "lastName", "firstName", "siren", "siret", "tva", "duns", "localId"],
  ...["companyIdValue", "thirdpartyCode", "thirdpartyName", "email", "addressLine1", "dossierReference", "comment"],
  ...["fileName", "description"],
];
const shortest = 4;

/** Keeps the identifying texts of a row and of the rows in it. */
function keepPrivate(seen: Observations, row: Row): void {
  for (const name of identifying) {
    const value = textOf(row, name);
    if (value && value.length >= shortest) seen.private.add(value.toLowerCase());
  }
  for (const inner of Object.values(row))
    for (const each of Array.isArray(inner) ? inner : [inner])
      if (typeof each === "object" && each !== null) keepPrivate(seen, each as Row);
}

function addDocument(seen: Observations, row: Row): void {
  const [id, code] = [idOf(row, "documentId"), textOf(row, "documentCode")];
  if (id === undefined || code === undefined) return;
  // A summary in a dossier has no evidences.
  seen.documents.set(id, { ...seen.documents.get(id), ...row });
  for (const evidence of listIn(row, "evidences")) {
    const own = idOf(evidence, "id");
    if (own !== undefined) entryOf(seen.evidences, code, () => new Map()).set(own, evidence);
    for (const field of listIn(evidence, "formdata")) {
      const value = textOf(field, "value");
      if (field.type === "string" && value && value.length >= shortest) seen.private.add(value.toLowerCase());
    }
  }
}

function addDossier(seen: Observations, row: Row): void {
  const id = idOf(row, "dossierId");
  if (id === undefined) return;
  seen.dossiers.set(id, row);
  for (const document of listIn(row, "documents")) addDocument(seen, { ...document, dossierId: id });
}

const addAttribute = (seen: Observations, row: Row, thirdparty: number): void => {
  const label = textOf(row, "label");
  if (label !== undefined) entryOf(seen.attributes, label, () => new Map()).set(thirdparty, row);
};

function addIndicator(seen: Observations, row: Row, thirdparty: number): void {
  const name = textOf(row, "name");
  if (name !== undefined) entryOf(seen.indicators, name, () => new Map()).set(thirdparty, row);
}

/** What the rows of each operation tell; of all others only what is private is kept. */
const readers: Record<string, (seen: Observations, row: Row, id: number) => void> = {
  "attributes.available": (seen, row) => {
    const label = textOf(row, "label");
    if (label !== undefined) seen.definitions.set(label, row);
  },
  "attributes.list": addAttribute,
  "attributes.set": addAttribute,
  "indicators.list": addIndicator,
  "documents.list": addDocument,
  "documents.get": addDocument,
  "documents.search": addDocument,
  "dossiers.require": addDocument,
  "dossiers.ofThirdparty": addDossier,
  "dossiers.create": addDossier,
  "dossiers.list": addDossier,
  "dossiers.search": addDossier,
  "documents.link": (seen, row) => {
    const seconds = idOf(row, "expiresIn");
    if (seconds !== undefined) seen.links.push(seconds);
  },
};

/** Operations whose rows are not of third parties: the names in them are of the configuration. */
const named = ["attributes.available", "indicators.list"];

export function observe(seen: Observations, { operationId, asked: { params, body }, answer }: Exchange): void {
  if (answer.status < 200 || answer.status > 299) return;
  const own = rowOf(answer);
  const rows = own && "content" in own ? rowsOf(answer) : own ? [own] : [];
  const id = Number(params.id ?? 0);
  const dossierId = Number(params.dossierId ?? 0);
  for (const row of rows) {
    if (!named.includes(operationId)) keepPrivate(seen, row);
    const thirdparty = idOf(row, "thirdpartyId");
    if (thirdparty !== undefined) seen.thirdparties.add(thirdparty);
    readers[operationId]?.(seen, operationId.startsWith("documents.") ? { dossierId, ...row } : row, id);
  }
  if (typeof body === "object" && body !== null) keepPrivate(seen, body as Row);
  if (operationId.startsWith("responses.")) seen.decided.add(Number(params.responseId));
}
