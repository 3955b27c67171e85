import { describe, expect, it } from "vitest";
import { createDossier } from "../../../src/domain/dossier/dossiers.ts";
import { Draft } from "../../../src/domain/draft.ts";
import { review } from "../../../src/domain/people/review.ts";
import { announceProcedure } from "../../../src/domain/providers/gazette.ts";
import { decideResponse } from "../../../src/domain/response/decisions.ts";
import { respondAndCheck } from "../../../src/domain/response/verification.ts";
import { changeCode } from "../../../src/domain/thirdparty/identity.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { day } from "../../../src/domain/time.ts";
import { setPeople } from "../../../src/world/people.ts";
import { advance, client, type Desk, desk } from "../../support/worlds.ts";
import { draftOf } from "../stage.ts";

async function watched(kind: Parameters<typeof desk>[0] = "cleaner"): Promise<Desk> {
  const one = await desk(kind);
  await one.world.write(() => setPeople(one.world, "all"));
  return one.reread();
}
/** What the client's people do of themselves within a week. */
async function weekOf(one: Desk) {
  const { length } = await one.world.store.scan("events", { limit: 10_000 });
  await advance(one.world, "P7D");
  await one.reread();
  const events = (await one.world.store.scan("events", { limit: 10_000 })).slice(length);
  return events.flatMap(({ actor, eventName }) => (actor.name === "Camille Roussel" ? eventName : []));
}

describe("the client's people", () => {
  it("block a company within days of the opening of a procedure, and ask for new papers once", async () => {
    const one = await watched();
    await one.do((draft) => announceProcedure(draft, "SAUVEGARDE"));
    const done = await weekOf(one);
    expect(done).toEqual(
      expect.arrayContaining(["THIRD_PARTY_UPDATED", "THIRD_PARTY_COMMENT_MENTION_ADDED", "DOSSIER_ADDED"]),
    );
    expect(one.thirdparty.internal.tags).toEqual(["bloqué"]);
    const { dossierReference, documents } = one.dossier(null);
    expect([dossierReference, ...documents.map(({ documentCode }) => documentCode)]).toEqual([
      `PROC-${one.thirdparty.collectiveProcedure?.openingDate}`,
      "KBIS",
      "ASS_RC_PRO",
    ]);
    const again = draftOf(one);
    review(again);
    expect(again.events.filter(({ eventName }) => eventName === "DOSSIER_ADDED")).toEqual([]);
  });

  it("archive a company within days of a hit that is confirmed, and not of one that is a homonym", async () => {
    const archived = async (approved: boolean) => {
      const one = await watched();
      await one.do((draft) => {
        createDossier(draft, { requiredDocuments: ["SCR_SANCTIONS"] });
        const { documentId = 0 } = draft.all("documents").at(-1) ?? {};
        respondAndCheck(draft, documentId, "review");
        const { responseId = 0 } = draft.all("responses").at(-1) ?? {};
        decideResponse(draft, responseId, { approved, shareRejectionReason: false });
        recalculate(draft);
      });
      return (await weekOf(one)).includes("THIRD_PARTY_ARCHIVED");
    };
    expect([await archived(false), await archived(true)]).toEqual([true, false]);
  });

  it("leave an answer at a time to the user where chance says so, and archive nothing meanwhile", async () => {
    const { folder, world } = await watched();
    const drawing = (isDrawn: boolean) => {
      const real = world.context();
      const always = (...key: readonly (string | number)[]) =>
        Object.assign(real.chance(...key), key[0] === "left" || key[0] === "unused" ? { bool: () => isDrawn } : {});
      const draft = new Draft(folder, { ...real, chance: always }, client);
      const documents = draft.all("documents").filter(({ documentCode }) => /ASS_RC_PRO|CODE_COND/.test(documentCode));
      for (const { documentId } of documents) {
        respondAndCheck(draft, documentId, "review");
        draft.change();
      }
      review(draft);
      const planned = draft.all("jobs").filter(({ kind }) => kind === "DECIDE").length;
      return [documents.length - planned, draft.thirdparty.archived];
    };
    expect(drawing(true)).toEqual([1, false]);
    expect(drawing(false)).toEqual([0, false]);
  });

  it("give a code to a third party that has none, and change none", async () => {
    const one = await watched();
    const codes = (before: string | null) =>
      Array.from({ length: 400 }, (_, at) => {
        const draft = draftOf(one, one.world.now + at * day);
        if (before) changeCode(draft, before);
        review(draft);
        return draft.thirdparty.thirdpartyCode;
      });
    expect(new Set(codes("FRN-7"))).toEqual(new Set(["FRN-7"]));
    expect(new Set(codes(null))).toEqual(new Set([null, `FRN-${one.thirdpartyId}`]));
  });
});
