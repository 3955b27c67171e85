import { describe, expect, it } from "vitest";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { inBody } from "../support/problems.ts";
import { makeWorld } from "../support/sandbox.ts";

const criticality = "Criticité";
const amount = "Montant d'achat annuel";

describe("attributes.available", () => {
  refusesWhatAllRefuse("attributes.available");

  it("lists the attributes that the account has configured, at least one of each type", async () => {
    const world = await makeWorld();
    const { body } = await world.get("/attributes").expect(200);
    expect(body.content).toContainEqual({
      id: 42,
      label: criticality,
      type: "list_unique",
      options: ["High", "Medium", "Low"],
      required: true,
      calculated: false,
    });
    expect(new Set(body.content.map(({ type }: { type: string }) => type))).toEqual(
      new Set(["string", "boolean", "date", "decimal", "percentage", "list_unique", "list_multiple"]),
    );
  });
});

describe("attributes.list", () => {
  refusesWhatAllRefuse("attributes.list");

  it("lists the values of a third party", async () => {
    const world = await makeWorld();
    const id = await world.add();
    const { body: set } = await world
      .post(`/thirdparties/${id}/attributes`, { label: amount, values: [125000.5] })
      .expect(200);
    const { body } = await world.get(`/thirdparties/${id}/attributes`).expect(200);
    expect(body.content).toContainEqual(set);
    expect(body.content.map(({ label }: { label: string }) => label).sort()).toEqual([amount, "Risque global"]);
  });

  it("answers 404 when the third party does not exist", async () => {
    const world = await makeWorld();
    expect(await world.get("/thirdparties/924000/attributes")).toBeProblem({
      status: 404,
      code: "THIRD_PARTY_NOT_FOUND",
      detail: "There is no third party 924000 in this account.",
    });
  });
});

