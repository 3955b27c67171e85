import { EventName, resourceTypeOf } from "../../contract/events.ts";
import { CompanyFound, Establishment } from "../../contract/thirdparties.ts";
import { siretOf } from "../../src/directory/numbers.ts";
import type { State } from "../../src/domain/change.ts";
import { keysOf, pick } from "../../src/domain/fields.ts";
import type { ThirdpartyRow } from "../../src/domain/rows.ts";
import { typefaceFor } from "../../src/files/typeface.ts";
import { documents } from "../../src/service/documents.ts";
import { dossiers } from "../../src/service/dossiers.ts";
import { archiveEntries, downloadOf } from "../../src/service/files.ts";
import { thirdparties } from "../../src/service/thirdparties.ts";
import { addToPortfolio, resolveCompany } from "../../src/world/operations.ts";
import type { World } from "../../src/world/world.ts";
import { unsettled, wrongs } from "./invariants.ts";
import { grouped } from "./look.ts";
import { nowOf } from "./model.ts";
import { printOf } from "./prints.ts";
import { quietWorld, worldOf } from "./worlds.ts";

/** The invariants that only the operations of a world can show: each yields a sentence for what breaks it. */
export type Probe = (world: World) => AsyncIterable<string> | Promise<string[]>;

const whole = { page: 0, size: 1_000_000 };
const [eventOccurrenceStartDate, eventOccurrenceEndDate] = ["0000-01-01T00:00:00.000", "9999-12-31T23:59:59.999"];
const allTime = { eventOccurrenceStartDate, eventOccurrenceEndDate };
const resources = {
  THIRD_PARTY: { search: thirdparties.search, key: "thirdpartyId" },
  DOSSIER: { search: dossiers.search, key: "dossierId" },
  DOCUMENT: { search: documents.search, key: "documentId" },
} as const;

/** The ids that a search by an event over all time finds. */
async function idsFound(world: World, eventName: EventName): Promise<number[]> {
  const { search, key } = resources[resourceTypeOf(eventName)];
  const { body } = await search({ query: { ...whole, ...allTime, eventNames: [eventName] } } as never, world);
  return "content" in body ? body.content.map((row) => (row as unknown as Record<string, number>)[key] as number) : [];
}

async function* eventSearches(world: World) {
  const { events } = await world.store.dump();
  const journal = grouped(events, ({ eventName }) => eventName);
  for (const eventName of EventName.options) {
    const happened = new Set(journal.get(eventName)?.map(({ resourceId }) => resourceId));
    const expected = [...happened].sort((a, b) => a - b);
    const found = await idsFound(world, eventName);
    if (found.join() !== expected.join())
      yield `${eventName} happened to ${expected.join()}, and ${found.join()} is found`;
  }
}

/** A few dossiers with files. */
function sampleOf({ dossiers: rows }: State) {
  const full = rows.filter((row) => row.documents.some(({ present }) => present));
  return full.filter((_, at) => at % Math.ceil(full.length / 3) === 0);
}

async function* archives(world: World) {
  const state = await world.store.dump();
  const byDossier = grouped(state.documents, ({ dossierId }) => dossierId);
  for (const dossier of sampleOf(state)) {
    const listed = (byDossier.get(dossier.dossierId) ?? []).filter(({ internal }) => !internal.withdrawn);
    const pieces = listed.flatMap((document) => document.evidences.map((evidence) => ({ document, evidence })));
    const entries = [];
    for await (const entry of archiveEntries(world, dossier)) entries.push(entry);
    if (entries.length !== pieces.length)
      yield `${dossier.dossierId}: ${entries.length} files in its archive, and ${pieces.length} evidences`;
    for (const [at, { document, evidence }] of pieces.entries()) {
      const { content } = await downloadOf(world, document, evidence);
      const bytes = Buffer.from(await content.produce());
      const packed = (await entries[at]?.bytes()) as Uint8Array | undefined;
      if (packed && !bytes.equals(packed)) yield `${evidence.id}: another file in the archive`;
      if ("fileSize" in evidence && bytes.length !== evidence.fileSize)
        yield `${evidence.id}: ${bytes.length} bytes, and ${evidence.fileSize} are stated`;
    }
  }
}

/** The text of a PDF in the order in which it is drawn; null where no reader is installed. */
export type Reader = (pdf: Uint8Array) => string | null;

/** Headings are drawn in capitals, and a reader takes a space between close letters for none. */
const plain = (text: string) => text.replace(/\s+/g, "").toLowerCase();

/** The bytes of a PDF say what its composition says, which the other invariants read. */
export async function* printed(world: World, read: Reader) {
  const { documents: rows } = await world.store.dump();
  const pieces = rows.flatMap((document) => document.evidences.map((evidence) => ({ document, evidence })));
  for (const { document, evidence } of pieces.filter((_, at) => at % Math.ceil(pieces.length / 8) === 0)) {
    const { subject } = evidence.internal;
    // A picture, and files that no program can read.
    if (subject && "sent" in subject && subject.sent !== "LARGE") continue;
    if (subject && "defect" in subject && subject.defect === "ILLEGIBLE") continue;
    const { content } = await downloadOf(world, document, evidence);
    const drawn = read(await content.produce());
    if (drawn === null) continue;
    const text = plain(drawn);
    const parts = printOf({ configuration: world.configuration, document, evidence })?.texts ?? [];
    const { clean } = typefaceFor(parts.join(""));
    for (const part of parts)
      if (!text.includes(plain(clean(part)))) yield `${evidence.id} ${document.documentCode}: ${part} is not printed`;
  }
}

