import http from "node:http";

/** Readers of the stream of requests and events. Most follow one account, some follow all. */
export class Followers {
  messages = 0;
  readonly failures: string[] = [];
  #requests: http.ClientRequest[] = [];
  #leaving = false;

  async join(url: string, accounts: readonly string[], count: number): Promise<void> {
    for (let nth = 0; nth < count; nth++) {
      const query = nth % 10 === 0 ? "" : `?accountId=${accounts[nth % accounts.length]}`;
      await this.#follow(`${url}/_sandbox/stream${query}`);
    }
  }
  #follow(url: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = http.get(url, { agent: false }, (response) => {
        response.on("data", (chunk: Buffer) => {
          for (let at = chunk.indexOf("\n\n"); at >= 0; at = chunk.indexOf("\n\n", at + 2)) this.messages++;
        });
        const ended = () => this.#leaving || this.failures.push("a follower was dropped");
        response.on("close", ended).on("error", () => {});
        resolve();
      });
      request.on("error", reject);
      this.#requests.push(request);
    });
  }
  leave(): void {
    this.#leaving = true;
    for (const request of this.#requests) request.destroy();
  }
}
