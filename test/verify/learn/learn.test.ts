import { describe, expect, it } from "vitest";
import { ConfigurationFile, configurationFormat } from "../../../contract/configuration.ts";
import { configurationOf, defaultConfiguration } from "../../../src/domain/configuration/default.ts";
import { violationsOf } from "../../../src/domain/configuration/violations.ts";
import { differencesFrom } from "../../../src/verify/learn/compare.ts";
import { learn } from "../../../src/verify/learn/learn.ts";
import { type HarEntry, harOf } from "../../support/recorder.ts";
import { recorded } from "../recorded.ts";

type Json = Record<string, unknown>;
const clone = async () => structuredClone((await recorded()).entries) as HarEntry[];

/** Rewrites every JSON body of a recording, sent or answered. */
function rewritten(entries: HarEntry[], change: (body: unknown) => unknown): HarEntry[] {
  const write = (text: string) => (/^[[{].*[\]}]$/s.test(text) ? JSON.stringify(change(JSON.parse(text))) : text);
  for (const { request, response } of entries) {
    if (request.postData) request.postData.text = write(request.postData.text);
    if (response.content.text !== undefined && response.content.mimeType.includes("json"))
      response.content.text = write(response.content.text);
  }
  return entries;
}

/** The fields that hold names of a configuration. */
const names = [
  "label",
  "options",
  "documentCode",
  "documentName",
  "dossierTypeCode",
  "dossierTypeLabel",
  "key",
  "title",
];
const more = ["ruleId", "name", "resultValue", "resultColorCode"];
/** Fields without which nothing is read: enumerations and dates. */
const frame = [
  "type",
  "statusCode",
  "issuer",
  "transmitter",
  "uploadDate",
  "expirationDate",
  "startingDate",
  "verified",
];

/** Puts a secret into every text of a body but those under a kept name. */
function planted(body: unknown, kept: readonly string[]): unknown {
  let count = 0;
  const visit = (value: unknown, name: string): unknown => {
    if (kept.includes(name)) return value;
    if (typeof value === "string") return `Secret ${name} ${++count}`;
    if (Array.isArray(value)) return value.map((one) => visit(one, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one, key)]));
  };
  return visit(body, "");
}

const isIndicator = (body: unknown) => JSON.stringify(body).includes('"resultColorCode"');
/** A third party has a name, too. */
const kept = (body: unknown, others: readonly string[]) => [
  ...names,
  ...(isIndicator(body) ? more : more.filter((name) => name !== "name")),
  ...others,
];

