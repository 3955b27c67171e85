import http from "node:http";
import type { Attack } from "../row.ts";

/** Readers of the stream of requests and events. Most follow one account, some follow all. */
export async function follow({ after }: Attack, port: number, accounts: readonly string[], count: number) {
  const followers = { messages: 0, failures: [] as string[] };
  let leaving = false;
  for (let nth = 0; nth < count; nth++) {
    const query = nth % 10 === 0 ? "" : `?accountId=${accounts[nth % accounts.length]}`;
    await new Promise<void>((resolve, reject) => {
      const url = `http://127.0.0.1:${port}/_sandbox/stream${query}`;
      const request = http.get(url, { agent: false }, (response) => {
        response.on("data", (chunk: Buffer) => {
          for (let at = chunk.indexOf("\n\n"); at >= 0; at = chunk.indexOf("\n\n", at + 2)) followers.messages++;
        });
        response.on("close", () => leaving || followers.failures.push("a follower was dropped")).on("error", () => {});
        resolve();
      });
      request.on("error", reject);
      after(() => {
        leaving = true;
        request.destroy();
      });
    });
  }
  return followers;
}
