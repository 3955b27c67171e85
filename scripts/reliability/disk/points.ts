import type { Attack } from "../row.ts";
import { bundledServer, foldingAt } from "../server.ts";
import { difference, type Observed } from "./observed.ts";
import { type Scene, scenesOf } from "./scenes.ts";
import { none, openStage, type Stage } from "./stage.ts";

export const foldingEarly = foldingAt(30_000);

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
  const { count, seed, say } = attack;
  const main = await bundledServer(attack, [foldingEarly], { double: true });
  const stages = await Promise.all([openStage(attack, main), openStage(attack, main)]);
  const failures: string[] = [];
  const scenes = evenly(await scenesOf(stages[0].server.ask), count, seed);
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
export function outside(found: Observed, states: readonly Observed[], first: number, last = first): string | undefined {
  const differences = states.slice(first, last + 1).map((state) => difference(found, state));
  return differences.includes(undefined) ? undefined : differences.join("; and ");
}
