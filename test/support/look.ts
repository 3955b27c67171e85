import type { State } from "../../src/domain/change.ts";
import type { EvidenceRow } from "../../src/domain/evidence.ts";
import type { DocumentRow, EventRow, ThirdpartyRow } from "../../src/domain/rows.ts";

/** What the invariants look at. */
export interface Look {
  state: State;
  /** The time of the world's clock. */
  now: string;
  companies: ReadonlyMap<number, ThirdpartyRow>;
  documents: ReadonlyMap<number, DocumentRow>;
  documentsOf: ReadonlyMap<number, DocumentRow[]>;
  eventsOf: ReadonlyMap<number, EventRow[]>;
}
export type Check = (look: Look) => Iterable<string>;

export const isSoleTrader = ({ legalCategoryCode }: ThirdpartyRow) => legalCategoryCode === "1000";
export const isAssociation = ({ legalCategoryCode }: ThirdpartyRow) => legalCategoryCode === "9220";
export const isFrench = ({ addressCountryCode }: ThirdpartyRow) => addressCountryCode === "FR";
export const formOf = (evidence: EvidenceRow) =>
  "formdata" in evidence ? Object.fromEntries(evidence.formdata.map(({ key, value }) => [key, value])) : undefined;
