import { difference } from "../disk/observed.ts";
import type { Ask, Request } from "../disk/server.ts";

const path = "/_sandbox/faults?accountId=faulty";

/** A client that sets the faults of an account which no other client uses. */
export class FaultSetter {
  readonly account = "faulty";
  answered = 0;
  readonly #next: (below: number) => number;
  #faults: unknown[] = [];
  #flying: unknown[] | undefined;

  constructor(next: (below: number) => number) {
    this.#next = next;
  }

  async write(ask: Ask): Promise<string | undefined> {
    for (;;) {
      this.#flying = Array.from({ length: this.#next(4) }, () => ({
        operation: "thirdparties.list",
        accountId: this.account,
        kind: "status",
        status: 503,
        times: 1 + this.#next(1e6),
      }));
      const request: Request = { method: "PUT", path, body: this.#flying };
      const answer = await ask(request).catch(() => undefined);
      if (!answer) return undefined;
      if (answer.status !== 200)
        return `faults.replace was answered with ${answer.status} ${JSON.stringify(answer.body)}`;
      this.#faults = this.#flying;
      this.#flying = undefined;
      this.answered++;
    }
  }

  /** Whichever server is asked has the faults that were set last. */
  async check(ask: Ask): Promise<string | undefined> {
    for (let times = 0; times < 6; times++) {
      const { body } = await ask({ method: "GET", path });
      const apart = difference(body, this.#faults);
      if (apart === undefined) continue;
      if (this.#flying === undefined || difference(body, this.#flying)) return `the faults are not those set: ${apart}`;
      this.#faults = this.#flying;
    }
    this.#flying = undefined;
    return undefined;
  }
}
