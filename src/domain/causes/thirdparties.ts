import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import type { Attribute, Configuration } from "../configuration.ts";
import { isBankDocument, liveDocuments } from "../document/live-documents.ts";
import type { Draft, RuleContext, Subject } from "../draft.ts";
import * as gazette from "../providers/gazette.ts";
import { chooseMonitoring } from "../providers/monitoring.ts";
import { refreshFromRegister } from "../providers/register.ts";
import { conflict, isRefusal } from "../refusal.ts";
import type { AttributeRow } from "../rows.ts";
import { checkAttribute, riskOf, whyFrozen, writeAttribute } from "../thirdparty/attributes.ts";
import { archiveThirdparty, changeCode, editThirdparty, markUnmanaged } from "../thirdparty/identity.ts";
import { recalculateWithRules } from "../thirdparty/recalculate.ts";
import { byClient, byProvider, type Causes, other, relocated } from "./cause.ts";
import { commentCauses } from "./comments.ts";
import { contactCauses } from "./contacts.ts";
import { providerCauses, updateFrom } from "./data-providers.ts";
import { checkBankDetails, checkOutcome, makeValid, rejectShared } from "./documents.ts";

const covered = "a French third party that is not struck off";
const withRules = { after: recalculateWithRules };
type Value = AttributeRow["values"][number];
/** A list of one option has no other. */
const otherOption = (before: unknown, options: readonly string[]) =>
  (options.find((option) => option !== before) ?? before) as Value;
const otherValue: Record<Attribute["type"], (before: unknown, options: readonly string[]) => Value> = {
  string: (before) => (before === "REF-1" ? "REF-2" : "REF-1"),
  boolean: (before) => before !== true,
  date: (before) => (before === "2025-01-01" ? "2025-06-01" : "2025-01-01"),
  // Far below the largest value of the contract, so that adding always makes another value.
  decimal: (before = 0) => (Number(before) < 1e12 ? Number(before) + 1000 : 1000),
  percentage: (before) => (before === 10 ? 20 : 10),
  list_unique: otherOption,
  list_multiple: otherOption,
};

type Setting = DataOf<"THIRD_PARTY_ATTRIBUTE_UPDATED">;
/** The attribute that is set where none is named: the first text of the account, or else the first of any type. */
function usualAttribute({ attributes }: Configuration): Attribute | undefined {
  const settable = attributes.filter(({ calculated }) => !calculated);
  return settable.find(({ type }) => type === "string") ?? settable[0];
}

function checkSetting({ label, values = [] }: Setting, { configuration }: RuleContext): unknown {
  const named = label ?? usualAttribute(configuration)?.label;
  if (named === undefined)
    return conflict("NOTHING_SUITABLE", "The account has no attribute that can be set: its configuration adds one.");
  const definition = checkAttribute(configuration, named, values);
  return isRefusal(definition) ? relocated(definition, "/values", "/data/values") : null;
}
function setAttribute(draft: Draft, _subject: Subject, { label, values }: Setting): unknown {
  const frozen = whyFrozen(draft);
  if (frozen) return frozen;
  const { configuration } = draft;
  const definition =
    label === undefined ? usualAttribute(configuration) : configuration.attributes.find((one) => one.label === label);
  if (!definition) return null;
  const before = draft.all("attributes").find(({ id }) => id === definition.id)?.values[0];
  const value = otherValue[definition.type](before, definition.options ?? []);
  return writeAttribute(draft, definition, values ?? [value]);
}

/** A judgment or rejections raise the overall risk; the end of a procedure and valid documents lower it. */
function* moveRisk(draft: Draft): Generator<void, void> {
  const { status, archived, addressCountryCode } = draft.thirdparty;
  if (status === "STRUCK_OFF" || archived) return;
  const documents = liveDocuments(draft);
  if (riskOf(draft) === "High") {
    if (status === "COLLECTIVE_PROCEDURE") gazette.announceProcedure(draft);
    for (const document of documents) yield makeValid(draft, document, {});
  } else if (addressCountryCode === "FR") {
    gazette.announceProcedure(draft, status === "ACTIVE" ? "REDRESSEMENT_JUDICIAIRE" : "LIQUIDATION_JUDICIAIRE");
  } else {
    // A French court has no power abroad, so the client rejects the documents instead.
    for (const document of documents) yield rejectShared(draft, document, {});
  }
}

type Own = Exclude<Extract<EventName, `THIRD_PARTY_${string}`>, "THIRD_PARTY_ADDED">;

export const thirdpartyCauses: Causes<Own> = {
  THIRD_PARTY_UPDATED: byClient(
    "a third party that is archived, or of which the client keeps something else",
    (draft, _subject, data) => {
      const { archived, internal } = draft.thirdparty;
      const usual = { owner: other(internal.owner, "Claire Martin", "Paul Durand") };
      const edit = archived || Object.keys(data).length > 0 ? data : usual;
      editThirdparty(draft, { ...edit, ...(archived && { archived: false }) });
    },
  ),
  THIRD_PARTY_ARCHIVED: byClient("a third party that is not archived", archiveThirdparty),
  THIRD_PARTY_CODE_UPDATED: byClient("a third party with another code", (draft, _subject, data) => {
    const { thirdpartyId, thirdpartyCode: before } = draft.thirdparty;
    changeCode(draft, data.thirdpartyCode ?? other(before, `FRN-${thirdpartyId}`, `FRN-${thirdpartyId}-B`));
  }),
  THIRD_PARTY_INFORMATION_UPDATED: byProvider(
    "a third party that a reference provider manages, and that is neither archived nor struck off",
    refreshFromRegister,
    withRules,
  ),
  THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED: byClient("a third party that a reference provider manages", (draft) =>
    markUnmanaged(draft, "CLIENT"),
  ),
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION: byProvider(covered, gazette.announceCreation, withRules),
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES: byProvider(covered, gazette.announceChanges, withRules),
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION: byProvider(covered, gazette.announceCessation, withRules),
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT: byProvider(covered, gazette.announceTransfer, withRules),
  THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED: byProvider(
    `${covered}; data.type opens a procedure or converts a lighter one, without it an open one is closed`,
    (draft, _subject, { type }) => gazette.announceProcedure(draft, type),
  ),
  THIRD_PARTY_ATTRIBUTE_UPDATED: byClient(
    "a third party that is not archived, whose attribute has another value",
    setAttribute,
    {
      check: checkSetting,
      ...withRules,
    },
  ),
  THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED: byProvider(
    "a third party whose overall risk a judgment or its documents would move",
    moveRisk,
  ),
  THIRD_PARTY_INDICATOR_UPDATED: byProvider("a third party that is not archived", (draft) => {
    if (draft.thirdparty.status === "ACTIVE") return updateFrom(draft, "CREDITDATA");
    updateFrom(draft, "ESG");
    updateFrom(draft, "SUSTAINSCORE");
  }),
  ...commentCauses("THIRD_PARTY", "a third party of the portfolio"),
  ...contactCauses,
  ...providerCauses,
  THIRD_PARTY_DOCCHECK_UPDATED: byProvider(
    "a third party with an open dossier that asks for bank details",
    (draft, _subject, data) => {
      const document = liveDocuments(draft).find((one) => isBankDocument(draft.configuration, one));
      if (!document) return null;
      chooseMonitoring(draft, "DOCCHECK", true);
      return checkBankDetails(draft, document, data);
    },
    { check: checkOutcome },
  ),
};
