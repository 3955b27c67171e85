import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Edit } from "../row.ts";
import { exitMark, type Plan } from "./double/plan.ts";
import { type Observed, observe } from "./observed.ts";
import { leaveHalfMade, type Scene, sceneAccount } from "./scenes.ts";
import { quickFolder, type Server, startServer } from "./server.ts";

/** The log is folded after a few writes, because no server here lives until the usual size is reached. */
export const foldingEarly: Edit = {
  file: "src/store/file/storage.ts",
  from: "foldAt = 1 << 26",
  to: "foldAt = 30_000",
};

export const none: Plan = { at: 0, fault: "kill" };

interface Performance {
  /** Statuses, up to the first that is no success. */
  answers: number[];
  calls: string[];
  alive: boolean;
  killed: boolean;
}

/** A bundled server whose calls to the disk can be struck, and its data folder. */
export class Stage {
  readonly data: string;
  #root: string;
  #main: string;
  #node: string;
  server!: Server;

  private constructor(node: string, main: string) {
    this.#root = quickFolder("stage");
    this.data = join(this.#root, "data");
    this.#main = main;
    this.#node = node;
  }

  /** `main` is a bundle with the double. */
  static async open(node: string, main: string): Promise<Stage> {
    const stage = new Stage(node, main);
    await stage.start();
    return stage;
  }

  /** False when the plan killed it before it listened. */
  async start(plan?: Plan): Promise<boolean> {
    const env = plan && { TIERS_SANDBOX_DISK: JSON.stringify(plan) };
    const started = await startServer({ node: this.#node, main: this.#main, data: this.data, ...(env ? { env } : {}) });
    if (started) this.server = started;
    return started !== undefined;
  }

  /** Begins anew with an empty folder. */
  async renew(): Promise<void> {
    await this.server.kill();
    rmSync(this.data, { recursive: true, force: true });
    await this.start();
  }

  /** Returns the calls under the plan before it. */
  plan(plan: Plan): Promise<string[]> {
    return this.server.tell(plan) as Promise<string[]>;
  }

  /** Resolves when the server makes no more calls, or has ended. */
  async quiet(): Promise<void> {
    for (let before = -1, now = 0; before !== now; ) {
      await wait(60);
      before = now;
      now = ((await this.server.tell("count")) as string[] | undefined)?.length ?? before;
    }
  }

  async prepare({ name, setup }: Scene): Promise<void> {
    for (const request of setup) {
      const { status, body } = await this.server.ask(request);
      const gone = request.method === "DELETE" && status === 404;
      if (status >= 300 && !gone) throw new Error(`${name}: ${request.path}: ${status} ${JSON.stringify(body)}`);
    }
  }

  /** Carries out a scene under a plan. The server may be dead afterwards, and its calls then unknown. */
  async perform(scene: Scene, plan: Plan): Promise<Performance> {
    await this.prepare(scene);
    const { act, requests } = scene;
    if (act === "start") return this.#performStart(plan);
    await this.plan(plan);
    if (act === "stop") {
      const { signal } = await this.server.kill("SIGTERM");
      const [, printed = "[]"] = this.server.said().split(exitMark);
      return { answers: [], calls: JSON.parse(printed), alive: false, killed: signal === "SIGKILL" };
    }
    const answers: number[] = [];
    for (const request of requests) {
      const answer = await this.server.ask(request).catch(() => undefined);
      if (answer) answers.push(answer.status);
      if (!answer || answer.status >= 300) break;
    }
    await this.quiet();
    const calls = await this.server.tell(none);
    return { answers, calls: (calls ?? []) as string[], alive: calls !== undefined, killed: calls === undefined };
  }
  async #performStart(plan: Plan): Promise<Performance> {
    await this.server.kill();
    leaveHalfMade(this.data);
    // A server that ends by itself has said why.
    const listened = await this.start(plan).catch(() => undefined);
    const calls = listened ? await this.plan(none) : [];
    return { answers: [], calls, alive: listened === true, killed: listened === false };
  }

  observe(): Promise<Observed> {
    return observe(this.server.ask, sceneAccount);
  }

  /** What there is to see before the first request of a scene and after each. */
  async expected(scene: Scene): Promise<Observed[]> {
    const states: Observed[] = [];
    for (let sent = 0; sent <= scene.requests.length; sent++) {
      await this.prepare(scene);
      for (const request of scene.requests.slice(0, sent)) await this.server.ask(request);
      states.push(await this.observe());
    }
    return states;
  }

  async close(): Promise<void> {
    await this.server.kill();
    rmSync(this.#root, { recursive: true, force: true });
  }
}
