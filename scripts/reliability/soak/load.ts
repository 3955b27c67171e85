import { setTimeout as wait } from "node:timers/promises";
import { type Ask, bearer, control, get, must, post, type Request, service } from "../client.ts";

interface Rates {
  reads: number;
  writes: number;
  /** After so many writes one of the accounts is reset, each in turn, so that the worlds stay as large. */
  writesToReset: number;
}

const mostInFlight = 100;
const label = "Référencement interne";

/** Makes the worlds, and asks each as often as it takes to fill the log of requests. */
export async function prepareLoad(
  ask: Ask,
  accounts: readonly string[],
  token: string,
  draw: (below: number) => number,
) {
  const authorised = bearer(token);
  let thirdparties: number[] = [];
  let inFlight = 0;
  let running = true;
  let ended: Promise<unknown> = Promise.resolve();
  const anyOf = <T>(values: readonly T[]) => values[draw(values.length)] as T;

  const read = (account: string) => {
    const one = `/thirdparties/${anyOf(thirdparties)}`;
    const paths = ["/thirdparties", one, `${one}/attributes`, `${one}/dossiers`, "/dossiers?size=5"];
    return get(service(account, anyOf(paths)), authorised);
  };
  const write = (account: string) => {
    const kind = draw(100);
    if (kind === 0) return post(control(account, "/clock"), { advance: "PT1H" });
    if (kind < 15) return post(control(account, "/occurrences"), { event: "DOSSIER_UPDATED" });
    const path = service(account, `/thirdparties/${anyOf(thirdparties)}/attributes`);
    return post(path, { label, values: [`value ${draw(1_000_000)}`] }, authorised);
  };
  const send = async (request: Request) => {
    inFlight++;
    const status = await ask(request).then(
      (answer) => answer.status,
      (error: Error) => error.message,
    );
    inFlight--;
    // A trigger finds no resource in a fitting state now and then.
    const fine = status === 200 || status === 201 || (status === 409 && request.path.endsWith("/occurrences"));
    if (fine) load.answered++;
    else if (load.failures.length < 100) load.failures.push(`${request.method} ${request.path}: ${status}`);
  };
  /** What could not be sent in time is not made up for. */
  const pace = async (perSecond: number, next: () => Request) => {
    const started = performance.now();
    let own = 0;
    for (let due = 0; running; await wait(10)) {
      const now = ((performance.now() - started) / 1_000) * perSecond;
      for (; due < now; due++) {
        if (own >= mostInFlight) continue;
        own++;
        void send(next()).finally(() => own--);
      }
    }
  };
  const load = {
    answered: 0,
    resets: 0,
    failures: [] as string[],
    /** Sends requests at a steady rate. */
    start({ reads, writes, writesToReset }: Rates): void {
      let written = 0;
      const reset = () => post(control(accounts[load.resets++ % accounts.length] as string, "/reset"));
      const writing = () => (++written % writesToReset === 0 ? reset() : write(anyOf(accounts)));
      ended = Promise.all([pace(reads, () => read(anyOf(accounts))), pace(writes, writing)]);
    },
    async stop(): Promise<void> {
      running = false;
      await ended;
      while (inFlight > 0) await wait(10);
    },
  };

  for (const account of accounts) {
    const path = service(account, "/thirdparties?size=100");
    const { content } = await must<{ content: { thirdpartyId: number }[] }>(ask, get(path, authorised));
    thirdparties = content.map(({ thirdpartyId }) => thirdpartyId);
    for (let nth = 0; nth < 20; nth++) await Promise.all(Array.from({ length: 50 }, () => send(read(account))));
  }
  load.answered = 0;
  return load;
}
