import { describe, expect, it } from "vitest";
import { archiveDossier, reactivateDossier } from "../../../src/domain/dossier/dossiers.ts";
import { respond } from "../../../src/world/operations.ts";
import { trigger } from "../../../src/world/trigger.ts";
import { advance, type Desk, desk, granted } from "../../support/worlds.ts";

const kept = async () => {
  const one = await desk("cleaner");
  granted(
    await respond(one.world, one.document("CODE_CONDUITE").documentId, {
      file: { fileName: "code.pdf", bytes: new Uint8Array([1, 2, 3]), contentType: "application/pdf" },
    }),
  );
  await advance(one.world, "PT2M");
  return one.reread();
};
const listen = (one: Desk) => {
  const deletions: string[] = [];
  one.world.listen((events) =>
    deletions.push(
      ...events
        .filter(({ eventName }) => eventName.startsWith("DOCUMENT_DELETION"))
        .map(({ eventName, occurredAt }) => `${occurredAt.slice(0, 10)} ${eventName}`),
    ),
  );
  return deletions;
};

const expire = async (one: Desk) =>
  granted(
    await trigger(one.world, {
      event: "DOCUMENT_ANSWER_EXPIRED",
      documentId: one.document("CODE_CONDUITE").documentId,
    }),
  );
const archive = (one: Desk) => one.do((draft) => archiveDossier(draft, one.dossier("ONBOARDING").dossierId, "CLIENT"));

describe("a triggered deletion", () => {
  const events = ["DOCUMENT_DELETION_WARNING", "DOCUMENT_DELETION"] as const;
  it.each(events)("%s is refused for evidence that has not expired and whose dossier is open", async (event) => {
    const one = await kept();
    const { documentId } = one.document("CODE_CONDUITE");
    const refusal = {
      refused: { status: 409, body: { detail: expect.stringContaining("has expired, or whose dossier is archived") } },
    };
    expect(await trigger(one.world, { event, documentId })).toMatchObject(refusal);
    granted(await trigger(one.world, { event: "DOCUMENT_ANSWER_DENIED", documentId }));
    expect(await trigger(one.world, { event, documentId })).toMatchObject(refusal);
  });
  it.each([
    ["expired", expire],
    ["archived", archive],
  ] as const)("a deletion of %s evidence is announced first", async (_name, end) => {
    const one = await kept();
    await end(one);
    const { documentId } = one.document("CODE_CONDUITE");
    const { events: triggered } = granted(await trigger(one.world, { event: "DOCUMENT_DELETION", documentId }));
    expect(triggered.map(({ eventName }) => eventName).filter((name) => name.startsWith("DOCUMENT_DELETION"))).toEqual(
      events,
    );
    expect((await one.reread()).document("CODE_CONDUITE")).toMatchObject({ statusCode: "MISSING", evidences: [] });
  });
});

describe("retention", () => {
  it("warns of a deletion three years after the archiving, and deletes thirty days later", async () => {
    const one = await kept();
    await one.do((draft) => archiveDossier(draft, one.dossier("ONBOARDING").dossierId, "CLIENT"));
    const deletions = listen(one);
    await advance(one.world, "P39M");
    expect(deletions.filter((line) => line.endsWith("WARNING"))[0]).toBe("2029-02-01 DOCUMENT_DELETION_WARNING");
    expect(deletions.filter((line) => line.endsWith("DELETION"))[0]).toBe("2029-03-03 DOCUMENT_DELETION");
    const document = (await one.reread()).document("CODE_CONDUITE");
    expect(document).toMatchObject({ statusCode: "MISSING", present: false, evidences: [] });
    expect((await one.world.store.dump()).files).toEqual([]);
    expect(one.folder.dossiers.find(({ dossierTypeCode }) => dossierTypeCode === "ONBOARDING")).toMatchObject({
      monitored: false,
      statusCode: "ABSENT",
      state: false,
    });
    expect(
      one.dossier("ONBOARDING").documents.find(({ documentId }) => documentId === document.documentId)?.present,
    ).toBe(false);
  });
  it("a new response and a reactivated dossier cancel an announced deletion", async () => {
    for (const [end, revive] of [
      [expire, (one: Desk) => respond(one.world, one.document("CODE_CONDUITE").documentId, {})],
      [archive, (one: Desk) => one.do((draft) => reactivateDossier(draft, one.dossier("ONBOARDING").dossierId))],
    ] as const) {
      const one = await kept();
      await end(one);
      granted(
        await trigger(one.world, {
          event: "DOCUMENT_DELETION_WARNING",
          documentId: one.document("CODE_CONDUITE").documentId,
        }),
      );
      await revive(await one.reread());
      const deletions = listen(one);
      await advance(one.world, "P40D");
      expect(deletions).toEqual([]);
    }
  });
});
