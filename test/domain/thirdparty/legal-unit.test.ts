import { describe, expect, it } from "vitest";
import type { Occurrence } from "../../../contract/occurrences.ts";
import { addDuration, parse } from "../../../src/domain/time.ts";
import { addToPortfolio, resolveCompany } from "../../../src/world/operations.ts";
import { onePerUnit } from "../../../src/world/rounds.ts";
import { trigger } from "../../../src/world/trigger.ts";
import type { World } from "../../../src/world/world.ts";
import { unsettled, wrongs } from "../../support/invariants.ts";
import { nowOf } from "../../support/model.ts";
import { advance, Desk, desk, granted, join, quietWorld } from "../../support/worlds.ts";

/** Two establishments of one legal unit in one portfolio: the head office and a branch. */
async function twoEstablishments() {
  const headOffice = await desk("it");
  const branch = await new Desk(headOffice.world, await join(headOffice.world, "sister")).reread();
  return { headOffice, branch, world: headOffice.world };
}
const unitFields = [
  ...["name", "acronym", "ceo", "executives", "capital", "status", "collectiveProcedure", "establishments"],
  ...["workforce", "workforceRangeCode", "turnover", "lastBalanceSheetDate"],
] as const;
const unitOf = (one: Desk) =>
  Object.fromEntries(unitFields.map((field) => [field, one.thirdparty[field as keyof Desk["thirdparty"]]]));

const published = [
  ["THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", 1],
  ["THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", 1],
  ["THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", 2],
  ["THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES", 16],
  ["THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT", 2],
  ["THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION", 2],
  ["THIRD_PARTY_INFORMATION_UPDATED", 12],
] as const;

describe.each(["headOffice", "branch"] as const)("when the %s is told", (told) => {
  it.each(published)("%s (%i times) is known of every establishment of the legal unit", async (event, times) => {
    const both = await twoEstablishments();
    for (let time = 0; time < times; time++) {
      const { events } = granted(
        await trigger(both.world, { event, thirdpartyId: both[told].thirdpartyId } as Occurrence),
      );
      expect(events.map(({ eventName }) => eventName)).toContain(event);
      await both.headOffice.reread();
      await both.branch.reread();
      expect(unitOf(both.branch)).toEqual(unitOf(both.headOffice));
      const state = await both.world.store.dump();
      expect([...wrongs(state, nowOf(both.world)), ...(await unsettled(both.world))]).toEqual([]);
    }
  });
});

it("an establishment that joins after a change has the facts that its sisters have", async () => {
  const headOffice = await desk("it");
  const { world, thirdpartyId } = headOffice;
  granted(await trigger(world, { event: "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", thirdpartyId }));
  const branch = await new Desk(world, await join(world, "sister")).reread();
  await headOffice.reread();
  expect(unitOf(branch)).toEqual(unitOf(headOffice));
  expect(branch.thirdparty.status).toBe("STRUCK_OFF");
});

it("an establishment that joins has the facts of a managed sister, not those of an unmanaged one", async () => {
  const { headOffice, branch, world } = await twoEstablishments();
  const unmanaged = branch.thirdpartyId;
  granted(await trigger(world, { event: "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED", thirdpartyId: unmanaged }));
  const { thirdpartyId } = headOffice;
  granted(await trigger(world, { event: "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", thirdpartyId }));
  granted(await trigger(world, { event: "THIRD_PARTY_CODE_UPDATED", thirdpartyId: unmanaged }));
  const other = { companyIdType: "CIT001", companyIdValue: "21996648800013" } as const;
  const { result } = granted(await addToPortfolio(world, other, "tester"));
  expect([(await branch.reread()).thirdparty.status, result.status]).toEqual(["ACTIVE", "STRUCK_OFF"]);
});

it("rounds of four years tell all establishments of a legal unit the same", async () => {
  const { headOffice, branch, world } = await twoEstablishments();
  for (let year = 0; year < 4; year++) {
    await advance(world, "P12M");
    expect(unitOf(await branch.reread())).toEqual(unitOf(await headOffice.reread()));
  }
  expect(wrongs(await world.store.dump(), nowOf(world))).toEqual([]);
});

it("an establishment learns of a round at once, also when the round runs long after it was due", async () => {
  const { world } = await twoEstablishments();
  const late = addDuration(world.clock, "P24M");
  await world.write(() => world.setClock(late, true));
  const events = await world.write(() => world.runDueJobs(late));
  const learned = events.flatMap(({ payload }, at) => (payload.cause === "LEGAL_UNIT" ? at : []));
  expect(learned.length).toBeGreaterThan(0);
  const delays = learned.map((at) => parse(events[at]?.occurredAt ?? "") - parse(events[at - 1]?.occurredAt ?? ""));
  expect(Math.max(...delays)).toBeLessThan(1000);
});

it("a round visits one establishment of a legal unit, and every company abroad", async () => {
  const { headOffice, branch } = await twoEstablishments();
  const german = (await desk("german")).thirdparty;
  const rows = [headOffice.thirdparty, branch.thirdparty, german, german];
  expect(onePerUnit(rows)).toEqual([headOffice.thirdparty, german, german]);
});

it("an unmanaged establishment no longer follows its legal unit", async () => {
  const { headOffice, branch, world } = await twoEstablishments();
  granted(
    await trigger(world, {
      event: "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED",
      thirdpartyId: branch.thirdpartyId,
    }),
  );
  granted(
    await trigger(world, {
      event: "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION",
      thirdpartyId: headOffice.thirdpartyId,
    }),
  );
  expect((await branch.reread()).thirdparty.status).toBe("ACTIVE");
});

it("a search by SIREN gives all establishments the status of the legal unit", async () => {
  const { branch, world } = await twoEstablishments();
  granted(
    await trigger(world, { event: "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", thirdpartyId: branch.thirdpartyId }),
  );
  const found = await resolveCompany(world, { by: "SIREN", value: branch.thirdparty.siren as string });
  expect(found).toMatchObject({ found: { status: "STRUCK_OFF" } });
});

it("an establishment that joins on a later day was founded with its sisters", async () => {
  // The directory founds this company again on 3 February 2026.
  const join = async (world: World, companyIdValue: string) =>
    granted(await addToPortfolio(world, { companyIdType: "CIT001", companyIdValue }, "tester")).result;
  const world = await quietWorld();
  const { dateCreation, executives } = await join(world, "21994447700013");
  await advance(world, "P1M");
  expect(await join(world, "21994447700021")).toMatchObject({ dateCreation, executives });
  expect(wrongs(await world.store.dump(), nowOf(world))).toEqual([]);
});
