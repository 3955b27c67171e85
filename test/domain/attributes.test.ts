import { describe, expect, it } from "vitest";
import { checkAttribute } from "../../src/domain/attributes.ts";
import { attributeDefinitions } from "../../src/domain/configuration.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { setAttribute } from "../../src/world/operations.ts";
import { desk, granted } from "../support/worlds.ts";

const codes = (label: string, values: (string | number | boolean)[]) => {
  const outcome = checkAttribute(label, values);
  return isRefusal(outcome) ? outcome.refused.body.errors?.map(({ pointer, code }) => `${pointer} ${code}`) : [];
};

describe("attributes of the seven types", () => {
  it("are all configured", () => {
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
  ])("%s takes %j", (label, values) => {
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
  ])("%s does not take %j", (label, values, expected) => {
    expect(codes(label, values)).toEqual(expected);
  });

  it("names the options of a list", () => {
    expect(checkAttribute("Criticité", ["Huge"])).toMatchObject({
      refused: { status: 400, body: { errors: [{ expected: "one of the options: High, Medium, Low" }] } },
    });
  });
  it("knows no label but those configured, and guesses", () => {
    expect(checkAttribute("Criticite", ["High"])).toMatchObject({
      refused: {
        status: 404,
        body: { code: "ATTRIBUTE_NOT_FOUND", detail: expect.stringContaining('did you mean "Criticité"?') },
      },
    });
  });
  it("does not let anybody set what it calculates", () => {
    expect(checkAttribute("Risque global", ["Low"])).toMatchObject({
      refused: { status: 409, body: { code: "ATTRIBUTE_CALCULATED" } },
    });
  });
});

describe("writing an attribute", () => {
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
  it("leaves an event when the value is another", async () => {
    expect(await written("Taux de dépendance", [10], [20])).toEqual({ counts: [1, 1], values: [20] });
  });
  it("leaves nothing when the value is there already", async () => {
    expect(await written("Taux de dépendance", [10], [10])).toEqual({ counts: [1, 0], values: [10] });
  });
  it("takes the choices of a list for the same in any order", async () => {
    expect(await written("Business unit", ["Travaux", "Logistique"], ["Logistique", "Travaux"], ["Travaux"])).toEqual({
      counts: [1, 0, 1],
      values: ["Travaux"],
    });
  });
  it("changes nothing at all when the value is there already", async () => {
    const one = await desk("cleaner", { Criticité: ["Low"] });
    const before = await one.world.store.dump();
    granted(await setAttribute(one.world, one.thirdpartyId, { label: "Criticité", values: ["Low"] }, "tester"));
    expect(await one.world.store.dump()).toEqual(before);
  });
});
