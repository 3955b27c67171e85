import { expect, it } from "vitest";
import type { Chance } from "../../../src/directory/chance.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";
import { drawIdentityChange } from "../../../src/domain/thirdparty/identity-changes.ts";
import { bracketOf } from "../../../src/domain/thirdparty/workforce.ts";
import { desk, type Kind } from "../../support/worlds.ts";
import { draftOf, shape } from "../stage.ts";

type Topic = Parameters<typeof drawIdentityChange>[2][number][0];
/** A chance that draws these values wherever an identity change asks for a number. */
const fixed = (real: Chance, draws: { int?: number; float?: number }): Chance =>
  Object.assign(real, {
    ...(draws.int !== undefined && { int: () => draws.int }),
    ...(draws.float !== undefined && { float: () => draws.float }),
    weighted: (rows: readonly (readonly [unknown, number])[]) => rows[0]?.[0],
  });

async function changeOf(topic: Topic, draws = {}, row: Partial<ThirdpartyRow> = {}, kind: Kind = "cleaner") {
  const draft = draftOf(await desk(kind));
  shape(draft, row);
  const change = drawIdentityChange(draft, fixed(draft.context.chance("x"), draws), [[topic, 1]]);
  return { change, before: draft.thirdparty };
}

it.each([
  ["12 rue Foch", 80, "80 rue Foch"],
  ["12 rue Foch", 12, "13 rue Foch"],
  ["Foch 7 / 9", 80, "Foch 80 / 9"],
  ["rue Foch", 80, undefined],
  [null, 80, undefined],
])(
  "the address %j with the house number %i becomes %j, also of its establishment",
  async (addressLine1, int, expected) => {
    const { change, before } = await changeOf("address", { int }, { addressLine1 });
    if (expected === undefined) return expect(change).toBeUndefined();
    const establishments = before.establishments.map((place) =>
      place.siret === before.siret ? { ...place, addressLine1: expected } : place,
    );
    const text = `Modification de l'adresse : ${expected}`;
    expect(change).toEqual({ published: { addressLine1: expected }, derived: { establishments }, text });
  },
);
it("abroad, the head office is the establishment of the third party", async () => {
  const { change } = await changeOf("address", { int: 80 }, { addressLine1: "Weg 1" }, "german");
  expect(change.derived?.establishments).toMatchObject([{ headOffice: true, addressLine1: "Weg 80" }]);
});

it.each([
  [100, 0, 90],
  [100, 0.4, 101],
  [100, 1, 115],
  [1, 0, 2],
  [3, 0.9, 4],
  [0, 0.5, undefined],
  [null, 0.5, undefined],
])("a workforce of %j at the draw %j becomes %j, with its bracket", async (workforce, float, expected) => {
  const { change } = await changeOf("workforce", { float }, { workforce });
  if (expected === undefined) return expect(change).toBeUndefined();
  const text = `Modification de l'effectif : ${expected}`;
  expect(change).toEqual({ published: { workforce: expected }, derived: bracketOf(expected), text });
});
it("employees are in the bracket of their number, bounds included", () => {
  const found = [1, 2, 3, 49, 50, 10_000, 123_456].map((count) => bracketOf(count).workforceRangeCode);
  expect(found).toEqual(["01", "01", "02", "12", "21", "53", "53"]);
});

it("a capital grows by steps of 5 000, and a company without one keeps none", async () => {
  const grown = async (capital: number | null, capitalCurrency: string | null) =>
    (await changeOf("capital", { int: 3 }, { capital, capitalCurrency })).change;
  expect([await grown(1000, "USD"), await grown(0, null), await grown(null, null)]).toEqual([
    { published: { capital: 16_000 }, text: "Modification du capital : 16000 USD" },
    { published: { capital: 15_000 }, text: "Modification du capital : 15000 EUR" },
    undefined,
  ]);
});
it("a new head follows the first executive, and the others stay", async () => {
  const other = { lastName: "ROUX", firstName: "Zoé", role: "Directrice", since: "2020-01-01" };
  const { thirdparty } = await desk("cleaner");
  const executives = [thirdparty.executives[0], other] as ThirdpartyRow["executives"];
  const { change } = await changeOf("executive", {}, { executives });
  const [head, ...rest] = change.derived?.executives ?? [];
  const ceo = `${head?.lastName} ${head?.firstName}`;
  expect([rest, head?.since, change.published]).toEqual([[other], "2026-01-15", { ceo }]);
  expect(change.text).toBe(`Modification de l'administration : ${head?.role} ${ceo}`);
  expect((await changeOf("executive", {}, {}, "sanctioned")).change).toBeUndefined();
});
it("a new name ends the acronym, and a new activity is that of the establishment too", async () => {
  const { change } = await changeOf("name");
  const { name } = change.published;
  const text = `Modification de la dénomination : ${name}`;
  expect(change).toEqual({ published: { name }, derived: { acronym: null }, text });
  const { change: activity } = await changeOf("activity");
  const { activityCode, activityLabel } = activity.published;
  expect(activity.derived?.establishments).toMatchObject([{ activityCode, activityLabel }]);
  expect(activity.text).toBe(`Modification de l'activité : ${activityLabel}`);
});
