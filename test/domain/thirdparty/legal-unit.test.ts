import { describe, expect, it } from "vitest";
import type { Occurrence } from "../../../contract/occurrences.ts";
import type { Company } from "../../../src/directory/company.ts";
import { siretOf } from "../../../src/directory/numbers.ts";
import { resolve } from "../../../src/directory/reference-providers.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";
import { asInPortfolio, differs, followUnit } from "../../../src/domain/thirdparty/legal-unit.ts";
import { addDuration, parse } from "../../../src/domain/time.ts";
import { addToPortfolio, resolveCompany } from "../../../src/world/operations.ts";
import { onePerUnit } from "../../../src/world/rounds.ts";
import { trigger } from "../../../src/world/trigger.ts";
import type { World } from "../../../src/world/world.ts";
import { Desk, desk, granted, join } from "../../support/worlds.ts";
import { draftOf, shape } from "../stage.ts";

type Place = ThirdpartyRow["establishments"][number];
const siren = "219966488";
const [first, head] = [siretOf(siren, 1), siretOf(siren, 2)];
const [third, fourth] = [siretOf(siren, 3), siretOf(siren, 4)];
const procedure = { type: "SAUVEGARDE", openingDate: "2026-01-10", court: "Tribunal" } as const;
const judged = { status: "COLLECTIVE_PROCEDURE", collectiveProcedure: procedure } as const;
const struckOff = { status: "STRUCK_OFF" } as const;

describe("followUnit", () => {
  it.each([
    ["nothing new", {}, {}, []],
    ["a new workforce", { workforce: 7 }, {}, ["INFORMATION_UPDATED"]],
    ["a procedure", judged, {}, ["PROCEDURE_COLLECTIVE_UPDATED"]],
    ["a procedure that it has", judged, judged, []],
    ["the end of a procedure", {}, judged, ["PROCEDURE_COLLECTIVE_UPDATED"]],
    ["a strike-off", struckOff, {}, ["LEGAL_ANNOUNCEMENT_CESSATION", "INFORMATION_UPDATED", "INFORMATION_UPDATED"]],
    ["a strike-off that it has", struckOff, struckOff, []],
  ])("an establishment learns of %s", async (_what, source, own, expected) => {
    const one = await desk("it");
    const draft = draftOf(one);
    shape(draft, own);
    const begin = draft.events.length;
    followUnit(draft, { ...one.thirdparty, ...source });
    const told = draft.events.slice(begin).map(({ eventName }) => eventName.replace("THIRD_PARTY_", ""));
    expect(told.filter((name) => /INFORMATION|ANNOUNCEMENT|PROCEDURE/.test(name))).toEqual(expected);
    const { status = "ACTIVE", workforce = one.thirdparty.workforce } = source as Partial<ThirdpartyRow>;
    expect(draft.thirdparty).toMatchObject({ status, workforce });
    const causes = draft.events.flatMap(({ payload }) => payload.cause ?? []);
    if (expected[0] === "INFORMATION_UPDATED") expect(causes).toEqual(["LEGAL_UNIT"]);
    const judgment = draft.events.find(({ eventName }) => eventName.includes("PROCEDURE"))?.payload.text;
    if ("status" in own && !("status" in source)) expect(judgment).toBe("Jugement arrêtant le plan de sauvegarde");
  });
  it.each([
    ["the head office moves with it", head, { siret: fourth, addressLine1: "1 rue Neuve", addressLine2: null }],
    ["a branch stays", third, { siret: third, addressLine1: "10 rue Voltaire", addressLine2: "B" }],
  ])("when the head office of the unit moves, %s", async (_what, siret, expected) => {
    const one = await desk("it");
    const draft = draftOf(one);
    shape(draft, { siret, addressLine2: "B" });
    const [old, ...others] = one.thirdparty.establishments as [Place, ...Place[]];
    const moved = { ...old, siret: fourth, addressLine1: "1 rue Neuve" };
    const establishments = [...others, moved, { ...old, headOffice: false, closed: true }];
    followUnit(draft, { ...one.thirdparty, establishments });
    expect(draft.thirdparty).toMatchObject({ ...expected, establishments });
  });
  it("a sanction of the unit is screened, once", async () => {
    const one = await desk("it", { Criticité: ["High"] });
    const draft = draftOf(one);
    const sanctioned = { ...one.thirdparty, internal: { ...one.thirdparty.internal, sanctioned: true } };
    for (const _ of [1, 2]) followUnit(draft, sanctioned);
    expect(draft.thirdparty.internal.sanctioned).toBe(true);
    followUnit(draft, one.thirdparty);
    expect(draft.thirdparty.internal.sanctioned).toBe(false);
  });
});

it.each([
  ["an equal one", {}, {}, false],
  ["one with another name", { name: "X" }, {}, true],
  ["one with another head office", { establishments: [] }, {}, true],
  ["one with another code of the client", { thirdpartyCode: "X", addressLine1: "X" }, {}, false],
  ["an unmanaged one", { name: "X", source: "UNMANAGED" }, {}, false],
  ["one that differs from its unmanaged sister", { name: "X" }, { source: "UNMANAGED" }, false],
] as const)("an establishment differs from its sister, or not: %s", async (_what, row, source, expected) => {
  const { thirdparty } = await desk("it");
  expect(differs({ ...thirdparty, ...row } as ThirdpartyRow, { ...thirdparty, ...source })).toBe(expected);
  const sanctioned = { ...thirdparty, internal: { ...thirdparty.internal, sanctioned: true } };
  expect(differs(sanctioned, thirdparty)).toBe(true);
});

