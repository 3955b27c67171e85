import type { ControlHandlers } from "./contexts.ts";
import { follow } from "./stream.ts";

export const requests: ControlHandlers<"requests"> = {
  async list({ query }, { requests }) {
    const content = requests.list(query.accountId).filter((seen) => {
      const { operation = seen.operation, status = seen.status } = query;
      return seen.operation === operation && seen.status === status;
    });
    return { status: 200, body: { content: content.slice(-query.limit) } };
  },
  async clear({ query }, { requests }) {
    requests.clear(query.accountId);
    return { status: 204, body: undefined };
  },
  async stream({ query }, sandbox) {
    const { accountId, seconds } = query;
    const end = seconds === undefined ? [] : [AbortSignal.timeout(seconds * 1_000)];
    const content = (gone: AbortSignal) => follow(sandbox, accountId, AbortSignal.any([gone, ...end]));
    return { status: 200, body: { content, contentType: "text/event-stream" } };
  },
};