describe("learn", () => {
  it("takes nothing from an answer that a client forced a sandbox to give", async () => {
    const found = ({ request, response }: HarEntry) =>
      request.url.endsWith("/attributes") && request.method === "GET" && response.status === 200;
    const entries = await clone();
    const [of] = entries.filter(found);
    const given = { label: "Forced", type: "string", values: ["x"], id: 1, lastUpdateDate: "2026-01-15T09:00:00.000" };
    const answers = (headers: HarEntry["response"]["headers"]) => {
      const text = JSON.stringify({ content: [given] });
      const forced = structuredClone(of) as HarEntry;
      forced.response = { ...forced.response, headers: [...forced.response.headers, ...headers] };
      forced.response.content.text = text;
      return learn([harOf([...entries, forced])]);
    };
    const applied = [{ name: "Preference-Applied", value: "code=200" }];
    const labels = ({ file }: ReturnType<typeof learn>) =>
      Object.keys(configurationOf(ConfigurationFile.parse(file)).attributes);
    expect(labels(answers([]))).toContain("Forced");
    expect(labels(answers(applied))).not.toContain("Forced");
  });

  it("finds the attributes, document types, forms and dossier types of the account that it has seen", async () => {
    const { file, exchanges, parts, sandbox } = learn([harOf(await clone())]);
    const learned = configurationOf(ConfigurationFile.parse(file));
    expect(learned.attributes).toEqual(defaultConfiguration.attributes);
    expect(learned.documentTypes.ATT_URSSAF).toMatchObject({
      ...{ label: "Attestation de vigilance URSSAF", kind: "FILE", months: 6, check: "automatic" },
      ...{ issuer: "ORGANISME", transmitter: "PLATEFORME", collected: true },
    });
    expect(learned.documentTypes.IBAN).toMatchObject({ kind: "FORM", check: "bank", months: null });
    const shape = (fields: Json[] = []) => fields.map(({ key, title, type, order }) => ({ key, title, type, order }));
    expect(shape(learned.forms.Q_CYBER as never)).toEqual(shape(defaultConfiguration.forms.Q_CYBER as never));
    expect(learned.dossierTypes.ONBOARDING).toMatchObject({ label: "Onboarding", months: null, typed: true });
    expect(learned.rules.R01).toMatchObject({ create: "ONBOARDING", enabled: false });
    expect(parts.find(({ part }) => part === "attributes")).toMatchObject({ entries: 9, records: 9 });
    expect([exchanges > 30, sandbox]).toEqual([true, "a sandbox signed its tokens"]);
    expect(violationsOf(ConfigurationFile.parse(file))).toEqual([]);
  });

  it("shows no difference from the configuration that the recording is of, and each from another", async () => {
    const learned = learn([harOf(await clone())]);
    expect(differencesFrom(defaultConfiguration, learned)).toEqual([]);
    const other = configurationOf(
      ConfigurationFile.parse({
        format: configurationFormat,
        attributes: {
          Criticité: { type: "list_unique", options: ["High", "Medium"], role: "criticality" },
          "Business unit": null,
        },
        documentTypes: {
          Q_RSE: { label: "Questionnaire RSE" },
          KBIS: { label: "Kbis", months: 2, issuer: "ORGANISME", transmitter: "PLATEFORME" },
        },
        forms: { IBAN: [{ key: "iban", title: "IBAN", type: "iban" }] },
        rules: { R01: { label: "R01", create: "CSR" } },
      }),
    );
    const differences = differencesFrom(other, learned).map(({ pointer, sentence }) => `${pointer} ${sentence}`);
    for (const expected of [
      "/attributes/Criticité/options lacks Low",
      "/attributes/Business unit is missing; the recording shows it",
      '/documentTypes/KBIS/label is "Kbis"; the recording shows "Extrait Kbis"',
      "/documentTypes/KBIS/months is 2; the recording shows 3",
      "/forms/IBAN lacks the question bic",
      '/rules/R01/create is "CSR"; the recording shows "ONBOARDING"',
    ])
      expect(differences).toContain(expected);
  });

  it("does not compare what a recording does not show", async () => {
    const entries = (await clone()).filter(({ request }) => !/recorded\/attributes$/.test(request.url));
    const unsupplied = rewritten(entries, (body) =>
      JSON.parse(JSON.stringify(body), (name, value) => (name === "evidences" ? [] : value)),
    );
    const learned = learn([harOf(unsupplied)]);
    expect(Object.values(learned.file.documentTypes ?? {}).filter((type) => type && "kind" in type)).toEqual([]);
    expect(differencesFrom(defaultConfiguration, learned)).toEqual([]);
  });

  it.each([
    ["every text but names", frame],
    ["every text but names, enumerations and dates too", []],
  ])("takes names of the configuration alone: %s is planted, and none is found", async (_, others) => {
    const entries = rewritten(await clone(), (body) => planted(body, kept(body, others)));
    for (const { request, response } of entries)
      for (const { headers } of [request, response])
        for (const header of headers) if (header.name !== "content-type") header.value = "Secret";
    const { file, parts } = learn([harOf(entries)]);
    expect(JSON.stringify([file, parts]).match(/.{30}secret.{30}/i)).toBeNull();
    expect(Object.keys(file.documentTypes ?? {}).length).toBeGreaterThan(others.length > 0 ? 5 : 0);
  });

  it("takes no name that holds what is said of a third party, and says how many it has left out", async () => {
    const entries = rewritten(await clone(), (body) =>
      JSON.parse(JSON.stringify(body).replaceAll("Extrait Kbis", "Kbis de Maçonnerie Duval SAS")),
    );
    const known = { ...(entries[0] as HarEntry) };
    const text = JSON.stringify({ content: [{ thirdpartyId: 5, name: "Maçonnerie Duval SAS" }] });
    const url = known.request.url.replace(/\/account\/.*/, "/account/recorded/thirdparties");
    const row = {
      ...known,
      request: { ...known.request, url },
      response: { ...known.response, status: 200, content: { ...known.response.content, text } },
    };
    const { file, refused } = learn([harOf([...entries, row])]);
    expect(file.documentTypes?.KBIS).toMatchObject({ label: "KBIS" });
    expect(refused).toBeGreaterThan(0);
  });

  it("adds up recordings, and says what to record where one shows nothing", async () => {
    const entries = await clone();
    const [definitions, others] = [true, false].map((wanted) =>
      harOf(entries.filter(({ request }) => /recorded\/attributes$/.test(request.url) === wanted)),
    ) as [string, string];
    const { file, parts } = learn([definitions]);
    expect(Object.keys(file)).toEqual(["format", "base", "attributes"]);
    expect(parts.filter(({ record }) => record.length > 0).map(({ part }) => part)).toContain("dossierTypes");
    expect(learn([definitions, others]).file).toEqual(learn([harOf(entries)]).file);
  });
});

it("says in a sentence that a recording shows more attributes than a configuration holds", async () => {
  const [first] = await clone();
  const content = Array.from({ length: 1_001 }, (_, nth) => ({ label: `Zone ${nth}`, type: "string", values: ["x"] }));
  const entry = structuredClone(first) as HarEntry;
  const url = entry.request.url.replace(/(account\/[^/]+).*$/, "$1/thirdparties/924000/attributes");
  Object.assign(entry.request, { method: "GET", url, queryString: [], postData: undefined });
  Object.assign(entry.response, {
    status: 200,
    content: { size: 1, mimeType: "application/json", text: JSON.stringify({ content }) },
  });
  expect(() => learn([harOf([entry])])).toThrow(
    "shows what no configuration can hold: /attributes must have at most 1000 entries.",
  );
});
