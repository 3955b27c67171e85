import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { rounds } from "../compare.ts";
import { atMost } from "../report.ts";
import { work } from "../servers.ts";

const program = join(import.meta.dirname, "../worlds.mjs");
interface Measured {
  times: Record<"make" | "reset" | "restore" | "fork", number>;
  heap: [few: number, thousand: number, most: number] | [];
}

/** What a world for each test costs, in processor time of one process that is client and server; and a thousand. */
export async function worlds(node: string, major: number): Promise<void> {
  for (const [place, data] of [["in memory"], ["in a folder", join(work, `worlds-${major}`)]] as const) {
    const args = ["--expose-gc", program, String(8 * rounds), ...(data === undefined ? [] : [data])];
    const { times, heap } = JSON.parse(execFileSync(node, args, { encoding: "utf8" })) as Measured;
    atMost(`a world of its own for a test, made ${place}, in processor time`, [times.make], 15, "ms");
    for (const name of ["reset", "restore", "fork"] as const)
      atMost(`a world ${place}, ${name}, in processor time`, [times[name]], 10, "ms");
    const [few, thousand, most] = heap;
    if (few === undefined || thousand === undefined || most === undefined) continue;
    atMost("heap after 1,000 worlds that were deleted, against that after 100", [thousand / few], 1.15, "x");
    atMost("heap after 3,000 worlds that were deleted, against that after 1,000", [most / thousand], 1.05, "x");
  }
}
