import { weights } from "../directory/chance.ts";
import { lastBalanceSheet } from "../directory/days.ts";
import type { Draft } from "./draft.ts";
import { markUnmanaged } from "./identity.ts";
import { applyIdentityChange, drawIdentityChange } from "./identity-changes.ts";
import { dayOf } from "./time.ts";

const topics = weights(["workforce", 45], ["executive", 20], ["address", 15], ["activity", 15], ["name", 5]);

export function refreshFromRegister(draft: Draft): void {
  const { thirdpartyId, source, archived, status, turnover, dateCreation } = draft.thirdparty;
  if (archived || source === "UNMANAGED" || status === "STRUCK_OFF") return;
  const chance = draft.surroundings.chance("register", thirdpartyId, draft.stamp);
  const change = drawIdentityChange(draft, chance, topics);
  const publishes = turnover !== null && dateCreation !== null;
  const accounts = publishes && { lastBalanceSheetDate: lastBalanceSheet(dayOf(draft.now), dateCreation) };
  applyIdentityChange(draft, { ...change, derived: { ...change.derived, ...accounts } }, "REGISTRY");
}

/** The nightly visit; the international reference provider now and then loses a company. */
export function visitRegister(draft: Draft): void {
  const { thirdpartyId, source } = draft.thirdparty;
  const lost = source === "INTL_REFERENCE" && draft.surroundings.chance("lost", thirdpartyId, draft.stamp).bool(0.08);
  if (lost) markUnmanaged(draft, "REGISTRY");
  else refreshFromRegister(draft);
}
