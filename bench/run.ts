import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { driver, median, pin, range, rate, type Shot } from "./load.ts";
import { type Running, start } from "./processes.ts";

/**
 * `npm run bench`: ratios in one run, interleaved and repeated, written to RESULTS.md.
 * `--quick` for a first look, `--only reads` for one part of it (starts, reads, writes, scale, memory, files); these print and write nothing.
 */
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..");
const quick = process.argv.includes("--quick");
// Many short turns rather than few long ones: what else happens on the machine then falls on both sides alike.
const seconds = 2;
const rounds = quick ? 3 : 11;
const work = mkdtempSync(join(tmpdir(), "tiers-bench-"));
const main = join(root, "dist/bin/main.js");
const node = process.execPath;

interface Line {
  what: string;
  figure: string;
  spread: string;
  goal: string;
  held: boolean | null;
}
const lines: Line[] = [];
const say = (line: Line) => {
  lines.push(line);
  console.log(`${line.held === false ? "✗" : line.held ? "✓" : " "} ${line.what}: ${line.figure} (${line.spread}) goal ${line.goal}`);
};

// Not where something else may still listen.
let port = 20_000 + (process.pid % 20_000);
const secret = "tiers-sandbox-development-secret-not-for-production";
const { issueToken } = await import(join(root, "dist/src/http/tokens.js"));
const token: string = await issueToken({ accountIds: ["demo", "big", "small", "zip"], expiresIn: 86_400, subject: "bench", secret, now: Date.now() });
const headers = { authorization: `Bearer ${token}` };
const api = "/api/v1/account";

const sandbox = (data: string | null) => {
  const at = port++;
  const place = data === null ? ["--memory"] : ["--data", join(work, data)];
  return start([node, main, "--port", String(at), "--log", "silent", "--now", "2026-01-15T09:00:00", "--freeze", ...place], `http://127.0.0.1:${at}`, {
    path: `${api}/demo/thirdparties?size=20`,
    headers,
    seconds: 60,
  });
};
const bare = (bodies: Record<string, unknown>, probe: string) => {
  const file = join(work, `bodies-${port}.json`);
  writeFileSync(file, JSON.stringify(bodies));
  const at = port++;
  return start([node, join(here, "bare.mjs"), file, String(at)], `http://127.0.0.1:${at}`, { path: probe });
};
const json = async (url: string, init: RequestInit = {}): Promise<never> => {
  const response = await fetch(url, { ...init, headers: { ...headers, "content-type": "application/json" } });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json() as never;
};

/** The same load on both, in turn, several times: what is reported is the median ratio. */
async function compare(ours: Shot, theirs: Shot, connections = 16): Promise<number[]> {
  const ratios: number[] = [];
  await rate(ours, 1, connections);
  await rate(theirs, 1, connections);
  for (let round = 0; round < rounds; round++) {
    const base = await rate(theirs, seconds, connections);
    ratios.push((await rate(ours, seconds, connections)) / base);
  }
  return ratios;
}
const report = (what: string, ratios: number[], least: number) =>
  say({ what, figure: `${median(ratios).toFixed(2)} x`, spread: range(ratios), goal: `at least ${least} x`, held: median(ratios) >= least });

const atMost = (what: string, values: number[], most: number, unit: "x" | "s" | "ms") =>
  say({
    what: unit === "x" ? what : `${what}, ${unit}`,
    figure: `${median(values).toFixed(unit === "ms" ? 0 : 2)}${unit === "x" ? " x" : ""}`,
    spread: range(values),
    goal: unit === "x" ? `at most ${most} x` : `under ${most}`,
    held: unit === "x" ? median(values) <= most : median(values) < most,
  });

const running: Running[] = [];
const keep = (server: Running): Running => {
  running.push(server);
  return server;
};
/** One that is to be driven. */
const drive = (server: Running): Running => {
  pin(server.pid);
  return keep(server);
};

async function reads(): Promise<void> {
  const server = drive(await sandbox("reads"));
  const list = `${api}/demo/thirdparties?size=20`;
  const page = await json(`${server.url}${list}`);
  const id = (page as { content: { thirdpartyId: number }[] }).content[0]?.thirdpartyId;
  const one = `${api}/demo/thirdparties/${id}`;
  const plain = drive(await bare({ "/list": page, "/one": await json(`${server.url}${one}`) }, "/list"));
  report("list of 20 third parties, against bare Express", await compare({ url: `${server.url}${list}`, headers }, { url: `${plain.url}/list` }), 2);
  report("one third party, against bare Express", await compare({ url: `${server.url}${one}`, headers }, { url: `${plain.url}/one` }), 2);
  await rivals(server, page, { url: `${plain.url}/list` }, list);
}

