import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { control } from "../../contract/control.ts";
import { EventName } from "../../contract/events.ts";
import { reference } from "../../src/control/reference.ts";
import { attributeDefinitions, documentTypes, rules } from "../../src/domain/configuration.ts";
import { formCodes } from "../../src/domain/document/form-fields.ts";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";

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

  it("lists every document type, without what only the sandbox uses", async () => {
    const types = await listOf(await makeWorld(), "document-types");
    expect(types.map(({ code }: { code: string }) => code)).toEqual([...documentTypes.keys()]);
    expect(types).toContainEqual(exampleOf("documentTypes"));
  });

  it("lists all event types, each with a sentence, what it needs and what its trigger takes", async () => {
    const types = (await listOf(await makeWorld(), "events")) as { name: string; sentence: string; needs: string }[];
    expect(types.map(({ name }) => name)).toEqual(EventName.options);
    for (const { sentence, needs } of types) expect([sentence, needs]).not.toContain("");
    expect(types).toContainEqual(exampleOf("events"));
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

  it("answers 404 for the dossier types of an account that does not exist", async () => {
    const { app } = await makeWorld();
    const { body } = await supertest(app).get("/_sandbox/accounts/nobody/dossier-types").expect(404);
    expect(body.code).toBe("ACCOUNT_NOT_FOUND");
  });

  it("lists the rules, each with a sentence, so that the ruleId of a dossier can be looked up", async () => {
    const world = await makeWorld();
    const listed = await listOf(world, "rules");
    expect(listed).toContainEqual(exampleOf("rules"));
    expect(listed.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(rules.map(({ ruleId }) => ruleId));
    const dossiers = await world.dossiersOf(await world.add());
    for (const { ruleId, dossierTypeCode } of dossiers)
      expect(listed).toContainEqual(
        expect.objectContaining({ ruleId, create: dossierTypeCode, sentence: expect.stringMatching(/^Opens .+\.$/) }),
      );
  });

  it("lists the fields of every form, in the order of the form", async () => {
    const forms = await listOf(await makeWorld(), "forms");
    expect(forms.map(({ documentCode }: { documentCode: string }) => documentCode)).toEqual(formCodes);
    for (const { fields } of forms)
      expect(fields.map(({ order }: { order: number }) => order)).toEqual(
        fields.map((_: unknown, at: number) => at + 1),
      );
  });

  it("lists the attributes as the service does", async () => {
    const world = await makeWorld();
    const attributes = await listOf(world, "attributes");
    expect(attributes).toEqual(attributeDefinitions);
    expect(attributes).toContainEqual(exampleOf("attributes"));
    expect((await world.get("/attributes")).body.content).toEqual(attributes);
  });
});
