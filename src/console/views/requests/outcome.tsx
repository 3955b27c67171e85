import { account } from "../../route.ts";
import type { SeenRequest } from "../../state.ts";

/** Without the part of the path that all have in common. */
export const pathOf = ({ path }: SeenRequest): string => path.replace(`/api/v1/account/${account.value}`, "") || path;

/** What came of a request, in a few words. */
export function outcomeOf({ violations, remarks, fault, events, code }: SeenRequest): string {
  if (fault) return `hit by ${fault}`;
  if (events.length > 0) return `→ ${events.length} event${events.length > 1 ? "s" : ""}`;
  return violations[0] ?? remarks[0] ?? code ?? "";
}

export function Outcome({ of, isShort }: { of: SeenRequest; isShort?: boolean }) {
  const { violations, remarks, fault, events, status } = of;
  const isBad = fault !== null || (violations.length > 0 && status >= 400);
  const tone = events.length > 0 ? "good" : violations.length === 0 && remarks.length > 0 ? "warn" : "quiet";
  return <span class={isBad ? "bad" : tone}>{outcomeOf(of) || (isShort ? "" : "–")}</span>;
}
