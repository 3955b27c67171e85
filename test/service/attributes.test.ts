import { describe, expect, it } from "vitest";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { inBody } from "../support/problems.ts";
import { makeWorld } from "../support/sandbox.ts";
import { expectRefused } from "./refused.ts";

const criticality = "Criticité";
const amount = "Montant d'achat annuel";

async function withThirdparty() {
  const world = await makeWorld();
  const id = await world.add();
  return { world, id, set: (body: object) => world.post(`/thirdparties/${id}/attributes`, body) };
}

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

  it("lists the values of one third party", async () => {
    const { world, id, set } = await withThirdparty();
    const other = await world.add("21992014700010");
    const { body: stored } = await set({ label: amount, values: [125000.5] }).expect(200);
    const listed = async (of: number) => (await world.get(`/thirdparties/${of}/attributes`).expect(200)).body.content;
    expect(await listed(id)).toContainEqual(stored);
    const labels = async (of: number) => (await listed(of)).map(({ label }: { label: string }) => label).sort();
    expect({ own: await labels(id), other: await labels(other) }).toEqual({
      own: [amount, "Risque global"],
      other: ["Risque global"],
    });
  });
});

describe("attributes.set", () => {
  refusesWhatAllRefuse("attributes.set");

  it("stores a value, records the event and returns the attribute", async () => {
    const { world, id, set } = await withThirdparty();
    const { body } = await set({ label: criticality, values: ["Low"] }).expect(200);
    expect(body).toEqual({
      id: 42,
      label: criticality,
      type: "list_unique",
      values: ["Low"],
      lastUpdateDate: expect.stringMatching(/^2026-01-15T09:00:00\.\d{3}$/),
    });
    expect(await world.happenedTo("thirdparties", "THIRD_PARTY_ATTRIBUTE_UPDATED")).toEqual([id]);
    const { body: journal } = await world.control("get", "/events?names=THIRD_PARTY_ATTRIBUTE_UPDATED");
    expect(journal.content.at(-1).actor).toEqual({ type: "CLIENT", name: "tester" });
  });

  it("refuses to change an archived third party", async () => {
    const { world, id, set } = await withThirdparty();
    await world.control("post", "/occurrences", { event: "THIRD_PARTY_ARCHIVED", thirdpartyId: id }).expect(201);
    await expectRefused(world, set({ label: criticality, values: ["Low"] }), {
      status: 409,
      code: "THIRD_PARTY_ARCHIVED",
      detail: "Novalune Systèmes is archived; its attributes are frozen.",
    });
  });

  it.each([
    [criticality, ["Highest"], "/values/0"],
    ["Business unit", ["Travaux", "Travaux"], "/values/1"],
    [criticality, [], "/values"],
    [criticality, [null], "/values/0"],
  ])("refuses for the attribute %s the values %j", async (label, values, pointer) => {
    const { world, set } = await withThirdparty();
    const before = await world.state();
    const response = await set({ label, values }).expect(400);
    expect(response.body.errors).toMatchObject([{ in: "body", pointer, expected: expect.any(String) }]);
    expect(await world.state()).toEqual(before);
  });

  it("reports every error of a body at once", async () => {
    const { world, set } = await withThirdparty();
    const [label, values] = ["/label is missing: a text is expected.", "/values must be a list."];
    await expectRefused(world, set({ values: 3, valeurs: [] }), {
      status: 400,
      code: "VALIDATION_ERROR",
      detail: `3 things are wrong: ${label} ${values} /valeurs is not known here; did you mean values?`,
      errors: [
        inBody("/label", "a text", undefined),
        inBody("/values", "a list", 3),
        inBody("/valeurs", "no such property", []),
      ],
    });
  });

  it.each([
    ["Criticite", 404, "ATTRIBUTE_NOT_FOUND", expect.stringContaining('did you mean "Criticité"?')],
    ["Risque global", 409, "ATTRIBUTE_CALCULATED", "Risque global is calculated by the service; it cannot be set."],
  ])("refuses to set %s, which is not configured or is calculated", async (label, status, code, detail) => {
    const { world, set } = await withThirdparty();
    await expectRefused(world, set({ label, values: ["Low"] }), { status, code, detail });
  });
});
