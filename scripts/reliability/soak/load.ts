import { setTimeout as wait } from "node:timers/promises";
import { clientOf, type Sent } from "../client.ts";

interface Rates {
  reads: number;
  writes: number;
  /** After so many writes one of the accounts is reset, each in turn, so that the worlds stay as large. */
  writesToReset: number;
}

const mostInFlight = 100;
const label = "Référencement interne";
const json = { "Content-Type": "application/json" };

/** Sends requests at a steady rate, and counts the answers; what could not be sent in time is not made up for. */
export class Load {
  answered = 0;
  resets = 0;
  readonly failures: string[] = [];
  #client: ReturnType<typeof clientOf>;
  #accounts: readonly string[];
  #authorised: Record<string, string>;
  #draw: (below: number) => number;
  #thirdparties: number[] = [];
  #inFlight = 0;
  #running = false;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(port: number, accounts: readonly string[], token: string, draw: (below: number) => number) {
    this.#client = clientOf(port, 32);
    this.#accounts = accounts;
    this.#authorised = { Authorization: `Bearer ${token}`, ...json };
    this.#draw = draw;
  }

  /** Makes the worlds, and asks each as often as it takes to fill the log of requests. */
  async prepare(): Promise<void> {
    for (const account of this.#accounts) {
      const path = `/api/v1/account/${account}/thirdparties?size=100`;
      const { body } = await this.#client.send({ method: "GET", path, headers: this.#authorised });
      this.#thirdparties = JSON.parse(body.toString()).content.map((row: { thirdpartyId: number }) => row.thirdpartyId);
      for (let nth = 0; nth < 20; nth++)
        await Promise.all(Array.from({ length: 50 }, () => this.#send(this.#read(account))));
    }
    this.answered = 0;
  }

  start({ reads, writes, writesToReset }: Rates): void {
    this.#running = true;
    let written = 0;
    const write = () => (++written % writesToReset === 0 ? this.#reset() : this.#write(this.#anyAccount()));
    this.#ended = Promise.all([this.#pace(reads, () => this.#read(this.#anyAccount())), this.#pace(writes, write)]);
  }
  async stop(): Promise<void> {
    this.#running = false;
    await this.#ended;
    while (this.#inFlight > 0) await wait(10);
  }
  close(): void {
    this.#client.close();
  }

  async #pace(perSecond: number, next: () => Sent): Promise<void> {
    const started = performance.now();
    let inFlight = 0;
    for (let due = 0; this.#running; await wait(10)) {
      const now = ((performance.now() - started) / 1_000) * perSecond;
      for (; due < now; due++) {
        if (inFlight >= mostInFlight) continue;
        inFlight++;
        void this.#send(next()).finally(() => inFlight--);
      }
    }
  }

  async #send(sent: Sent): Promise<void> {
    this.#inFlight++;
    const outcome = await this.#client.send(sent).catch((error: Error) => error);
    this.#inFlight--;
    const status = outcome instanceof Error ? outcome.message : outcome.status;
    // A trigger finds no resource in a fitting state now and then.
    const fine = [200, 201].includes(Number(status)) || (status === 409 && sent.path.endsWith("/occurrences"));
    if (fine) this.answered++;
    else if (this.failures.length < 100) this.failures.push(`${sent.method} ${sent.path}: ${status}`);
  }

  #anyAccount(): string {
    return this.#accounts[this.#draw(this.#accounts.length)] as string;
  }
  #anyThirdparty(): number {
    return this.#thirdparties[this.#draw(this.#thirdparties.length)] as number;
  }

  #reset(): Sent {
    const account = this.#accounts[this.resets++ % this.#accounts.length];
    return { method: "POST", path: `/_sandbox/accounts/${account}/reset` };
  }

  #read(account: string): Sent {
    const paths = [
      "/thirdparties",
      `/thirdparties/${this.#anyThirdparty()}`,
      `/thirdparties/${this.#anyThirdparty()}/attributes`,
      `/thirdparties/${this.#anyThirdparty()}/dossiers`,
      "/dossiers?size=5",
    ];
    const path = `/api/v1/account/${account}${paths[this.#draw(paths.length)]}`;
    return { method: "GET", path, headers: this.#authorised };
  }

  #write(account: string): Sent {
    const kind = this.#draw(100);
    const control = `/_sandbox/accounts/${account}`;
    const post = (path: string, body: object, headers = json) =>
      ({ method: "POST", path, headers, body: JSON.stringify(body) }) satisfies Sent;
    if (kind === 0) return post(`${control}/clock`, { advance: "PT1H" });
    if (kind < 15) return post(`${control}/occurrences`, { event: "DOSSIER_UPDATED" });
    const path = `/api/v1/account/${account}/thirdparties/${this.#anyThirdparty()}/attributes`;
    return post(path, { label, values: [`value ${this.#draw(1_000_000)}`] }, this.#authorised as typeof json);
  }
}
