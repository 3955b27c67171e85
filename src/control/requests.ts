import type { ControlHandlers } from "./contexts.ts";
import { follow } from "./stream.ts";

export const requests: ControlHandlers<"requests"> = {
  async list({ query }, { requests }) {
    const content = requests
      .list(query.accountId)
      .filter(
        ({ operation, status }) =>
          (query.operation === undefined || operation === query.operation) &&
          (query.status === undefined || status === query.status),
      );
    return { status: 200, body: { content } };
  },
  async clear({ query }, { requests }) {
    requests.clear(query.accountId);
    return { status: 204, body: undefined };
  },
  async stream({ query }, sandbox) {
    return {
      status: 200,
      body: { content: (gone) => follow(sandbox, query.accountId, gone), contentType: "text/event-stream" },
    };
  },
};
