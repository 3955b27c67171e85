import { rmSync } from "node:fs";
import { join } from "node:path";
import { rounds } from "../compare.ts";
import type { Running } from "../processes.ts";
import { atMost, measured } from "../report.ts";
import { bare, sandbox, work } from "../servers.ts";

const timed = async (starting: Promise<Running>): Promise<number> => {
  const server = await starting;
  await server.stop();
  return server.started / 1000;
};

/** Starts with no world, which makes one, and with that world on disk; each beside bare Express. */
export async function starts(node: string, major: number): Promise<void> {
  const data = `starts-${major}`;
  const times = { plain: [] as number[], first: [] as number[], again: [] as number[] };
  for (let round = 0; round < 3 * rounds; round++) {
    rmSync(join(work, data), { recursive: true, force: true });
    times.plain.push(await timed(bare(node)));
    times.first.push(await timed(sandbox(node, data, "default")));
    times.again.push(await timed(sandbox(node, data, "default")));
  }
  const against = (values: number[]) => values.map((value, round) => value / (times.plain[round] as number));
  atMost("first portfolio world, spawn to first 200, against bare Express", against(times.first), 5, "x");
  atMost("start with the world on disk, spawn to first 200, against bare Express", against(times.again), 1.8, "x");
  measured("start of bare Express, spawn to first 200", times.plain, "s");
}
