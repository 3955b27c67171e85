import { format } from "../domain/time.ts";
import type { RequestLog } from "../sandbox/requests/request-log.ts";

/**
 * The header that says up to when the requests of all servers are known, where there are several. It is read before the
 * requests, because it holds for those that are read later.
 */
export async function completeness(requests: RequestLog): Promise<{ headers?: Record<string, string> }> {
  const until = await requests.completeUntil();
  return until === undefined ? {} : { headers: { "X-Complete-Until": format(until) } };
}
