import { expect, it } from "vitest";
import { isWorkingMoment } from "../../src/directory/calendar.ts";
import type { Row } from "../../src/domain/collections.ts";
import { actors } from "../../src/domain/draft.ts";
import { archiveThirdparty } from "../../src/domain/thirdparty/identity.ts";
import { minute, parse } from "../../src/domain/time.ts";
import { lookAhead } from "../../src/world/due.ts";
import { nextAddition, runAddition } from "../../src/world/growth.ts";
import { setPeople } from "../../src/world/people.ts";
import { trigger } from "../../src/world/trigger.ts";
import type { World } from "../../src/world/world.ts";
import { advance, granted, quietWorld } from "../support/worlds.ts";

const small = () => quietWorld({ size: 12, history: "P3M" });
const additions = async ({ store }: World) =>
  (await store.range("jobs", "due", "all")).filter((job) => job.kind === "ADD");

it("a person of the client adds third parties until the portfolio has its size, and then replaces some", async () => {
  const world = await small();
  const before = (await world.store.dump()).events.length;
  const sizes = async (months: number) => {
    const counts: number[] = [];
    for (let month = 0; month < months; month++) {
      await advance(world, "P1M");
      counts.push((await world.store.dump()).thirdparties.filter(({ archived }) => !archived).length);
    }
    return counts;
  };
  expect([world.origin.settlesAt, await sizes(3)]).toEqual([15, [14, 15, 15]]);
  for (let times = 0; times < 2; times++) granted(await trigger(world, { event: "THIRD_PARTY_ARCHIVED" }));
  expect((await sizes(3)).at(-1)).toBe(15);
  const { events, contacts } = await world.store.dump();
  const added = events.slice(before).filter(({ eventName }) => eventName === "THIRD_PARTY_ADDED");
  expect(new Set(added.map(({ actor }) => `${actor.type} ${actor.name}`))).toEqual(new Set(["CLIENT Camille Roussel"]));
  expect(added.filter(({ occurredAt }) => !isWorkingMoment("FR", parse(occurredAt)))).toEqual([]);
  const invited = new Set(contacts.map(({ thirdpartyId }) => thirdpartyId));
  expect(added.slice(0, 3).map(({ thirdpartyId }) => invited.has(thirdpartyId))).toEqual([true, true, true]);
});

it("an addition is due under a name, ends with the client's people, and begins again with them", async () => {
  const world = await small();
  const [job] = await additions(world);
  const { content } = await lookAhead(world, parse(job?.dueAt ?? ""), { page: 0, size: 1000 });
  const due = content.find(({ kind }) => kind === "ADD");
  expect(due).toMatchObject({ times: 1, actor: { type: "CLIENT", name: "Camille Roussel" }, thirdpartyId: null });
  expect(due?.events[0]).toBe("THIRD_PARTY_ADDED");
  for (const [people, planned] of Object.entries({ suppliers: 0, all: 1, none: 0 })) {
    await world.write(() => setPeople(world, people as "all"));
    expect(await additions(world)).toHaveLength(planned);
  }
});

it.each(["empty", "onboarding", "expiring"])("nobody adds to the world %s, whoever acts in it", async (seed) => {
  const world = await quietWorld({ seed });
  const { length } = (await world.store.dump()).thirdparties;
  await world.write(() => setPeople(world, "all"));
  await advance(world, "P1M");
  expect([await additions(world), (await world.store.dump()).thirdparties.length]).toEqual([[], length]);
});

it("a portfolio has its size by the third parties that are not archived", async () => {
  const world = await small();
  const { thirdparties } = await world.store.dump();
  const archive = async (count: number) => {
    for (const { thirdpartyId } of thirdparties.slice(0, count))
      await world.change(thirdpartyId, actors.client, archiveThirdparty);
  };
  const added = async (settlesAt: number) => {
    const context = { ...world.context(), people: { isClientActing: true, size: 12, settlesAt, plan: () => {} } };
    const [job] = await additions(world);
    const { put } = await runAddition(job as Row<"jobs">, context, world.store);
    return put.filter(({ collection }) => collection === "thirdparties").length;
  };
  const { length } = thirdparties;
  expect([await added(length - 1), await added(length), await added(length + 1)]).toEqual([0, 0, 1]);
  await archive(2);
  expect([await added(length - 2), await added(length - 1), await added(length)]).toEqual([0, 1, 1]);
});

it("a person adds a third party in the hours of the office, however late in a day the draw is", async () => {
  const context = (await small()).context();
  const atMinute = (nth: number) => ({ ...context, now: context.now + nth * minute });
  const due = Array.from({ length: 1_000 }, (_, nth) => nextAddition(atMinute(nth), 50, nth).dueAt);
  expect(due.filter((at) => !isWorkingMoment("FR", parse(at)))).toEqual([]);
});
