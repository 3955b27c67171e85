import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { ConfigurationFile, type ConfigurationFile as File } from "../../../contract/configuration.ts";
import { startRecordProxy } from "../../../src/commands/record-proxy.ts";
import { configurationOf } from "../../../src/domain/configuration/default.ts";
import { startSandbox } from "../../../src/start.ts";
import { differencesFrom } from "../../../src/verify/learn/compare.ts";
import { learn } from "../../../src/verify/learn/learn.ts";
import { monthsBetween } from "../../../src/verify/learn/months.ts";
import { Disguise } from "../../../src/verify/record/disguise.ts";
import { EntryWriter } from "../../../src/verify/record/entry.ts";
import { configurations } from "../../properties/configurations.ts";
import { harOf } from "../../support/recorder.ts";

type Row = Record<"documentCode" | "dossierTypeCode" | "ruleId" | "startingDate" | "expirationDate", string | null> &
  Record<"thirdpartyId" | "dossierId" | "totalPages", number> & { content: Row[]; evidences: { formdata?: object }[] };

/** Looks at everything that is there; each answer is kept under its kind. */
async function walk(url: string, token: string): Promise<Map<string, Row[]>> {
  const seen = new Map<string, Row[]>();
  const rows = async (kind: string, path: string): Promise<Row[]> => {
    const sent = { headers: { Authorization: `Bearer ${token}` } };
    const response = await fetch(`${url}${path}`, sent);
    expect([path, response.status]).toEqual([path, 200]);
    const { content, totalPages } = (await response.json()) as Row;
    const next = /page=(\d+)/.exec(path);
    seen.set(kind, [...(seen.get(kind) ?? []), ...content]);
    if (!next || Number(next[1]) + 1 >= totalPages) return content;
    return [...content, ...(await rows(kind, path.replace(/page=\d+/, `page=${Number(next[1]) + 1}`)))];
  };
  await rows("attributes", "/attributes");
  for (const { thirdpartyId } of await rows("thirdparties", "/thirdparties?size=100&page=0")) {
    await rows("values", `/thirdparties/${thirdpartyId}/attributes`);
    await rows("indicators", `/thirdparties/${thirdpartyId}/indicators`);
  }
  for (const { dossierId } of await rows("dossiers", "/dossiers?size=100&page=0"))
    await rows("documents", `/dossiers/${dossierId}/documents`);
  return seen;
}

type Names = Record<"codes" | "types" | "filled" | "rules", ReadonlySet<string>>;
/** The parts of a configuration that answers show of these codes. */
function visible(file: File, { codes, types, filled, rules: followed }: Names) {
  const { attributes, documentTypes, forms, dossierTypes, rules } = configurationOf(ConfigurationFile.parse(file));
  const of = <T>(part: Readonly<Record<string, T>>, shown: ReadonlySet<string>, read: (one: T) => unknown) =>
    Object.fromEntries(Object.keys(part).flatMap((code) => (shown.has(code) ? [[code, read(part[code] as T)]] : [])));
  return {
    attributes: Object.entries(attributes).map(([label, { role: _, ...one }]) => ({ label, ...one })),
    documentTypes: of(documentTypes, codes, ({ label }) => label),
    forms: of(forms, filled, (fields) => fields.map(({ key, title, type, order }) => [key, title, type, order])),
    dossierTypes: of(dossierTypes, types, ({ label, typed, months }) => ({ label, typed, months })),
    rules: of(rules, followed, ({ create }) => create),
  };
}

/** Whether a dossier has lasted longer than its type says: no recording shows how long the others last. */
const isExtended = ({ startingDate, expirationDate, dossierTypeCode }: Row, { dossierTypes }: File): boolean => {
  const { months } = dossierTypes?.[dossierTypeCode ?? ""] ?? {};
  const shown = monthsBetween(startingDate, expirationDate);
  return months != null && shown !== undefined && Math.round(shown) > months;
};

const codesOf = (rows: Row[], name: "documentCode" | "dossierTypeCode" | "ruleId") =>
  new Set(rows.map((row) => row[name]).filter((one) => one !== null));

it.each([3, 7])("a second sandbox has what a client sees of the first, learned from a recording (%i)", async (nth) => {
  const [own] = fc.sample(configurations, { seed: nth, numRuns: 1 }) as [File];
  const options = { seed: "portfolio", now: "2026-01-15T09:00:00", freeze: true } as const;
  const first = await startSandbox(options);
  onTestFinished(() => first.close());
  const writer = new EntryWriter(first.url, new Disguise(randomBytes(32).toString("hex")), false);
  const entries: object[] = [];
  const proxy = await startRecordProxy({ target: first.url, port: 0 }, (passed) => {
    const entry = writer.entry(passed);
    if (entry) entries.push(entry);
  });
  onTestFinished(() => proxy.close());
  const world = await first.world("real", { configuration: own, people: "all" });
  await world.clock.advance("P120D");
  const seen = await walk(world.baseUrl.replace(first.url, proxy.url), world.token);

  const learned = learn([harOf(entries)]);
  // The seed changes a dossier type.
  const file = (await world.configuration()) as File;
  expect(differencesFrom(configurationOf(ConfigurationFile.parse(file)), learned)).toEqual([]);

  const second = await startSandbox({ ...options, configuration: learned.file });
  onTestFinished(() => second.close());
  const copy = await second.world("copy");
  const documents = seen.get("documents") ?? [];
  const isFilled = ({ evidences }: Row) => evidences.some(({ formdata }) => formdata !== undefined);
  // What a type asks for is not shown where no company can have it: such a type is left out.
  const shownIn = new Set(documents.map(({ dossierId }) => dossierId));
  const dossiers = (seen.get("dossiers") ?? []).filter((row) => shownIn.has(row.dossierId) && !isExtended(row, file));
  const names = {
    ...{ codes: codesOf(documents, "documentCode"), filled: codesOf(documents.filter(isFilled), "documentCode") },
    ...{ types: codesOf(dossiers, "dossierTypeCode"), rules: codesOf(dossiers, "ruleId") },
  };
  const shown = visible(file, names);
  expect(Object.keys(shown.documentTypes).length).toBeGreaterThan(1);
  expect(visible((await copy.configuration()) as File, names)).toEqual(shown);
});
