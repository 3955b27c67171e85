import { describe, expect, it } from "vitest";
import { attributeDefinitions } from "../../../src/domain/configuration.ts";
import { isRefusal } from "../../../src/domain/refusal.ts";
import { checkAttribute } from "../../../src/domain/thirdparty/attributes.ts";
import { setAttribute } from "../../../src/world/operations.ts";
import { desk, granted } from "../../support/worlds.ts";

const codes = (label: string, values: (string | number | boolean)[]) => {
  const outcome = checkAttribute(label, values);
  return isRefusal(outcome) ? outcome.refused.body.errors?.map(({ pointer, code }) => `${pointer} ${code}`) : [];
};

describe("checkAttribute", () => {
  it("the configuration has attributes of all seven types", () => {
    expect(new Set(attributeDefinitions.map(({ type }) => type)).size).toBe(7);
  });

  it.each([
    ["Référencement interne", ["REF"]],
    ["Référencement interne", [""]],
    ["Fournisseur stratégique", [true]],
    ["Fournisseur stratégique", [false]],
    ["Date de début de relation", ["2024-02-29"]],
    ["Montant d'achat annuel", [0]],
    ["Montant d'achat annuel", [-12.5]],
    ["Taux de dépendance", [0]],
    ["Taux de dépendance", [100]],
    ["Taux de dépendance", [33.3]],
    ["Criticité", ["High"]],
    ["Business unit", ["Travaux", "Logistique"]],
  ])("the attribute %s takes the values %j", (label, values) => {
    expect(codes(label, values)).toEqual([]);
  });

  it.each([
    ["Référencement interne", [12], ["/values/0 WRONG_VALUE"]],
    ["Fournisseur stratégique", ["true"], ["/values/0 WRONG_VALUE"]],
    ["Date de début de relation", ["2025-02-29"], ["/values/0 WRONG_VALUE"]],
    ["Date de début de relation", ["2025-13-01"], ["/values/0 WRONG_VALUE"]],
    ["Date de début de relation", ["01/02/2025"], ["/values/0 WRONG_VALUE"]],
    ["Date de début de relation", ["2025-04-31"], ["/values/0 WRONG_VALUE"]],
    ["Montant d'achat annuel", ["12"], ["/values/0 WRONG_VALUE"]],
    ["Taux de dépendance", [100.01], ["/values/0 WRONG_VALUE"]],
    ["Taux de dépendance", [-1], ["/values/0 WRONG_VALUE"]],
    ["Criticité", ["high"], ["/values/0 WRONG_VALUE"]],
    ["Criticité", ["High", "Low"], ["/values SEVERAL_VALUES"]],
    ["Montant d'achat annuel", [1, "2"], ["/values/1 WRONG_VALUE", "/values SEVERAL_VALUES"]],
    ["Business unit", ["Travaux", "Nowhere"], ["/values/1 WRONG_VALUE"]],
    ["Business unit", ["Travaux", "Travaux"], ["/values/1 DUPLICATE_VALUE"]],
  ])("the attribute %s refuses the values %j", (label, values, expected) => {
    expect(codes(label, values)).toEqual(expected);
  });

  it("a refused value of a list comes with the options of the list", () => {
    expect(checkAttribute("Criticité", ["Huge"])).toMatchObject({
      refused: { status: 400, body: { errors: [{ expected: "one of the options: High, Medium, Low" }] } },
    });
  });
  it("an unknown label is refused with the nearest known label", () => {
    expect(checkAttribute("Criticite", ["High"])).toMatchObject({
      refused: {
        status: 404,
        body: { code: "ATTRIBUTE_NOT_FOUND", detail: expect.stringContaining('did you mean "Criticité"?') },
      },
    });
  });
  it("a calculated attribute cannot be set", () => {
    expect(checkAttribute("Risque global", ["Low"])).toMatchObject({
      refused: { status: 409, body: { code: "ATTRIBUTE_CALCULATED" } },
    });
  });
});

describe("writeAttribute", () => {
  const written = async (label: string, ...writes: (string | number | boolean)[][]) => {
    const one = await desk("cleaner");
    const counts: number[] = [];
    for (const values of writes)
      counts.push(
        granted(await setAttribute(one.world, one.thirdpartyId, { label, values }, "tester")).events.filter(
          ({ eventName }) => eventName === "THIRD_PARTY_ATTRIBUTE_UPDATED",
        ).length,
      );
    return { counts, values: (await one.reread()).folder.attributes.find((row) => row.label === label)?.values };
  };
  it("a new value of an attribute leaves an event", async () => {
    expect(await written("Taux de dépendance", [10], [20])).toEqual({ counts: [1, 1], values: [20] });
  });
  it("an attribute that already has the value leaves no event", async () => {
    expect(await written("Taux de dépendance", [10], [10])).toEqual({ counts: [1, 0], values: [10] });
  });
  it("the same options of a list in another order are the same value", async () => {
    expect(await written("Business unit", ["Travaux", "Logistique"], ["Logistique", "Travaux"], ["Travaux"])).toEqual({
      counts: [1, 0, 1],
      values: ["Travaux"],
    });
  });
  it("an attribute that already has the value changes no row", async () => {
    const one = await desk("cleaner", { Criticité: ["Low"] });
    const before = await one.world.store.dump();
    granted(await setAttribute(one.world, one.thirdpartyId, { label: "Criticité", values: ["Low"] }, "tester"));
    expect(await one.world.store.dump()).toEqual(before);
  });
});
