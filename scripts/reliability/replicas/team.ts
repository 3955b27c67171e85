import { setTimeout as wait } from "node:timers/promises";
import { type RunningSandbox, startSandbox } from "../../../src/start.ts";
import { CuttingProxy } from "../../../test/support/cutting-proxy.ts";
import { Postgres } from "../../../test/support/postgres.ts";
import { difference, worldOf } from "../disk/observed.ts";
import { type Ask, asking, now, type Server, startServer } from "../disk/server.ts";
import { Crowd, Soloist } from "../disk/writers.ts";
import { FaultSetter } from "./fault-setter.ts";
import { Mishaps, type Parts } from "./mishaps.ts";

type Player = Soloist | Crowd | FaultSetter;

/** Three servers on one database, behind a proxy that can cut them off from it, and clients that write. */
export class Team {
  unanswered = 0;
  readonly #next: (below: number) => number;
  readonly #parts: Parts & { twin: RunningSandbox };
  readonly #mishaps: Mishaps;
  readonly #soloists: Soloist[];
  readonly #crowd = new Crowd("crowd");
  readonly #faults: FaultSetter;
  #isOver = false;

  private constructor(next: (below: number) => number, parts: Parts & { twin: RunningSandbox }) {
    this.#next = next;
    this.#parts = parts;
    this.#mishaps = new Mishaps(next, parts);
    this.#soloists = ["one", "two"].map((account) => new Soloist(account, asking(parts.twin.url), next));
    this.#faults = new FaultSetter(next);
  }

  static async gather(program: { node: string; main: string }, next: (below: number) => number): Promise<Team> {
    const postgres = await Postgres.start({ settings: ["max_connections=200"] });
    const proxy = await CuttingProxy.start(postgres.port);
    const data = postgres.addressOf("public", proxy.port);
    const start = async () => (await startServer({ ...program, data })) as Server;
    const servers = await Promise.all([start(), start(), start()]);
    const twin = await startSandbox({ seed: "onboarding", now, freeze: true, auth: "off" });
    return new Team(next, { postgres, proxy, twin, servers, start });
  }
  async end(): Promise<void> {
    const { servers, twin, proxy, postgres } = this.#parts;
    for (const server of servers) await server.kill();
    await twin.close();
    await proxy.stop();
    await postgres.stop();
  }

  get answered(): number {
    return this.#players.reduce((sum, { answered }) => sum + answered, 0);
  }
  get kinds(): Set<string> {
    return new Set([...this.#soloists.flatMap(({ kinds }) => [...kinds]), "attributes.set", "faults.replace"]);
  }
  get mishaps(): ReadonlyMap<string, number> {
    return this.#mishaps.counts;
  }
  get #players(): Player[] {
    return [...this.#soloists, this.#crowd, this.#faults];
  }

  /** Clients write while things go wrong; afterwards everything is compared. Returns what did not hold. */
  async round(isLong: boolean): Promise<string | undefined> {
    this.#isOver = false;
    const writers = [
      ...this.#soloists.map((soloist) => soloist.write(this.#anyServer, () => {})),
      ...[0, 1, 2, 3].map((nth) => this.#goOn(() => this.#crowd.write(this.#anyServer, nth, () => {}))),
      this.#faults.write(this.#anyServer),
    ];
    await this.#writes(5 + this.#next(30));
    await this.#mishaps.happen(isLong);
    await this.#writes(this.#next(20));
    this.#isOver = true;
    const wrongs = await Promise.all(writers);
    return wrongs.find((wrong) => wrong !== undefined) ?? (await this.#check());
  }

  /** A client that does not care what became of a write without an answer writes on. */
  async #goOn(write: () => Promise<string | undefined>): Promise<string | undefined> {
    for (;;) {
      const wrong = await write();
      if (wrong !== undefined) this.#isOver = true;
      if (this.#isOver) return wrong;
      await wait(10);
    }
  }
  /** Resolves when so many more are answered. */
  async #writes(count: number): Promise<void> {
    for (const end = this.answered + count; this.answered < end && !this.#isOver; ) await wait(5);
  }

  /** Asks one of the servers. Where it does not say what has become of a write, the writer has no answer. */
  readonly #anyServer: Ask = async (request) => {
    if (this.#isOver) throw new Error("the round is over");
    const answer = await this.#one.ask(request).catch((error) => {
      this.unanswered++;
      throw error;
    });
    // A server that was paused between the connection and the request refuses the request as late.
    const isLate = answer.status === 408 && this.#mishaps.hadLongPause;
    if (answer.status !== 503 && !isLate) return answer;
    this.unanswered++;
    throw new Error("the database was not reached, or the server was paused");
  };
  get #one(): Server {
    return this.#parts.servers[this.#next(3)] as Server;
  }

  async #check(): Promise<string | undefined> {
    await this.#calm();
    for (const player of this.#players) {
      const wrong = await player.check((request) => this.#one.ask(request));
      if (wrong) return `${player.account}: ${wrong}`;
      const [first, ...others] = await Promise.all(this.#parts.servers.map(({ ask }) => worldOf(ask, player.account)));
      for (const other of others) {
        const apart = difference(other, first);
        if (apart) return `${player.account}: on two servers ${apart}`;
      }
    }
    return undefined;
  }
  /** Resolves when no statement of a server that is gone can still happen, and every server is ready. */
  async #calm(): Promise<void> {
    await this.#parts.postgres.query(
      "select pg_terminate_backend(pid, 60000) from pg_stat_activity where application_name = 'tiers-sandbox'",
    );
    for (const { ask, said } of this.#parts.servers) while ((await ready(ask, said)).status !== 200) await wait(20);
  }
}

const ready = (ask: Ask, said: () => string) =>
  ask({ method: "GET", path: "/ready" }).catch(() => {
    throw new Error(`a server is gone that was not killed: ${said()}`);
  });
