import { describe, expect, expectTypeOf, it } from "vitest";
import { connectSandbox } from "../../src/client/connect.ts";
import type { Fault, OperationId, SandboxWorld, Target } from "../../src/client/world.ts";
import { startSandbox } from "../../src/start.ts";
import { now, running } from "../control/running.ts";

const on = running();
const siret = { companyIdType: "CIT001", companyIdValue: "21996648800021" } as const;

describe("a sandbox in a test", () => {
  it("several connections by its address share one sandbox, each with worlds of its own", async () => {
    const { world } = connectSandbox({ url: `${on.sandbox.url}/` });
    const [one, other] = await Promise.all([world(), world()]);
    expect(one.accountId).not.toBe(other.accountId);
    expect(one.accountId).toMatch(/^world-[\w-]+$/);
    expect(await one.clock.now()).toBe(`${now}.000`);
  });

  it("keeps its worlds in one place: a folder beside a database is refused", async () => {
    const both = startSandbox({ data: "no-folder", database: "postgres://127.0.0.1:1/none" });
    await expect(both).rejects.toThrow(/^The worlds are kept in a data folder or in a database: leave out one/);
  });

  it("targets are typed by their event, and operations by their ids", () => {
    expectTypeOf<OperationId>()
      .extract<"thirdparties.list" | "responses.approve">()
      .toEqualTypeOf<"thirdparties.list" | "responses.approve">();
    expectTypeOf<"thirdparties.lst">().not.toExtend<OperationId>();
    expectTypeOf<Target<"THIRD_PARTY_ARCHIVED">>().not.toHaveProperty("documentId");
    expectTypeOf<Target<"DOCUMENT_ANSWER_EXPIRED">>().toHaveProperty("documentId");
    expectTypeOf<NonNullable<Target<"DOCUMENT_MODIFICATION">["data"]>>().toEqualTypeOf<{
      dueDate?: string | undefined;
    }>();
    expectTypeOf<Fault["operation"]>().toEqualTypeOf<OperationId | undefined>();
    expectTypeOf<Parameters<SandboxWorld["trigger"]>[0]>().not.toEqualTypeOf<string>();
  });
});

describe("the client", () => {
  it("the client types paths, bodies, responses and problems", async () => {
    const { client } = await on.sandbox.world();
    const { data: added } = await client.POST("/thirdparties", { body: siret });
    const path = { id: added?.thirdpartyId as number };
    const { data, error } = await client.GET("/thirdparties/{id}", { params: { path } });
    expectTypeOf(data?.executives).toEqualTypeOf<
      { lastName: string; firstName: string; role: string; since: string }[] | undefined
    >();
    expect([data?.siren, error]).toEqual(["219966488", undefined]);
    const lost = await client.GET("/thirdparties/{id}", { params: { path: { id: 1 } } });
    expect(lost.error?.code).toBe("THIRD_PARTY_NOT_FOUND");
    // @ts-expect-error there is no such path
    await client.GET("/thirdpartys");
    // @ts-expect-error the identifier is missing
    await client.POST("/thirdparties", { body: { companyIdType: "CIT001" } });
  });
});

it("a test says who acts in its world, and asks for a late supplier", async () => {
  const world = await on.sandbox.world(undefined, { seed: "empty", people: "suppliers" });
  const { data } = await world.client.POST("/thirdparties", { body: siret });
  const id = data?.thirdpartyId as number;
  expect(await world.people.temper(id, "late")).toMatchObject({ thirdpartyId: id, temper: "late", origin: "SET" });
  expect(await world.people.temper(id)).toMatchObject({ temper: "late" });
  expect(await world.people.read({ size: 1 })).toMatchObject({ people: "suppliers", content: [{ temper: "late" }] });
  expect(await world.people.temper(id, null)).toMatchObject({ origin: "DRAWN" });
  await world.people.set("none");
  expect(await world.people.read()).toMatchObject({ people: "none", planned: 0, content: [{ next: null }] });
  // @ts-expect-error there is no such temper
  await expect(world.people.temper(id, "lazy")).rejects.toThrow("temper");
});

it("a test configures its world, typed, reads it back, and is told what is still asked for", async () => {
  const other = await on.sandbox.world(undefined, { seed: "onboarding" });
  const { format, documentTypes } = await other.configuration();
  expect(Object.keys(documentTypes ?? {})).toContain("KBIS");
  const own = { format, documentTypes: { PLAN: { label: "Plan" } } };
  const world = await on.sandbox.world(undefined, { seed: "onboarding", configuration: own });
  expect(await world.configuration({ difference: true })).toEqual({ ...own, base: "default" });
  await expect(world.configure({ format, base: "empty" })).rejects.toThrow("?stop=true");
  expect(await world.configure({ format, base: "empty" }, { stop: true })).toMatchObject({
    accountId: world.accountId,
  });
  // @ts-expect-error a document type has a label
  await expect(world.configure({ format, documentTypes: { PLAN: { months: 3 } } })).rejects.toThrow("label");
});
