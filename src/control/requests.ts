import { JsonText } from "../../contract/endpoint.ts";
import { isRefusal, notFound } from "../domain/refusal.ts";
import { contentDisposition } from "../files/disposition.ts";
import { detailOf, summaryOf } from "../sandbox/requests/views.ts";
import { completeness } from "./completeness.ts";
import type { ControlHandlers } from "./contexts.ts";
import { harText } from "./har.ts";
import { unknownName } from "./journal.ts";
import { listText } from "./list-text.ts";
import { filterOf, filterRefusal } from "./request-filter.ts";
import { namesOfOthers, resume, streamOf } from "./stream.ts";

export const requests: ControlHandlers<"requests"> = {
  async list({ query }, { requests }) {
    const wrong = filterRefusal(query);
    if (wrong) return wrong.refused;
    const until = await completeness(requests);
    const rows = await requests.list(filterOf(query), query.limit);
    return { status: 200, body: new JsonText(listText({ content: [] }, rows, summaryOf)), ...until };
  },
  async har({ query }, { requests }) {
    const wrong = filterRefusal(query);
    if (wrong) return wrong.refused;
    const { headers: until } = await completeness(requests);
    const headers = { "Content-Disposition": contentDisposition("requests.har", "attachment"), ...until };
    return { status: 200, body: new JsonText(harText(await requests.list(filterOf(query), query.limit))), headers };
  },
  async get({ params: { requestId } }, { requests }) {
    const served = await requests.find(requestId);
    if (served) return { status: 200, body: detailOf(served) };
    const detail = `There is no request ${requestId}: it never came, or it is too long ago, because old ones go first.`;
    return notFound("NOT_FOUND", detail).refused;
  },
  async clear({ query }, sandbox) {
    await sandbox.clearRequests(query.accountId);
    return { status: 204, body: undefined };
  },
  async stream({ query, lastEventId }, sandbox) {
    const id = lastEventId ?? query.lastEventId;
    const begin = unknownName(query) ?? namesOfOthers(query) ?? resume(sandbox.stream, id);
    if (isRefusal(begin)) return begin.refused;
    // A storage that does not answer refuses the stream, as any request.
    await sandbox.stream.poll(query.accountId);
    const end = query.seconds === undefined ? [] : [AbortSignal.timeout(query.seconds * 1_000)];
    const content = (gone: AbortSignal) => streamOf(sandbox, query, AbortSignal.any([gone, ...end]), begin);
    return { status: 200, body: { content, contentType: "text/event-stream" } };
  },
};
