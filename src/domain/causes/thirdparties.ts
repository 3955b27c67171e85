import type { AttributeDefinition } from "../../../contract/attributes.ts";
import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import { checkAttribute, writeAttribute } from "../attributes.ts";
import { attributeDefinitions, labels } from "../configuration.ts";
import type { Draft, Subject } from "../draft.ts";
import {
  announceCessation,
  announceChanges,
  announceCreation,
  announceProcedure,
  announceTransfer,
} from "../gazette.ts";
import { archiveThirdparty, changeCode, editThirdparty, markUnmanaged } from "../identity.ts";
import { chooseMonitoring } from "../monitoring.ts";
import { liveDocuments } from "../open.ts";
import { isRefusal } from "../refusal.ts";
import { refreshFromRegister } from "../register.ts";
import type { AttributeRow } from "../rows.ts";
import { settleAndFollowRules } from "../settle.ts";
import { type Causes, type CommentCauses, other, relocated } from "./cause.ts";
import { commentCauses } from "./comments.ts";
import { contactCauses } from "./contacts.ts";
import { type ProviderCauses, providerCauses, updateFrom } from "./data-providers.ts";
import { checkBankDetails, checkOutcome, decideAs, makeValid } from "./documents.ts";

const anyThirdparty = "a third party of the portfolio";
const covered = "a French third party that is not struck off";
const announcement = { needs: covered, by: "PROVIDER", after: settleAndFollowRules } as const;

type Value = AttributeRow["values"][number];
/** A value that the attribute does not have. */
const otherValue: Record<AttributeDefinition["type"], (before: unknown, options: readonly string[]) => Value> = {
  string: (before) => (before === "REF-1" ? "REF-2" : "REF-1"),
  boolean: (before) => before !== true,
  date: (before) => (before === "2025-01-01" ? "2025-06-01" : "2025-01-01"),
  // The contract takes no decimal above 1e12.
  decimal: (before) => (typeof before === "number" && before < 1e12 ? before + 1000 : 1000),
  percentage: (before) => (before === 10 ? 20 : 10),
  list_unique: (before, options) => options.find((option) => option !== before) as Value,
  list_multiple: (before, options) => options.find((option) => option !== before) as Value,
};

type Setting = DataOf<"THIRD_PARTY_ATTRIBUTE_UPDATED">;
const usualLabel = "Référencement interne";

function checkSetting({ label = usualLabel, values = [] }: Setting): unknown {
  const definition = checkAttribute(label, values);
  return isRefusal(definition) ? relocated(definition, "/values", "/data/values") : null;
}
function setAttribute(draft: Draft, _subject: Subject, { label = usualLabel, values }: Setting): void {
  const definition = attributeDefinitions.find((known) => known.label === label) as AttributeDefinition;
  const before = draft.all("attributes").find(({ id }) => id === definition.id)?.values[0];
  const value = otherValue[definition.type](before, definition.options ?? []);
  writeAttribute(draft, definition, values ?? [value]);
}

const reject = decideAs({ approved: false, shareRejectionReason: true });

/** A judgment or rejections raise the overall risk; the end of a procedure and valid documents lower it. */
function moveRisk(draft: Draft): void {
  const { status, archived, addressCountryCode } = draft.thirdparty;
  if (status === "STRUCK_OFF" || archived) return;
  const documents = liveDocuments(draft);
  const isHigh = draft.all("attributes").find(({ label }) => label === labels.risk)?.values[0] === "High";
  if (isHigh) {
    if (status === "COLLECTIVE_PROCEDURE") announceProcedure(draft);
    for (const document of documents) makeValid(draft, document, {});
  } else if (addressCountryCode === "FR") {
    announceProcedure(draft, status === "ACTIVE" ? "REDRESSEMENT_JUDICIAIRE" : "LIQUIDATION_JUDICIAIRE");
  } else {
    // A French court has no power abroad, so the client rejects the documents instead.
    for (const document of documents) reject(draft, document, {});
  }
}

type Own = Exclude<Extract<EventName, `THIRD_PARTY_${string}`>, "THIRD_PARTY_ADDED">;

export const thirdpartyCauses: Causes<Own> = {
  THIRD_PARTY_UPDATED: {
    needs: "a third party that is archived, or of which the client keeps something else",
    by: "CLIENT",
    run(draft, _subject, data) {
      const { archived, internal } = draft.thirdparty;
      const said = Object.keys(data).length > 0;
      const edit = said || archived ? data : { owner: other(internal.owner, "Claire Martin", "Paul Durand") };
      editThirdparty(draft, { ...edit, ...(archived ? { archived: false } : {}) });
    },
  },
  THIRD_PARTY_ARCHIVED: { needs: "a third party that is not archived", by: "CLIENT", run: archiveThirdparty },
  THIRD_PARTY_CODE_UPDATED: {
    needs: "a third party with another code",
    by: "CLIENT",
    run(draft, _subject, data) {
      const { thirdpartyId, thirdpartyCode: before } = draft.thirdparty;
      changeCode(draft, data.thirdpartyCode ?? other(before, `FRN-${thirdpartyId}`, `FRN-${thirdpartyId}-B`));
    },
  },
  THIRD_PARTY_INFORMATION_UPDATED: {
    needs: "a third party that a reference provider manages, and that is neither archived nor struck off",
    by: "PROVIDER",
    run: refreshFromRegister,
    after: settleAndFollowRules,
  },
  THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED: {
    needs: "a third party that a reference provider manages",
    by: "CLIENT",
    run: (draft) => markUnmanaged(draft, "CLIENT"),
  },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION: { ...announcement, run: announceCreation },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES: { ...announcement, run: announceChanges },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION: { ...announcement, run: announceCessation },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT: { ...announcement, run: announceTransfer },
  THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED: {
    needs: `${covered}; data.type opens a procedure or converts a lighter one, without it an open one is closed`,
    by: "PROVIDER",
    run: (draft, _subject, { type }) => announceProcedure(draft, type),
  },
  THIRD_PARTY_ATTRIBUTE_UPDATED: {
    needs: "a third party whose attribute has another value",
    by: "CLIENT",
    check: checkSetting,
    run: setAttribute,
    after: settleAndFollowRules,
  },
  THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED: {
    needs: "a third party whose overall risk a judgment or its documents would move",
    by: "PROVIDER",
    run: moveRisk,
  },
  THIRD_PARTY_INDICATOR_UPDATED: {
    needs: "a third party that is not archived",
    by: "PROVIDER",
    run(draft) {
      if (draft.thirdparty.status === "ACTIVE") return updateFrom(draft, "CREDITDATA");
      updateFrom(draft, "ESG");
      updateFrom(draft, "SUSTAINSCORE");
    },
  },
  ...(commentCauses("THIRD_PARTY", anyThirdparty) as CommentCauses<"THIRD_PARTY">),
  ...contactCauses,
  ...(providerCauses satisfies ProviderCauses),
  THIRD_PARTY_DOCCHECK_UPDATED: {
    needs: "a third party with an open dossier that asks for bank details (IBAN)",
    by: "PROVIDER",
    check: checkOutcome,
    run(draft, _subject, data) {
      const document = liveDocuments(draft).find(({ documentCode }) => documentCode === "IBAN");
      if (!document) return null;
      chooseMonitoring(draft, "DOCCHECK", true);
      return checkBankDetails(draft, document, data);
    },
  },
};
