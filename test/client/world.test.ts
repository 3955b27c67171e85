import { describe, expect, expectTypeOf, it } from "vitest";
import { EventName } from "../../contract/events.ts";
import { createClient } from "../../src/client/client.ts";
import { connectSandbox } from "../../src/client/connect.ts";
import type { Fault, OperationId, SandboxWorld, Target } from "../../src/client/world.ts";
import { now, running } from "../control/running.ts";

const on = running();
const siret = { companyIdType: "CIT001", companyIdValue: "21996648800021" } as const;

async function prepared() {
  const world = await on.sandbox.world();
  const { data: thirdparty } = await world.client.POST("/thirdparties", { body: siret });
  const { thirdpartyId } = thirdparty as NonNullable<typeof thirdparty>;
  const { data: dossier } = await world.client.POST("/thirdparties/{id}/dossiers", {
    params: { path: { id: thirdpartyId } },
    body: { requiredDocuments: ["CODE_CONDUITE"] },
  });
  const { dossierId, documents } = dossier as NonNullable<typeof dossier>;
  return { world, thirdpartyId, dossierId, documentId: documents[0]?.documentId as number };
}

describe("a sandbox in a test", () => {
  it("a third party answers with an outcome, a file or an issue date", async () => {
    const { world, dossierId, documentId } = await prepared();
    const path = { dossierId, documentId };
    const events = await world.answer(documentId, { outcome: "review" });
    expect(events.map(({ eventName }) => eventName)).toContain("DOCUMENT_ANSWER_ADDED");
    await world.clock.advance("P1D");
    expect(
      (await world.client.GET("/dossiers/{dossierId}/documents/{documentId}", { params: { path } })).data?.statusCode,
    ).toBe("ACTION_REQUIRED");
    await world.answer(documentId, {
      file: Buffer.from("%PDF-1.4\nmine\n%%EOF\n"),
      fileName: "mine.pdf",
      outcome: "valid",
      issueDate: "2026-01-02",
    });
    const { data: document } = await world.client.GET("/dossiers/{dossierId}/documents/{documentId}", {
      params: { path },
    });
    const [evidence] = document?.evidences ?? [];
    expect(evidence).toMatchObject({ fileName: "mine.pdf", fileSize: 20 });
    const file = await world.client.GET("/dossiers/{dossierId}/documents/{documentId}/files/{fileId}", {
      params: { path: { ...path, fileId: evidence?.id as number } },
      parseAs: "text",
    });
    expect(file.data).toBe("%PDF-1.4\nmine\n%%EOF\n");
  });

  it("a refusal says every violation, and a wrong event name leads to the right one in a sentence", async () => {
    const world = await on.sandbox.world();
    await expect(world.trigger("DOCUMENT_ANSWER_REJECTED" as "DOCUMENT_ANSWER_DENIED")).rejects.toThrow(
      new RegExp(
        `^/event must be one of ${EventName.options.length} values .{0,80}; did you mean DOCUMENT_ANSWER_DENIED\\?$`,
      ),
    );
    await world.trigger("THIRD_PARTY_ADDED");
    const documents = await world.trigger("DOCUMENT_ADDED", { data: { documentCode: "IBAN" } });
    const documentId = documents.find(({ eventName }) => eventName === "DOCUMENT_ADDED")?.documentId ?? 0;
    await expect(world.answer(documentId, { formdata: { foo: "1", bar: "2" } })).rejects.toThrow(
      /^The form does not take these answers\.\n\/formdata\/foo must be .+\n\/formdata\/bar must be .+$/,
    );
  });

  it("several connections by its address share one sandbox, each with worlds of its own", async () => {
    const { world } = connectSandbox({ url: `${on.sandbox.url}/` });
    const [one, other] = await Promise.all([world(), world()]);
    expect(one.accountId).not.toBe(other.accountId);
    expect(one.accountId).toMatch(/^world-[\w-]+$/);
    expect(await one.clock.now()).toBe(`${now}.000`);
  });

  it("a world makes a token that has expired", async () => {
    const { world } = await prepared();
    const expired = createClient({ baseUrl: world.baseUrl, token: await world.tokenFor(-60) });
    const { response, error } = await expired.GET("/thirdparties");
    expect([response.status, error]).toMatchObject([401, { code: "TOKEN_EXPIRED" }]);
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
    const { world, thirdpartyId } = await prepared();
    const { data, error } = await world.client.GET("/thirdparties/{id}", { params: { path: { id: thirdpartyId } } });
    expectTypeOf(data?.executives).toEqualTypeOf<
      { lastName: string; firstName: string; role: string; since: string }[] | undefined
    >();
    expect([data?.siren, error]).toEqual(["219966488", undefined]);
    const lost = await world.client.GET("/thirdparties/{id}", { params: { path: { id: 1 } } });
    expect(lost.error?.code).toBe("THIRD_PARTY_NOT_FOUND");
    // @ts-expect-error there is no such path
    await world.client.GET("/thirdpartys");
    // @ts-expect-error the identifier is missing
    await world.client.POST("/thirdparties", { body: { companyIdType: "CIT001" } });
  });
});
