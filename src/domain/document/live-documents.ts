import { type Configuration, documentType } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import type { DocumentRow } from "../rows.ts";

interface Live {
  rows: readonly DocumentRow[];
  byDossier: Map<number, DocumentRow[]>;
  byCode: Map<string, DocumentRow[]>;
}
/** By the list that a draft has until it writes a document: a recalculation asks dozens of times. */
const known = new WeakMap<readonly DocumentRow[], Live>();

function liveIn(draft: Draft): Live {
  const all = draft.all("documents");
  const made = known.get(all);
  if (made) return made;
  const rows = all.filter(({ internal }) => !internal.stopped);
  const live: Live = { rows, byDossier: new Map(), byCode: new Map() };
  for (const row of rows) {
    into(live.byDossier, row.dossierId, row);
    into(live.byCode, row.documentCode, row);
  }
  known.set(all, live);
  return live;
}
function into<K>(groups: Map<K, DocumentRow[]>, key: K, row: DocumentRow): void {
  const group = groups.get(key);
  if (group) group.push(row);
  else groups.set(key, [row]);
}
const none: readonly DocumentRow[] = [];

export const liveDocuments = (draft: Draft): readonly DocumentRow[] => liveIn(draft).rows;
export const liveDocumentsOf = (draft: Draft, dossierId: number): readonly DocumentRow[] =>
  liveIn(draft).byDossier.get(dossierId) ?? none;
export const liveDocumentsFor = (draft: Draft, documentCode: string): readonly DocumentRow[] =>
  liveIn(draft).byCode.get(documentCode) ?? none;

export const isBankDocument = (configuration: Configuration, { documentCode }: DocumentRow): boolean =>
  documentType(configuration, documentCode).check === "bank";
export const isScorecard = (configuration: Configuration, { documentCode }: DocumentRow): boolean =>
  !!documentType(configuration, documentCode).scorecardOf;
