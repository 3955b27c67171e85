import { readFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type AnyCommand, Usage } from "../../src/commands/command.ts";
import { outputs, schemaOf } from "../../src/commands/output.ts";
import { record } from "../../src/commands/record.ts";
import { startRecordProxy } from "../../src/commands/record-proxy.ts";
import { defaultConfiguration } from "../../src/domain/configuration/default.ts";
import { startSandbox } from "../../src/start.ts";
import { differencesFrom } from "../../src/verify/learn/compare.ts";
import { learn } from "../../src/verify/learn/learn.ts";
import { verifyRecording } from "../../src/verify/recording.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { harFacts } from "../support/har.ts";
import { waitingFor } from "../support/waiting.ts";
import { begin, failure, forgetSignals, run } from "./invoked.ts";

forgetSignals();
const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function addressIn(printed: readonly string[]): Promise<string> {
  for (;;) {
    const [, url] = /Use (\S+) in place/.exec(printed.join("\n")) ?? [];
    if (url !== undefined) return url;
    await new Promise(setImmediate);
  }
}

async function recording(use: (url: string, token: string) => Promise<unknown>, ...words: string[]) {
  const sandbox = await startSandbox({ seed: "onboarding", now: "2026-01-15T09:00:00", freeze: true, demo: true });
  onTestFinished(() => sandbox.close());
  const file = join(temporaryFolder(), "run.har");
  const { printed, ended } = begin(record as AnyCommand, [
    "--target",
    sandbox.url,
    "--out",
    file,
    "--port",
    "0",
    "--json",
    ...words,
  ]);
  const url = await waitingFor("the address of the proxy", addressIn(printed));
  const { token } = await sandbox.world("recorded");
  await use(url, token);
  process.emit("SIGINT");
  await ended;
  return { text: readFileSync(file, "utf8"), summary: JSON.parse(printed.at(-1) as string) };
}

/** Looks at everything that a client can see of some third parties. */
async function walk(url: string, token: string) {
  const bodies: string[] = [];
  const api = `${url}/api/v1/account/recorded`;
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${api}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    });
    if (!response.headers.get("content-type")?.includes("json")) return {};
    const text = await response.text();
    bodies.push(text);
    return JSON.parse(text);
  };
  await get("/attributes");
  const { content } = await get("/thirdparties?size=100");
  await get(`/thirdparties?name=${encodeURIComponent(content[0].name)}`);
  for (const { thirdpartyId } of content.slice(0, 4))
    for (const group of ["", "/attributes", "/indicators"]) await get(`/thirdparties/${thirdpartyId}${group}`);
  const dossiers = (await get("/dossiers?size=100")).content;
  const files: string[] = [];
  for (const { dossierId } of dossiers) {
    const { content: documents } = await get(`/dossiers/${dossierId}/documents`);
    for (const { documentId, evidences } of documents)
      for (const { id } of evidences) files.push(`/dossiers/${dossierId}/documents/${documentId}/files/${id}`);
  }
  for (const file of files.slice(0, 3)) await get(file);
  await get(`${files[0]}/link`);
  await get(`/dossiers/${dossiers[0].dossierId}/files/download`);
  await get(`/thirdparties/${content[0].thirdpartyId}/attributes`, {
    method: "POST",
    body: JSON.stringify({ label: "Référencement interne", values: ["SECRET-7"] }),
  });
  await get("/thirdparties/search", {
    method: "POST",
    body: JSON.stringify({ searchBy: "SIREN", countryCode: "FR", value: content[0].siren }),
  });
  await get("/thirdparties?size=1&access_token=abcSECRETtoken");
  await get("/thirdparties/999999");
  await fetch(`${url}/oauth/token`, { method: "POST", body: "grant_type=password&username=demo&password=demo" });
  return bodies.map((body) => JSON.parse(body));
}

/** Made days and short numbers may be those of another company, by chance. */
const isTelling = (text: string) => text.length > 5 && !/^[\d/.-]{1,10}$/.test(text.replace(/^\d{9}$/, "siren"));

/** The texts and numbers of a body under some names. */
function valuesOf(body: unknown, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
    if (typeof value === "object") valuesOf(value, names, found);
    else if (names.includes(name) && isTelling(String(value))) found.add(String(value));
  return found;
}
const personal = [
  ...["name", "siren", "siret", "tva", "duns", "ceo", "firstName", "lastName", "addressLine1", "companyIdValue"],
  ...[
    "thirdpartyName",
    "fileName",
    "fileUUID",
    "value",
    "bank_data_bank",
    "bank_data_bic",
    "url",
    "capital",
    "turnover",
  ],
];
const titles = ["Legal compliance", "Financial risk", "Cybersecurity score", "Environmental impact"];

/** The same value has been replaced by the same one, in addresses and in bodies, and numbers that hold others do. */
function isConsistent(text: string): void {
  const { log } = JSON.parse(text) as {
    log: { entries: { request: { url: string }; response: { content: { text: string } } }[] };
  };
  const bodies = log.entries.map(({ request, response }) => ({
    url: new URL(request.url),
    text: response.content.text,
  }));
  const found = bodies.find(({ url }) => url.searchParams.has("name")) as (typeof bodies)[number];
  const [first] = JSON.parse(found.text).content;
  expect(found.url.searchParams.get("name")).toBe(first.name);
  expect(first.tva.slice(4)).toBe(first.siren);
  expect(first.siret.slice(0, 9)).toBe(first.siren);
}

