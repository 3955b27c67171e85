/**
 * Serves many small worlds by one process, and prints the memory that they take.
 * `npm run many-worlds -- --worlds 10000 --seed empty --memory 400MB [--database]`
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Postgres } from "../test/support/postgres.ts";
import { optionsOf } from "./options.ts";

const usual = { worlds: 10_000, seed: "empty", memory: "400MB", folder: tmpdir(), database: false };
const { values } = optionsOf(usual);
const count = values.worlds;
const atOnce = 8;
const folder = mkdtempSync(join(values.folder, "many-worlds-"));
const postgres = values.database ? await Postgres.start() : undefined;
const place = postgres ? ["--database", await postgres.address()] : ["--data", folder];
const server = ["dist/main.js", ...place, "--port", "0", "--json", "--log", "error", "--auth", "off"];
const limits = ["--seed", values.seed, "--max-worlds-memory", values.memory];
const child = spawn(process.execPath, [...server, ...limits], { stdio: ["ignore", "pipe", "inherit"] });
const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
const { url } = JSON.parse(line) as { url: string };

const megabytes = (name: "VmRSS" | "VmHWM") => {
  const [, kilobytes] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
};

/** Does work for every world, some at a time, and returns the milliseconds that each took, in ascending order. */
async function forEach(order: readonly number[], work: (base: string, nth: number) => Promise<void>) {
  const took: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < order.length) {
      const nth = order[next++] as number;
      const begun = performance.now();
      await work(`${url}/api/v1/account/world-${nth}`, nth);
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return took.sort((one, other) => one - other);
}
async function checked(response: Response, status: number): Promise<Record<string, unknown>> {
  const body = (await response.json()) as Record<string, unknown>;
  if (response.status !== status) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}
const figures = (name: string, took: readonly number[]) => {
  const p50 = (took[Math.floor(took.length / 2)] as number).toFixed(1);
  const p99 = (took[Math.floor(took.length * 0.99)] as number).toFixed(1);
  console.log(`${name}: p50 ${p50} ms, p99 ${p99} ms; ${megabytes("VmRSS")} MB resident`);
};

const body = JSON.stringify({ companyIdType: "CIT001", companyIdValue: "21990001600011" });
const headers = { "Content-Type": "application/json" };
const all = Array.from({ length: count }, (_, nth) => nth);
// A stride without a common divisor visits every world once, far from the one before.
const scattered = all.map((nth) => (nth * 7_919) % count);
try {
  console.log(`${count} worlds of the seed ${values.seed}, ${values.memory} for worlds, ${atOnce} requests at a time`);
  figures("nothing yet", [0]);
  figures(
    "made and written to",
    await forEach(all, async (base) => {
      await checked(await fetch(`${base}/thirdparties`, { method: "POST", headers, body }), 201);
    }),
  );
  const read = async (base: string) => {
    const { totalElements } = await checked(await fetch(`${base}/thirdparties?size=1`), 200);
    if (Number(totalElements) < 1) throw new Error(`${base} has lost its third party`);
  };
  figures("read in another order", await forEach(scattered, read));
  figures("read again", await forEach(scattered.toReversed(), read));
  console.log(`most at any time: ${megabytes("VmHWM")} MB resident`);
} finally {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
  await postgres?.stop();
  rmSync(folder, { recursive: true });
}
