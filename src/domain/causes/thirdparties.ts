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
import { archiveThirdparty, changeCode, detach, editThirdparty } from "../identity.ts";
import { setMonitoring } from "../monitoring.ts";
import { isRefusal } from "../refusal.ts";
import { refreshFromRegister } from "../register.ts";
import type { AttributeRow } from "../rows.ts";
import { settleAndFollowRules } from "../settle.ts";
import { type Causes, type CommentCauses, other, relocated } from "./cause.ts";
import { commentCauses } from "./comments.ts";
import { contactCauses } from "./contacts.ts";
import { hearNews, type ProviderCauses, providerCauses } from "./data-providers.ts";
import { checkBankDetails, checkResult, decided, makeValid } from "./documents.ts";

const anybody = "a third party of the portfolio";
const listed = "a French third party that is not struck off";

type Value = AttributeRow["values"][number];
/** A value that an attribute does not have yet. */
const otherValue: Record<AttributeDefinition["type"], (before: unknown, options: readonly string[]) => Value> = {
  string: (before) => (before === "REF-1" ? "REF-2" : "REF-1"),
  boolean: (before) => before !== true,
  date: (before) => (before === "2025-01-01" ? "2025-06-01" : "2025-01-01"),
  // The largest that an attribute can hold has nothing above it.
  decimal: (before) => (typeof before === "number" && before < 1e12 ? before + 1000 : 1000),
  percentage: (before) => (before === 10 ? 20 : 10),
  list_unique: (before, options) => options.find((option) => option !== before) as Value,
  list_multiple: (before, options) => options.find((option) => option !== before) as Value,
};

type Setting = DataOf<"THIRD_PARTY_ATTRIBUTE_UPDATED">;
const usual = "Référencement interne";

function checkSetting({ label = usual, values = [] }: Setting): unknown {
  const definition = checkAttribute(label, values);
  return isRefusal(definition) ? relocated(definition, "/values", "/data/values") : null;
}
function setAttribute(draft: Draft, _subject: Subject, { label = usual, values }: Setting): void {
  const definition = attributeDefinitions.find((known) => known.label === label) as AttributeDefinition;
  const before = draft.all("attributes").find(({ id }) => id === definition.id)?.values[0];
  const value = otherValue[definition.type](before, definition.options ?? []);
  writeAttribute(draft, definition, values ?? [value]);
}

const refuse = decided({ approved: false, shareRejectionReason: true });

/** The overall risk follows the worst score: a judgment or refusals raise it; its end, or documents in order, may lower it. */
function moveRisk(draft: Draft): void {
  const { status, archived, addressCountryCode } = draft.thirdparty;
  if (status === "STRUCK_OFF" || archived) return;
  const asked = draft.all("documents").filter(({ internal }) => !internal.stopped);
  const before = draft.all("attributes").find(({ label }) => label === labels.risk)?.values[0];
  // No French court judges abroad: there the client refuses what was supplied.
  if (before !== "High" && addressCountryCode !== "FR") {
    for (const { documentId } of asked) refuse(draft, { documentId }, {});
    return;
  }
  if (before !== "High")
    return announceProcedure(draft, status === "ACTIVE" ? "REDRESSEMENT_JUDICIAIRE" : "LIQUIDATION_JUDICIAIRE");
  if (status === "COLLECTIVE_PROCEDURE") announceProcedure(draft);
  for (const { documentId } of asked) makeValid(draft, { documentId });
}

type Own = Exclude<Extract<EventName, `THIRD_PARTY_${string}`>, "THIRD_PARTY_ADDED">;

/** Every event of a third party but its coming, which reaches beyond its folder. */
export const thirdpartyCauses: Causes<Own> = {
  THIRD_PARTY_UPDATED: {
    needs: "a third party that is archived, or of which the client keeps something else",
    by: "CLIENT",
    bring(draft, _subject, data) {
      const { archived, internal } = draft.thirdparty;
      const said = Object.keys(data).length > 0;
      const edit = said || archived ? data : { owner: other(internal.owner, "Claire Martin", "Paul Durand") };
      editThirdparty(draft, { ...edit, ...(archived ? { archived: false } : {}) });
    },
  },
  THIRD_PARTY_ARCHIVED: { needs: "a third party that is not archived", by: "CLIENT", bring: archiveThirdparty },
  THIRD_PARTY_CODE_UPDATED: {
    needs: "a third party with another code",
    by: "CLIENT",
    bring(draft, _subject, data) {
      const { thirdpartyId, thirdpartyCode: before } = draft.thirdparty;
      changeCode(draft, data.thirdpartyCode ?? other(before, `FRN-${thirdpartyId}`, `FRN-${thirdpartyId}-B`));
    },
  },
  THIRD_PARTY_INFORMATION_UPDATED: {
    needs: "a third party that a reference provider manages, and that is neither archived nor struck off",
    by: "PROVIDER",
    bring: refreshFromRegister,
    after: settleAndFollowRules,
  },
  THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED: {
    needs: "a third party that a reference provider manages",
    by: "CLIENT",
    bring: (draft) => detach(draft, "CLIENT"),
  },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION: {
    needs: listed,
    by: "PROVIDER",
    bring: announceCreation,
    after: settleAndFollowRules,
  },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES: {
    needs: listed,
    by: "PROVIDER",
    bring: announceChanges,
    after: settleAndFollowRules,
  },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION: {
    needs: listed,
    by: "PROVIDER",
    bring: announceCessation,
    after: settleAndFollowRules,
  },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT: {
    needs: listed,
    by: "PROVIDER",
    bring: announceTransfer,
    after: settleAndFollowRules,
  },
  THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED: {
    needs: `${listed}; data.type opens a procedure or converts a lighter one, without it an open one is closed`,
    by: "PROVIDER",
    bring: (draft, _subject, { type }) => announceProcedure(draft, type),
  },
  THIRD_PARTY_ATTRIBUTE_UPDATED: {
    needs: "a third party whose attribute has another value",
    by: "CLIENT",
    check: checkSetting,
    bring: setAttribute,
    after: settleAndFollowRules,
  },
  THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED: {
    needs: "a third party whose overall risk a judgment or its documents would move",
    by: "PROVIDER",
    bring: moveRisk,
  },
  THIRD_PARTY_INDICATOR_UPDATED: {
    needs: "a third party that is not archived",
    by: "PROVIDER",
    bring(draft) {
      if (draft.thirdparty.status === "ACTIVE") return hearNews(draft, "CREDITDATA");
      hearNews(draft, "ESG");
      hearNews(draft, "SUSTAINSCORE");
    },
  },
  ...(commentCauses("THIRD_PARTY", anybody) as CommentCauses<"THIRD_PARTY">),
  ...contactCauses,
  ...(providerCauses satisfies ProviderCauses),
  THIRD_PARTY_DOCCHECK_UPDATED: {
    needs: "a third party with an open dossier that asks for bank details (IBAN)",
    by: "PROVIDER",
    check: checkResult,
    bring(draft, _subject, data) {
      const asked = draft
        .all("documents")
        .find(({ documentCode, internal }) => documentCode === "IBAN" && !internal.stopped);
      if (!asked) return null;
      setMonitoring(draft, "DOCCHECK", true);
      return checkBankDetails(draft, asked, data);
    },
  },
};
