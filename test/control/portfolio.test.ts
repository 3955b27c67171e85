import { beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { ofAccount } from "../../src/seed/import.ts";
import type { World } from "../../src/world/world.ts";
import { makeWorld, TestWorld } from "../support/sandbox.ts";

let world: TestWorld;
let state: State;
beforeAll(async () => {
  world = await makeWorld({ seed: "portfolio" });
  state = await ((await world.sandbox.worlds.open(world.accountId)) as World).store.dump();
});
const ask = async (path: string, status = 200) => (await world.control("get", path).expect(status)).body;

describe("portfolio.thirdparty", () => {
  it("shows contacts, comments, answers, announcements and reports, and counts all rows", async () => {
    for (const { thirdpartyId, name } of state.thirdparties.slice(0, 10)) {
      const body = await ask(`/thirdparties/${thirdpartyId}`);
      const own = (rows: readonly { thirdpartyId: number | null }[]) =>
        rows.filter((row) => row.thirdpartyId === thirdpartyId);
      expect(body).toMatchObject({ thirdpartyId, name, counts: { events: own(state.events).length } });
      for (const list of ["contacts", "comments", "announcements", "responses", "reports"] as const)
        expect([list, body.counts[list], body[list].length]).toEqual([
          list,
          own(state[list]).length,
          own(state[list]).length,
        ]);
      expect(body.counts).toMatchObject({ dossiers: own(state.dossiers).length, jobs: own(state.jobs).length });
      expect(JSON.stringify(body)).not.toContain('"internal"');
    }
    expect((await ask("/thirdparties/1", 404)).code).toBe("THIRD_PARTY_NOT_FOUND");
  });

  it("shows the newest thousand of each list, and counts all", async () => {
    const copy = await makeWorld({ on: world });
    const rows = ofAccount(state, copy.accountId);
    const [{ thirdpartyId } = { thirdpartyId: 0 }] = rows.thirdparties;
    const keys = {
      ...{ contacts: "contactId", comments: "commentId", announcements: "announcementId" },
      ...{ responses: "responseId", reports: "reportId" },
    } as const;
    const lists = Object.entries(keys) as [keyof typeof keys, string][];
    const many = lists.map(([list, key]) => [
      list,
      [
        ...rows[list],
        ...Array.from({ length: 1001 }, (_, nth) => ({ ...rows[list][0], thirdpartyId, [key]: 990_000_000 + nth })),
      ],
    ]);
    await (await copy.sandbox.worlds.openOrCreate(copy.accountId)).replace({ ...rows, ...Object.fromEntries(many) });
    const { body } = await copy.control("get", `/thirdparties/${thirdpartyId}`).expect(200);
    const newest = Array.from({ length: 1000 }, (_, nth) => 990_000_001 + nth);
    for (const [list, key] of lists) {
      expect([list, body[list].map((row: Record<string, number>) => row[key])]).toEqual([list, newest]);
      expect(body.counts[list]).toBeGreaterThan(1000);
    }
  });
});

describe("portfolio.documents", () => {
  const asked = () => state.documents.filter(({ internal }) => !internal.stopped);

  it("lists what is asked for by status, with the answer that can be decided", async () => {
    const body = await ask("/documents?statusCode=ACTION_REQUIRED,MISSING&size=1000");
    const wanted = asked().filter(({ statusCode }) => ["ACTION_REQUIRED", "MISSING"].includes(statusCode));
    expect(body.content.map((row: { documentId: number }) => row.documentId)).toEqual(
      wanted.map(({ documentId }) => documentId),
    );
    for (const row of body.content) {
      const thirdparty = state.thirdparties.find(({ thirdpartyId }) => thirdpartyId === row.thirdpartyId);
      expect(row.thirdpartyName).toBe(thirdparty?.name);
      const response = state.responses.find(({ responseId }) => responseId === row.responseId);
      if (row.responseId !== null) expect(["CHECKING", "WAITING"]).toContain(response?.state);
      if (row.statusCode === "ACTION_REQUIRED") expect(row.responseId).not.toBeNull();
    }
    const counted = (status: string) => asked().filter(({ statusCode }) => statusCode === status).length;
    for (const { statusCode, count } of body.counts)
      expect([statusCode, count]).toEqual([statusCode, counted(statusCode)]);
  });

  it("lists what ends before a moment, the soonest first, page by page", async () => {
    const before = "2026-04-01T00:00:00";
    const all = (await ask(`/documents?expiresBefore=${before}&statusCode=VALID&size=1000`)).content;
    const ends = all.map((row: { expirationDate: string }) => row.expirationDate);
    expect(ends.length).toBeGreaterThan(5);
    expect(ends).toEqual(ends.toSorted());
    expect(ends.at(-1) < before).toBe(true);
    const second = await ask(`/documents?expiresBefore=${before}&statusCode=VALID&size=3&page=1`);
    expect([second.content, second.totalElements]).toEqual([all.slice(3, 6), all.length]);
  });

  it.each(["documentName", "thirdpartyName", "requestDate", "suppliedAt", "expirationDate"])(
    "lists them in the order of %s, up or down",
    async (sort) => {
      const list = async (order: string) => (await ask(`/documents?sort=${sort}&order=${order}&size=1000`)).content;
      const [up, down]: Record<string, string | null>[][] = [await list("asc"), await list("desc")];
      const words = new Intl.Collator("fr", { ignorePunctuation: true });
      const isBehind = (one: string, other: string) =>
        /Name$/.test(sort) ? words.compare(one, other) > 0 : one > other;
      const keys = (rows: typeof up = []) => rows.map((row) => row[sort] ?? "");
      expect(keys(up).filter((key, at) => isBehind(keys(up)[at - 1] ?? "", key))).toEqual([]);
      expect(keys(down)).toEqual(keys(up).toReversed());
      expect(up).toHaveLength(asked().length);
    },
  );

  it("refuses a status that there is none of", async () => {
    expect((await ask("/documents?statusCode=GONE", 400)).errors).toMatchObject([{ name: "statusCode" }]);
  });
});

it("portfolio.find says what an id or a name belongs to, as many as asked for", async () => {
  const found = async (q: string | number, limit = 20) =>
    (await ask(`/find?q=${encodeURIComponent(q)}&limit=${limit}`)).content;
  const document = state.documents.find(({ evidences }) => evidences.length > 0) as State["documents"][number];
  const { documentId, dossierId, thirdpartyId, evidences } = document;
  expect((await found(evidences[0]?.id as number))[0]).toMatchObject({
    kind: "FILE",
    thirdpartyId,
    dossierId,
    documentId,
  });
  const [first] = state.thirdparties as [State["thirdparties"][number]];
  const { thirdpartyId: id, name: label } = first;
  expect(await found(label)).toContainEqual(expect.objectContaining({ kind: "THIRD_PARTY", id, label }));
  expect([(await found("a", 3)).length, await found("no such thing")]).toEqual([3, []]);
});

describe("portfolio.thirdparties", () => {
  interface Listed {
    thirdpartyId: number;
    name: string;
    status: string;
    archived: boolean;
    dossiers: number;
    waiting: number;
  }
  const list = async (query: Record<string, string>): Promise<Listed[]> =>
    (await ask(`/thirdparties?${new URLSearchParams({ size: "1000", ...query })}`)).content;
  const idsOf = (rows: readonly { thirdpartyId: number }[]) => rows.map(({ thirdpartyId }) => thirdpartyId);

  it("counts the dossiers of each that are open, and their documents that wait", async () => {
    const all = await list({});
    expect(idsOf(all)).toEqual(idsOf(state.thirdparties));
    for (const { thirdpartyId, dossiers, waiting } of all) {
      const own = <R extends { thirdpartyId: number }>(rows: readonly R[]) =>
        rows.filter((row) => row.thirdpartyId === thirdpartyId);
      const waits = own(state.documents).filter((row) => row.statusCode === "ACTION_REQUIRED" && !row.internal.stopped);
      const open = own(state.dossiers).filter(({ monitored }) => monitored);
      expect({ thirdpartyId, dossiers, waiting }).toEqual({
        ...{ thirdpartyId, dossiers: open.length, waiting: waits.length },
      });
    }
  });

  it("is in the order of a column, up or down, and shows what has a name, a number or a status", async () => {
    const all = await list({});
    const waiting = (await list({ sort: "waiting", order: "desc" })).map((row) => row.waiting);
    expect(waiting).toEqual(all.map((row) => row.waiting).sort((a, b) => b - a));
    const names = (await list({ sort: "name" })).map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator("fr", { ignorePunctuation: true }).compare));
    const statuses = (await list({ sort: "status" })).map(({ archived, status }) => (archived ? "ARCHIVED" : status));
    expect(statuses).toEqual(statuses.toSorted());
    expect(new Set(statuses)).toEqual(new Set(["ACTIVE", "ARCHIVED", "COLLECTIVE_PROCEDURE"]));
    const [{ thirdpartyId, name, siret }] = state.thirdparties as [State["thirdparties"][number]];
    expect(idsOf(await list({ q: `${name.slice(0, 4).toUpperCase()}` }))).toContain(thirdpartyId);
    expect(idsOf(await list({ q: siret as string }))).toEqual([thirdpartyId]);
    const where = (isWanted: (row: State["thirdparties"][number]) => boolean) =>
      idsOf(state.thirdparties.filter(isWanted));
    expect(idsOf(await list({ archived: "true" }))).toEqual(where(({ archived }) => archived));
    expect(idsOf(await list({ status: "STRUCK_OFF" }))).toEqual(where(({ status }) => status === "STRUCK_OFF"));
  });
});

it("the console meets no new world in the place of one that was deleted, and a client does", async () => {
  const gone = await makeWorld();
  const token = await gone.sandbox.token([gone.accountId], 60, "console");
  const consoleOf = new TestWorld(gone.accountId, token, gone);
  await consoleOf.get("/thirdparties").expect(200);
  await gone.control("delete", "").expect(204);
  expect(await consoleOf.get("/thirdparties")).toBeProblem({
    ...{ status: 403, code: "ACCOUNT_FORBIDDEN" },
    detail: `There is no account ${gone.accountId}: the console makes none by itself.`,
  });
  await gone.get("/thirdparties").expect(200);
});
