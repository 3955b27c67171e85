import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { bundled } from "../build.ts";
import type { Attack } from "../row.ts";
import { difference, type Observed } from "./observed.ts";
import { type Scene, scenesOf } from "./scenes.ts";
import { foldingEarly, none, Stage } from "./stage.ts";

/** One call to the disk in a scene. */
export interface Point {
  scene: Scene;
  at: number;
  call: string;
}

/** Attacks points of all scenes on several servers side by side: every point, or as many as the attack counts. */
export async function attackPoints<P extends Point>(
  attack: Attack,
  pointsOf: (point: Point) => P[],
  strike: (stage: Stage, point: P, states: Observed[]) => Promise<string | undefined>,
): Promise<{ count: number; failures: string[]; scenes: number }> {
  const { node, edits, count, seed, say } = attack;
  const main = await bundled("src/main.ts", [foldingEarly, ...edits], { double: true });
  const stages = await Promise.all([Stage.open(node, main), Stage.open(node, main)]);
  const failures: string[] = [];
  try {
    const scenes = await scenesOf(stages[0].server.ask);
    const all = (await allPoints(stages[0], scenes)).flatMap(pointsOf);
    const chosen = evenly(all, count, seed);
    const left = chosen.slice();
    const states = new Map<Scene, Observed[]>();
    const work = async (stage: Stage) => {
      for (let point = left.shift(); point !== undefined; point = left.shift()) {
        const known = states.get(point.scene) ?? (await stage.expected(point.scene));
        states.set(point.scene, known);
        const failure = await strike(stage, point, known).catch((error: Error) => error.message);
        say(`${left.length} left, ${failures.length} did not hold`);
        if (failure === undefined) continue;
        failures.push(`${point.scene.name}, call ${point.at} (${point.call}): ${failure}`);
        await stage.renew();
      }
    };
    await Promise.all(stages.map(work));
    return { count: chosen.length, failures, scenes: new Set(chosen.map(({ scene }) => scene)).size };
  } finally {
    for (const stage of stages) await stage.close();
    rmSync(dirname(main), { recursive: true, force: true });
  }
}

async function allPoints(stage: Stage, scenes: readonly Scene[]): Promise<Point[]> {
  const points: Point[] = [];
  for (const scene of scenes) {
    const { calls, alive } = await stage.perform(scene, none);
    if (!alive) await stage.start();
    points.push(...calls.map((call, nth) => ({ scene, at: nth + 1, call })));
  }
  return points;
}

/** That many of a list, spread over all of it. */
function evenly<T>(list: readonly T[], count: number, seed: number): T[] {
  if (count >= list.length) return [...list];
  const step = list.length / count;
  return Array.from({ length: count }, (_, nth) => list[Math.floor((nth + (seed % 10) / 10) * step)] as T);
}

/** Undefined when what was found is one of the states from `first` to `last`. */
export function outside(found: Observed, states: readonly Observed[], first: number, last: number): string | undefined {
  const allowed = states.slice(first, last + 1);
  const differences = allowed.map((state) => difference(found, state));
  return differences.includes(undefined) ? undefined : differences.map((each) => each ?? "").join("; and ");
}
