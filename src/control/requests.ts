import type { control } from "../../contract/control.ts";
import type { Handlers } from "../handlers.ts";
import type { Sandbox } from "../sandbox.ts";

export const requests: Partial<Handlers<typeof control.requests, Sandbox>> = {
  async list({ query }, { requests }) {
    const content = requests
      .list()
      .filter(
        ({ operation, accountId, status }) =>
          (query.operation === undefined || operation === query.operation) &&
          (query.accountId === undefined || accountId === query.accountId) &&
          (query.status === undefined || status === query.status),
      );
    return { status: 200, body: { content } };
  },
  async clear(_request, { requests }) {
    requests.clear();
    return { status: 204, body: undefined };
  },
};
