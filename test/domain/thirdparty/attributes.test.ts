import { describe, expect, it } from "vitest";
import { defaultConfiguration as own } from "../../../src/domain/configuration.ts";
import { Draft } from "../../../src/domain/draft.ts";
import { isRefusal } from "../../../src/domain/refusal.ts";
import {
  checkAttribute,
  isHighlyCritical,
  isReadByRules,
  whyFrozen,
  writeAttribute,
} from "../../../src/domain/thirdparty/attributes.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { client, desk } from "../../support/worlds.ts";
import { draftOf } from "../stage.ts";

type Values = (string | number | boolean)[];
const errorsOf = (label: string, values: Values) => {
  const outcome = checkAttribute(own, label, values);
  return isRefusal(outcome)
    ? outcome.refused.body.errors?.map(
        ({ pointer, code, detail, expected }) => `${code} ${detail} ${pointer} ${expected}`,
      )
    : outcome.label;
};

it.each([
  [["High"], true],
  [["Medium"], false],
  [undefined, false],
])("a third party of the criticality %j is highly critical: %s", async (values, isSo) => {
  const one = await desk("cleaner", values ? { Criticité: values } : {});
  expect(isHighlyCritical(draftOf(one))).toBe(isSo);
  const { criticality: _, ...roles } = own.roles;
  const without = { ...one.world.context(), configuration: { ...own, roles } };
  expect(isHighlyCritical(new Draft(one.folder, without, client))).toBe(false);
});

it("the attributes of an archived third party are frozen", async () => {
  const draft = draftOf(await desk("cleaner"));
  expect(whyFrozen(draft)).toBeNull();
  archiveThirdparty(draft);
  const detail = "Propreté Lumina is archived; its attributes are frozen.";
  expect(whyFrozen(draft)).toBeRefused({ status: 409, code: "THIRD_PARTY_ARCHIVED", detail });
});

describe("checkAttribute", () => {
  it("the configuration has attributes of all seven types, and rules read five", () => {
    expect(new Set(own.attributes.map(({ type }) => type)).size).toBe(7);
    expect(own.attributes.filter((one) => isReadByRules(own, one)).map(({ id }) => id)).toEqual([41, 42, 43, 47, 49]);
  });
  it("an attribute that a rule names is read by rules", () => {
    const [rule] = own.rules;
    const when = { attributes: { "Business unit": { in: ["Travaux"] } } };
    const rules = [rule!, { ...rule!, when }, rule!];
    expect(
      own.attributes.filter((one) => isReadByRules({ ...own, rules, roles: {} }, one)).map(({ id }) => id),
    ).toEqual([44]);
  });
  it.each([
    ["Référencement interne", ["REF"]],
    ["Référencement interne", [""]],
    ["Fournisseur stratégique", [true]],
    ["Fournisseur stratégique", [false]],
    ["Date de début de relation", ["2024-02-29"]],
    ["Montant d'achat annuel", [-12.5]],
    ["Taux de dépendance", [0]],
    ["Taux de dépendance", [100]],
    ["Criticité", ["High"]],
    ["Business unit", ["Travaux", "Logistique"]],
    ["Business unit", []],
  ])("the attribute %s takes the values %j", (label, values) => expect(errorsOf(label, values)).toBe(label));

  const day = "a day that exists, as YYYY-MM-DD";
  const noDays = ["2025-02-29", "2025-13-01", "01/02/2025", "2025-04-31"];
  const twice = "DUPLICATE_VALUE /values/2 repeats an earlier value. /values/2 each value once";
  const units = "options of the list: Travaux, Informatique, Achats généraux, Logistique, Ressources humaines";
  const wrong = (expected: string, at = 0) =>
    `WRONG_VALUE /values/${at} must be ${expected}. /values/${at} ${expected}`;
  const several = (label: string, type: string) =>
    `SEVERAL_VALUES /values must hold one value: ${label} is of type ${type}. /values one value`;
  it.each([
    ["Référencement interne", [12], [wrong("a text")]],
    ["Fournisseur stratégique", ["true"], [wrong("true or false")]],
    ...noDays.map((text) => ["Date de début de relation", [text], [wrong(day)]]),
    ["Montant d'achat annuel", ["12"], [wrong("a number")]],
    ["Taux de dépendance", [100.01], [wrong("a number from 0 to 100")]],
    ["Taux de dépendance", [-0.01], [wrong("a number from 0 to 100")]],
    ["Taux de dépendance", ["5"], [wrong("a number from 0 to 100")]],
    ["Criticité", ["high"], [wrong("one of the options: High, Medium, Low")]],
    ["Criticité", ["High", "Low"], [several("Criticité", "list_unique")]],
    ["Montant d'achat annuel", [1, "2"], [wrong("a number", 1), several("Montant d'achat annuel", "decimal")]],
    ["Business unit", ["Travaux", "Nowhere"], [wrong(units, 1)]],
    ["Business unit", ["Travaux", "Logistique", "Travaux"], [twice]],
  ] as [string, Values, string[]][])("the attribute %s refuses the values %j", (label, values, expected) => {
    expect(errorsOf(label, values)).toEqual(expected);
    const detail = `${label} does not take these values.`;
    expect(checkAttribute(own, label, values)).toBeRefused({ status: 400, detail });
  });
  it("an unknown label is refused with the nearest known label, and a calculated one as such", () => {
    const unknown = (label: string, hint: string) => ({
      status: 404,
      code: "ATTRIBUTE_NOT_FOUND",
      detail: `The account has no attribute "${label}"${hint} GET …/attributes lists them.`,
    });
    expect(checkAttribute(own, "Criticite", [])).toBeRefused(unknown("Criticite", '; did you mean "Criticité"?'));
    expect(checkAttribute(own, "QQQQQQQQQ", [])).toBeRefused(unknown("QQQQQQQQQ", "."));
    const detail = "Risque global is calculated by the service; it cannot be set.";
    expect(checkAttribute(own, "Risque global", ["Low"])).toBeRefused({
      status: 409,
      code: "ATTRIBUTE_CALCULATED",
      detail,
    });
  });
});

describe("writeAttribute", () => {
  const [travaux, it2] = ["Travaux", "Informatique"];
  it.each([
    ["Taux de dépendance", [[10], [20], [20]], [true, true, false]],
    ["Fournisseur stratégique", [[false], [false], [true]], [true, false, true]],
    ["Business unit", [[travaux], [travaux, it2], [it2, travaux], [it2], [travaux]], [true, true, false, true, true]],
    ["Business unit", [[], [], [travaux]], [true, false, true]],
  ])("the attribute %s, written as %j, changes at these: %j", async (label, writes, changes) => {
    const draft = draftOf(await desk("cleaner"));
    const definition = own.attributes.find((one) => one.label === label);
    const rows = (writes as Values[]).map((values) => writeAttribute(draft, definition as never, values));
    expect(rows.map((row) => row !== null)).toEqual(changes);
    const stored = draft.all("attributes").filter((row) => row.label === label);
    const last = draft.events.at(-1);
    expect(stored).toEqual([rows.findLast((row) => row !== null)]);
    expect(stored).toMatchObject([{ values: last?.payload.to, lastUpdateDate: last?.occurredAt }]);
    expect(draft.events[0]?.payload).toEqual({ label, from: null, to: writes[0] });
    expect(new Set(draft.events.map(({ eventName }) => eventName))).toEqual(new Set(["THIRD_PARTY_ATTRIBUTE_UPDATED"]));
  });
});
