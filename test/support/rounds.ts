import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { State } from "../../src/domain/change.ts";
import { dice } from "../store/samples.ts";
import { CuttingProxy } from "./cutting-proxy.ts";
import { wrongs } from "./invariants.ts";
import { Postgres } from "./postgres.ts";

const base = "/api/v1/account/team";
const company = { companyIdType: "CIT001", companyIdValue: "21996648800021" };

/** A server in a process of its own. */
class Server {
  url = "";
  #process: ChildProcess | undefined;
  readonly #command: string;
  readonly #database: string;

  constructor(command: string, database: string) {
    this.#command = command;
    this.#database = database;
  }
  async start(): Promise<void> {
    const world = ["--seed", "empty", "--now", "2026-01-15T09:00:00", "--freeze"];
    const args = [this.#command, "--database", this.#database, "--port", "0", "--json", "--log", "silent", ...world];
    const started = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    this.#process = started;
    const [line] = await Promise.race([once(started.stdout, "data"), once(started, "exit").then(() => [])]);
    // A database that is away may have stopped the start.
    if (line === undefined) return this.start();
    this.url = JSON.parse(String(line)).url;
  }
  send(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }
  async end(): Promise<void> {
    const ended = this.#process;
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
    ended.kill("SIGKILL");
    await once(ended, "exit");
  }
}

/** Three servers on one database, to which everything happens while clients write. */
export class Rounds {
  /** What was wrong. */
  readonly problems: string[] = [];
  /** How many writes were answered, and how many were not, or not for sure. */
  answered = 0;
  unanswered = 0;
  readonly #next: (below: number) => number;
  readonly #postgres: Postgres;
  readonly #proxy: CuttingProxy;
  readonly #servers: Server[];
  readonly #kept = new Set<number>();
  #token = "";
  #thirdpartyId = 0;

  private constructor(seed: number, postgres: Postgres, proxy: CuttingProxy, servers: Server[]) {
    this.#next = dice(seed);
    this.#postgres = postgres;
    this.#proxy = proxy;
    this.#servers = servers;
  }
  static async begin(command: string, seed: number): Promise<Rounds> {
    const postgres = await Postgres.start({ settings: ["max_connections=200"] });
    const proxy = await CuttingProxy.start(postgres.port);
    const [, schema = ""] = /%3D(.*)$/.exec(await postgres.address()) ?? [];
    const database = postgres.addressOf(schema, proxy.port);
    const rounds = new Rounds(
      seed,
      postgres,
      proxy,
      [1, 2, 3].map(() => new Server(command, database)),
    );
    await Promise.all(rounds.#servers.map((server) => server.start()));
    await rounds.#ask("PUT", "/_sandbox/accounts/team", { seed: "empty" });
    const token = await rounds.#ask("POST", "/_sandbox/tokens", { accountIds: ["team"], expiresIn: 86_400 });
    rounds.#token = token.body.accessToken;
    rounds.#thirdpartyId = (await rounds.#ask("POST", `${base}/thirdparties`, company)).body.thirdpartyId;
    return rounds;
  }
  async end(): Promise<void> {
    for (const server of this.#servers) await server.end();
    await this.#proxy.stop();
    await this.#postgres.stop();
  }

  /** Clients write while one thing goes wrong; afterwards everything is compared. */
  async round(): Promise<void> {
    let isOver = false;
    const clients = Array.from({ length: 6 }, async () => {
      while (!isOver) await this.#write();
    });
    await wait(20 + this.#next(100));
    await this.#disturb();
    await wait(20 + this.#next(100));
    isOver = true;
    await Promise.all(clients);
    await this.#compare();
  }

  async #write(): Promise<void> {
    const kind = this.#next(12);
    try {
      if (kind === 0) return void (await this.#ask("POST", "/_sandbox/accounts/team/clock", { advance: "PT1H" }));
      if (kind === 1) return void (await this.#ask("POST", "/_sandbox/accounts/team/snapshots", { name: "one" }));
      if (kind === 2) return void (await this.#ask("GET", `${base}/thirdparties`));
      const wish = { requiredDocuments: ["CODE_CONDUITE"] };
      const { status, body } = await this.#ask("POST", `${base}/thirdparties/${this.#thirdpartyId}/dossiers`, wish);
      if (status === 201) {
        if (this.#kept.has(body.dossierId)) this.problems.push(`two answers have the dossier ${body.dossierId}`);
        this.#kept.add(body.dossierId);
        this.answered++;
      } else if (status === 503) this.unanswered++;
      else this.problems.push(`a write was answered with ${status}: ${JSON.stringify(body)}`);
    } catch {
      // The server was killed.
      this.unanswered++;
    }
  }

  async #disturb(): Promise<void> {
    const server = this.#servers[this.#next(3)] as Server;
    const kind = this.#next(5);
    if (kind === 0) {
      await server.end();
      await server.start();
    } else if (kind === 1) {
      server.send("SIGSTOP");
      await wait(100 + this.#next(1_500));
      server.send("SIGCONT");
    } else if (kind === 2) {
      await this.#postgres.halt(this.#next(2) === 0 ? "SIGINT" : "SIGQUIT");
      await this.#postgres.resume();
    } else if (kind === 3) this.#proxy.cut();
    else await this.#proxy.swallow(5 + this.#next(60));
  }

  async #ask(method: string, path: string, body?: unknown, server?: Server) {
    const { url } = server ?? (this.#servers[this.#next(3)] as Server);
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a response of any operation
    const answer: any = await response.json().catch(() => undefined);
    if (response.status >= 500 && response.status !== 503) this.problems.push(`${path}: ${JSON.stringify(answer)}`);
    return { status: response.status, body: answer };
  }

  /** Every server has the same world, with all that was answered, no gap, and every invariant. */
  async #compare(): Promise<void> {
    const worlds = await Promise.all(this.#servers.map((server) => this.#export(server)));
    const [first] = worlds as [{ state: State; now: string }];
    const texts = new Set(worlds.map(({ state }) => JSON.stringify({ ...state, world: [] })));
    if (texts.size > 1) this.problems.push("the servers have different worlds");
    const ids = new Set(first.state.dossiers.map(({ dossierId }) => dossierId));
    const lost = [...this.#kept].filter((id) => !ids.has(id));
    if (lost.length > 0) this.problems.push(`answered dossiers are lost: ${lost.join(", ")}`);
    if (ids.size !== first.state.dossiers.length) this.problems.push("two dossiers have one id");
    const events = first.state.events.map(({ eventId }) => eventId);
    const gap = events.findIndex((id, nth) => id !== (events[0] as number) + nth);
    if (gap >= 0) this.problems.push(`there is a gap before event ${events[gap]}`);
    this.problems.push(...wrongs(first.state, first.now).slice(0, 3));
  }
  async #export(server: Server): Promise<{ state: State; now: string }> {
    for (;;) {
      const exported = await this.#ask("GET", "/_sandbox/accounts/team/state", undefined, server).catch(
        () => undefined,
      );
      const clock = await this.#ask("GET", "/_sandbox/accounts/team/clock", undefined, server).catch(() => undefined);
      if (exported?.status === 200 && clock?.status === 200) return { state: exported.body.state, now: clock.body.now };
      await wait(50);
    }
  }
}
