import { setTimeout as wait } from "node:timers/promises";
import { startSandbox } from "../../../src/start.ts";
import { CuttingProxy } from "../../../test/support/cutting-proxy.ts";
import { Postgres } from "../../../test/support/postgres.ts";
import { type Ask, clientOf, get, put } from "../client.ts";
import { difference, worldOf } from "../disk/observed.ts";
import { crowd, soloist, type Writer } from "../disk/writers.ts";
import type { Attack } from "../row.ts";
import { open, type Server, startServer } from "../server.ts";
import { happen } from "./mishaps.ts";

/** A client that sets the faults of an account which no other client uses. */
function faultSetter(next: (below: number) => number): Writer {
  const account = "faulty";
  const path = `/_sandbox/faults?accountId=${account}`;
  const fault = { operation: "thirdparties.list", accountId: account, kind: "status", status: 503 };
  let faults: unknown[] = [];
  let flying: unknown[] | undefined;
  const write = async (ask: Ask) => {
    for (;;) {
      flying = Array.from({ length: next(4) }, () => ({ ...fault, times: 1 + next(1e6) }));
      const answer = await ask(put(path, flying)).catch(() => undefined);
      if (!answer) return undefined;
      if (answer.status !== 200)
        return `faults.replace was answered with ${answer.status} ${JSON.stringify(answer.body)}`;
      faults = flying;
      flying = undefined;
      writer.answered++;
    }
  };
  /** Whichever server is asked has the faults that were set last. */
  const check = async (ask: Ask) => {
    for (let times = 0; times < 6; times++) {
      const { body } = await ask(get(path));
      const apart = difference(body, faults);
      if (apart === undefined) continue;
      if (flying === undefined || difference(body, flying)) return `the faults are not those set: ${apart}`;
      faults = flying;
    }
    flying = undefined;
    return undefined;
  };
  const writer: Writer = { account, answered: 0, kinds: new Set(["faults.replace"]), clients: [write], check };
  return writer;
}

/** Three servers on one database, behind a proxy that can cut them off from it, and clients that write. */
export async function gather({ node, after }: Attack, main: string, next: (below: number) => number) {
  const postgres = await Postgres.start({ settings: ["max_connections=200"] });
  after(() => postgres.stop());
  const proxy = await CuttingProxy.start(postgres.port);
  after(() => proxy.stop());
  const twin = await startSandbox(open);
  after(() => twin.close());
  const settings = { ...open, demo: true, database: postgres.addressOf("public", proxy.port) };
  const start = async () => (await startServer({ node, main, settings })) as Server;
  const servers = await Promise.all([start(), start(), start()]);
  after(() => Promise.all(servers.map(({ kill }) => kill())));

  const many = crowd("crowd");
  const soloists = ["one", "two"].map((account) => soloist(account, clientOf(twin.port).ask, next));
  const writers = [...soloists, many, faultSetter(next)];
  const happened: string[] = [];
  const answered = () => writers.reduce((sum, writer) => sum + writer.answered, 0);
  const anyServer = () => servers[next(3)] as Server;
  let unanswered = 0;
  let isOver = false;
  let hadLongPause = false;
  const onLongPause = () => {
    hadLongPause = true;
  };

  /** Asks one of the servers. Where it does not say what has become of a write, the writer has no answer. */
  const ask: Ask = async (request) => {
    if (isOver) throw new Error("the round is over");
    const answer = await anyServer()
      .ask(request)
      .catch(() => undefined);
    // A server that was paused between the connection and the request refuses the request as late.
    const isLate = answer?.status === 408 && hadLongPause;
    if (answer && answer.status !== 503 && !isLate) return answer;
    unanswered++;
    throw new Error("the database or the server was not reached, or the server was paused");
  };
  /** A client of a crowd does not care what became of a write without an answer, and writes on. */
  const goOn = async (write: Writer["clients"][number]) => {
    for (;;) {
      const wrong = await write(ask, () => {});
      if (wrong !== undefined) isOver = true;
      if (isOver) return wrong;
      await wait(10);
    }
  };
  /** Resolves when so many more are answered. */
  const writes = async (count: number) => {
    for (const end = answered() + count; answered() < end && !isOver; ) await wait(5);
  };
  /** Resolves when no statement of a server that is gone can still happen, and every server is ready. */
  const calm = async () => {
    await postgres.query(
      "select pg_terminate_backend(pid, 60000) from pg_stat_activity where application_name = 'tiers-sandbox'",
    );
    for (const server of servers)
      while ((await server.ask(get("/ready")).catch(() => gone(server))).status !== 200) await wait(20);
  };
  const check = async () => {
    await calm();
    for (const writer of writers) {
      const wrong = await writer.check((request) => anyServer().ask(request));
      if (wrong) return `${writer.account}: ${wrong}`;
      const [first, ...others] = await Promise.all(servers.map((server) => worldOf(server.ask, writer.account)));
      const apart = others.flatMap((other) => difference(other, first) ?? []);
      if (apart.length > 0) return `${writer.account}: on two servers ${apart[0]}`;
    }
    return undefined;
  };

  return {
    happened,
    answered,
    unanswered: () => unanswered,
    kinds: () => writers.flatMap(({ kinds }) => [...kinds]),
    /** Clients write while things go wrong; afterwards everything is compared. Resolves with what did not hold. */
    async round(isLong: boolean): Promise<string | undefined> {
      isOver = false;
      hadLongPause = false;
      const clients = writers.flatMap((writer) =>
        writer.clients.map((write) => (writer === many ? goOn(write) : write(ask, () => {}))),
      );
      await writes(5 + next(30));
      happened.push(...(await happen({ postgres, proxy, servers, start, onLongPause }, next, isLong)));
      await writes(next(20));
      isOver = true;
      const wrongs = await Promise.all(clients);
      return wrongs.find((wrong) => wrong !== undefined) ?? (await check());
    },
  };
}

const gone = ({ said }: Server): never => {
  throw new Error(`a server is gone that was not killed: ${said()}`);
};
