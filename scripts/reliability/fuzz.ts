import { sirenOf, siretOf } from "../../src/directory/numbers.ts";
import { workingRequests } from "../../src/domain/working-requests.ts";
import { drawFrom } from "../../test/contract/mutations.ts";
import { clientOf, type Received } from "./client.ts";
import { complaint } from "./fuzz/answers.ts";
import { type Drawn, drawHuge, drawRequest, type Known } from "./fuzz/requests.ts";
import type { Attack, Outcome, Row } from "./row.ts";
import { type Served, serve, tokenFor } from "./server.ts";

const accountId = "fuzz";
const neighbour = "neighbour";
const neighbourPath = `/api/v1/account/${neighbour}/thirdparties?size=5`;
/** Far above what a turn takes on a slow machine, and far below what a quadratic loop takes. */
const longestTurn = 500;
const everyFew = 25;
const everyMany = 500;
const now = "2026-01-15T09:00:00.000";

export const fuzz: Row = {
  what: "Fuzzed requests on all operations of both planes, as in the examples and mutated",
  holds:
    "no 5xx but declared ones, every answer fits the OpenAPI document, a refused request stores nothing, " +
    "the account can be exported and imported, others are served meanwhile",
  full: 100_000,
  short: 700,
  run,
  planted: {
    "a refused request that stores something": {
      file: "src/control/contexts.ts",
      from: "return answered ?? noAccount(accountId);",
      to: "return answered ?? ((await sandbox.worlds.openOrCreate(accountId)) && noAccount(accountId));",
    },
    "a quadratic loop": {
      file: "src/http/request/parse.ts",
      from: "const params = check(",
      to: `const keys = Object.keys((raw.body as object) ?? {});
  keys.filter((key) => keys.indexOf(key) !== keys.lastIndexOf(key));
  const params = check(`,
    },
    "an answer that its schema does not allow": {
      file: "src/control/accounts.ts",
      from: "frozen: world.frozen",
      to: "frozen: String(world.frozen) as never",
    },
  },
};

async function run({ count, seed, say, ...attack }: Attack): Promise<Outcome> {
  const served = await serve(attack, { stopped: true, metered: true });
  const fuzzer = new Fuzzer(served, seed, await tokenFor(accountId, neighbour));
  try {
    await fuzzer.begin();
    for (let nth = 0; nth < count && !served.ended(); nth++) {
      await fuzzer.attack(nth);
      if (nth % 5_000 === 0) say(`${nth} of ${count}`);
    }
    await fuzzer.end();
  } finally {
    await fuzzer.close();
  }
  return fuzzer.outcome;
}

class Fuzzer {
  readonly outcome: Outcome = { count: 0, failures: [], figures: {} };
  #served: Served;
  #client: ReturnType<typeof clientOf>;
  #draw: (below: number) => number;
  #token: string;
  #known: Known | undefined;
  #stored: Record<string, string> = {};
  #neighbourly = "";
  #statuses = new Map<number, number>();
  #longestTurn = 0;

  constructor(served: Served, seed: number, token: string) {
    this.#served = served;
    this.#client = clientOf(served.port, 2);
    this.#draw = drawFrom(seed);
    this.#token = token;
  }

  async begin(): Promise<void> {
    await this.#make(neighbour);
    this.#neighbourly = (await this.#askNeighbour()).body.toString();
    await this.#startAgain();
  }

