import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Ask, clientOf, type Request } from "../client.ts";
import type { Attack } from "../row.ts";
import { open, quickFolder, type Server, startServer } from "../server.ts";
import { exitMark, type Plan } from "./double/plan.ts";
import { type Observed, observe } from "./observed.ts";
import { type Scene, sceneAccount } from "./scenes.ts";

export const none: Plan = { at: 0, fault: "kill" };

interface Performance {
  /** Statuses, up to the first that is no success. */
  answers: number[];
  calls: string[];
  alive: boolean;
  killed: boolean;
}
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The files of the account that a killed server may have left half-made. */
function leaveHalfMade(data: string): void {
  appendFileSync(join(data, `${sceneAccount}.log`), '{"crc":"0123');
  for (const name of [".json.tmp", ".log.tmp"]) writeFileSync(join(data, sceneAccount + name), '{"version":');
  writeFileSync(join(data, `snapshots/${sceneAccount}/first.world.tmp`), '{"version":');
}

/** A server whose calls to the disk can be struck, and its data folder; `main` is a bundle with the double. */
export async function openStage(attack: Attack, main: string) {
  const data = join(quickFolder(attack, "stage"), "data");
  let server!: Server;
  attack.after(() => server.kill());

  /** False when the plan killed it before it listened. */
  const start = async (plan: Plan = none): Promise<boolean> => {
    const settings = { ...open, data, demo: true, plan };
    const started = await startServer({ node: attack.node, main, settings });
    server = started ?? server;
    return started !== undefined;
  };
  await start();

  const prepare = async ({ name, setup }: Scene): Promise<void> => {
    for (const request of setup) {
      const { status, body } = await server.ask(request);
      const gone = request.method === "DELETE" && status === 404;
      if (status >= 300 && !gone) throw new Error(`${name}: ${request.path}: ${status} ${JSON.stringify(body)}`);
    }
  };
  /** Resolves when the server makes no more calls, or has ended. */
  const quiet = async (): Promise<void> => {
    for (let before = -1, now = 0; before !== now; ) {
      await wait(60);
      before = now;
      now = await server.tell("calls").then(
        ({ length }) => length,
        () => before,
      );
    }
  };
  const performStart = async (plan: Plan): Promise<Performance> => {
    await server.kill();
    leaveHalfMade(data);
    // A server that ends by itself has said why.
    const listened = await start(plan).catch(() => undefined);
    const calls = listened ? await server.tell("plan", none) : [];
    return { answers: [], calls, alive: listened === true, killed: listened === false };
  };
  const performRequests = async (requests: readonly Request[]): Promise<Performance> => {
    const answers: number[] = [];
    for (const request of requests) {
      const answer = await server.ask(request).catch(() => undefined);
      if (answer) answers.push(answer.status);
      if (!answer || answer.status >= 300) break;
    }
    await quiet();
    const calls = await server.tell("plan", none).catch(() => undefined);
    return { answers, calls: calls ?? [], alive: calls !== undefined, killed: calls === undefined };
  };
  const observed = (ask: Ask = server.ask): Promise<Observed> => observe(ask, sceneAccount);

  return {
    data,
    get server() {
      return server;
    },
    start,
    prepare,
    observe: observed,
    /**
     * Works with a server on the files that a kill would leave now. It is in the same process, which takes a tenth of
     * the time of a new one, unless that has ended.
     */
    async restarted<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
      if (server.ended() !== undefined) {
        await start();
        return work(server.ask);
      }
      await quiet();
      const port = await server.tell("restart", true);
      try {
        return await work(clientOf(port).ask);
      } finally {
        await server.tell("restart", false);
      }
    },
    /** Begins anew with an empty folder. */
    async renew(): Promise<void> {
      await server.kill();
      rmSync(data, { recursive: true, force: true });
      await start();
    },
    /** Carries out a scene under a plan. The server may be dead afterwards, and its calls then unknown. */
    async perform(scene: Scene, plan: Plan): Promise<Performance> {
      await prepare(scene);
      if (scene.act === "start") return performStart(plan);
      await server.tell("plan", plan);
      if (scene.act === undefined) return performRequests(scene.requests);
      const signal = await server.kill("SIGTERM");
      // A stop that fails prints its reason after the calls.
      const [printed = "[]"] = server.said().split(exitMark)[1]?.split("\n") ?? [];
      return { answers: [], calls: JSON.parse(printed), alive: false, killed: signal === "SIGKILL" };
    },
    /** What there is to see before the first request of a scene and after each. */
    async expected(scene: Scene): Promise<Observed[]> {
      const states: Observed[] = [];
      for (let sent = 0; sent <= scene.requests.length; sent++) {
        await prepare(scene);
        for (const request of scene.requests.slice(0, sent)) await server.ask(request);
        states.push(await observed());
      }
      return states;
    },
  };
}
