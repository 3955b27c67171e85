import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, pin, range, rate, type Shot } from "./load.ts";
import { type Running, start } from "./processes.ts";
import { atLeast, atMost, measured, results, say, versionOf } from "./report.ts";

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

// Not where something else may still listen.
let port = 20_000 + (process.pid % 20_000);
const secret = "tiers-sandbox-development-secret-not-for-production";
const { issueToken } = await import(join(root, "dist/src/sandbox/tokens.js"));
const token: string = await issueToken({
  accountIds: ["demo", "big", "small", "zip"],
  expiresIn: 86_400,
  subject: "bench",
  secret,
  now: Date.now(),
});
const headers = { authorization: `Bearer ${token}` };
const api = "/api/v1/account";

const sandbox = (data: string | null) => {
  const at = port++;
  const place = data === null ? ["--memory"] : ["--data", join(work, data)];
  return start(
    [node, main, "--port", String(at), "--log", "silent", "--now", "2026-01-15T09:00:00", "--freeze", ...place],
    `http://127.0.0.1:${at}`,
    {
      path: `${api}/demo/thirdparties?size=20`,
      headers,
      seconds: 60,
    },
  );
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

/** How many bytes an answer has. */
async function size({ url, headers: given = {}, method = "GET", paths, body }: Shot): Promise<number> {
  const response = await fetch(paths ? new URL(paths[0] as string, url) : url, {
    method,
    headers: given,
    ...(body === undefined ? {} : { body }),
  });
  return (await response.arrayBuffer()).byteLength;
}
/** The measure sends what we send. */
async function alike(ours: Shot, theirs: Shot): Promise<[Shot, Shot]> {
  const [one, other] = [await size(ours), await size(theirs)];
  if (one !== other) throw new Error(`${ours.url} sends ${one} bytes, ${theirs.url} ${other}`);
  return [ours, theirs];
}

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
  atLeast(
    "list of 20 third parties, against bare Express",
    await compare(...(await alike({ url: `${server.url}${list}`, headers }, { url: `${plain.url}/list`, headers }))),
    2,
  );
  atLeast(
    "one third party, against bare Express",
    await compare(...(await alike({ url: `${server.url}${one}`, headers }, { url: `${plain.url}/one`, headers }))),
    2,
  );
  await rivals(server, page, { url: `${plain.url}/list`, headers }, list);
}

