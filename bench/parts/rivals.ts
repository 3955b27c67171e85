import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare, ratios, rounds } from "../compare.ts";
import type { Shot } from "../load.ts";
import type { Running } from "../processes.ts";
import { atLeast, atMost, measured, versionOf } from "../report.ts";
import { api, bare, driven, headers, json, list, read, rival, sandbox, size, stopAll, work } from "../servers.ts";
import { makesItsWorld, startAnew, timed } from "./starts.ts";

const programs = { jsonServer: "json-server/lib/bin.js", prism: "@stoplight/prism-cli/dist/index.js" };
// Said at once, and not after ten minutes.
for (const program of Object.values(programs))
  if (!existsSync(join(import.meta.dirname, "../node_modules", program)))
    throw new Error(`${program} is missing: npm ci --prefix bench`);

interface Page {
  content: { thirdpartyId: number }[];
}

async function threeWay(
  what: string,
  name: string,
  goal: number | null,
  shots: Record<"ours" | "rival" | "plain", Shot>,
) {
  const [own, other] = [await size(shots.ours), await size(shots.rival)];
  const rates = await compare(shots);
  // Each sends what it makes of the same rows: another page around them, or one row by way of example.
  measured(
    `${what}, ${name} (${other} bytes where ours has ${own}), against bare Express`,
    ratios(rates.rival, rates.plain),
    "x",
    rates.plain,
  );
  if (goal !== null)
    atLeast(`${what}, default options, against ${name}`, ratios(rates.ours, rates.rival), goal, rates.rival);
}

/** From spawn to the first 200, in turn: ours makes its world at the first start on a machine, and finds it later. */
async function firstAnswers(node: string, jsonServer: () => Promise<Running>, prism: () => Promise<Running>) {
  const times = { first: [] as number[], kept: [] as number[], jsonServer: [] as number[], prism: [] as number[] };
  await startAnew(node, "first-answer");
  for (let round = 0; round < rounds; round++) {
    times.jsonServer.push(await timed(jsonServer()));
    times.kept.push(await startAnew(node, "first-answer"));
    times.prism.push(await timed(prism()));
    times.first.push(await startAnew(node, "first-answer", makesItsWorld));
  }
  const what = "spawn to first 200 of the default world on a fresh folder";
  atMost(`${what}, from the second run on, against json-server`, ratios(times.kept, times.jsonServer), 4, "x");
  atMost(`${what}, first run, against Prism`, ratios(times.first, times.prism), 1, "x");
}

/** json-server and Prism with the same rows, on the same Node; both need a newer one than Node 20. */
export async function rivals(node: string, major: number): Promise<void> {
  if (major < 24) return console.log(`  json-server and Prism need Node 24, and this is ${major}`);
  const server = await driven(sandbox(node, `rivals-${major}`, "default"));
  const page = await json<Page>(server.url + list);
  const one = `${api}/demo/thirdparties/${page.content[0]?.thirdpartyId}`;
  const detail = await json<object>(server.url + one);
  const plain = await driven(bare(node, { "/list": page, "/one": detail }));
  const lists = { ours: read(server, list), plain: read(plain, "/list") };
  const ones = { ours: read(server, one), plain: read(plain, "/one") };

  // One third party has more fields than a row of the list.
  const rows = {
    thirdparties: page.content.map((row, nth) => ({ id: String(nth), ...row })),
    ones: [{ id: "0", ...detail }],
  };
  writeFileSync(join(work, "rows.json"), JSON.stringify(rows));
  // In production json-server does not start without it.
  mkdirSync(join(work, "public"), { recursive: true });
  const name = `json-server ${versionOf("json-server")}`;
  const args = (port: string) => ["--host", "127.0.0.1", "--port", port, "rows.json"];
  const startJsonServer = () => rival(node, programs.jsonServer, args, "/thirdparties");
  const jsonServer = await driven(startJsonServer());
  const theirList = { url: `${jsonServer.url}/thirdparties?_page=1&_per_page=20` };
  await threeWay("list", name, 1.7, { ...lists, rival: theirList });
  await threeWay("one", name, 1.7, { ...ones, rival: { url: `${jsonServer.url}/ones/0` } });

  writeFileSync(join(work, "openapi.json"), await (await fetch(`${server.url}/openapi.json`)).text());
  const mock = (port: string) => ["mock", "openapi.json", "-p", port, "-m", "false", "--verboseLevel", "silent"];
  const startPrism = () => rival(node, programs.prism, mock, list);
  const prism = await driven(startPrism());
  const shots = { ...lists, rival: { url: prism.url + list, headers } };
  await threeWay("list", `Prism ${versionOf("@stoplight/prism-cli")}`, null, shots);
  await stopAll();
  await firstAnswers(node, startJsonServer, startPrism);
}
