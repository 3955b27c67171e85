import { workingDayFrom } from "../../directory/calendar.ts";
import { accountsOn, filedOn, lastBalanceSheet, unitOf } from "../../directory/days.ts";
import { isLiquidation } from "../../directory/kinds.ts";
import { type Lookup, resolve } from "../../directory/reference-providers.ts";
import type { Draft } from "../draft.ts";
import type { ThirdpartyRow } from "../rows.ts";
import { mixes, terms } from "../terms.ts";
import { markUnmanaged, updateInformation } from "../thirdparty/identity.ts";
import { applyIdentityChange, drawIdentityChange } from "../thirdparty/identity-changes.ts";
import { dayOf, type Moment } from "../time.ts";

/** Whether accounts have been filed that the third party does not show; where there were none, on the day itself. */
export function hasNewAccounts(row: ThirdpartyRow, now: Moment): boolean {
  const { dateCreation, status, collectiveProcedure: open } = row;
  if (dateCreation === null || status === "STRUCK_OFF" || (open && isLiquidation(open))) return false;
  const [today, unit] = [dayOf(now), unitOf(row)];
  const last = lastBalanceSheet(today, dateCreation, unit);
  if (row.lastBalanceSheetDate === null)
    return last !== null && today === workingDayFrom(row.addressCountryCode, filedOn(last, unit));
  return last !== null && last > row.lastBalanceSheetDate;
}

const lookupOf = ({ siren, companyIdType, companyIdValue }: ThirdpartyRow): Lookup =>
  siren ? { by: "SIREN", value: siren } : { by: companyIdType === "CIT002" ? "VAT" : "DUNS", value: companyIdValue };

/** The latest accounts, if the third party does not show them yet. */
function newAccounts({ thirdparty, now }: Draft) {
  const { dateCreation } = thirdparty;
  if (dateCreation === null || !hasNewAccounts(thirdparty, now)) return {};
  const resolution = resolve(lookupOf(thirdparty));
  return "found" in resolution ? accountsOn(dayOf(now), dateCreation, resolution.found) : {};
}

export function refreshFromRegister(draft: Draft): void {
  const { thirdpartyId, source, archived, status } = draft.thirdparty;
  if (archived || source === "UNMANAGED" || status === "STRUCK_OFF") return;
  const chance = draft.context.chance("register", thirdpartyId, draft.stamp);
  const change = drawIdentityChange(draft, chance, mixes.registerChanges);
  applyIdentityChange(draft, { ...change, derived: { ...change.derived, ...newAccounts(draft) } }, "REGISTRY");
}

/** The nightly visit: new accounts, or a change; the international reference provider now and then loses a company. */
export function visitRegister(draft: Draft): void {
  const { thirdpartyId, source } = draft.thirdparty;
  if (hasNewAccounts(draft.thirdparty, draft.now)) return updateInformation(draft, newAccounts(draft), "REGISTRY");
  const lost =
    source === "INTL_REFERENCE" && draft.context.chance("lost", thirdpartyId, draft.stamp).bool(terms.lostShare);
  if (lost) markUnmanaged(draft, "REGISTRY");
  else refreshFromRegister(draft);
}
