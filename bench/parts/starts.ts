import { rmSync } from "node:fs";
import { join } from "node:path";
import { rounds } from "../compare.ts";
import type { Running } from "../processes.ts";
import { atMost, measured } from "../report.ts";
import { bare, list, sandbox, work } from "../servers.ts";

export const timed = async (starting: Promise<Running>): Promise<number> => {
  const server = await starting;
  await server.stop();
  return server.started / 1000;
};

const fresh = (data: string) => rmSync(join(work, data), { recursive: true, force: true });
/** Spawn to first 200 on a fresh folder, in seconds: of a process that makes its world, or finds it kept. */
export async function startAnew(node: string, data: string, ...further: string[]): Promise<number> {
  fresh(data);
  return timed(sandbox(node, data, "default", list, further));
}
/** The first process of a week on a machine. */
export const makesItsWorld = "--no-world-cache";

/** Starts with no world, which makes one, or takes the kept one, and with that world on disk; beside bare Express. */
export async function starts(node: string, major: number): Promise<void> {
  const data = `starts-${major}`;
  const times = { plain: [] as number[], first: [] as number[], kept: [] as number[], again: [] as number[] };
  await startAnew(node, data);
  for (let round = 0; round < 3 * rounds; round++) {
    times.plain.push(await timed(bare(node)));
    times.first.push(await startAnew(node, data, makesItsWorld));
    times.kept.push(await startAnew(node, data));
    times.again.push(await timed(sandbox(node, data, "default")));
  }
  const against = (values: number[]) => values.map((value, round) => value / (times.plain[round] as number));
  atMost("first portfolio world, spawn to first 200, against bare Express", against(times.first), 5, "x");
  atMost("portfolio world in a second process, spawn to first 200, against bare Express", against(times.kept), 2, "x");
  atMost("start with the world on disk, spawn to first 200, against bare Express", against(times.again), 1.8, "x");
  measured("start of bare Express, spawn to first 200", times.plain, "s");
}