  async attack(nth: number): Promise<void> {
    if (nth % everyMany === everyMany - 1) await this.#startAgain();
    else if (nth % everyFew === 0) await this.#learn();
    const known = this.#known as Known;
    const drawn = nth % 50 === 49 ? drawHuge(this.#draw, known, Math.floor(nth / 50)) : drawRequest(this.#draw, known);
    const [received] = await Promise.all([
      this.#client.send(drawn).catch((error: Error) => error),
      // A fault that is being set would strike the neighbour, too.
      nth % 10 === 0 && !drawn.operation.operationId.startsWith("faults.") && this.#askNeighbour(),
    ]);
    this.outcome.count++;
    const wrong = received instanceof Error ? received.message : await this.#wrongWith(drawn, received);
    if (wrong === undefined) return;
    const status = received instanceof Error ? "no answer" : received.status;
    const { method, path, headers, body = "" } = drawn;
    const sent = [`${method} ${path}`, JSON.stringify({ ...headers, Authorization: undefined }), String(body)];
    const shown = sent.map((text) => text.slice(0, 300)).join(" ");
    this.outcome.failures.push(`request ${nth}: ${shown}: ${status}, ${wrong.slice(0, 500)}`);
  }

  async #wrongWith(drawn: Drawn, received: Received): Promise<string | undefined> {
    const { status } = received;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    const turn = await this.#served.ask("longestTurn");
    this.#longestTurn = Math.max(this.#longestTurn, turn);
    const before = this.#stored;
    this.#stored = await this.#served.ask("stored");
    const changed = JSON.stringify(before) !== JSON.stringify(this.#stored);
    if (status < 400 && changed) await this.#repair(drawn);
    if (status >= 400 && changed) return "the refused request stored something";
    if (turn > longestTurn) return `the event loop stood still for ${turn.toFixed(0)} ms of processor time`;
    return complaint(drawn, received);
  }

  /** Undoes what would make the next requests fail for another reason than their own. */
  async #repair({ operation: { operationId } }: Drawn): Promise<void> {
    if (operationId === "faults.replace") await this.#client.send({ method: "DELETE", path: "/_sandbox/faults" });
    else if (operationId === "accounts.delete") await this.#make(accountId);
    else if (!operationId.startsWith("accounts.")) return;
    await this.#learn();
  }

  /** Looks up what exists, for the next requests. */
  async #learn(): Promise<void> {
    this.#stored = await this.#served.ask("stored");
    const rows = await this.#served.ask("rows", accountId);
    const { thirdparties, dossiers, documents } = rows;
    const newcomer = siretOf(sirenOf(`2199${5_000 + this.#draw(4_000)}`), 1);
    const ids = [...thirdparties, ...dossiers, ...documents].flatMap((row) =>
      Object.values(row).filter(Number.isInteger),
    );
    this.#known = {
      accountId,
      token: this.#token,
      ids: ids.length > 0 ? (ids as number[]) : [1],
      documentId: documents[this.#draw(documents.length || 1)]?.documentId,
      exported: this.#known?.exported,
      requestOf: workingRequests({ thirdparties, dossiers, documents, newcomer, now: Date.parse(`${now}Z`) }) as never,
    };
  }

  /** The world as it was at first, after a look at what has become of it. */
  async #startAgain(): Promise<void> {
    if (this.#known) await this.#checkReadable();
    for (const name of Object.keys(this.#stored))
      if (!["/faults", neighbour].includes(name))
        await this.#control("DELETE", `/accounts/${encodeURIComponent(name)}`);
    await this.#make(accountId);
    await this.#learn();
    if (this.#known)
      this.#known.exported = JSON.parse((await this.#control("GET", `/accounts/${accountId}/state`)).body.toString());
  }

  async #checkReadable(): Promise<void> {
    const list = await this.#control("GET", "/accounts");
    const exported = await this.#control("GET", `/accounts/${accountId}/state`);
    const imported = await this.#control("PUT", "/accounts/copy/state", exported.body);
    const statuses = [list.status, exported.status, imported.status];
    if (statuses.some((status) => status !== 200))
      this.outcome.failures.push(
        `after request ${this.outcome.count}, list, export and import answer ${statuses}: ${imported.body.toString().slice(0, 300)}`,
      );
    this.#stored.copy = "";
  }

  async end(): Promise<void> {
    await this.#checkReadable();
    const statuses = [...this.#statuses].sort(([one], [other]) => one - other);
    this.outcome.figures = {
      ...Object.fromEntries(statuses.map(([status, count]) => [`answers with ${status}`, count])),
      "ms of processor time in the longest turn": Math.round(this.#longestTurn),
    };
  }

  async close(): Promise<void> {
    this.#client.close();
    await this.#served.stop();
  }

  async #make(name: string): Promise<void> {
    await this.#control("PUT", `/accounts/${name}`, JSON.stringify({ seed: "onboarding" }));
  }
  #control(method: string, path: string, body?: string | Buffer): Promise<Received> {
    return this.#client.send({
      method,
      path: `/_sandbox${path}`,
      headers: { "Content-Type": "application/json" },
      body,
    });
  }
  async #askNeighbour(): Promise<Received> {
    const headers = { Authorization: `Bearer ${this.#token}` };
    const received = await this.#client.send({ method: "GET", path: neighbourPath, headers });
    const { status, body } = received;
    if (status !== 200 || (this.#neighbourly && body.toString() !== this.#neighbourly))
      this.outcome.failures.push(`request ${this.outcome.count}: another account's list answers ${status} ${body}`);
    return received;
  }
}
