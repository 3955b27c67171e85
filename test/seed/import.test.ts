import { describe, expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { collectionNames } from "../../src/domain/collections.ts";
import { parse } from "../../src/domain/time.ts";
import { firstFlaw, type InvalidWorld, importedState, isOdd } from "../../src/seed/import.ts";
import { worldFormat } from "../../src/seed/seed-file.ts";
import { respond } from "../../src/world/operations.ts";
import { desk, granted, start } from "../support/worlds.ts";

const one = await desk("cleaner");
granted(await respond(one.world, one.document("LNTE").documentId, {}));
const state = await one.world.store.dump();
const now = parse(start);
const read = (body: unknown, progress?: (share: number) => void) => importedState(body, "copy", () => now, progress);

type Wrong = InvalidWorld["violations"][number];
const wrongsOf = (body: unknown): Promise<readonly Wrong[]> =>
  read(body).then(
    () => [],
    (error: InvalidWorld) => error.violations,
  );
const withState = (change: object) => ({ format: worldFormat, state: { ...state, ...change } });
const placeOf = <C extends keyof State>(name: C, fits: (row: State[C][number]) => boolean) =>
  state[name].findIndex(fits as never);
const changed = <C extends keyof State>(name: C, at: number, fields: object) =>
  withState({ [name]: state[name].map((row, nth) => (nth === at ? { ...row, ...fields } : row)) });

const names = collectionNames.join(", ");
const evidenced = placeOf("documents", ({ evidences }) => evidences.length > 0);
const sequence = (name: string) => placeOf("sequences", (row) => row.name === name);
const highest = Math.max(...state.documents.map(({ documentId }) => documentId));
const tenYears = "2016-01-08T09:00:00.000";

describe("a world that is imported", () => {
  it("is the same world under the name of the account", async () => {
    const imported = await read(withState({}));
    const named = (rows: readonly object[]) => rows.map((row) => ({ ...row, accountId: "copy" }));
    const { world, thirdparties, dossiers } = state;
    expect(imported).toEqual({
      ...state,
      world: named(world),
      thirdparties: named(thirdparties),
      dossiers: named(dossiers),
    });
    // A move of the clock that was under way is one of the other account.
    expect((await read(changed("world", 0, { move: "run" }))).world).toEqual(named(world));
  });

  it("may leave out collections, and its rows may come in any order", async () => {
    const { world, events, sequences } = state;
    const imported = await read({
      format: worldFormat,
      state: { world, sequences, jobs: [...state.jobs].filter((job) => job.thirdpartyId === null).reverse() },
    });
    expect([imported.events, imported.thirdparties, imported.jobs.map(({ jobId }) => jobId)]).toEqual([
      [],
      [],
      imported.jobs.map(({ jobId }) => jobId).sort((a, b) => a - b),
    ]);
    expect(events.length).toBeGreaterThan(10);
  });

  it("tells how many of its rows are checked", async () => {
    const shares: number[] = [];
    const [event] = state.events as [State["events"][number]];
    const events = Array.from({ length: 9000 }, (_, at) => ({ ...event, eventId: event.eventId + at }));
    const sequences = state.sequences.map((row) =>
      row.name === "eventId" ? { ...row, next: event.eventId + 9000 } : row,
    );
    await read(withState({ events, sequences }), (share) => shares.push(share));
    const total = Object.values(state).reduce((sum, rows) => sum + rows.length, 0) - state.events.length + 9000;
    expect(shares).toEqual([4096 / total, 8192 / total]);
  });

  const form = `/format must be "${worldFormat}": the form of this version. (${worldFormat},`;
  const rows = `/state must hold the rows of the world, by collection. (an object of ${names},`;
  const [job, count] = [state.jobs[0]?.jobId, state.jobs.length];
  const jobIds = `/state/sequences/${sequence("jobId")}/next jobId`;
  const documentIds = `/state/sequences/${sequence("documentId")}/next documentId`;
  const early = "2016-01-08T08:59:59.999";
  const late = "2026-01-16T00:00:00.000";
  it.each<[what: string, body: unknown, said: string]>([
    ["no object", [], `${form} nothing)`],
    ["another format", { ...withState({}), format: "x" }, `${form} x)`],
    ["no state", { format: worldFormat }, `${rows} nothing)`],
    ["a list for its state", { format: worldFormat, state: [] }, `${rows} a list)`],
    [
      "an unknown collection",
      withState({ people: {} }),
      `/state/people is no collection. (one of ${names}, an object)`,
    ],
    ["a collection that is no list", withState({ jobs: 3 }), "/state/jobs must be a list. (a list of rows, 3)"],
    [
      "two worlds",
      withState({ world: [] }),
      "/state/world must be one row: the world's clock and chance. (a list of one, 0 rows)",
    ],
    [
      "no row for its world",
      withState({ world: [null] }),
      "/state/world/0 Invalid input: expected object, received null. (what a rule could have written, null)",
    ],
    [
      "a row twice",
      withState({ contacts: [], jobs: [...state.jobs, state.jobs[0]] }),
      `/state/jobs/${count} is there twice: ${job} came before. (a key of its own, ${job})`,
    ],
    [
      "a sequence without room",
      changed("sequences", sequence("jobId"), { next: 999_000_001 }),
      `${jobIds} must be at most 999000000. (at most 999000000, 999000001)`,
    ],
    [
      "a sequence that is used",
      changed("sequences", sequence("documentId"), { next: highest }),
      `${documentIds} must be past ${highest}, which is taken. (more than ${highest}, ${highest})`,
    ],
    [
      "events out of order",
      changed("events", 0, { occurredAt: late }),
      `/state/events/1/occurredAt is before the event above it (${late}): the journal is in order. ` +
        `(not before the event above, ${state.events[1]?.occurredAt})`,
    ],
    [
      "a job of long ago",
      changed("jobs", 0, { dueAt: early }),
      "/state/jobs/0/dueAt is more than 10 years before the clock of the world (2026-01-15T09:00:00.000). " +
        `(not before ${tenYears}, ${early})`,
    ],
  ])("is refused with %s", async (_, body, said) => {
    const [{ pointer, detail, expected, received } = {} as Wrong] = await wrongsOf(body);
    expect(`${pointer} ${detail} (${expected}, ${String(received).replace(/^"(.*)"$/, "$1")})`).toBe(said);
  });

  const { documents: listed = [] } = state.dossiers[0] ?? {};
  const documents = [...listed, { ...listed[0], documentId: 7 }];
  const evidences = state.documents[evidenced]?.evidences.map((row) => ({ ...row, responseId: 7 }));
  it.each<[keyof State, number, object, string, string]>([
    ["dossiers", 0, { thirdpartyId: 7 }, "thirdpartyId", "thirdparties"],
    ["indicators", 0, { targetResourceId: 7 }, "targetResourceId", "thirdparties"],
    ["documents", 0, { dossierId: 7 }, "dossierId", "dossiers"],
    ["responses", 0, { documentId: 7 }, "documentId", "documents"],
    ["dossiers", 0, { documents }, `documents/${listed.length}/documentId`, "documents"],
    ["documents", evidenced, { evidences }, "evidences/0/responseId", "responses"],
  ])("is refused with a row of the %s that names an absent row (%i, %j)", async (name, at, fields, place, owner) => {
    const expected = `a key of /state/${owner}`;
    const wrong = { pointer: `/state/${name}/${at}/${place}`, detail: `7 is not among the ${owner}.`, expected };
    expect((await wrongsOf(changed(name, at, fields)))[0]).toMatchObject(wrong);
  });

  it("names every place that is wrong at once, of single rows and between them", async () => {
    const body = withState({
      thirdparties: state.thirdparties.map((row) => ({ ...row, companyIdValue: "219 924 909 00019" })),
      dossiers: state.dossiers.map((row, nth) =>
        nth === 0 ? { ...row, typed: !row.typed, dossierTypeCode: "X" } : row,
      ),
    });
    expect((await wrongsOf(body)).map(({ pointer }) => pointer)).toEqual([
      ...state.thirdparties.map((_, nth) => `/state/thirdparties/${nth}/companyIdValue`),
      "/state/dossiers/0/dossierTypeCode",
      "/state/dossiers/0/typed",
      ...state.dossiers.map((_, nth) => `/state/dossiers/${nth}/companyIdValue`),
    ]);
    const late = "0001-01-01T00:00:00.000";
    const jobs = state.jobs.map((row, nth) => (nth === 0 ? { ...row, kind: "NAP" } : row));
    const documents = state.documents.map((row, nth) => (nth === 0 ? { ...row, requestDate: late } : row));
    const misfits = withState({ jobs, documents });
    expect((await wrongsOf(misfits)).map(({ pointer }) => pointer)).toEqual([
      "/state/jobs/0/kind",
      "/state/dossiers/0/documents/0/requestDate",
      "/state/documents/0/requestDate",
    ]);
  });

  it("is taken by its shape though it is odd, marked, and held to the rules where nobody asks for less", async () => {
    const odd = withState({
      thirdparties: state.thirdparties.map((row) => ({ ...row, companyIdValue: "ABCDEFGHIJKLMN" })),
    });
    const taken = await importedState(odd, "copy", () => now, undefined, "shape");
    expect([taken.world[0]?.odd, isOdd({ state: taken })]).toEqual([true, true]);
    const again = { ...odd, state: taken };
    expect((await wrongsOf(again)).length).toBe(state.thirdparties.length + state.dossiers.length);
    expect(await firstFlaw(taken, now)).toBeUndefined();
    const mended = await importedState(
      { ...again, state: { ...taken, thirdparties: state.thirdparties } },
      "x",
      () => now,
    );
    expect(isOdd({ state: mended })).toBe(false);
    const { odd: _, ...unmarked } = taken.world[0] as (typeof taken.world)[number];
    const { thirdpartyId } = state.thirdparties[0] as { thirdpartyId: number };
    expect(await firstFlaw({ ...taken, world: [unmarked] }, now)).toBe(
      `thirdparties ${thirdpartyId}, /companyIdValue: must be 14 digits with valid check digits`,
    );
  });

  it("is accepted at the limits of its sequences and jobs", async () => {
    const at = sequence("documentId");
    for (const body of [
      changed("sequences", at, { next: highest + 1 }),
      changed("sequences", sequence("jobId"), { next: 999_000_000 }),
      changed("jobs", 0, { dueAt: tenYears }),
      changed("events", 0, { occurredAt: state.events[1]?.occurredAt }),
    ])
      expect(await wrongsOf(body)).toEqual([]);
    const without = withState({ sequences: state.sequences.filter(({ name }) => name !== "documentId") });
    expect(await wrongsOf(without)).toMatchObject([
      { pointer: "/state/sequences", detail: `documentId must be past ${highest}, which is taken.` },
    ]);
  });

  it("names the field of a row that is wrong, the rows after it, and 20 places at most", async () => {
    const spoilt = (count: number) =>
      withState({ events: state.events.map((row, at) => (at < count ? { ...row, eventName: 3 } : row)) });
    expect((await wrongsOf(spoilt(3))).map(({ pointer }) => pointer)).toEqual(
      [0, 1, 2].map((at) => `/state/events/${at}/eventName`),
    );
    const more = "The check ended there; there may be more.";
    await expect(read(spoilt(19))).rejects.toThrow(
      /^\/state\/events\/0\/eventName: .+\. \/state\/events\/18\/eventName: [^/]+\.$/,
    );
    await expect(read(spoilt(21))).rejects.toThrow(more);
    expect(await wrongsOf(spoilt(21))).toHaveLength(20);
    await expect(read([])).rejects.toThrow(/^\/format: must be .+ \/state: must hold/);
  });
});
