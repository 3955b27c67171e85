import { beforeAll, describe, expect, it } from "vitest";
import { EventName } from "../../contract/events.ts";
import { Temper } from "../../contract/tempers.ts";
import type { State } from "../../src/domain/change.ts";
import { temperOf } from "../../src/domain/people/tempers.ts";
import type { EventRow } from "../../src/domain/rows.ts";
import { day, parse } from "../../src/domain/time.ts";
import type { World } from "../../src/world/world.ts";
import { validShares } from "../support/shares.ts";
import { advance, quietWorld } from "../support/worlds.ts";

const values = <T>(rows: readonly T[], of: (row: T) => unknown) => [...new Set(rows.map(of))].sort();
const tempersIn = (world: World, { thirdparties }: State) =>
  values(
    thirdparties.filter(({ archived }) => !archived),
    (row) => temperOf(row, (...key) => world.chance(...key)),
  );
const colleagues = ["Camille Roussel", "Inès Berthier", "Paul Durand"];
const secondsBetween = (from: string, to: string) => (parse(to) - parse(from)) / 1_000;

/** The seconds in which one person does two things; to add a third party with its attributes is one. */
function collisions({ events, thirdparties }: State): string[] {
  const added = new Map(
    thirdparties.map(({ thirdpartyId, creationDate }) => [thirdpartyId, creationDate.slice(0, 19)]),
  );
  const latest = new Map<string, EventRow>();
  const found: string[] = [];
  for (const event of events) {
    const { actor, occurredAt, thirdpartyId, eventName } = event;
    if (actor.type !== "CLIENT" && actor.type !== "THIRD_PARTY") continue;
    const at = occurredAt.slice(0, 19);
    const key = `${at} ${actor.type === "CLIENT" ? actor.name : `${actor.name} of ${thirdpartyId}`}`;
    const before = latest.get(key);
    latest.set(key, event);
    const isAddition = before?.thirdpartyId === thirdpartyId && added.get(thirdpartyId) === at;
    // The events of one act follow each other by a millisecond, and so do the changes of a dossier type.
    if (before && !isAddition && parse(occurredAt) - parse(before.occurredAt) > 1) found.push(`${key}: ${eventName}`);
  }
  return found;
}

