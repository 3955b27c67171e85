import { describe, expect, it } from "vitest";
import { EventName } from "../../contract/events.ts";
import { nearest } from "../../contract/nearest.ts";

describe("nearest", () => {
  it.each([
    ["THIRD_PARTY_ARCHIVE", "THIRD_PARTY_ARCHIVED"],
    ["thirdparty_added", "THIRD_PARTY_ADDED"],
    ["DOCUMENT_ANWSER_ACEPTED", "DOCUMENT_ANSWER_ACCEPTED"],
    ["DOCUMENT_ANSWER_STATUS_UPDATE_INVALLID", "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID"],
    ["DOCUMENT_ANSWER_REJECTED", "DOCUMENT_ANSWER_DENIED"],
    ["DOCUMENT_REJECTED", "DOCUMENT_ANSWER_DENIED"],
    ["REJECTED", "DOCUMENT_ANSWER_DENIED"],
    ["DOCUMENT_REFUSED", "DOCUMENT_ANSWER_DENIED"],
    ["DOCUMENT_APPROVED", "DOCUMENT_ANSWER_ACCEPTED"],
    ["RESPONSE_VALIDATED", "DOCUMENT_ANSWER_ACCEPTED"],
    ["DOCUMENT_EXPIRED", "DOCUMENT_ANSWER_EXPIRED"],
    ["DOCUMENT_UPLOADED", "DOCUMENT_ANSWER_ADDED"],
    ["SUPPLIER_CREATED", "THIRD_PARTY_ADDED"],
    ["DOSSIER_CREATED", "DOSSIER_ADDED"],
    ["DOSSIER_CLOSED", "DOSSIER_ARCHIVED"],
    ["DOSSIER_REOPENED", "DOSSIER_REACTIVATED"],
    ["BANKRUPTCY", "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED"],
    ["CONTACT_REMOVED", "THIRD_PARTY_CONTACT_DELETED"],
    ["DOCUMENT_REMOVED", "DOCUMENT_DELETION"],
  ])("nearest leads from %s to %s, which is spelt alike or means the same", (word, name) => {
    expect(nearest(word, EventName.options)).toBe(name);
  });

  it.each([
    ...["DOCUMENT_ANSWER_PROJECTED", "INVOICE_PAID", "", "X", "DOCUMENT", "_"].map((word) => [word, EventName.options]),
    ["REJECTED", ["ACCEPTED"]],
    ["thirdparties.activate", ["thirdparties.deactivate"]],
  ] as [string, string[]][])("nearest suggests nothing for %j, and never the opposite", (word, names) => {
    expect(nearest(word, names)).toBeUndefined();
  });

  it.each([
    ["REJECTED", ["VALID", "INVALID"], "INVALID"],
    ["thirdparties.remove", ["thirdparties.list", "thirdparties.delete"], "thirdparties.delete"],
    ["--allowed-hosts", ["--allowed-host", "--host"], "--allowed-host"],
    ["dossiers.supplier", ["dossiers.list", "dossiers.ofThirdparty"], "dossiers.ofThirdparty"],
  ])("nearest reads the words of %s, separated by dots, hyphens and capitals", (word, names, name) => {
    expect(nearest(word, names)).toBe(name);
  });
});
