import { accountIdPattern } from "../../../contract/shared.ts";
import type { RequestLine } from "../log.ts";
import type { Served } from "./request-log.ts";
import { reasonsOf } from "./views.ts";

/** A request as the log of the server shows it. */
export function lineOf(served: Served): RequestLine {
  const { method, path: url, status, durationMs: milliseconds, operation, accountId, requestId, refused } = served;
  const line = { method, url, status, milliseconds, requestId, caller: served.caller, client: served.client };
  const about = { ...line, operation: operation ?? undefined, accountId: accountId ?? undefined };
  if (!refused) return about;
  const [first = "", ...others] = reasonsOf(refused);
  return { ...about, code: refused.code, reason: others.length > 0 ? `${first} (and ${others.length} more)` : first };
}

const accountInPath = /^[^?]*?\/api\/v\d+\/account\/([^/?]+)|^[^?]*?\/files\/[^?]*\?(?:.*&)?account=([^&]+)/;
/** The account of a request that reached no operation: a wrong path or method, or the file behind a signed link. */
export function accountIn(path: string): string | null {
  const [, ofService, ofLink] = accountInPath.exec(path) ?? [];
  const accountId = ofService ?? ofLink ?? "";
  return accountIdPattern.test(accountId) ? accountId : null;
}