const shownFields = keysOf(
  CompanyFound.pick({ name: true, siren: true, tva: true, duns: true, status: true, source: true }),
);
const unitFields = [
  ...["name", "acronym", "ceo", "executives", "capital", "status", "collectiveProcedure", "workforce"],
  ...["turnover", "lastBalanceSheetDate"],
] as const;
const placeFields = keysOf(Establishment);
const shown = (row: object, fields: readonly string[]) => JSON.stringify(pick(row as Record<string, unknown>, fields));

async function* searchesOf(world: World, rows: readonly ThirdpartyRow[], siren: string) {
  const [first] = rows as [ThirdpartyRow];
  const seat = first.establishments.find(({ headOffice }) => headOffice)?.siret;
  const byUnit = { body: { searchBy: "SIREN", countryCode: "FR", value: siren }, query: whole };
  const byName = { body: { searchBy: "NAME", countryCode: "FR", value: first.name }, query: whole };
  for (const [kind, search] of Object.entries({ byUnit, byName })) {
    const { body } = await thirdparties.find(search as never, world);
    const found = ("content" in body ? body.content : []).filter((row) => row.siren === siren);
    const missing = rows.filter(({ siret }) => !found.some((row) => row.siret === siret));
    for (const { siret } of missing) yield `${siren}: ${siret} is not found ${kind}`;
    for (const row of found) {
      // An establishment that is unmanaged stays so, and is found as the register has it.
      const fields = row.source === "UNMANAGED" ? shownFields.filter((field) => field !== "source") : shownFields;
      if (shown(row, fields) !== shown(first, fields))
        yield `${siren}: ${kind} ${shown(row, shownFields)}, and the portfolio has ${shown(first, shownFields)}`;
      if (row.headOffice !== (row.siret === seat)) yield `${siren}: ${row.siret} is shown as ${row.headOffice} seat`;
    }
  }
}

/** A search, and a company that would be added, show what the portfolio records of the legal unit. */
async function* companySearches(world: World) {
  const { thirdparties: all } = await world.store.dump();
  const managed = all.filter(({ siren, source }) => siren !== null && source === "FR_REFERENCE");
  for (const [siren, rows] of grouped(managed, (row) => row.siren as string)) {
    yield* searchesOf(world, rows, siren);
    // An unmanaged establishment may list places that the others no longer have.
    if (all.some((row) => row.siren === siren && row.source === "UNMANAGED")) continue;
    const resolution = await resolveCompany(world, { by: "SIREN", value: siren });
    if (!("found" in resolution)) continue;
    const places = (row: { establishments: readonly object[] }) =>
      row.establishments.map((place) => shown(place, placeFields)).sort();
    if (places(resolution.found).join() !== places(rows[0] as ThirdpartyRow).join())
      yield `${siren}: its establishments would be ${places(resolution.found).join()}`;
    for (const field of unitFields)
      if (shown(resolution.found, [field]) !== shown(rows[0] as ThirdpartyRow, [field]))
        yield `${siren}: ${field} would be ${shown(resolution.found, [field])} for another establishment`;
  }
}

/** The number of an establishment that is not in the portfolio yet. */
function newcomerOf([row]: readonly ThirdpartyRow[], taken: ReadonlySet<string | null>): string | undefined {
  const { siren, establishments } = row as ThirdpartyRow;
  const next = [2, 3, 4].map((number) => siretOf(siren as string, number));
  return [...establishments.map(({ siret }) => siret as string), ...next].find((siret) => !taken.has(siret));
}

/** An establishment that joins now shows its legal unit as the others do; it joins a copy of the world. */
export async function* newcomers(world: World, open = worldOf) {
  const copy = await open(await world.store.dump());
  const { thirdparties: all } = await copy.store.dump();
  const taken = new Set(all.map(({ siret }) => siret));
  for (const [, rows] of grouped(all, ({ siren }) => siren)) {
    if (rows[0]?.siren == null || rows.some(({ source }) => source === "UNMANAGED")) continue;
    const companyIdValue = newcomerOf(rows, taken);
    if (companyIdValue) await addToPortfolio(copy, { companyIdType: "CIT001", companyIdValue }, "probe");
  }
  yield* wrongs(await copy.store.dump(), nowOf(copy));
}

export const probes: Readonly<Record<string, Probe>> = {
  "12 a search by an event finds the resources that the audit journal names": eventSearches,
  "a search shows a company as the portfolio does": companySearches,
  "an establishment that joins shows its legal unit as the others do": (world) => newcomers(world),
  "scores and statuses are settled": unsettled,
};

/** The same seed, made again and brought to the same time in one step, is the same world; commands would differ. */
async function* remade(world: World) {
  const one = await world.store.dump();
  const { seed, randomSeed, size, createdAt, accountId } = one.world[0] as State["world"][number];
  const again = await quietWorld({ seed, randomSeed, size, now: createdAt, accountId });
  await again.runDueJobs(world.clock);
  await again.setClock(world.clock, true);
  const other = await again.store.dump();
  for (const name of Object.keys(one) as (keyof State)[])
    if (JSON.stringify(one[name]) !== JSON.stringify(other[name])) yield `${name} differ`;
}

/** Probes that take long. */
export const longProbes = (read: Reader): Readonly<Record<string, Probe>> => ({
  "14 an archive holds the files that are downloaded one by one": archives,
  "the bytes of a PDF say what its composition says": (world) => printed(world, read),
});
export const remaking: Readonly<Record<string, Probe>> = { "15 the same seed and clock make the same world": remade };

/** A sentence for each broken invariant, of the rows and of what the operations show. */
export async function found(world: World, which: Readonly<Record<string, Probe>> = probes): Promise<string[]> {
  const complaints: string[] = [];
  for (const [name, probe] of Object.entries(which))
    for await (const complaint of await probe(world)) complaints.push(`${name}: ${complaint}`);
  return complaints;
}
