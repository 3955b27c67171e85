import { describe, expect, it } from "vitest";
import { collections } from "../../src/domain/collections.ts";
import { archiveThirdparty } from "../../src/domain/thirdparty/identity.ts";
import { desk } from "../support/worlds.ts";
import { responded } from "./stage.ts";

/** The groups of a row in every index of its collection. */
const groupsOf = (name: keyof typeof collections, row: unknown) =>
  Object.fromEntries(
    Object.entries(collections[name].indexes).map(([index, { groups }]) => [
      index,
      (groups as (row: unknown) => unknown)(row),
    ]),
  );

describe("the indexes of a row", () => {
  it("a third party is found by each of its numbers, also by the one it was added with", async () => {
    const { thirdparty } = await desk("cleaner");
    const moved = { ...thirdparty, siret: "21992490900027" };
    const [tva, duns] = [`tva:${thirdparty.tva}`, `duns:${thirdparty.duns}`];
    expect(groupsOf("thirdparties", moved)).toEqual({
      identifier: ["siret:21992490900019", "siret:21992490900027", tva, duns],
      unit: ["219924909"],
    });
    const german = (await desk("german")).thirdparty;
    const identifier = ["tva:DE999001010", "tva:DE999001010"];
    expect(groupsOf("thirdparties", { ...german, duns: null })).toEqual({ identifier, unit: [] });
  });
  it("a document is found by its evidence, and an open dossier by its type", async () => {
    const one = await responded("LNTE", {}, "cleaner");
    const { thirdpartyId } = one;
    const { documentId: _, dossierId, evidences } = one.document("LNTE");
    const evidence = evidences.map(({ id }) => id);
    const file = evidences.flatMap((row) => ("fileUUID" in row ? row.fileUUID : []));
    const found = { thirdparty: [thirdpartyId], dossier: [dossierId], evidence, file };
    expect(groupsOf("documents", one.document("LNTE"))).toEqual(found);
    const form = { ...one.document("LNTE"), evidences: [{ id: 5, formdata: [] }] };
    expect(groupsOf("documents", form)).toMatchObject({ evidence: [5], file: [] });
    const opened = await desk("cleaner", { Criticité: ["High"] });
    const types = () => opened.folder.dossiers.map((row) => groupsOf("dossiers", row).type);
    expect(types()).toEqual([["ONBOARDING"], ["VIGILANCE"], ["CYBERSECURITY"], ["SCREENING"]]);
    await opened.do(archiveThirdparty);
    expect(types()).toEqual(Array(4).fill([]));
    const free = { ...one.dossier("ONBOARDING"), dossierTypeCode: null };
    expect(groupsOf("dossiers", free)).toEqual({ thirdparty: [thirdpartyId], type: [] });
  });
  it("jobs are in the order of their moments, and events by name in the order of theirs", async () => {
    const { jobs, events } = await (await desk("cleaner")).world.store.dump();
    const [job, event] = [jobs[0], events[0]];
    expect(groupsOf("jobs", { ...job, thirdpartyId: null })).toEqual({ thirdparty: [], due: ["all"] });
    expect(collections.jobs.indexes.due.order?.(job as never)).toBe(job?.dueAt);
    expect(groupsOf("events", event)).toEqual({ name: ["THIRD_PARTY_ADDED"] });
    expect(collections.events.indexes.name.order?.(event as never)).toBe(event?.occurredAt);
    expect(groupsOf("indicators", { targetResourceId: 7 })).toEqual({ thirdparty: [7] });
  });
});

it.each<[keyof typeof collections, string, (text: string) => object]>([
  ["files", "text/html", (contentType) => ({ fileUUID: "a", thirdpartyId: 924000, contentType, base64: "" })],
  ["documents", "image/png", (contentType) => ({ evidences: [{ internal: { upload: { contentType } } }] })],
  ["responses", "a.b@c.example", (text) => ({ notice: { recipients: [text] } })],
])("a row of %s fits with %s, and with nothing in its place that no answer can carry", (name, fitting, rowWith) => {
  const { schema } = collections[name];
  // The other fields of the row are missing, so that only what is said of this one counts.
  const flaws = (text: string) =>
    JSON.stringify(schema.safeParse(rowWith(text)).error?.issues ?? []).match(/media type|Too small|at most/g) ?? [];
  expect(flaws(fitting)).toEqual([]);
  const odd = name === "responses" ? ["", "x".repeat(4_000)] : ["", "png", "a\u0000b", "text/html\r\nX: y", "a/b; é"];
  expect(odd.filter((text) => flaws(text).length === 0)).toEqual([]);
});
