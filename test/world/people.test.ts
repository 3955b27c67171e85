import { describe, expect, it } from "vitest";
import type { Temper } from "../../contract/tempers.ts";
import type { State } from "../../src/domain/change.ts";
import { isAct } from "../../src/domain/people/moments.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { day, parse } from "../../src/domain/time.ts";
import { lookAhead } from "../../src/world/due.ts";
import { addToPortfolio, decide, respond } from "../../src/world/operations.ts";
import { setPeople, setTemper } from "../../src/world/people.ts";
import { trigger } from "../../src/world/trigger.ts";
import type { World } from "../../src/world/world.ts";
import { nowOf } from "../support/model.ts";
import { advance, companies, granted, quietWorld, worldOf } from "../support/worlds.ts";

async function livingWorld(people: "all" | "suppliers" = "all"): Promise<World> {
  const world = await quietWorld();
  await world.write(() => setPeople(world, people));
  for (const kind of ["it", "cleaner", "german", "sanctioned"] as const)
    granted(await addToPortfolio(world, { ...companies[kind] }, "tester"));
  return world;
}
/** Rows are never changed in place, so worlds that begin alike share them. */
let lived: Promise<State> | undefined;
async function afterMonths(): Promise<State> {
  const world = await livingWorld();
  await advance(world, "P120D");
  return world.store.dump();
}
/** A world in which people have acted for four months. */
const livedWorld = async () => worldOf(await (lived ??= afterMonths()));
const rows = { limit: 100_000 };
const acts = async ({ store }: World) => (await store.scan("jobs", rows)).filter(isAct);
const eventsBy = async ({ store }: World, type: string) =>
  (await store.scan("events", rows)).filter(({ actor }) => actor.type === type && actor.name !== "tester");

describe("people", () => {
  it("the client's people look at third parties, comment, and archive a company that is gone", async () => {
    const world = await livingWorld();
    await advance(world, "P20D");
    const struckOff = granted(await trigger(world, { event: "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION" }));
    const thirdpartyId = struckOff.events[0]?.thirdpartyId as number;
    await advance(world, "P60D");
    expect(await world.store.get("thirdparties", thirdpartyId)).toMatchObject({ archived: true });
    const told = (await eventsBy(world, "CLIENT")).filter((event) => event.thirdpartyId === thirdpartyId);
    expect(told.map(({ eventName }) => eventName)).toContain("THIRD_PARTY_COMMENT_ADDED");
  });

  it("a form names the contact who fills it in", async () => {
    const world = await livedWorld();
    const { documents, contacts } = await store(world);
    const forms = documents.flatMap(({ documentCode, evidences: [evidence], thirdpartyId }) =>
      documentCode === "FICHE_FOURN" && evidence && "formdata" in evidence ? [{ evidence, thirdpartyId }] : [],
    );
    expect(forms.length).toBeGreaterThan(0);
    for (const { evidence, thirdpartyId } of forms) {
      const email = evidence.formdata.find(({ key }) => key === "contact_email")?.value;
      expect(contacts.filter((row) => row.thirdpartyId === thirdpartyId).map((row) => row.email)).toContain(email);
    }
  });

  it("a contact is invited where a request has named none, and answers then", async () => {
    const world = await livingWorld("suppliers");
    await advance(world, "P90D");
    expect((await store(world)).contacts.map(({ email }) => email.split("@").length)).toEqual([2, 2, 2, 2]);
    expect((await eventsBy(world, "THIRD_PARTY")).length).toBeGreaterThan(0);
    expect(await eventsBy(world, "CLIENT")).toEqual([]);
  });

  it("a document that a user has answered is not answered again", async () => {
    const world = await livingWorld("suppliers");
    await advance(world, "P2D");
    const job = (await acts(world)).find(({ kind }) => kind === "ANSWER");
    const documentId = job?.subjectId as number;
    granted(await respond(world, documentId, { outcome: "pending" }));
    expect((await acts(world)).filter(({ subjectId }) => subjectId === documentId)).toEqual([]);
  });

  it("a decision after that of a person is refused, and names the person", async () => {
    const world = await livedWorld();
    const decided = (await store(world)).responses.find(
      ({ decision, state }) => decision !== null && state === "ACCEPTED",
    );
    const refused = await decide(world, decided?.responseId ?? 0, { approved: true }, "tester");
    if (!isRefusal(refused)) throw new Error("the decision was taken twice");
    expect(refused.refused.body).toMatchObject({ code: "RESPONSE_ALREADY_DECIDED" });
    expect(refused.refused.body.detail).toContain(`already by ${decided?.decision?.decidedBy};`);
  });

  it("a temper that is set moves what the supplier does, and nothing that the client does", async () => {
    const world = await livingWorld();
    await advance(world, "P12D");
    const thirdpartyId = (await store(world)).thirdparties[0]?.thirdpartyId as number;
    const planned = async () => {
      const all = (await acts(world)).filter((job) => job.thirdpartyId === thirdpartyId);
      return {
        supplier: all.filter(({ kind }) => kind === "ANSWER"),
        client: all.filter(({ kind }) => kind !== "ANSWER"),
      };
    };
    const set = (temper: Temper) => world.write(() => setTemper(world, thirdpartyId, temper));
    await set("late");
    const late = await planned();
    expect([late.supplier.length > 0, late.client.length > 0]).toEqual([true, true]);
    await advance(world, "PT1H");
    await set("late");
    expect(await planned()).toEqual(late);
    await set("prompt");
    const prompt = await planned();
    expect(prompt.client).toEqual(late.client);
    expect(prompt.supplier).not.toEqual(late.supplier);
  });

  it("the person who acts is named in what is due, though the act may come to nothing", async () => {
    const world = await livedWorld();
    const until = parse(nowOf(world)) + 100 * day;
    const { content } = await lookAhead(world, until, { page: 0, size: 1000 });
    const reviews = content.filter(({ kind }) => kind === "REVIEW");
    expect(reviews.length).toBeGreaterThan(2);
    expect(reviews.map(({ actor }) => actor)).toEqual(
      reviews.map(() => ({ type: "CLIENT", name: expect.any(String) })),
    );
  });

  it("without people nobody acts, and with them what waits is planned from now on", async () => {
    const world = await livingWorld();
    await advance(world, "P30D");
    await world.write(() => setPeople(world, "none"));
    expect(await acts(world)).toEqual([]);
    const before = (await eventsBy(world, "THIRD_PARTY")).length;
    await advance(world, "P90D");
    expect((await eventsBy(world, "THIRD_PARTY")).length).toBe(before);
    await world.write(() => setPeople(world, "all"));
    expect((await acts(world)).length).toBeGreaterThan(0);
    expect(world.origin.startsWith).toBe("none");
  });
});

const store = ({ store }: World) => store.dump();
