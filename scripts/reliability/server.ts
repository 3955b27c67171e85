import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import type { State } from "../../src/domain/change.ts";
import { developmentSecret } from "../../src/sandbox/auth/authentication.ts";
import { issueToken } from "../../src/sandbox/auth/tokens.ts";
import type { Options } from "../../src/sandbox/options.ts";
import { bundled } from "./build.ts";
import type { Attack } from "./row.ts";

/** The options of the server, and those of the harness around it. */
export interface Settings extends Partial<Options> {
  foldAt?: number;
  /** The wall clock stands still, so that running clocks change nothing by themselves. */
  stopped?: boolean;
  /** Milliseconds for which an idle connection is kept, where the usual ones are too few. */
  keptAlive?: number;
  /** Measures the turns of the event loop. */
  metered?: boolean;
}

/** What the harness can be asked. */
export interface Asked {
  /** What is stored, as one text for each account and one for all the rest. */
  stored: Record<string, string>;
  rows: State;
  /** The longest turn since the last question, in milliseconds of processor time. */
  longestTurn: number;
  /** After a garbage collection. */
  memory: { rss: number; used: number };
  /** Moves the wall clock. */
  shift: null;
}

export interface Served {
  port: number;
  url: string;
  ask<K extends keyof Asked>(ask: K, argument?: unknown): Promise<Asked[K]>;
  /** What ended the server before `stop`, if anything. */
  ended(): string | undefined;
  stop(): Promise<void>;
}

const millisecondsToStop = 20_000;

/** Starts a server on the Node of the attack, with its planted faults built in. */
export async function serve({ node, edits }: Pick<Attack, "node" | "edits">, settings: Settings): Promise<Served> {
  const main = await bundled("scripts/reliability/served.ts", edits);
  const child = spawn(node, ["--expose-gc", main, JSON.stringify(settings)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  let ended: string | undefined;
  const died = once(child, "exit").then(([code, signal]) => {
    ended = `the server ended with ${signal ?? code}`;
    for (const { reject } of waiting.values()) reject(new Error(ended));
  });
  child.on("message", ({ id, answer }: { id: number; answer: never }) => {
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  });
  let asked = 0;
  const answerTo = <T>(id: number) => new Promise<T>((resolve, reject) => waiting.set(id, { resolve, reject }));
  const port = await answerTo<number>(0);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    ask(ask, argument) {
      const id = ++asked;
      const answer = answerTo<never>(id);
      child.send({ id, ask, argument });
      return answer;
    },
    ended: () => ended,
    async stop() {
      const force = setTimeout(() => child.kill("SIGKILL"), millisecondsToStop);
      child.kill("SIGTERM");
      await died;
      clearTimeout(force);
      rmSync(dirname(main), { recursive: true, force: true });
    },
  };
}

export const tokenFor = (...accountIds: string[]): Promise<string> =>
  issueToken({ accountIds, subject: "attacker", expiresIn: 86_400, secret: developmentSecret });
