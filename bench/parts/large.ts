import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { compare, ratios, rounds, seconds } from "../compare.ts";
import { rate } from "../load.ts";
import type { Running } from "../processes.ts";
import { atMost, measured } from "../report.ts";
import { api, bare, driven, json, list, put, read, sandbox, stopAll, work } from "../servers.ts";
import { attributesOf, eventsOf, idsOf, window20, writing } from "./requests.ts";

/** The folder of the large world, for the searches of every Node. */
export const large = "large";
const first = `${api}/big/thirdparties?size=20`;
const megabytes = (folder: string) =>
  readdirSync(folder)
    .map((file) => statSync(join(folder, file)).size)
    .reduce((sum, bytes) => sum + bytes, 0) /
  2 ** 20;

/** Makes ten thousand third parties, and asks for another account's list as often as it is answered. */
async function make(server: Running): Promise<void> {
  const before = server.processor();
  const waits: number[] = [];
  let making = true;
  const made = put(server, "big", { size: 10_000 }).finally(() => {
    making = false;
  });
  while (making) {
    const asked = performance.now();
    await json(server.url + list);
    waits.push(performance.now() - asked);
  }
  await made;
  atMost("a world of 10,000, made in processor time", [server.processor() - before], 60, "s");
  const worst = waits.sort((a, b) => a - b);
  const p99 = worst[Math.floor(worst.length * 0.99)] as number;
  atMost("another account's list meanwhile, p99", [p99], 100, "ms", `longest ${worst.at(-1)?.toFixed(0)}`);
}

/** A world of ten thousand third parties: making, size, opening, memory, and what its size does to requests. */
export async function makeLarge(node: string): Promise<void> {
  await make(await sandbox(node, large, "default"));
  await stopAll();
  atMost("a world of 10,000, on disk", [megabytes(join(work, large))], 200, "MB");

  const times: number[] = [];
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    times.push((await sandbox(node, large, "default", first)).started / 1000);
    await stopAll();
  }
  atMost("a world of 10,000, opened, spawn to first 200 of it", times, 5, "s");

  const server = await driven(sandbox(node, large, "default", first));
  const search = await window20(server, "big");
  await rate(read(server, first), seconds);
  await rate(read(server, search), seconds);
  const peak = `peak ${server.peak().toFixed(0)}`;
  atMost("a world of 10,000, resident memory after lists and searches", [server.memory()], 900, "MB", peak);
  await grow(node, server, search);
  await stopAll();
}

async function grow(node: string, big: Running, search: string): Promise<void> {
  const little = await driven(sandbox(node, "small", "default"));
  await put(little, "small", { size: 100 });
  const searches = await compare({ few: read(little, await window20(little, "small")), many: read(big, search) });
  const events = `${(await eventsOf(little, "small")).toLocaleString("en")} events`;
  atMost(
    `the same event search among ${events}, against 10,000 third parties`,
    ratios(searches.few, searches.many),
    1.3,
    "x",
  );
  const writes = await compare({
    few: writing(little.url, attributesOf("demo", await idsOf(little, "demo"))),
    many: writing(big.url, attributesOf("big", await idsOf(big, "big"))),
  });
  atMost("durable write among 40 third parties, against 10,000", ratios(writes.few, writes.many), 1.5, "x");
}

export async function memory(node: string): Promise<void> {
  const server = await driven(sandbox(node, "memory", "default"));
  const plain = await driven(bare(node, { "/list": await json(server.url + list) }));
  await rate(read(server, list), seconds);
  await rate(read(plain, "/list"), seconds);
  atMost(
    "resident memory, default world, after load, against bare Express",
    [server.memory() / plain.memory()],
    1.6,
    "x",
  );
  measured(
    "resident memory, default world, after load",
    [server.memory()],
    "MB",
    undefined,
    `peak ${server.peak().toFixed(0)}`,
  );
  await stopAll();
}