describe("attributes.set", () => {
  refusesWhatAllRefuse("attributes.set");

  it("stores a value, records the event and returns the attribute", async () => {
    const world = await makeWorld();
    const id = await world.add();
    const { body } = await world
      .post(`/thirdparties/${id}/attributes`, { label: criticality, values: ["Low"] })
      .expect(200);
    expect(body).toEqual({
      id: 42,
      label: criticality,
      type: "list_unique",
      values: ["Low"],
      lastUpdateDate: expect.stringMatching(/^2026-01-15T09:00:00\.\d{3}$/),
    });
    expect(await world.happenedTo("thirdparties", "THIRD_PARTY_ATTRIBUTE_UPDATED")).toEqual([id]);
  });

  it("changes nothing when the attribute already has the value", async () => {
    const world = await makeWorld();
    const id = await world.add();
    const first = await world
      .post(`/thirdparties/${id}/attributes`, { label: criticality, values: ["Low"] })
      .expect(200);
    const before = await world.state();
    await world.advance("PT0S");
    const second = await world
      .post(`/thirdparties/${id}/attributes`, { label: criticality, values: ["Low"] })
      .expect(200);
    expect(second.body).toEqual(first.body);
    expect(await world.state()).toEqual(before);
  });

  it("refuses to change an archived third party, as the control plane does", async () => {
    const world = await makeWorld();
    const id = await world.add();
    await world.control("post", "/occurrences", { event: "THIRD_PARTY_ARCHIVED", thirdpartyId: id }).expect(201);
    expect(await world.post(`/thirdparties/${id}/attributes`, { label: criticality, values: ["Low"] })).toBeProblem({
      status: 409,
      code: "THIRD_PARTY_ARCHIVED",
      detail: "Novalune Systèmes is archived; its attributes are frozen.",
    });
    const event = "THIRD_PARTY_ATTRIBUTE_UPDATED";
    expect((await world.control("post", "/occurrences", { event, thirdpartyId: id })).body).toMatchObject({
      status: 409,
      code: "THIRD_PARTY_ARCHIVED",
    });
  });

  it("opens the dossier that a rule requires for the new value", async () => {
    const world = await makeWorld();
    const id = await world.add();
    const types = async () => (await world.dossiersOf(id)).map(({ dossierTypeCode }) => dossierTypeCode);
    expect(await types()).not.toContain("VIGILANCE");
    await world.post(`/thirdparties/${id}/attributes`, { label: amount, values: [5000] }).expect(200);
    expect(await types()).toContain("VIGILANCE");
  });

  it.each([
    ["Référencement interne", ["a text"]],
    ["Fournisseur stratégique", [true]],
    ["Date de début de relation", ["2024-02-29"]],
    [amount, [-12.5]],
    ["Taux de dépendance", [100]],
    ["Business unit", ["Travaux", "Informatique"]],
  ])("accepts for the attribute %s the values %j", async (label, values) => {
    const world = await makeWorld();
    const id = await world.add();
    const { body } = await world.post(`/thirdparties/${id}/attributes`, { label, values }).expect(200);
    expect(body.values).toEqual(values);
  });

  it.each([
    ["Référencement interne", [12], "/values/0"],
    ["Fournisseur stratégique", ["true"], "/values/0"],
    ["Date de début de relation", ["2025-02-29"], "/values/0"],
    ["Date de début de relation", ["29/02/2024"], "/values/0"],
    [amount, ["12"], "/values/0"],
    ["Taux de dépendance", [100.1], "/values/0"],
    ["Taux de dépendance", [-0.1], "/values/0"],
    [criticality, ["Highest"], "/values/0"],
    [criticality, ["High", "Low"], "/values"],
    ["Business unit", ["Travaux", "Travaux"], "/values/1"],
    [criticality, [], "/values"],
    [criticality, "High", "/values"],
    [criticality, [null], "/values/0"],
    [criticality, [["High"]], "/values/0"],
  ])("refuses for the attribute %s the values %j", async (label, values, pointer) => {
    const world = await makeWorld();
    const id = await world.add();
    const before = await world.state();
    const response = await world.post(`/thirdparties/${id}/attributes`, { label, values }).expect(400);
    expect(response.body.errors).toEqual([
      expect.objectContaining({ in: "body", pointer, expected: expect.any(String), received: expect.any(String) }),
    ]);
    expect(await world.state()).toEqual(before);
  });

  it("reports every error of a body at once", async () => {
    const world = await makeWorld();
    const id = await world.add();
    expect(await world.post(`/thirdparties/${id}/attributes`, { values: 3, valeurs: [] })).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: [
        "3 things are wrong: /label is missing: a text is expected.",
        "/values must be a list. /valeurs is not known here; did you mean values?",
      ].join(" "),
      errors: [
        inBody("/label", "a text", undefined),
        inBody("/values", "a list", 3),
        inBody("/valeurs", "no such property", []),
      ],
    });
  });

  it("answers 404 for an attribute that is not configured, and suggests a similar one", async () => {
    const world = await makeWorld();
    const id = await world.add();
    expect(await world.post(`/thirdparties/${id}/attributes`, { label: "Criticite", values: ["High"] })).toBeProblem({
      status: 404,
      code: "ATTRIBUTE_NOT_FOUND",
      detail: expect.stringContaining('did you mean "Criticité"?'),
    });
  });

  it("answers 404 when the third party does not exist", async () => {
    const world = await makeWorld();
    expect(await world.post("/thirdparties/924000/attributes", { label: criticality, values: ["High"] })).toBeProblem({
      status: 404,
      code: "THIRD_PARTY_NOT_FOUND",
      detail: "There is no third party 924000 in this account.",
    });
  });

  it("refuses to set an attribute that the service calculates", async () => {
    const world = await makeWorld();
    const id = await world.add();
    expect(await world.post(`/thirdparties/${id}/attributes`, { label: "Risque global", values: ["Low"] })).toBeProblem(
      {
        status: 409,
        code: "ATTRIBUTE_CALCULATED",
        detail: "Risque global is calculated by the service; it cannot be set.",
      },
    );
  });
});

it("ends the error message with a full stop when no attribute has a similar label", async () => {
  const world = await makeWorld();
  const id = await world.add();
  const { body } = await world
    .post(`/thirdparties/${id}/attributes`, { label: "Nope nope nope", values: ["x"] })
    .expect(404);
  expect(body.detail).toBe('The account has no attribute "Nope nope nope". GET …/attributes lists them.');
});
