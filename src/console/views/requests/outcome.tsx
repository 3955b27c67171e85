import { account } from "../../route.ts";
import type { SeenRequest } from "../../state.ts";

/** Without the part of the path that all have in common. */
export const pathOf = ({ path }: SeenRequest): string => path.replace(`/api/v1/account/${account.value}`, "") || path;

/** What came of a request, in a few words. */
export function Outcome({ of, isShort }: { of: SeenRequest; isShort?: boolean }) {
  const { violations, remarks, fault, events, code, status } = of;
  const [remark] = remarks;
  if (fault) return <span class="bad">hit by {fault}</span>;
  if (events.length > 0) return <span class="good">{`→ ${events.length} event${events.length > 1 ? "s" : ""}`}</span>;
  if (violations[0]) return <span class={status >= 400 ? "bad" : "quiet"}>{violations[0]}</span>;
  if (remark) return <span class="warn">{remark}</span>;
  return <span class="quiet">{code ?? (isShort ? "" : "–")}</span>;
}
