import { describe, expect, it } from "vitest";
import { EventName } from "../../../contract/events.ts";
import { needsOf } from "../../../src/domain/causes/table.ts";
import { archiveDossier } from "../../../src/domain/dossier/dossiers.ts";
import type { Draft } from "../../../src/domain/draft.ts";
import { announceCessation } from "../../../src/domain/providers/gazette.ts";
import { archiveThirdparty, markUnmanaged } from "../../../src/domain/thirdparty/identity.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { draftOf } from "../stage.ts";
import { type Caused, causedEvents, freeDossier, occur, withFreeDossier } from "./occurrence.ts";

it("the needs of every event name a resource", () => {
  const resource = /^an? (\S+ )*(third party|dossier|document|company)\b/;
  expect(EventName.options.filter((name) => !resource.test(needsOf(name)))).toEqual([]);
  expect(needsOf("THIRD_PARTY_ADDED")).toBe("a company that is not in the portfolio");
});

const isAboutComments = (event: string) => event.includes("_COMMENT_");
const gazette = causedEvents.filter((event) => /LEGAL_ANNOUNCEMENT|PROCEDURE_COLLECTIVE/.test(event));
/** What needs an answer, an archived dossier, or a data provider that is active or inactive from the start. */
const others = ["ESG", "SUSTAINSCORE", "SECURITY_RATING", "NEWSFEED"] as const;
const notYet: Caused[] = [
  ...others.map((provider) => `THIRD_PARTY_${provider}_DEACTIVATED` as const),
  ...(["THIRD_PARTY_DOCCHECK_ACTIVATED", "DOSSIER_REACTIVATED"] as const),
  "DOSSIER_STATUS_UPDATED_ABSENT",
  "DOCUMENT_DELETION_WARNING",
  "DOCUMENT_DELETION",
  "DOCUMENT_ANSWER_SCOPE_UPDATED",
  "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT",
];
const ofBankDetails = causedEvents.filter((event) => event.startsWith("DOCUMENT_DOCCHECK_"));
const french: Caused[] = ["THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED", "THIRD_PARTY_CREDITDATA_DEACTIVATED"];
const abroad: Caused[] = ["THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED", "THIRD_PARTY_CREDITDATA_ACTIVATED"];
const refresh: Caused = "THIRD_PARTY_INFORMATION_UPDATED";

describe("events that cannot come about", () => {
  const impossible = (prepare: (draft: Draft) => void, one: Awaited<ReturnType<typeof withFreeDossier>>) =>
    causedEvents.filter((event) => {
      const draft = draftOf(one);
      prepare(draft);
      recalculate(draft);
      return occur(draft, event).occurred.length === 0;
    });
  const allBut = (...possible: Caused[]) =>
    causedEvents.filter((event) => !possible.includes(event) && !isAboutComments(event));

  it.each([
    ["on a new third party", "cleaner", () => {}, [...french, ...notYet, ...ofBankDetails]],
    [
      "on a company abroad, which the gazette does not cover",
      "german",
      () => {},
      [...gazette, ...abroad, ...notYet, ...ofBankDetails],
    ],
    [
      "on a company that was struck off",
      "cleaner",
      announceCessation,
      [
        ...[refresh, ...gazette, "THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED", ...french, ...notYet, ...ofBankDetails],
        ...[...abroad, "THIRD_PARTY_CREDITDATA_UPDATED", "THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED"],
      ],
    ],
    [
      "on an unmanaged third party",
      "cleaner",
      (draft: Draft) => markUnmanaged(draft, "CLIENT"),
      [refresh, "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED", ...french, ...notYet, ...ofBankDetails],
    ],
    [
      "on an archived third party",
      "cleaner",
      archiveThirdparty,
      allBut(
        ...gazette,
        "THIRD_PARTY_UPDATED",
        "THIRD_PARTY_CODE_UPDATED",
        "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED",
        "THIRD_PARTY_CONTACT_INVITED",
        "THIRD_PARTY_CONTACT_RE_INVITED",
        "THIRD_PARTY_CONTACT_DELETED",
        "DOCUMENT_AUDIT_TRAIL_DOWNLOAD",
      ),
    ],
    [
      "on an archived dossier",
      "cleaner",
      (draft: Draft) => archiveDossier(draft, freeDossier(draft).dossierId, "CLIENT"),
      allBut(
        ...causedEvents.filter((event) => event.startsWith("THIRD_PARTY_") && !notYet.concat(french).includes(event)),
        ...(["DOSSIER_ADDED", "DOSSIER_REACTIVATED", "DOCUMENT_ADDED", "DOCUMENT_AUDIT_TRAIL_DOWNLOAD"] as const),
      ),
    ],
  ] as const)("only some events cannot come about %s", async (_where, kind, prepare, expected) => {
    const found = impossible(prepare, await withFreeDossier(kind));
    expect(found.toSorted()).toEqual([...expected].toSorted());
  });
});
