import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { rounds } from "../compare.ts";
import { atMost, measured } from "../report.ts";
import { undisturbed } from "../undisturbed.ts";

const here = import.meta.dirname;
const modules = {
  ours: join(here, "../../dist/start.cjs"),
  express: join(here, "../node_modules/express/index.js"),
};

/** In milliseconds of processor time, without the start of Node. */
function timeOf(node: string, module: string): number {
  const program = `const before = process.cpuUsage();
    await import(${JSON.stringify(module)});
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  return Number(execFileSync(node, ["--input-type=module", "--eval", program], { encoding: "utf8" }));
}

/** What a program pays for an import of the package, beside one of Express: in processor time, in turn. */
export async function imports(node: string): Promise<void> {
  const times = { ours: [] as number[], express: [] as number[] };
  for (let round = 0; round < 3 * rounds; round++)
    for (const name of ["express", "ours"] as const)
      times[name].push(await undisturbed(async () => timeOf(node, modules[name])));
  const ratios = times.ours.map((value, round) => value / (times.express[round] as number));
  atMost('import "tiers-sandbox" in processor time, against import "express"', ratios, 2.5, "x");
  measured('import "express" in processor time', times.express, "ms");
}