async function rivals(server: Running, page: unknown, plain: Shot, list: string): Promise<void> {
  const file = join(work, "rival.json");
  writeFileSync(file, JSON.stringify({ thirdparties: (page as { content: object[] }).content.map((row, at) => ({ id: at, ...row })) }));
  const document = join(work, "openapi.json");
  writeFileSync(document, await (await fetch(`${server.url}/openapi.json`)).text());
  const at = port++;
  const contenders: [string, () => Promise<Running>, Shot][] = [
    [
      "json-server 0.17",
      () =>
        start([node, join(here, "node_modules/json-server/lib/cli/bin.js"), "--port", String(at), "--quiet", file], `http://127.0.0.1:${at}`, {
          path: "/thirdparties",
        }),
      { url: `http://127.0.0.1:${at}/thirdparties?_limit=20` },
    ],
    [
      "Prism 5.14",
      () =>
        start(
          [node, join(here, "node_modules/@stoplight/prism-cli/dist/index.js"), "mock", document, "-p", String(at + 100), "--verboseLevel", "silent"],
          `http://127.0.0.1:${at + 100}`,
          { path: list, headers },
        ),
      { url: `http://127.0.0.1:${at + 100}${list}`, headers },
    ],
  ];
  for (const [name, open, shot] of contenders) {
    try {
      const rival = await open();
      pin(rival.pid);
      try {
        const ratios = await compare(shot, plain);
        say({ what: `list, ${name}, against bare Express`, figure: `${median(ratios).toFixed(2)} x`, spread: range(ratios), goal: "none", held: null });
      } finally {
        await rival.stop();
      }
    } catch (error) {
      console.log(`  ${name} left out: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** A name and a window that hold exactly twenty events on twenty resources. */
async function window20(server: Running, account: string): Promise<string> {
  const { content } = (await json(`${server.url}/_sandbox/accounts/${account}/events?names=THIRD_PARTY_ADDED&limit=1000`)) as {
    content: { occurredAt: string }[];
  };
  const from = content[Math.floor(content.length / 2) - 10]?.occurredAt;
  const to = content[Math.floor(content.length / 2) + 9]?.occurredAt;
  const query = `eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=${from}&eventOccurrenceEndDate=${to}`;
  const found = (await json(`${server.url}${api}/${account}/thirdparties/search?${query}`)) as { totalElements: number };
  if (found.totalElements !== 20) throw new Error(`the window holds ${found.totalElements} hits`);
  return `${api}/${account}/thirdparties/search?${query}`;
}

async function searches(server: Running): Promise<void> {
  await json(`${server.url}/_sandbox/accounts/small`, { method: "PUT", body: JSON.stringify({ size: 100 }) });
  const counts = async (account: string) =>
    ((await json(`${server.url}/_sandbox/accounts`)) as { content: { accountId: string; events: number }[] }).content.find(
      (world) => world.accountId === account,
    )?.events;
  const [big, small] = [await window20(server, "big"), await window20(server, "small")];
  const plain = drive(await bare({ "/search": await json(`${server.url}${big}`) }, "/search"));
  console.log(`  journals: ${await counts("big")} and ${await counts("small")} events`);
  report(
    `event search, 20 hits, journal of ${await counts("big")} events, against bare Express`,
    await compare({ url: `${server.url}${big}`, headers }, { url: `${plain.url}/search` }),
    1,
  );
  const growth = await compare({ url: `${server.url}${small}`, headers }, { url: `${server.url}${big}`, headers });
  atMost(`the same search in a journal of ${await counts("small")} events, against the large one`, growth, 1.3, "x");
}

const attribute = JSON.stringify({ label: "Référencement interne", values: ["REF-%n"] });
const write = (server: Running, account: string, ids: number[]): Shot => ({
  url: server.url,
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  paths: ids.map((id) => `${api}/${account}/thirdparties/${id}/attributes`),
  body: attribute,
});
const ids = async (server: Running, account: string) =>
  ((await json(`${server.url}${api}/${account}/thirdparties?size=40`)) as { content: { thirdpartyId: number }[] }).content.map(
    ({ thirdpartyId }) => thirdpartyId,
  );

async function writes(): Promise<void> {
  const server = drive(await sandbox("writes"));
  const plain = drive(await bare({ "/list": {} }, "/list"));
  const post: Shot = {
    url: `${plain.url}/write`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: attribute,
  };
  report(
    "durable write of an attribute, 16 connections, against bare Express POST",
    await compare(write(server, "demo", await ids(server, "demo")), post),
    1.2,
  );
}

async function starts(): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const plain = await bare({ "/list": {} }, "/list");
    await plain.stop();
    const ours = await sandbox("starts");
    await ours.stop();
    if (round > 0) ratios.push(ours.started / plain.started);
  }
  atMost("start, default world, spawn to first 200, against bare Express", ratios, 2.5, "x");

  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const fresh = await sandbox(null);
    first.push(fresh.started / 1000);
    const begun = performance.now();
    await json(`${fresh.url}/_sandbox/accounts/second`, { method: "PUT", body: JSON.stringify({ seed: "portfolio" }) });
    second.push(performance.now() - begun);
    await fresh.stop();
  }
  atMost("start with the portfolio told anew, in memory, spawn to first 200", first, 2, "s");
  atMost("a second account from the same seed on a running server, in memory", second, 100, "ms");
}

async function files(): Promise<void> {
  const server = drive(await sandbox("files"));
  const { content } = (await json(
    `${server.url}${api}/demo/documents/search?eventNames=DOCUMENT_ANSWER_ADDED&eventOccurrenceStartDate=2024-01-01T00:00:00&eventOccurrenceEndDate=2027-01-01T00:00:00&size=100`,
  )) as {
    content: { dossierId: number; documentId: number; evidences: { id: number; fileSize?: number }[] }[];
  };
  const paths = content.flatMap(({ dossierId, documentId, evidences }) =>
    evidences.filter(({ fileSize }) => fileSize).map(({ id }) => `${api}/demo/dossiers/${dossierId}/documents/${documentId}/files/${id}`),
  );
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round++) perSecond.push(await rate({ url: server.url, headers, paths }, seconds, 4));
  say({ what: "PDF downloads per second, 4 connections", figure: median(perSecond).toFixed(0), spread: range(perSecond), goal: "none", held: null });

  const { content: thirdparties } = (await json(`${server.url}${api}/demo/thirdparties?size=1`)) as { content: { thirdpartyId: number }[] };
  const codes = ["KBIS", "RIB", "STATUTS", "ISO_14001", "ISO_27001"];
  const dossier = (await json(`${server.url}${api}/demo/thirdparties/${thirdparties[0]?.thirdpartyId}/dossiers`, {
    method: "POST",
    body: JSON.stringify({ requiredDocuments: codes }),
  })) as {
    dossierId: number;
    documents: { documentId: number }[];
  };
  for (const { documentId } of dossier.documents)
    for (let file = 0; file < 10; file++) await json(`${server.url}/_sandbox/accounts/demo/documents/${documentId}/answers`, { method: "POST", body: "{}" });
  const before = server.memory();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const response = await fetch(`${server.url}${api}/demo/dossiers/${dossier.dossierId}/files/download`, { headers });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    times.push(performance.now() - begun);
    for (;;) if ((await reader.read()).done) break;
  }
  say({ what: "ZIP of 50 files, time to first byte, ms", figure: median(times).toFixed(0), spread: range(times), goal: "none", held: null });
  say({
    what: "ZIP of 50 files, growth of resident memory, MB",
    figure: (server.memory() - before).toFixed(0),
    spread: `peak ${server.peak().toFixed(0)}`,
    goal: "none",
    held: null,
  });
}

function results(): string {
  const cpu = cpus()[0]?.model ?? "unknown processor";
  const table = lines.map(
    ({ what, figure, spread, goal, held }) => `| ${what} | ${figure} | ${spread} | ${goal} | ${held === null ? "" : held ? "yes" : "**no**"} |`,
  );
  return `# Bench

Written by \`npm run bench\`. Ratios in one run: each pair is driven in turn by the same load (${driver}), ${rounds} times for ${seconds} s; the figure is the median, the range is that of the repetitions.

- ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpu}), ${Math.round(totalmem() / 2 ** 30)} GiB; the load runs on the same machine.

| What | Figure | Range | Goal | Held |
|---|---|---|---|---|
${table.join("\n")}
`;
}

const resident = (server: Running, what: string, goal?: number) =>
  say({
    what,
    figure: server.memory().toFixed(0),
    spread: `peak ${server.peak().toFixed(0)}`,
    goal: goal === undefined ? "none" : `under ${goal}`,
    held: goal === undefined ? null : server.memory() < goal,
  });

/** What ten thousand third parties do to searches, writes, memory and the next start. */
async function scale(): Promise<void> {
  const server = keep(await sandbox("scale"));
  const begun = performance.now();
  await json(`${server.url}/_sandbox/accounts/big`, { method: "PUT", body: JSON.stringify({ size: 10_000 }) });
  console.log(`  a world of 10,000 third parties took ${((performance.now() - begun) / 1000).toFixed(1)} s to make`);
  pin(server.pid);
  await searches(server);
  await rate({ url: `${server.url}${api}/big/thirdparties?size=20`, headers }, seconds);
  resident(server, "resident memory with 10,000 third parties, after lists and searches, MB", 1200);
  const growth = await compare(write(server, "demo", await ids(server, "demo")), write(server, "big", await ids(server, "big")));
  atMost("durable write among 40 third parties, against 10,000", growth, 1.5, "x");
  // Every write is an event that stays: the faster the server, the more of them there are by now.
  const grown = ((await json(`${server.url}/_sandbox/accounts`)) as { content: { events: number }[] }).content.reduce((sum, { events }) => sum + events, 0);
  resident(server, `the same after the writes, with ${grown} events, MB`);
  await server.stop();

  const times: number[] = [];
  const journals: number[] = [];
  for (let round = 0; round < 3; round++) {
    const begun = performance.now();
    const again = keep(
      await start([node, main, "--port", String(++port), "--log", "silent", "--data", join(work, "scale")], `http://127.0.0.1:${port}`, {
        path: `${api}/big/thirdparties?size=20`,
        headers,
        seconds: 60,
      }),
    );
    times.push(again.started / 1000);
    await json(
      `${again.url}${api}/big/thirdparties/search?eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=2024-01-01T00:00:00&eventOccurrenceEndDate=2024-01-02T00:00:00`,
    );
    journals.push((performance.now() - begun) / 1000);
    await again.stop();
  }
  atMost("start with 10,000 third parties on disk, spawn to first 200 of that account", times, 5, "s");
  say({
    what: "the same, to the first 200 of a search in its whole journal, s",
    figure: median(journals).toFixed(2),
    spread: range(journals),
    goal: "none",
    held: null,
  });
}

async function memory(): Promise<void> {
  const fresh = drive(await sandbox("memory"));
  const list = `${api}/demo/thirdparties?size=20`;
  const plain = drive(await bare({ "/list": await json(`${fresh.url}${list}`) }, "/list"));
  await rate({ url: `${fresh.url}${list}`, headers }, seconds);
  await rate({ url: `${plain.url}/list` }, seconds);
  const ratio = fresh.memory() / plain.memory();
  say({
    what: "resident memory, default world, after load, against bare Express",
    figure: `${ratio.toFixed(2)} x`,
    spread: `${fresh.memory().toFixed(0)} and ${plain.memory().toFixed(0)} MB`,
    goal: "at most 1.5 x",
    held: ratio <= 1.5,
  });
}

const parts: Record<string, () => Promise<void>> = { starts, reads, writes, scale, memory, files };
const at = process.argv.indexOf("--only");
const only = at < 0 ? undefined : (process.argv[at + 1] ?? "");
if (only !== undefined && !Object.hasOwn(parts, only)) throw new Error(`--only takes one of ${Object.keys(parts).join(", ")}`);

try {
  for (const [name, part] of Object.entries(parts)) {
    if (only !== undefined && only !== name) continue;
    await part();
    // One part must not slow the next.
    await Promise.all(running.splice(0).map((server) => server.stop()));
  }
  if (quick || only !== undefined) console.log(results());
  else writeFileSync(join(here, "RESULTS.md"), results());
} finally {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(work, { recursive: true, force: true });
}