it("records what passes without a credential or a value, so that verify and learn read it", async () => {
  let seen: unknown[] = [];
  let secret = "";
  const { text, summary } = await recording(async (url, token) => {
    secret = token;
    seen = await walk(url, token);
  });
  const values = [...new Set(seen.flatMap((body) => [...valuesOf(body, personal)]))].filter(
    (one) => !titles.includes(one),
  );
  expect(values.length).toBeGreaterThan(40);
  expect(harFacts.har.parse(JSON.parse(text))).toEqual(JSON.parse(text));
  const plain = text.replaceAll("true", "").replaceAll("false", "");
  expect(values.filter((value) => plain.includes(`"${value}"`) || plain.includes(`\\"${value}\\"`))).toEqual([]);
  for (const part of [secret, "SECRET", "password", "signature="]) expect(text.includes(part)).toBe(false);
  const shape = outputs.find(({ line }) => line === "record") as (typeof outputs)[number];
  expect(schemaOf(shape).parse(summary)).toMatchObject({
    operations: { "attributes.available": 1, "documents.link": 1, "dossiers.download": 1 },
    missed: [
      expect.stringMatching(/^1 requests are not of the contract/),
      expect.stringMatching(/^1 signed link leads to .*past this proxy/),
    ],
  });
  const { findings, recording: tally } = verifyRecording(text);
  expect(findings.map(({ operationId, where, deviation }) => ({ operationId, where, deviation }))).toEqual([]);
  expect(tally).toMatchObject({ sandbox: "its answers say so", withoutBody: 0 });
  isConsistent(text);
  const learned = learn([text]);
  expect(differencesFrom(defaultConfiguration, learned)).toEqual([]);
  const { file } = learned;
  expect(Object.keys(file.attributes ?? {})).toHaveLength(9);
  expect(Object.keys(file.forms ?? {}).length).toBeGreaterThan(1);
});

it("keeps values when it is asked to, and never a credential", async () => {
  let name = "";
  let secret = "";
  const { text } = await recording(async (url, token) => {
    const bodies = (await walk(url, token)) as { content?: { name?: string }[] }[];
    name = bodies[1]?.content?.[0]?.name ?? "";
    secret = token;
  }, "--keep-values");
  expect([name.length > 3, text.includes(name), text.includes("SECRET-7")]).toEqual([true, true, true]);
  for (const part of [secret, "abcSECRETtoken", "password", "signature="]) expect(text.includes(part)).toBe(false);
  expect(verifyRecording(text).findings).toEqual([]);
});

it.each<[string, Record<string, string>, number, number, RegExp]>([
  ["of another host", { host: "service.example" }, 0, 403, /does not answer to the host "service\.example"/],
  ["of a page elsewhere", { origin: "https://evil.example" }, 0, 403, /another site may not use this proxy/],
  ["that a page elsewhere makes", { "sec-fetch-site": "cross-site" }, 0, 403, /another site may not use this proxy/],
  ["of more than 50 MB", {}, 50 * 1024 * 1024 + 1, 413, /The body has more than 52428800 bytes/],
  ["of a page of this machine", { origin: "http://localhost:5173" }, 3, 200, /^3$/],
])("passes on no request %s", async (_, headers, length, status, text) => {
  let passed = 0;
  const target = createServer(async (request, response) => {
    passed += 1;
    for await (const part of request) response.write(String(part.length));
    response.end();
  });
  await new Promise<void>((listening) => target.listen(0, "127.0.0.1", listening));
  const proxy = await startRecordProxy({ target: `http://127.0.0.1:${portOf(target)}`, port: 0 }, () => {});
  onTestFinished(async () => {
    await proxy.close();
    target.close();
  });
  const answer = await new Promise<[number | undefined, string]>((resolve) => {
    const sending = request(proxy.url, { method: "POST", headers }, async (response) => {
      let said = "";
      for await (const part of response) said += part;
      resolve([response.statusCode, said.trim()]);
    });
    // The proxy ends the connection while the rest is still sent.
    sending.on("error", () => {});
    sending.end(Buffer.alloc(length));
  });
  expect([...answer, passed]).toEqual([status, expect.stringMatching(text), status === 200 ? 1 : 0]);
});

it("answers 502 with a sentence where the target does not answer", async () => {
  const gone = await startRecordProxy({ target: "http://127.0.0.1:9", port: 0 }, () => {});
  onTestFinished(() => gone.close());
  const response = await fetch(`${gone.url}/api/v1/account/a/attributes`);
  expect([response.status, await response.text()]).toEqual([502, expect.stringMatching(/does not answer: .+/)]);
});

it("needs a target and a file to write", async () => {
  expect(await failure(run(record as AnyCommand, ["--out", "a.har"]))).toBeInstanceOf(Usage);
  expect(await failure(run(record as AnyCommand, ["--target", "https://service.example"]))).toBeInstanceOf(Usage);
});
