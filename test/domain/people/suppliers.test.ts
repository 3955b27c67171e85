import { describe, expect, it } from "vitest";
import type { Temper } from "../../../contract/tempers.ts";
import { isWorkingMoment } from "../../../src/directory/calendar.ts";
import { isAct } from "../../../src/domain/people/moments.ts";
import { day, parse } from "../../../src/domain/time.ts";
import { addToPortfolio } from "../../../src/world/operations.ts";
import { setPeople, setTemper } from "../../../src/world/people.ts";
import {
  advance,
  companies,
  type Desk,
  Desk as DeskOf,
  granted,
  type Kind,
  quietWorld,
  worldOf,
} from "../../support/worlds.ts";

/** A company that joins a world where people act, with a temper and a contact. */
async function living(temper: Temper, kind: Kind = "cleaner"): Promise<Desk> {
  const world = await worldOf(await (await quietWorld()).store.dump());
  await world.write(() => setPeople(world, "all"));
  const contacts = [{ email: "ana.ruiz@firm.example", firstName: "Ana", lastName: "Ruiz" }];
  const { result } = granted(await addToPortfolio(world, { ...companies[kind], contacts }, "tester"));
  await world.write(() => setTemper(world, result.thirdpartyId, temper));
  return new DeskOf(world, result.thirdpartyId).reread();
}

const answersOf = async ({ world }: Desk) =>
  (await world.store.scan("events", { limit: 10_000 })).filter(
    ({ eventName, actor }) => eventName === "DOCUMENT_ANSWER_ADDED" && actor.type === "THIRD_PARTY",
  );
const daysUntil = (at: string) => (parse(at) - parse("2026-01-15T09:00:00")) / day;

describe("suppliers", () => {
  it.each([
    ["prompt", 0, 5],
    ["ordinary", 1, 9],
    ["late", 14, 22],
    ["fading", 1, 16],
  ] as const)("a contact who is %s answers first after %d to %d days", async (temper, least, most) => {
    const one = await living(temper);
    await advance(one.world, "P60D");
    const [first] = await answersOf(one);
    expect(first?.actor.name).toBe("Ana Ruiz");
    expect(daysUntil(first?.occurredAt ?? "")).toBeGreaterThanOrEqual(least);
    expect(daysUntil(first?.occurredAt ?? "")).toBeLessThanOrEqual(most);
  });

  it("one who is silent never answers, and is given up", async () => {
    const one = await living("silent");
    await advance(one.world, "P60D");
    await one.reread();
    expect(await answersOf(one)).toEqual([]);
    expect(one.folder.contacts.map(({ status }) => status)).toEqual(["DELETED"]);
    expect(one.folder.jobs.filter(isAct).map(({ kind }) => kind)).toEqual(["REVIEW"]);
  });

  it("answers come in the working hours of the company, one paper after another", async () => {
    const one = await living("ordinary");
    await advance(one.world, "P60D");
    const moments = (await answersOf(one)).map(({ occurredAt }) => parse(occurredAt));
    expect(moments.length).toBeGreaterThan(2);
    expect(moments.filter((at) => !isWorkingMoment("FR", at))).toEqual([]);
    expect(new Set(moments.map((at) => Math.floor(at / 60_000))).size).toBe(moments.length);
  });

  it("a careless one sends a wrong paper, which the client refuses, and mostly another after it", async () => {
    const one = await living("careless", "it");
    await advance(one.world, "P120D");
    await one.reread();
    const wrong = one.folder.responses.filter(({ defect }) => defect);
    expect(wrong.length).toBeGreaterThan(0);
    // The very first file is wrong for certain.
    const files = one.folder.documents.flatMap(({ evidences }) => evidences.filter((each) => "fileName" in each));
    const sent = files.filter(({ transmitter }) => transmitter === "FOURNISSEUR").map(({ responseId }) => responseId);
    expect(wrong.map(({ responseId }) => responseId)).toContain(Math.min(...sent));
    expect(new Set(wrong.map(({ decision }) => decision?.decision))).toEqual(new Set(["REJECTED"]));
    const corrected = wrong.filter(({ documentId }) =>
      one.folder.responses.some((row) => row.documentId === documentId && row.state === "ACCEPTED"),
    );
    expect(corrected.length).toBeGreaterThan(0);
  });
});
