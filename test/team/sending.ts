import type { RequestTable, SentRequest } from "../../src/team/postgres/request-table.ts";
import { TeamRequestLog } from "../../src/team/requests.ts";

/** The requests that a server sends to the table of all servers, by the statement that they are sent with. */
export function sending(requestLogBytes = 1 << 26) {
  const database = { isDown: false, trims: 0 };
  const sent: SentRequest[][] = [];
  const dropped = new Map<string, string | null>();
  const all = () => sent.flat();
  const table = {
    async add(_server: string, requests: readonly SentRequest[]) {
      if (database.isDown) throw new Error("down");
      sent.push([...requests]);
    },
    async trim() {
      database.trims++;
    },
    async noteDropped(account: string, world: string | null) {
      if (database.isDown) throw new Error("down");
      dropped.set(account, world);
    },
    async clear() {
      sent.length = 0;
    },
    since: async (id?: number) => ({
      upTo: all().length,
      texts: id === undefined ? [] : all().map(({ text }) => text),
    }),
    dropped: async (account: string) => dropped.get(account),
    list: async (most: number, account?: string) =>
      all()
        .filter((request) => account === undefined || request.account === account)
        .slice(-most)
        .map(({ text }) => text),
  };
  const requests = new TeamRequestLog({ bodies: true, requestLogBytes }, table as unknown as RequestTable, "one");
  return { requests, sent, all, dropped, database };
}

export const longBody = (responseBody: string) => ({
  accountId: "a",
  responseBody,
  responseSize: responseBody.length,
  responseHeaders: ["Content-Type", "application/json"],
});
