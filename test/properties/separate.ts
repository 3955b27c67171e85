import fc from "fast-check";
import { expect } from "vitest";
import type { ConfigurationFile } from "../../contract/configuration.ts";
import { filesOf } from "../support/archive.ts";
import { makeSandbox, makeWorld, type TestWorld } from "../support/sandbox.ts";
import { configurations } from "./configurations.ts";

/** The same configuration with a word in each of its names, which nothing else has. */
function marked(file: ConfigurationFile, word: string): ConfigurationFile {
  const { attributes = {}, documentTypes = {}, dossierTypes = {}, rules = {} } = file;
  const names = [attributes, documentTypes, dossierTypes, rules].flatMap((part) => Object.keys(part));
  const text = names.reduce((all, name) => all.replaceAll(`"${name}"`, `"${word}${name}"`), JSON.stringify(file));
  return JSON.parse(text.replace(/"(label|title)":"/g, `$&${word} `)) as ConfigurationFile;
}

const paths = ["/thirdparties", "/thirdparties/search", "/dossiers", "/documents/search"];
const views = ["", "/dossier-types", "/events", "/state", "/triggers", "/people", "/due"];

/** What the service and its description say to the client of an account. */
async function* shownBy(world: TestWorld): AsyncGenerator<string> {
  const query = { eventOccurrenceStartDate: "2025-01-01T00:00:00", eventOccurrenceEndDate: "2027-12-31T00:00:00" };
  for (const path of paths) yield (await world.get(path, path.endsWith("search") ? query : {})).text;
  yield (await world.get("/attributes")).text;
  yield (await world.raw("get", `/openapi.json?accountId=${world.accountId}`)).text;
  const { thirdparties = [], documents = [] } = (await world.state()) as Record<string, { [key: string]: number }[]>;
  for (const { thirdpartyId } of thirdparties) {
    yield (await world.get(`/thirdparties/${thirdpartyId}/attributes`)).text;
    yield (await world.get(`/thirdparties/${thirdpartyId}/dossiers`)).text;
  }
  for (const { dossierId, documentId } of documents)
    yield (await world.get(`/dossiers/${dossierId}/documents/${documentId}`)).text;
}

/** Everything else that is said to the client, and what is said to one that is mistaken about the account. */
async function* saidOf(world: TestWorld, foreign: ConfigurationFile): AsyncGenerator<string> {
  for (const path of [...views, "/configuration"]) yield (await world.control("get", path)).text;
  const { thirdparties = [] } = (await world.state()) as Record<string, { [key: string]: number }[]>;
  // A name that is nearly one of the other account gets no advice from there.
  const near = (names: object | undefined) => `${Object.keys(names ?? {})[0] ?? "NONE"}X`.slice(3);
  const [thirdpartyId] = thirdparties.map((row) => row.thirdpartyId);
  yield (await world.post(`/thirdparties/${thirdpartyId}/dossiers`, { dossierTypeCode: near(foreign.dossierTypes) }))
    .text;
  yield (
    await world.post(`/thirdparties/${thirdpartyId}/dossiers`, { requiredDocuments: [near(foreign.documentTypes)] })
  ).text;
  const setting = { label: near(foreign.attributes), values: ["x"] };
  const refused = await world.post(`/thirdparties/${thirdpartyId}/attributes`, setting);
  expect(refused.status).toBe(404);
  yield refused.text;
  const rule = { label: "A", create: near(foreign.dossierTypes) };
  yield (await world.control("put", "/configuration", { format: foreign.format, rules: { A: rule } })).text;
  const bundle = await world
    .control("get", "/bundle")
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => done(null, Buffer.concat(chunks)));
    });
  yield* Object.values(filesOf(bundle.body as Buffer));
}

/** What a configuration calls its entries. */
function namesIn({
  attributes = {},
  documentTypes = {},
  forms = {},
  dossierTypes = {},
  rules = {},
}: ConfigurationFile) {
  const titles = Object.values(forms).flatMap((fields) => (fields ?? []).map(({ title }) => title));
  const labels = [documentTypes, dossierTypes, rules].flatMap((part) =>
    Object.entries<{ label: string } | null>(part).flatMap(([code, entry]) => (entry ? [code, entry.label] : [])),
  );
  return [...Object.keys(attributes), ...labels, ...titles];
}

/** Two accounts of one server have random configurations, and neither hears of the other's. */
export async function expectSeparate(seed: number): Promise<void> {
  const words = ["QZA", "QZB"] as const;
  const files = fc.sample(configurations, { seed, numRuns: 2 }).map((file, at) => marked(file, words[at] as string));
  const on = makeSandbox();
  const worlds = [await makeWorld({ on }), await makeWorld({ on })];
  for (const [at, world] of worlds.entries()) {
    await world.control("put", "", { seed: "onboarding", people: "all", configuration: files[at] }).expect(200);
    await world.advance("P60D");
  }
  for (const [at, world] of worlds.entries()) {
    const other = words[1 - at];
    let shown = "";
    for await (const text of shownBy(world)) shown += text;
    let said = shown;
    for await (const text of saidOf(world, files[1 - at] as ConfigurationFile)) said += text;
    const names = namesIn(files[at] as ConfigurationFile);
    expect([names.length > 5, names.filter((name) => !shown.includes(name))]).toEqual([true, []]);
    const leak = said.indexOf(other as string);
    expect(leak < 0 ? "" : said.slice(Math.max(0, leak - 60), leak + 40)).toBe("");
  }
}
