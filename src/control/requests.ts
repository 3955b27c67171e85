import { JsonText } from "../../contract/endpoint.ts";
import { isRefusal, notFound } from "../domain/refusal.ts";
import { contentDisposition } from "../files/disposition.ts";
import { seenOf, wholeOf } from "../sandbox/requests/views.ts";
import type { ControlHandlers } from "./contexts.ts";
import { harText } from "./har.ts";
import { unknownName } from "./journal.ts";
import { filterOf, filterRefusal } from "./request-filter.ts";
import { follow, namesOfOthers, resume } from "./stream.ts";

export const requests: ControlHandlers<"requests"> = {
  async list({ query }, { requests }) {
    const wrong = filterRefusal(query);
    if (wrong) return wrong.refused;
    await requests.settled();
    return { status: 200, body: { content: (await requests.list(filterOf(query), query.limit)).map(seenOf) } };
  },
  async har({ query }, { requests }) {
    const wrong = filterRefusal(query);
    if (wrong) return wrong.refused;
    await requests.settled();
    const headers = { "Content-Disposition": contentDisposition("requests.har", "attachment") };
    return { status: 200, body: new JsonText(harText(await requests.list(filterOf(query), query.limit))), headers };
  },
  async get({ params: { requestId } }, { requests }) {
    await requests.settled();
    const served = await requests.find(requestId);
    if (served) return { status: 200, body: wholeOf(served) };
    const detail = `There is no request ${requestId}: it never came, or it is too long ago, because old ones go first.`;
    return notFound("NOT_FOUND", detail).refused;
  },
  async clear({ query }, { requests }) {
    await requests.clear(query.accountId);
    return { status: 204, body: undefined };
  },
  async stream({ query, lastEventId }, sandbox) {
    const id = lastEventId ?? query.lastEventId;
    const begin =
      unknownName(query) ??
      namesOfOthers(query) ??
      resume(sandbox.happenings, id, sandbox.live.heardSince(query.accountId));
    if (isRefusal(begin)) return begin.refused;
    // A storage that does not answer refuses the stream, as any request.
    await sandbox.live.hear(query.accountId);
    const end = query.seconds === undefined ? [] : [AbortSignal.timeout(query.seconds * 1_000)];
    const content = (gone: AbortSignal) => follow(sandbox, query, AbortSignal.any([gone, ...end]), begin);
    return { status: 200, body: { content, contentType: "text/event-stream" } };
  },
};
