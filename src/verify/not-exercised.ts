import { type AssumptionKey, assumptions, overTime } from "../../contract/assumptions.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import type { Ledger } from "./ledger.ts";

/** Assumptions that no request can show, with the reason. */
export const notObservable: Partial<Record<AssumptionKey, string>> = {
  "thirdparty-transitions": "a judgment or a striking-off brings them about, and no operation does",
  "event-record": "no operation of the service shows an event",
  "event-delivery": "no operation of the service delivers events",
  ...Object.fromEntries(overTime.map((key) => [key, "only months in the life of an account show it"])),
};

/** What a recording must hold to show an assumption, where no usual answer does. */
const shownBy: Partial<Record<AssumptionKey, string>> = {
  "thirdparty-creation": "record that a third party is added",
  "dossier-creation": "record that a dossier is opened",
  "decision-bodies": "record a decision on a response",
  "document-transitions": "record a decision on a response",
  "event-causes": "record a creation or a decision, then a search for its event",
  tokens: "the recording has no token that can be read; browsers leave it out unless told otherwise",
  roles: "only every operation with one token shows that there are none, or a 403 that there are some",
  errors: "record a request that is refused",
  limits: "record a search over more than a year; a 429 contradicts it",
  versions: "record a request to another version of the interface",
  "vat-scope": "record a company search by a VAT number of another country",
  "list-filters": "record a list with a filter that finds something",
  "event-bounds": "record a search whose bounds have milliseconds or a zone",
  "company-search": "record a company search that finds nothing",
  "document-codes": "record a request for a document whose code the sandbox does not have",
  "id-ranges": "record a request with an id of another kind",
  "download-types": "record a download",
  "file-disposition": "record a download",
  "reference-providers": "record that a company is added which the reference provider does not know",
  "unknown-input": "record a request body with a property that the contract does not have",
  "attribute-checks": "record the list of attributes, then a value that an attribute cannot take",
  "archive-layout": "record the download of a dossier, with its body",
  "signed-link": "record a signed link, and the file that it leads to",
  "shorthand-paths": "record a request without an account in its path",
};

/** The reasons for what a recording has not shown. */
export function explainNotExercised(ledger: Ledger): void {
  for (const key of Object.keys(assumptions) as AssumptionKey[])
    ledger.leftOut(key, notObservable[key] ?? shownBy[key] ?? "no entry has shown it");
  for (const { operationId } of operationsOf(service)) ledger.leftOut(operationId, "no entry asks for it");
}
