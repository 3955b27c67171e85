import { describe, expect, it } from "vitest";
import type { EventName } from "../../../contract/events.ts";
import { createDossier } from "../../../src/domain/dossier/dossiers.ts";
import { Draft, type RuleContext } from "../../../src/domain/draft.ts";
import { hasLeftAnswer } from "../../../src/domain/people/client.ts";
import { isAlarming, isConfirmed } from "../../../src/domain/people/reactions.ts";
import { planReview, review } from "../../../src/domain/people/review.ts";
import { chores } from "../../../src/domain/people/tempers.ts";
import { announceCessation, announceProcedure } from "../../../src/domain/providers/gazette.ts";
import { decideResponse } from "../../../src/domain/response/decisions.ts";
import { respondAndCheck } from "../../../src/domain/response/verification.ts";
import type { CommentRow, ContactRow } from "../../../src/domain/rows.ts";
import { writeAttribute } from "../../../src/domain/thirdparty/attributes.ts";
import { addComment } from "../../../src/domain/thirdparty/comments.ts";
import { inviteContact } from "../../../src/domain/thirdparty/contacts.ts";
import { changeCode, editThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { day, dayOf, format, parse } from "../../../src/domain/time.ts";
import { advance, client, type Desk } from "../../support/worlds.ts";
import { draftOf, jobsOf, shape } from "../stage.ts";
import { drafted, watched } from "./acting.ts";

/** What the client's people do of themselves within a week. */
async function weekOf(one: Desk) {
  const { length } = await one.world.store.scan("events", { limit: 10_000 });
  await advance(one.world, "P7D");
  await one.reread();
  const events = (await one.world.store.scan("events", { limit: 10_000 })).slice(length);
  return events.flatMap(({ actor, eventName }) => (actor.name === "Camille Roussel" ? eventName : []));
}

/** Looks at the third party now, one for each small thing that a person can do and each that it can be about. */
function everyLook(one: Desk, prepare: (draft: Draft) => void = () => {}) {
  const real = one.world.context();
  const look = (event: EventName, nth: number) => {
    let choices = 0;
    // The first pick is of what it is about, and the second of who does it.
    const pick = (list: readonly unknown[]) =>
      choices === 0 ? list[((choices = list.length), nth)] : list[nth % list.length];
    const chance: RuleContext["chance"] = (...key) =>
      Object.assign(real.chance(...key), key[0] === "chore" ? { from: () => event, pick } : {});
    const draft = new Draft(one.folder, { ...real, chance }, client);
    prepare(draft);
    const { length } = draft.events;
    review(draft);
    return { draft, choices, events: draft.events.slice(length) };
  };
  return chores.flatMap(({ event }) => {
    const first = look(event, 0);
    return [first, ...Array.from({ length: Math.max(0, first.choices - 1) }, (_, nth) => look(event, nth + 1))];
  });
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
      return [draft.all("responses").filter(({ left }) => left).length, draft.thirdparty.archived];
    };
    expect(drawing(true)).toEqual([1, false]);
    expect(drawing(false)).toEqual([0, false]);
  });

  it("archive a company that is struck off though an answer is left to the user", async () => {
    const { draft } = drafted(await watched(), { left: true, unused: true });
    const [document] = draft.all("documents").filter(({ documentCode }) => documentCode === "CODE_CONDUITE");
    respondAndCheck(draft, document!.documentId, "review");
    draft.change();
    shape(draft, { creationDate: format(now - 2 * year) });
    review(draft);
    expect([hasLeftAnswer(draft), draft.thirdparty.archived]).toEqual([true, false]);
    draft.putInternal("thirdparties", draft.thirdparty, { struckOffOn: "2025-12-01" });
    review(draft);
    expect(draft.thirdparty.archived).toBe(true);
  });

  it("look at a company that is struck off when it is to be archived, and not before", async () => {
    const one = await watched();
    const draft = draftOf(one);
    announceProcedure(draft, "SAUVEGARDE");
    announceCessation(draft);
    planReview(draft);
    const looks = () => jobsOf(draft, one.thirdpartyId).filter((job) => job.startsWith("REVIEW"));
    expect(looks()).toEqual([expect.stringMatching(/^REVIEW 2026-02-1[4-8]/)]);
    draft.cancel(one.thirdpartyId, "REVIEW");
    review(draft);
    expect(looks()).toEqual([expect.stringMatching(/^REVIEW 2026-02-1[4-8]/)]);
    const said = await weekOf(one);
    expect(said.filter((name) => name === "THIRD_PARTY_ARCHIVED")).toEqual([]);
    await one.do((own) => announceCessation(own));
    await advance(one.world, "P40D");
    await one.reread();
    expect(one.thirdparty.archived).toBe(true);
  });

  it("take back the block of a company after a plan, and no tag of the user", async () => {
    const one = await watched();
    await one.do((draft) => editThirdparty(draft, { tags: ["à moi"] }));
    await one.do((draft) => announceProcedure(draft, "REDRESSEMENT_JUDICIAIRE"));
    await weekOf(one);
    expect(one.thirdparty.internal.tags).toEqual(["à moi", "bloqué"]);
    await one.do((draft) => announceProcedure(draft));
    expect(await weekOf(one)).toEqual(expect.arrayContaining(["THIRD_PARTY_UPDATED", "THIRD_PARTY_COMMENT_ADDED"]));
    expect(one.thirdparty.internal.tags).toEqual(["à moi"]);
    expect(one.thirdparty.internal).not.toHaveProperty("blocked");
    const own = await watched();
    await own.do((draft) => editThirdparty(draft, { tags: ["bloqué"] }));
    await own.do((draft) => announceProcedure(draft, "REDRESSEMENT_JUDICIAIRE"));
    await weekOf(own);
    await own.do((draft) => announceProcedure(draft));
    await weekOf(own);
    expect(own.thirdparty.internal.tags).toEqual(["bloqué"]);
  });

  it("fill in what is empty, and write over nothing", async () => {
    const one = await watched();
    const { configuration } = one.world;
    const labels = ["Business unit", "Fournisseur stratégique"];
    const filled = (isFilled: boolean) =>
      everyLook(one, (draft) => {
        if (!isFilled) return;
        editThirdparty(draft, { owner: "Moi", tags: ["mien"] });
        for (const [nth, label] of labels.entries())
          writeAttribute(draft, configuration.attributes.find((row) => row.label === label)!, [["X"], [false]][nth]!);
        for (const row of draft.all("dossiers")) {
          const kept = { description: "D", purchasingCategory: "P" };
          draft.putInternal("dossiers", { ...row, ...kept }, { attributes: { Site: "S", "Famille d'achat": "F" } });
        }
        for (const row of draft.all("documents")) draft.putInternal("documents", row, { dueDate: "2030-01-01" });
      }).map(({ draft, events }) => ({
        names: events.map(({ eventName }) => eventName),
        ...{ tags: draft.thirdparty.internal.tags, owner: draft.thirdparty.internal.owner },
      }));
    const about =
      /^(THIRD_PARTY_(UPDATED|ATTRIBUTE_UPDATED)|DOSSIER_(UPDATED|ATTRIBUTE_UPDATED)|DOCUMENT_MODIFICATION)$/;
    const namesOf = (all: ReturnType<typeof filled>) =>
      new Set(all.flatMap(({ names }) => names.filter((name) => about.test(name))));
    const others = filled(true);
    expect(namesOf(others)).toEqual(new Set(["THIRD_PARTY_UPDATED"]));
    expect(new Set(others.map(({ owner }) => owner))).toEqual(new Set(["Moi"]));
    expect(new Set(others.map(({ tags }) => tags.join()))).toEqual(new Set(["mien", "mien,panel", "mien,à auditer"]));
    expect(namesOf(filled(false)).size).toBe(5);
  });

  it("speak of what took its time only after that time, and of an earlier paper where there is one", async () => {
    const one = await watched();
    const said = (age: number, state?: "SUPERSEDED" | "DENIED", code = "CODE_CONDUITE") =>
      new Set(
        everyLook(one, (draft) => {
          shape(draft, { creationDate: format(draft.now - age * day) });
          for (const row of draft.all("documents"))
            if (row.documentCode !== code) draft.putInternal("documents", row, { stopped: true });
          createDossier(draft, { requiredDocuments: [code] });
          const { documentId } = draft.all("documents").at(-1)!;
          respondAndCheck(draft, documentId);
          const first = draft.all("responses").at(-1)!;
          draft.put("documents", { ...draft.existing("documents", documentId), statusCode: "VALID" });
          if (state) draft.put("responses", { ...first, responseId: first.responseId - 1, state });
        }).flatMap(({ events }) => events.map(({ payload }) => String(payload.text))),
      );
    const late = /^(Bilan annuel|Contrat-cadre|Prix revus|Qualité|Volume)/;
    const lateOf = (age: number) => [...said(age)].filter((text) => late.test(text)).map((text) => text.split(" ")[0]);
    expect(lateOf(119)).toEqual([]);
    expect(lateOf(120).sort()).toEqual(["Prix", "Qualité", "Volume"]);
    expect(lateOf(330).length).toBe(5);
    const earlier = "Version précédente conservée dans la GED.";
    expect([said(0), said(0, "DENIED"), said(0, "SUPERSEDED", "SCR_MEDIA")].filter((all) => all.has(earlier))).toEqual(
      [],
    );
    expect(said(0, "SUPERSEDED")).toContain(earlier);
  });

  const [now, month, year] = [parse("2026-01-15T09:00:00"), 30 * day, 365 * day];
  it.each([
    ["struck off 30 days ago", { struckOffOn: dayOf(now - month) }, "Société radiée, fiche archivée."],
    ["struck off 29 days ago", { struckOffOn: dayOf(now - month + day) }, null],
    ["there for a year", { creationDate: format(now - year) }, "Plus de commande depuis un an, fiche archivée."],
    ["there for a day less than a year", { creationDate: format(now - year + day) }, null],
  ])("archive a company that is %s and no longer needed, with a reason: %j", async (_what, change, reason) => {
    const { draft, asked } = drafted(await watched(), { unused: true }, { now });
    const { struckOffOn, creationDate = draft.thirdparty.creationDate } = change as Record<string, string>;
    shape(draft, { creationDate });
    if (struckOffOn) draft.putInternal("thirdparties", draft.thirdparty, { struckOffOn });
    review(draft);
    const comment = draft.all("comments").find(({ text }) => text.endsWith("fiche archivée."));
    expect([draft.thirdparty.archived, comment?.text ?? null]).toEqual([reason !== null, reason]);
    if (asked.length > 0) expect(asked).toEqual([["unused", draft.thirdparty.thirdpartyId, "2026-01-15", 0.02]]);
  });

  type Contacts = readonly ContactRow["status"][];
  const again = "THIRD_PARTY_CONTACT_RE_INVITED";
  it.each<[Contacts, string | undefined]>([
    [[], undefined],
    [["INVITED"], again],
    [["DELETED", "INVITED"], again],
    [["DELETED"], "THIRD_PARTY_CONTACT_INVITED"],
    [["DELETED", "DELETED"], "THIRD_PARTY_CONTACT_INVITED"],
    [["DELETED", "DELETED", "DELETED"], undefined],
    [["ACTIVE"], undefined],
    [["DELETED", "ACTIVE"], undefined],
  ])("ask contacts who are %j again for what is owed: %s", async (statuses, told) => {
    const invited = (isAsked: boolean, isOwed = true) => {
      const { draft } = drafted(one, { "ask again": isAsked });
      for (const [nth, status] of statuses.entries()) {
        const contact = inviteContact(draft, { email: `${nth}@x.example` });
        draft.put("contacts", { ...contact, status });
      }
      if (!isOwed) for (const row of draft.all("documents")) draft.put("documents", { ...row, statusCode: "VALID" });
      const { length } = draft.events;
      review(draft);
      const events = draft.events.slice(length).map(({ eventName }) => eventName);
      return events.find((name) => name.startsWith("THIRD_PARTY_CONTACT"));
    };
    const one = await watched();
    expect([invited(true), invited(false), invited(true, false)]).toEqual([told, undefined, undefined]);
  });

  it("plan one look at a third party, and an earlier one when it alarms; none where they do not act", async () => {
    const one = await watched();
    const [planned] = jobsOf(draftOf(one), one.thirdpartyId).filter((job) => job.startsWith("REVIEW"));
    const reviews = (draft: Draft) => jobsOf(draft, one.thirdpartyId).filter((job) => job.startsWith("REVIEW"));
    const calm = draftOf(one);
    planReview(calm);
    expect(reviews(calm)).toEqual([planned]);
    const alarmed = draftOf(one);
    announceProcedure(alarmed, "SAUVEGARDE");
    planReview(alarmed);
    const [soon = "", ...more] = reviews(alarmed);
    expect([more, soon > "REVIEW 2026-01-16", soon < "REVIEW 2026-01-21"]).toEqual([[], true, true]);
    const { people: _, ...without } = one.world.context();
    for (const people of [undefined, { ...one.world.context().people!, isClientActing: false }]) {
      const draft = new Draft(one.folder, { ...without, ...(people && { people }) }, client);
      draft.cancel(one.thirdpartyId, "REVIEW");
      planReview(draft);
      expect(reviews(draft)).toEqual([]);
    }
    const archived = draftOf(one);
    archived.cancel(one.thirdpartyId, "REVIEW");
    shape(archived, { archived: true });
    planReview(archived);
    review(archived);
    expect([reviews(archived), archived.events]).toEqual([[], []]);
  });

  const procedure = "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED";
  const below = "DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION";
  it.each<[EventName, object, string | null, boolean]>([
    [procedure, { from: "ACTIVE", to: "SAUVEGARDE" }, null, true],
    [procedure, { from: "ACTIVE", to: "ACTIVE" }, null, false],
    [procedure, { from: "COLLECTIVE_PROCEDURE", to: "ACTIVE" }, null, true],
    [procedure, { from: "COLLECTIVE_PROCEDURE", to: "COLLECTIVE_PROCEDURE" }, null, false],
    [below, {}, "SCR_SANCTIONS", true],
    [below, {}, "ASS_RC_PRO", false],
    ["DOCUMENT_ANSWER_STATUS_UPDATE", {}, "SCR_SANCTIONS", false],
  ])("look at once at what %s with %j says of %s: %s", async (eventName, payload, code, isSo) => {
    const draft = draftOf(await watched());
    if (code) createDossier(draft, { requiredDocuments: [code] });
    const document = draft.all("documents").at(-1)!;
    if (code) draft.put("documents", { ...document, statusCode: "BELOW_EXPECTATION" });
    draft.emit(eventName, code ? { documentId: document.documentId } : {}, payload as Record<string, unknown>);
    expect([isAlarming(draft), isConfirmed(draft)]).toEqual([isSo, code === "SCR_SANCTIONS"]);
    if (code) draft.putInternal("documents", draft.existing("documents", document.documentId), { stopped: true });
    expect(isConfirmed(draft)).toBe(false);
  });

  const by = (name: string) => ({ type: "CLIENT" as const, name });
  /** What looks do to comments: a comment stands on each resource, of a person or of the platform. */
  async function looks(author: string) {
    const written: CommentRow[] = [];
    const seen = everyLook(await watched(), (draft) => {
      draft.actor = by(author);
      const [dossier] = draft.all("dossiers");
      const documents = draft.all("documents").slice(0, 4);
      for (const { documentId } of documents)
        draft.put("documents", { ...draft.existing("documents", documentId), statusCode: "VALID" });
      const subjects = [{}, { dossierId: dossier!.dossierId }, ...documents.map(({ documentId }) => ({ documentId }))];
      for (const subject of subjects) written.push(addComment(draft, subject, "Vu avec @paul.durand"));
    });
    return { seen, written };
  }
  it("change only comments of their own, and mention another person", async () => {
    const { seen, written } = await looks("Camille Roussel");
    const events = seen.flatMap(({ events: all }) => all).filter(({ eventName }) => eventName.includes("_COMMENT_"));
    const changes = events.filter(({ eventName }) => /COMMENT_(UPDATED|DELETED|MENTION_UPDATED)$/.test(eventName));
    expect(changes.length).toBeGreaterThan(10);
    expect(new Set(changes.map(({ actor }) => actor.name))).toEqual(new Set(["Camille Roussel"]));
    const mentions = {
      "Camille Roussel": "camille.roussel",
      "Paul Durand": "paul.durand",
      "Inès Berthier": "ines.berthier",
    };
    const named = events.filter(({ eventName }) => /MENTION_(ADDED|UPDATED)$/.test(eventName));
    expect(named.length).toBeGreaterThan(10);
    for (const { actor, payload } of named)
      expect(payload.mention ?? payload.to).not.toBe(mentions[actor.name as keyof typeof mentions]);
    // A comment that is written in a look is not changed in it.
    const changed = seen.flatMap(({ draft }) =>
      draft
        .all("comments")
        .filter(
          ({ commentId, updatedAt, deletedAt }) =>
            (updatedAt ?? deletedAt) && !written.some((one) => one.commentId === commentId),
        ),
    );
    expect(changed).toEqual([]);
  });
  it("leave the comments of the platform as they are", async () => {
    const events = (await looks("platform")).seen.flatMap(({ events: all }) => all);
    expect(events.filter(({ eventName }) => /COMMENT_(UPDATED|DELETED)$/.test(eventName))).toEqual([]);
  });
  it("say of a document what fits it", async () => {
    const one = await watched();
    const said = everyLook(one).flatMap(({ events }) =>
      events.filter(({ eventName }) => /(DOCUMENT|DOSSIER)_COMMENT_ADDED/.test(eventName)),
    );
    const texts = new Set(said.map(({ payload }) => String(payload.text).replace(/@.*/, "@")));
    // Nothing was supplied to this third party yet.
    expect(texts).toEqual(
      new Set([
        ...["Dossier présenté au comité conformité.", "Dossier relu, il manque encore des pièces."],
        ...["En attente du retour du service juridique.", "Relance faite par téléphone.", "Avis de @"],
        "Dossier à relire avec @",
      ]),
    );
  });

  it("keep a company of the test identifiers, which nobody needs otherwise", async () => {
    const { draft } = drafted(await watched("withoutBank"), { unused: true }, { now });
    shape(draft, { creationDate: format(now - 2 * year) });
    review(draft);
    expect(draft.thirdparty.archived).toBe(false);
  });

  it("give a code to a third party that has none, and change none", async () => {
    const one = await watched();
    const codes = (before: string | null) =>
      everyLook(one, (draft) => {
        if (before) changeCode(draft, before);
      }).map(({ draft }) => draft.thirdparty.thirdpartyCode);
    expect(new Set(codes("FRN-7"))).toEqual(new Set(["FRN-7"]));
    expect(new Set(codes(null))).toEqual(new Set([null, `FRN-${one.thirdpartyId}`]));
  });
});
