import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { control } from "../../contract/control.ts";
import { EventName } from "../../contract/events.ts";
import { reference } from "../../src/control/reference.ts";
import { defaultConfiguration } from "../../src/domain/configuration.ts";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";

const { attributes, documentTypes, forms, rules } = defaultConfiguration;

it("makes the list of assumptions once, because it takes long", async () => {
  const list = async () => (await reference.assumptions({} as never, {} as never)).body;
  expect(await list()).toEqual(await list());
  expect(Object.values(await list())[0]).toBe(Object.values(await list())[0]);
});

describe("what the service is configured with", () => {
  const listOf = async ({ app }: TestWorld, kind: string) =>
    (await supertest(app).get(`/_sandbox/reference/${kind}`).expect(200)).body.content;

  /** The example of a list in the contract, which is one of its entries. */
  const exampleOf = (name: "documentTypes" | "dossierTypes" | "rules" | "attributes" | "events") =>
    control.reference[name].examples.success.response.content[0];

  const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1);

  const names = (rows: readonly object[], key: string) => rows.map((row) => (row as Record<string, unknown>)[key]);
  it.each<[string, key: string, expected: readonly unknown[], Parameters<typeof exampleOf>[0]?]>([
    ["document-types", "code", [...documentTypes.keys()], "documentTypes"],
    ["events", "name", EventName.options, "events"],
    ["rules", "ruleId", names(rules, "ruleId"), "rules"],
    ["attributes", "label", names(attributes, "label"), "attributes"],
    ["forms", "documentCode", [...forms.keys()]],
  ])("lists all of %s, the example of the contract among them", async (kind, key, expected, example) => {
    const listed = await listOf(await makeWorld(), kind);
    expect(names(listed, key)).toEqual(expected);
    if (example) expect(listed).toContainEqual(exampleOf(example));
  });

  it("lists event types with a sentence and what they need, and the fields of a form in their order", async () => {
    const world = await makeWorld();
    for (const { sentence, needs } of await listOf(world, "events")) expect([sentence, needs]).not.toContain("");
    for (const { fields } of await listOf(world, "forms"))
      expect(names(fields, "order")).toEqual(fields.map((_: unknown, at: number) => at + 1));
    expect((await world.get("/attributes")).body.content).toEqual(await listOf(world, "attributes"));
  });

  it("lists the dossier types with their documents, and those of an account whose template has changed", async () => {
    const world = await makeWorld();
    await world.add();
    const types = await listOf(world, "dossier-types");
    const of = async (path: string) => (await world.control("get", path).expect(200)).body.content;
    expect(await of("/dossier-types")).toEqual(types.toSorted(byCode));
    expect(types).toContainEqual({
      code: "ETHICS",
      label: "Éthique et conformité",
      themes: ["ETHICS"],
      months: 24,
      documents: ["Q_ETHIQUE", "CODE_CONDUITE"],
    });
    expect(types).toContainEqual(exampleOf("dossierTypes"));
    const data = { dossierTypeCode: "ONBOARDING", documentCode: "DPA" };
    await world.control("post", "/occurrences", { event: "DOSSIER_TEMPLATE_UPDATED", data }).expect(201);
    const asked = (list: { code: string; documents: string[] }[]) =>
      list.find(({ code }) => code === "ONBOARDING")?.documents;
    expect(asked(await of("/dossier-types"))).toEqual([...(asked(types) ?? []), "DPA"]);
    expect(await listOf(world, "dossier-types")).toEqual(types);
  });

  it("lists the rules, each with a sentence, so that the ruleId of a dossier can be looked up", async () => {
    const world = await makeWorld();
    const listed = await listOf(world, "rules");
    const dossiers = await world.dossiersOf(await world.add());
    for (const { ruleId, dossierTypeCode } of dossiers)
      expect(listed).toContainEqual(
        expect.objectContaining({ ruleId, create: dossierTypeCode, sentence: expect.stringMatching(/^Opens .+\.$/) }),
      );
  });
});