describe("the default world after a year", () => {
  let [world, state] = [{} as World, {} as State];
  let tempersAtFirst: unknown[] = [];
  beforeAll(async () => {
    world = await quietWorld({ seed: "portfolio" });
    tempersAtFirst = tempersIn(world, await world.store.dump());
    await advance(world, "P1Y");
    state = await world.store.dump();
  });
  const named = (pattern: RegExp) => state.events.filter(({ eventName }) => pattern.test(eventName));

  it("has as many valid documents and dossiers as a portfolio that is looked after", async () => {
    const { documents, dossiers } = await validShares(world);
    expect(documents).toBeGreaterThanOrEqual(55);
    expect([dossiers >= 60, dossiers <= 75]).toEqual([true, true]);
  });

  it("shows every temper among the third parties that are not archived, at its beginning and then", () => {
    expect([tempersAtFirst, tempersIn(world, state)]).toEqual([Temper.options.toSorted(), Temper.options.toSorted()]);
  });

  it("names who acts, and no one person does two things in the same second", () => {
    const people = state.events.filter(({ actor: { type } }) => type === "CLIENT");
    expect(values(people, ({ actor }) => actor.name)).toEqual(colleagues);
    expect(values(state.events, ({ actor }) => actor.name)).not.toContain("third party");
    expect(collisions(state)).toEqual([]);
  });

  it("has the acts of people at all seconds of a day", () => {
    const answers = named(/^DOCUMENT_ANSWER_ADDED$/).filter(({ actor }) => actor.type === "THIRD_PARTY");
    const acts = values(answers, ({ thirdpartyId, occurredAt }) => `${thirdpartyId} ${occurredAt.slice(0, 19)}`);
    const seconds = values(acts as string[], (act) => act.slice(-8));
    expect(acts.length).toBeGreaterThan(400);
    expect(acts.length - seconds.length).toBeLessThan(acts.length / 50);
  });

  it("erases what a person asks to erase 30 days after the announcement", () => {
    const announced = named(/^DOCUMENT_DELETION_WARNING$/);
    const erased = named(/^DOCUMENT_DELETION$/);
    expect(erased.length).toBeGreaterThan(0);
    for (const { documentId, occurredAt, actor } of erased) {
      const warning = announced.findLast((event) => event.documentId === documentId && event.occurredAt < occurredAt);
      expect(secondsBetween(warning!.occurredAt, occurredAt)).toBe(30 * 86_400);
      expect([warning!.actor.type, actor.type]).toEqual([expect.stringMatching(/CLIENT|PLATFORM/), "PLATFORM"]);
    }
  });

  it("refuses a paper as what it is, and a good one only for what it does not say", () => {
    const codes = new Map(state.documents.map(({ documentId, documentCode }) => [documentId, documentCode]));
    const refused = state.responses.filter(({ decision }) => {
      return decision?.decision === "REJECTED" && colleagues.includes(decision.decidedBy);
    });
    expect(refused.length).toBeGreaterThan(10);
    const words = {
      ILLEGIBLE: /illisible|coupé/,
      WRONG_PAPER: /document demandé/,
      WRONG_COMPANY: /autre société|raison sociale/,
    };
    for (const { defect, documentId, decision, reasonCode } of refused) {
      const comment = decision!.comment ?? "";
      if (defect) expect(comment).toMatch(words[defect]);
      else expect(comment).not.toMatch(/illisible|coupé|document demandé|autre société|signature manque|trop ancienne/);
      if (/garantie/i.test(comment)) expect(codes.get(documentId)).toMatch(/^ASS_/);
      if (/titulaire|bancaires/.test(comment)) expect(reasonCode).toBe("BANK_DETAILS_DISAGREE");
    }
  });

  it("has comments that stay for a while, and mention another person", () => {
    for (const { author, text, mentions, createdAt, updatedAt, deletedAt } of state.comments) {
      for (const changed of [updatedAt, deletedAt])
        if (changed) expect([text, secondsBetween(createdAt, changed) > 60]).toEqual([text, true]);
      const own = author.toLowerCase().replace("è", "e").replace(" ", ".");
      expect(mentions).not.toContain(own);
    }
  });

  it("has its escalations taken up within two weeks", () => {
    const told = state.comments.filter(({ text, createdAt }) => {
      return text.startsWith("Relances à") && secondsBetween(createdAt, state.world[0]!.clock.frozenAt!) > 14 * 86_400;
    });
    expect(told.length).toBeGreaterThan(10);
    const ignored = told.filter(({ createdAt, thirdpartyId }) => {
      const taken = state.events.find(
        (event) =>
          event.thirdpartyId === thirdpartyId &&
          event.occurredAt > createdAt &&
          /COMMENT_ADDED|CONTACT_(DELETED|INVITED)|ARCHIVED|ANSWER_ADDED/.test(event.eventName) &&
          /CLIENT|THIRD_PARTY/.test(event.actor.type),
      );
      return !taken || parse(taken.occurredAt) - parse(createdAt) > 14 * day;
    });
    expect(ignored.map(({ thirdpartyId, createdAt }) => `${thirdpartyId} ${createdAt}`)).toEqual([]);
  });

  it("invites another contact only where the first is gone or silent, and one who answers is active", () => {
    const present = state.contacts.filter(({ status }) => status !== "DELETED").map(({ thirdpartyId }) => thirdpartyId);
    expect(present.length).toBeGreaterThan(30);
    expect(present).toHaveLength(new Set(present).size);
  });
});

describe("a world of 300", () => {
  let [world, state] = [{} as World, {} as State];
  beforeAll(async () => {
    world = await quietWorld({ seed: "portfolio", size: 300 });
    state = await world.store.dump();
  });

  it("has every event type and temper, companies that are archived, and some that are struck off", () => {
    expect(values(state.events, ({ eventName }) => eventName)).toEqual(EventName.options.toSorted());
    expect(tempersIn(world, state)).toEqual(Temper.options.toSorted());
    expect(values(state.thirdparties, ({ archived }) => archived)).toEqual([false, true]);
    expect(values(state.thirdparties, ({ status }) => status)).toContain("STRUCK_OFF");
  });

  it("names who acts, and no one person does two things in the same second", () => {
    expect(values(state.events, ({ actor }) => actor.name)).not.toEqual(expect.arrayContaining(["client"]));
    expect(values(state.events, ({ actor }) => actor.name)).not.toEqual(expect.arrayContaining(["third party"]));
    expect(collisions(state)).toEqual([]);
  });
});
