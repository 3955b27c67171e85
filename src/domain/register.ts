import { lastBalanceSheet } from "../directory/profile.ts";
import type { Draft } from "./draft.ts";
import { detach } from "./identity.ts";
import { drawNews, takeNews, type Weights } from "./news.ts";
import { dayOf } from "./time.ts";

const tells: Weights = [
  ["workforce", 45],
  ["executive", 20],
  ["address", 15],
  ["activity", 15],
  ["name", 5],
];

/** The register has news of a company that exists, and the accounts that were filed last. */
export function refreshFromRegister(draft: Draft): void {
  const { thirdpartyId, source, archived, status, turnover, dateCreation } = draft.thirdparty;
  if (archived || source === "UNMANAGED" || status === "STRUCK_OFF") return;
  const news = drawNews(draft, draft.surroundings.chance("register", thirdpartyId, draft.stamp), tells);
  const accounts =
    turnover === null || dateCreation === null
      ? {}
      : { lastBalanceSheetDate: lastBalanceSheet(dayOf(draft.now), dateCreation) };
  takeNews(draft, { ...news, also: { ...news.also, ...accounts } }, "REGISTRY");
}

/** One night: the foreign provider loses sight of a company now and then. */
export function visitRegister(draft: Draft): void {
  const { thirdpartyId, source } = draft.thirdparty;
  const lost = source === "INTL_REFERENCE" && draft.surroundings.chance("lost", thirdpartyId, draft.stamp).bool(0.08);
  if (lost) detach(draft, "REGISTRY");
  else refreshFromRegister(draft);
}
