import { describe, expect, it } from "vitest";
import { createDossier } from "../../../src/domain/dossier/dossiers.ts";
import { withdrawResponses } from "../../../src/domain/response/responses.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { respond } from "../../../src/world/operations.ts";
import { trigger } from "../../../src/world/trigger.ts";
import { wrongs } from "../../support/invariants.ts";
import { nowOf } from "../../support/model.ts";
import { type Desk, desk, granted } from "../../support/worlds.ts";
import { later } from "../stage.ts";

describe("a shared response", () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const file = { fileName: "statuts.pdf", bytes, contentType: "application/pdf" };
  /** Two free dossiers that ask for the statutes; only the first has a response. */
  async function twice(asked: Parameters<typeof respond>[2]) {
    const one = await desk("cleaner");
    for (let time = 0; time < 2; time++)
      await one.do((draft) => (createDossier(draft, { requiredDocuments: ["STATUTS"] }), recalculate(draft)));
    const [first, second] = one.folder.documents
      .filter(({ documentCode }) => documentCode === "STATUTS")
      .map(({ documentId }) => documentId) as [number, number];
    granted(await respond(one.world, first, { outcome: "valid", ...asked }));
    await later(one, "PT2M");
    const of = (id: number) =>
      one.folder.documents.find(({ documentId }) => documentId === id) as Desk["folder"]["documents"][number];
    const share = async () => {
      granted(await trigger(one.world, { event: "DOCUMENT_ANSWER_SCOPE_UPDATED", documentId: first }));
      await one.reread();
    };
    return { one, first, second, of, share };
  }
  it("a shared response is copied to the other dossier that asks for the same document", async () => {
    const { one, first, second, of, share } = await twice({});
    expect([of(first).statusCode, of(second).statusCode]).toEqual(["VALID", "MISSING"]);
    await share();
    expect(one.folder.responses.find(({ documentId }) => documentId === first)?.scope).toBe("SHARED");
    const [source, copy] = [of(first).evidences[0], of(second).evidences[0]];
    expect(of(second)).toMatchObject({ statusCode: "ONGOING", present: true });
    expect(copy).toMatchObject({
      fileName: (source as { fileName: string }).fileName,
      expirationDate: source?.expirationDate,
      metadata: source?.metadata,
    });
    expect(copy?.id).not.toBe(source?.id);
    expect(copy?.responseId).not.toBe(source?.responseId);
    await later(one, "PT2M");
    expect(of(second).statusCode).toBe("VALID");
    expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
  });
  it("the bytes of a shared file are kept until both responses are withdrawn", async () => {
    const { one, first, second, share } = await twice({ file });
    await share();
    const kept = async () => (await one.world.store.dump()).files.length;
    await one.do((draft) => withdrawResponses(draft, first));
    expect(await kept()).toBe(1);
    await one.do((draft) => withdrawResponses(draft, second));
    expect(await kept()).toBe(0);
  });
  it("a rejected response is restricted instead of shared", async () => {
    const { one, first, second, of, share } = await twice({ outcome: "invalid" });
    await share();
    expect(one.folder.responses.find(({ documentId }) => documentId === first)?.scope).toBe("ESTABLISHMENT");
    expect(of(second).statusCode).toBe("MISSING");
  });
});
