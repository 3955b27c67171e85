import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { foldingEarly, outside } from "./disk/points.ts";
import { type Scene, scenesOf } from "./disk/scenes.ts";
import { none, openStage, type Stage } from "./disk/stage.ts";
import type { Outcome, Row } from "./row.ts";
import { bundledServer } from "./server.ts";

export const hasStrace = spawnSync("strace", ["--version"]).status === 0;

const calls = "write,pwrite64,fsync,fdatasync,ftruncate";

export const interruptions: Row = {
  what: "EINTR at every write, sync and truncation of the same operations, injected into the system calls by strace",
  holds: "every operation succeeds, whole",
  full: Number.POSITIVE_INFINITY,
  short: 3,
  planted: {},
  async run(attack): Promise<Outcome> {
    if (!hasStrace) return { count: 0, failures: [], figures: { "programs missing": "strace" } };
    const stage = await openStage(attack, await bundledServer(attack, [foldingEarly], { double: true }));
    const failures: string[] = [];
    let interrupted = 0;
    const scenes = (await scenesOf(stage.server.ask)).filter(({ act }) => act === undefined).slice(0, attack.count);
    for (const scene of scenes) {
      const { many, failure } = await interrupt(stage, scene);
      interrupted += many;
      attack.say(`${scene.name}: ${many}`);
      if (failure) failures.push(`${scene.name}: ${failure}`);
    }
    return { count: interrupted, failures, figures: { operations: scenes.length } };
  },
};

async function interrupt(stage: Stage, scene: Scene): Promise<{ many: number; failure?: string | undefined }> {
  const states = await stage.expected(scene);
  await stage.prepare(scene);
  const file = join(stage.data, "../strace");
  const tracer = await attached(stage.server.pid, file);
  const { answers } = await stage.perform({ ...scene, setup: [] }, none);
  const detached = once(tracer, "exit");
  tracer.kill("SIGINT");
  await detached;
  const lines = readFileSync(file, "utf8").split("\n");
  const many = lines.filter((line) => line.includes(`<${stage.data}`) && line.endsWith("(INJECTED)")).length;
  const refused = answers.find((status) => status >= 300);
  if (refused) return { many, failure: `answered with ${refused}` };
  return { many, failure: outside(await stage.observe(), states, states.length - 1) };
}

/** Interrupts every other call of a process: the repetition of each succeeds. */
async function attached(pid: number, file: string): Promise<ChildProcess> {
  const inject = `inject=${calls}:error=EINTR:when=1+2`;
  const tracer = spawn("strace", ["-f", "-y", "-p", String(pid), "-e", `trace=${calls}`, "-e", inject, "-o", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said] = await Promise.race([once(tracer.stderr, "data"), once(tracer, "exit")]);
  if (!String(said).includes("attached")) throw new Error(`strace cannot attach to process ${pid}: ${said}`);
  return tracer;
}
