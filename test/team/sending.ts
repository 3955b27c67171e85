import type { NewRequest, SharedStorage } from "../../src/store/store.ts";
import { SharedRequests } from "../../src/team/requests.ts";

/** The requests that a server sends to the log of all servers, by the statement that they are sent with. */
export function sending({ isDown = false, msToSend = 0 } = {}) {
  const database = { isDown, isReadOnly: false, asks: 0 };
  const late = new Map<string, { since: number; asked: number }>();
  const sent: (readonly NewRequest[])[] = [];
  const seen = {
    add: async (group: readonly NewRequest[]) => {
      if (msToSend > 0) await new Promise((resolve) => setTimeout(resolve, msToSend));
      if (database.isDown) throw new Error("down");
      sent.push(group);
    },
    trim: async () => {},
    late: async (server: string, ms: number) => {
      const since = performance.now() - ms;
      const { asked } = late.get(server) ?? { asked: 0 };
      late.set(server, { since, asked });
      return asked > since;
    },
    inTime: async (server: string) => void late.delete(server),
    ask: async (server: string, moment = String(performance.now())) => {
      if (database.isReadOnly) throw new Error("only reads");
      const asked = Number(moment);
      const others = [...late].filter(([name, { since }]) => name !== server && since < asked).map(([, row]) => row);
      for (const row of others) row.asked = Math.max(row.asked, asked);
      database.asks += others.length;
      return others.length > 0 ? moment : undefined;
    },
    // As if requests of another world stood before each.
    list: async () => sent.flat().map((request) => ({ ...request, nth: 0 })),
  };
  const storage = { seen, worldOf: () => "life/0" } as unknown as SharedStorage;
  const another = () => new SharedRequests({ bodies: true, requestLogBytes: 1 << 26 }, storage);
  return { requests: another(), another, sent, late, database };
}

export const longBody = (responseBody: string) => ({
  accountId: "a",
  responseBody,
  responseSize: responseBody.length,
  responseHeaders: ["Content-Type", "application/json"],
});
