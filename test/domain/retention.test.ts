import { describe, expect, it } from "vitest";
import { archiveDossier, reactivateDossier } from "../../src/domain/dossiers.ts";
import { answer } from "../../src/world/operations.ts";
import { trigger } from "../../src/world/trigger.ts";
import { advance, type Desk, desk, granted } from "../support/worlds.ts";

const kept = async () => {
  const one = await desk("cleaner");
  granted(
    await answer(one.world, one.document("CODE_CONDUITE").documentId, {
      file: { fileName: "code.pdf", bytes: new Uint8Array([1, 2, 3]), contentType: "application/pdf" },
    }),
  );
  await advance(one.world, "PT2M");
  return one.reread();
};
const hear = (one: Desk) => {
  const heard: string[] = [];
  one.world.listen((events) =>
    heard.push(
      ...events
        .filter(({ eventName }) => eventName.startsWith("DOCUMENT_DELETION"))
        .map(({ eventName, occurredAt }) => `${occurredAt.slice(0, 10)} ${eventName}`),
    ),
  );
  return heard;
};

const expire = async (one: Desk) =>
  granted(
    await trigger(one.world, {
      event: "DOCUMENT_ANSWER_EXPIRED",
      documentId: one.document("CODE_CONDUITE").documentId,
    }),
  );
const archive = (one: Desk) => one.do((draft) => archiveDossier(draft, one.dossier("ONBOARDING").dossierId, "CLIENT"));

describe("a deletion that is asked for", () => {
  const events = ["DOCUMENT_DELETION_WARNING", "DOCUMENT_DELETION"] as const;
  it.each(events)("%s needs a piece that counts no more", async (event) => {
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
  ] as const)("is announced first where it is %s", async (_name, end) => {
    const one = await kept();
    await end(one);
    const { documentId } = one.document("CODE_CONDUITE");
    const { events: told } = granted(await trigger(one.world, { event: "DOCUMENT_DELETION", documentId }));
    expect(told.map(({ eventName }) => eventName).filter((name) => name.startsWith("DOCUMENT_DELETION"))).toEqual(
      events,
    );
    expect((await one.reread()).document("CODE_CONDUITE")).toMatchObject({ statusCode: "MISSING", evidences: [] });
  });
});

describe("retention", () => {
  it("warns three years after a dossier was archived, on the first of the month, and deletes thirty days later", async () => {
    const one = await kept();
    await one.do((draft) => archiveDossier(draft, one.dossier("ONBOARDING").dossierId, "CLIENT"));
    const heard = hear(one);
    await advance(one.world, "P39M");
    expect(heard.filter((line) => line.endsWith("WARNING"))[0]).toBe("2029-02-01 DOCUMENT_DELETION_WARNING");
    expect(heard.filter((line) => line.endsWith("DELETION"))[0]).toBe("2029-03-03 DOCUMENT_DELETION");
    const document = (await one.reread()).document("CODE_CONDUITE");
    expect(document).toMatchObject({ statusCode: "MISSING", present: false, evidences: [] });
    expect((await one.world.store.dump()).files).toEqual([]);
    expect(
      one.dossier("ONBOARDING").documents.find(({ documentId }) => documentId === document.documentId)?.present,
    ).toBe(false);
  });
  it("spares what was answered anew, and what is open again", async () => {
    for (const [end, revive] of [
      [expire, (one: Desk) => answer(one.world, one.document("CODE_CONDUITE").documentId, {})],
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
      const heard = hear(one);
      await advance(one.world, "P40D");
      expect(heard).toEqual([]);
    }
  });
});