describe("asInPortfolio", () => {
  const company = (resolve({ by: "SIREN", value: siren }) as { found: Company }).found;
  const rowOf = async (fields: Partial<ThirdpartyRow>) => ({ ...(await desk("it")).thirdparty, ...fields });
  const known = (rows: ThirdpartyRow[], siret?: string) => asInPortfolio(company, rows, siret);
  it("a company that the portfolio does not have is as the reference provider knows it", () => {
    expect(known([])).toBe(company);
  });
  it("the facts are those of the latest managed row, in whatever order they come", async () => {
    const old = await rowOf({ name: "Old", lastUpdateDate: "2026-01-15T09:00:00.000" });
    const latest = await rowOf({ name: "New", workforce: 7, lastUpdateDate: "2026-01-15T09:00:00.001" });
    const unmanaged = await rowOf({ name: "Left", source: "UNMANAGED", lastUpdateDate: "2026-02-01T09:00:00.000" });
    const [one, other] = [
      [old, latest, unmanaged],
      [latest, unmanaged, old],
    ];
    for (const rows of [one, other, one?.toReversed()] as ThirdpartyRow[][]) {
      expect(known(rows)).toMatchObject({ name: "New", workforce: 7, recorded: true });
      expect(new Set(known(rows).establishments.map(({ name }) => name))).toEqual(new Set(["New"]));
    }
    expect(known([unmanaged]).name).toBe("Left");
    expect(known([old]).dateCreation).toBe(old.dateCreation);
  });
  it("the highest head office counts and comes first, and an establishment is as its own row has it", async () => {
    const { establishments } = (await desk("it")).thirdparty;
    const [office, branch, other] = establishments as [Place, Place, Place];
    const newOffice = { ...office, siret: fourth, addressLine1: "1 rue Neuve" };
    const at = (place: Place, addressLine1: string) => ({ ...place, addressLine1 });
    const row = (siret: string, lastUpdateDate: string, ...places: Place[]) =>
      rowOf({ siret, lastUpdateDate, establishments: places });
    const formerOffice = { ...office, headOffice: false };
    const moved = await row(fourth, "2026-01-10T09:00:00.000", formerOffice, branch, other, newOffice);
    const own = await row(third, "2026-01-09T09:00:00.000", office, at(branch, "stale"), at(other, "2 rue Neuve"));
    const unmanaged = { source: "UNMANAGED", siret: first, establishments: [at(branch, "left")] } as const;
    const left = { ...own, ...unmanaged, establishments: [...unmanaged.establishments] };
    for (const rows of [
      [moved, own, left],
      [left, own, moved],
    ]) {
      const found = known(rows);
      const lines = Object.fromEntries(found.establishments.map((place) => [place.siret, place.addressLine1]));
      expect([found.siret, found.addressLine1]).toEqual([fourth, "1 rue Neuve"]);
      expect(found.establishments.map(({ headOffice }) => headOffice)).toEqual([true, false, false, false]);
      expect(found.establishments[0]?.siret).toBe(fourth);
      expect(lines).toEqual({
        [fourth]: "1 rue Neuve",
        [head]: office.addressLine1,
        [first]: branch.addressLine1,
        [third]: "2 rue Neuve",
      });
    }
    expect(known([moved], third)).toMatchObject({ siret: third, companyIdValue: third, addressCity: "La Rochelle" });
  });
});

describe("two establishments in one portfolio", () => {
  /** The head office and a branch. */
  async function twoEstablishments() {
    const headOffice = await desk("it");
    const branch = await new Desk(headOffice.world, await join(headOffice.world, "sister")).reread();
    return { headOffice, branch, world: headOffice.world };
  }
  const tell = (world: World, event: string, thirdpartyId: number) =>
    trigger(world, { event, thirdpartyId } as Occurrence);

  it("an unmanaged one learns nothing, and a new one knows what the managed one does", async () => {
    const { headOffice, branch, world } = await twoEstablishments();
    granted(await tell(world, "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED", branch.thirdpartyId));
    granted(await tell(world, "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", headOffice.thirdpartyId));
    granted(await tell(world, "THIRD_PARTY_CODE_UPDATED", branch.thirdpartyId));
    const { result } = granted(
      await addToPortfolio(world, { companyIdType: "CIT001", companyIdValue: first }, "tester"),
    );
    expect([(await branch.reread()).thirdparty.status, result.status]).toEqual(["ACTIVE", "STRUCK_OFF"]);
    const found = await resolveCompany(world, { by: "SIREN", value: siren });
    expect(found).toMatchObject({ found: { status: "STRUCK_OFF" } });
  });
  it("a round visits one of them, and the other learns of it at once, even from a late round", async () => {
    const { headOffice, branch, world } = await twoEstablishments();
    const german = (await desk("german")).thirdparty;
    const { thirdparty } = headOffice;
    expect(onePerUnit([thirdparty, branch.thirdparty, german, german])).toEqual([thirdparty, german, german]);
    const late = addDuration(world.clock, "P9M");
    await world.write(() => world.setClock(late, true));
    const events = await world.write(() => world.runDueJobs(late));
    const learned = events.flatMap(({ payload }, at) => (payload.cause === "LEGAL_UNIT" ? at : []));
    const delays = learned.map((at) => parse(events[at]?.occurredAt ?? "") - parse(events[at - 1]?.occurredAt ?? ""));
    expect(delays.length).toBeGreaterThan(0);
    expect(Math.max(...delays)).toBeLessThan(1000);
  });
});