async function rivals(server: Running, page: unknown, plain: Shot, list: string): Promise<void> {
  const file = join(work, "rival.json");
  writeFileSync(
    file,
    JSON.stringify({ thirdparties: (page as { content: object[] }).content.map((row, at) => ({ id: at, ...row })) }),
  );
  const document = join(work, "openapi.json");
  writeFileSync(document, await (await fetch(`${server.url}/openapi.json`)).text());
  const at = port++;
  const contenders: [string, () => Promise<Running>, Shot][] = [
    [
      `json-server ${versionOf("json-server")}`,
      () =>
        start(
          [node, join(here, "node_modules/json-server/lib/cli/bin.js"), "--port", String(at), "--quiet", file],
          `http://127.0.0.1:${at}`,
          {
            path: "/thirdparties",
          },
        ),
      { url: `http://127.0.0.1:${at}/thirdparties?_limit=20` },
    ],
    [
      `Prism ${versionOf("@stoplight/prism-cli")}`,
      () =>
        start(
          [
            node,
            join(here, "node_modules/@stoplight/prism-cli/dist/index.js"),
            "mock",
            document,
            "-p",
            String(at + 100),
            "--verboseLevel",
            "silent",
          ],
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
        // Each sends what it makes of the same list: its rows without a page around them, or one row by way of example.
        measured(
          `list, ${name}, ${await size(shot)} bytes where ours has ${await size(plain)}, against bare Express`,
          await compare(shot, plain),
          "x",
        );
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
  const { content } = (await json(
    `${server.url}/_sandbox/accounts/${account}/events?names=THIRD_PARTY_ADDED&limit=1000`,
  )) as {
    content: { occurredAt: string }[];
  };
  const from = content[Math.floor(content.length / 2) - 10]?.occurredAt;
  const to = content[Math.floor(content.length / 2) + 9]?.occurredAt;
  const query = `eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=${from}&eventOccurrenceEndDate=${to}`;
  const found = (await json(`${server.url}${api}/${account}/thirdparties/search?${query}`)) as {
    totalElements: number;
  };
  if (found.totalElements !== 20) throw new Error(`the window holds ${found.totalElements} hits`);
  return `${api}/${account}/thirdparties/search?${query}`;
}

const eventsOf = async (server: Running, account: string): Promise<number> => {
  const { content } = (await json(`${server.url}/_sandbox/accounts`)) as {
    content: { accountId: string; events: number }[];
  };
  return content.find(({ accountId }) => accountId === account)?.events ?? 0;
};

/** In a large world, and in a small one on a server of its own. */
async function searches(server: Running, little: Running): Promise<void> {
  await json(`${little.url}/_sandbox/accounts/small`, { method: "PUT", body: JSON.stringify({ size: 100 }) });
  const [big, small] = [await window20(server, "big"), await window20(little, "small")];
  const [many, few] = [await eventsOf(server, "big"), await eventsOf(little, "small")];
  const plain = drive(await bare({ "/search": await json(`${server.url}${big}`) }, "/search"));
  atLeast(
    `event search, 20 hits, journal of ${many} events, against bare Express`,
    await compare(...(await alike({ url: `${server.url}${big}`, headers }, { url: `${plain.url}/search`, headers }))),
    1,
  );
  const growth = await compare({ url: `${little.url}${small}`, headers }, { url: `${server.url}${big}`, headers });
  atMost(`the same search in a journal of ${few} events, against the large one`, growth, 1.3, "x");
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
  (
    (await json(`${server.url}${api}/${account}/thirdparties?size=40`)) as { content: { thirdpartyId: number }[] }
  ).content.map(({ thirdpartyId }) => thirdpartyId);

async function writes(): Promise<void> {
  const server = drive(await sandbox("writes"));
  const plain = drive(await bare({ "/list": {} }, "/list"));
  const post: Shot = {
    url: `${plain.url}/write`,
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: attribute,
  };
  atLeast(
    "durable write of an attribute, 16 connections, against bare Express POST",
    await compare(...(await alike(write(server, "demo", await ids(server, "demo")), post))),
    1.2,
  );
}

async function starts(): Promise<void> {
  const ratios: number[] = [];
  const plains: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const plain = await bare({ "/list": {} }, "/list");
    await plain.stop();
    const ours = await sandbox("starts");
    await ours.stop();
    // The first start of all makes the world.
    if (round > 0) ratios.push(ours.started / plain.started);
    plains.push(plain.started / 1000);
  }
  atMost("start, default world in its folder, spawn to first 200, against bare Express", ratios, 2.5, "x");
  measured("the same of bare Express", plains, "s");

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
  atMost("start with the portfolio made anew, in memory, spawn to first 200", first, 2, "s");
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
    evidences
      .filter(({ fileSize }) => fileSize)
      .map(({ id }) => `${api}/demo/dossiers/${dossierId}/documents/${documentId}/files/${id}`),
  );
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round++)
    perSecond.push(await rate({ url: server.url, headers, paths }, seconds, 4));
  say({
    what: "PDF downloads per second, 4 connections",
    figure: median(perSecond).toFixed(0),
    spread: range(perSecond),
    goal: "none",
    held: null,
  });

  const { content: thirdparties } = (await json(`${server.url}${api}/demo/thirdparties?size=1`)) as {
    content: { thirdpartyId: number }[];
  };
  const codes = ["KBIS", "RIB", "STATUTS", "ISO_14001", "ISO_27001"];
  const dossier = (await json(`${server.url}${api}/demo/thirdparties/${thirdparties[0]?.thirdpartyId}/dossiers`, {
    method: "POST",
    body: JSON.stringify({ requiredDocuments: codes }),
  })) as {
    dossierId: number;
    documents: { documentId: number }[];
  };
  for (const { documentId } of dossier.documents)
    for (let file = 0; file < 10; file++)
      await json(`${server.url}/_sandbox/accounts/demo/documents/${documentId}/answers`, {
        method: "POST",
        body: "{}",
      });
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
  measured("ZIP of 50 files, time to first byte", times, "ms");
  measured(
    "ZIP of 50 files, growth of resident memory",
    [server.memory() - before],
    "MB",
    `peak ${server.peak().toFixed(0)}`,
  );
}

/** What ten thousand third parties do to searches, writes, memory and the next start. */
async function scale(): Promise<void> {
  const server = keep(await sandbox("scale"));
  const begun = performance.now();
  await json(`${server.url}/_sandbox/accounts/big`, { method: "PUT", body: JSON.stringify({ size: 10_000 }) });
  console.log(`  a world of 10,000 third parties took ${((performance.now() - begun) / 1000).toFixed(1)} s to make`);
  pin(server.pid);
  const little = drive(await sandbox("little"));
  await searches(server, little);
  await rate({ url: `${server.url}${api}/big/thirdparties?size=20`, headers }, seconds);
  atMost(
    "resident memory with 10,000 third parties, after lists and searches",
    [server.memory()],
    1200,
    "MB",
    `peak ${server.peak().toFixed(0)}`,
  );
  const growth = await compare(
    write(little, "demo", await ids(little, "demo")),
    write(server, "big", await ids(server, "big")),
  );
  atMost("durable write among 40 third parties, against 10,000", growth, 1.5, "x");
  // Every write is an event that stays: the faster the server, the more of them there are by now.
  measured(
    `resident memory after these writes, with ${await eventsOf(server, "big")} events`,
    [server.memory()],
    "MB",
    `peak ${server.peak().toFixed(0)}`,
  );
  await server.stop();

  const times: number[] = [];
  const journals: number[] = [];
  for (let round = 0; round < 3; round++) {
    const begun = performance.now();
    const again = keep(
      await start(
        [node, main, "--port", String(++port), "--log", "silent", "--data", join(work, "scale")],
        `http://127.0.0.1:${port}`,
        {
          path: `${api}/big/thirdparties?size=20`,
          headers,
          seconds: 60,
        },
      ),
    );
    times.push(again.started / 1000);
    await json(
      `${again.url}${api}/big/thirdparties/search?eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=2024-01-01T00:00:00&eventOccurrenceEndDate=2024-01-02T00:00:00`,
    );
    journals.push((performance.now() - begun) / 1000);
    await again.stop();
  }
  atMost("start with 10,000 third parties on disk, spawn to first 200 of that account", times, 5, "s");
  measured("the same, to the first 200 of a search in its whole journal", journals, "s");
}

async function memory(): Promise<void> {
  const ratios: number[] = [];
  const list = `${api}/demo/thirdparties?size=20`;
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const fresh = drive(await sandbox("memory"));
    const plain = drive(await bare({ "/list": await json(`${fresh.url}${list}`) }, "/list"));
    await rate({ url: `${fresh.url}${list}`, headers }, seconds);
    await rate({ url: `${plain.url}/list`, headers }, seconds);
    ratios.push(fresh.memory() / plain.memory());
    await Promise.all(running.splice(0).map((server) => server.stop()));
  }
  atMost("resident memory, default world, after load, against bare Express", ratios, 1.5, "x");
}

const parts: Record<string, () => Promise<void>> = { starts, reads, writes, scale, memory, files };
const at = process.argv.indexOf("--only");
const only = at < 0 ? undefined : (process.argv[at + 1] ?? "");
if (only !== undefined && !Object.hasOwn(parts, only))
  throw new Error(`--only takes one of ${Object.keys(parts).join(", ")}`);

try {
  for (const [name, part] of Object.entries(parts)) {
    if (only !== undefined && only !== name) continue;
    await part();
    // One part must not slow the next.
    await Promise.all(running.splice(0).map((server) => server.stop()));
  }
  const page = results(rounds, seconds);
  if (quick || only !== undefined) console.log(page);
  else writeFileSync(join(here, "RESULTS.md"), page);
} finally {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(work, { recursive: true, force: true });
}
