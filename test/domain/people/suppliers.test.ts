import { describe, expect, it } from "vitest";
import type { Temper } from "../../../contract/tempers.ts";
import { isWorkingMoment } from "../../../src/directory/calendar.ts";
import { archiveDossier, createDossier } from "../../../src/domain/dossier/dossiers.ts";
import type { Draft } from "../../../src/domain/draft.ts";
import { isAct } from "../../../src/domain/people/moments.ts";
import { answerDocument, owes } from "../../../src/domain/people/suppliers.ts";
import type { DocumentRow } from "../../../src/domain/rows.ts";
import { inviteContact } from "../../../src/domain/thirdparty/contacts.ts";
import { day, format, parse } from "../../../src/domain/time.ts";
import { addToPortfolio } from "../../../src/world/operations.ts";
import { setPeople, setTemper } from "../../../src/world/people.ts";
import {
  advance,
  companies,
  type Desk,
  Desk as DeskOf,
  granted,
  type Kind,
  quietWorld,
  worldOf,
} from "../../support/worlds.ts";
import { shape } from "../stage.ts";
import { drafted, watched } from "./acting.ts";

/** A company that joins a world where people act, with a temper and a contact. */
async function living(temper: Temper, kind: Kind = "cleaner"): Promise<Desk> {
  const world = await worldOf(await (await quietWorld()).store.dump());
  await world.write(() => setPeople(world, "all"));
  const contacts = [{ email: "ana.ruiz@firm.example", firstName: "Ana", lastName: "Ruiz" }];
  const { result } = granted(await addToPortfolio(world, { ...companies[kind], contacts }, "tester"));
  await world.write(() => setTemper(world, result.thirdpartyId, temper));
  return new DeskOf(world, result.thirdpartyId).reread();
}

const answersOf = async ({ world }: Desk) =>
  (await world.store.scan("events", { limit: 10_000 })).filter(
    ({ eventName, actor }) => eventName === "DOCUMENT_ANSWER_ADDED" && actor.type === "THIRD_PARTY",
  );

describe("suppliers", () => {
  it("one who is silent never answers; the client invites two others, and then has no contact to ask", async () => {
    const one = await living("silent");
    await advance(one.world, "P180D");
    await one.reread();
    expect(await answersOf(one)).toEqual([]);
    const { contacts, comments, jobs } = one.folder;
    expect(contacts.map(({ deletionReason }) => deletionReason)).toEqual(Array(3).fill("NO_FAVORABLE_RESPONSE"));
    const told = comments.filter(({ text }) => /invitation|interlocuteur/i.test(text));
    expect(told.map(({ author }) => author)).toEqual(Array(3).fill("Camille Roussel"));
    expect(told.map(({ text }) => /plus personne|Aucun/.test(text))).toEqual([false, false, true]);
    for (const [nth, { createdAt }] of told.entries()) {
      const givenUp = parse(contacts[nth]?.deletedAt ?? "");
      expect([parse(createdAt) > givenUp, parse(createdAt) < givenUp + 8 * day]).toEqual([true, true]);
    }
    expect(jobs.filter(isAct).map(({ kind }) => kind)).toEqual(["REVIEW"]);
  });

  it("answers come in the working hours of the company, one paper after another", async () => {
    const one = await living("ordinary");
    await advance(one.world, "P60D");
    const moments = (await answersOf(one)).map(({ occurredAt }) => parse(occurredAt));
    expect(moments.length).toBeGreaterThan(2);
    expect(moments.filter((at) => !isWorkingMoment("FR", at))).toEqual([]);
    expect(new Set(moments.map((at) => Math.floor(at / 60_000))).size).toBe(moments.length);
  });
});

/** A supplier whose contact acts, with a second dossier that asks for the same. */
async function asked(): Promise<Desk> {
  const one = await watched("cleaner", "suppliers");
  await one.do((draft) => {
    createDossier(draft, { requiredDocuments: ["ASS_RC_PRO", "ISO_27001", "SCR_SANCTIONS"] });
    inviteContact(draft, { email: "ana@firm.example", firstName: "Ana", lastName: "Ruiz" });
  });
  return one;
}
const now = parse("2026-01-15T09:00:00");
const inDays = (days: number) => format(now + days * day);
const documentsOf = (draft: Draft, code: string) => draft.all("documents").filter((row) => row.documentCode === code);
const supplied = (draft: Draft, document: DocumentRow, end: string | null, uploadDate = inDays(0)) => {
  const evidence = { id: 1, format: "ORIGINALNUMERIQUE", internal: {}, uploadDate, expirationDate: end };
  return draft.put("documents", { ...document, statusCode: "VALID", present: true, evidences: [evidence as never] });
};

describe("a supplier owes", () => {
  const ofStatus = (statusCode: string) => (draft: Draft, document: DocumentRow) =>
    void draft.put("documents", { ...document, statusCode } as DocumentRow);
  const ofCompany = (change: object) => (draft: Draft) => shape(draft, change);
  const procedure = (type: string) => ofCompany({ collectiveProcedure: { type } });
  it.each<[string, string, (draft: Draft, document: DocumentRow) => void, boolean]>([
    ["a piece that is missing", "ASS_RC_PRO", () => {}, true],
    ...["INVALID", "VALID"].map((status) => [`one that is ${status}`, "ASS_RC_PRO", ofStatus(status), true] as never),
    ...["ONGOING", "ACTION_REQUIRED", "BELOW_EXPECTATION"].map(
      (status) => [`one that is ${status}`, "ASS_RC_PRO", ofStatus(status), false] as never,
    ),
    ["one of a company in a safeguard", "ASS_RC_PRO", procedure("SAUVEGARDE"), true],
    ["one of a company in liquidation", "ASS_RC_PRO", procedure("LIQUIDATION_JUDICIAIRE"), false],
    ["one of a company that is struck off", "ASS_RC_PRO", ofCompany({ status: "STRUCK_OFF" }), false],
    ["one of an archived company", "ASS_RC_PRO", ofCompany({ archived: true }), false],
    [
      "one that is stopped",
      "ASS_RC_PRO",
      (draft, row) => void draft.putInternal("documents", row, { stopped: true }),
      false,
    ],
    ["one of an archived dossier", "ASS_RC_PRO", (draft, row) => archiveDossier(draft, row.dossierId, "CLIENT"), false],
    ["one that a French register delivers", "KBIS", () => {}, false],
    ["one that no register delivers abroad", "KBIS", ofCompany({ addressCountryCode: "DE" }), true],
    ["a report of a data provider", "SCR_SANCTIONS", () => {}, false],
    ["a certificate that it does not have", "ISO_27001", () => {}, false],
  ])("%s (%s)", async (_what, code, change, owed) => {
    const { draft } = drafted(await asked());
    const [document] = documentsOf(draft, code);
    change(draft, document!);
    expect(owes(draft, draft.existing("documents", document!.documentId))).toBe(owed);
  });
});

describe("the contact", () => {
  const answers = (draft: Draft, documentId: number) => {
    const { length } = draft.events;
    answerDocument(draft, documentId);
    return draft.events.slice(length).map(({ eventName }) => eventName.replace("DOCUMENT_ANSWER_", ""))[0];
  };
  const temper = (draft: Draft, name: Temper) => draft.putInternal("thirdparties", draft.thirdparty, { temper: name });
  it.each<[Temper, string | null, string | undefined]>([
    ["prompt", inDays(30), "ADDED"],
    ["prompt", format(parse(inDays(30)) + 1), undefined],
    ["prompt", null, undefined],
    ["late", inDays(5), undefined],
  ])("who is %s renews a piece that ends on %s: %s", async (name, end, told) => {
    const { draft } = drafted(await asked(), {}, { now });
    temper(draft, name);
    const [document] = documentsOf(draft, "ASS_RC_PRO");
    supplied(draft, document!, end);
    expect(answers(draft, document!.documentId)).toBe(told);
  });

  it("answers no document that is gone or no more owed, and there is nobody without a contact", async () => {
    const one = await asked();
    const { draft } = drafted(one);
    const [document] = documentsOf(draft, "ASS_RC_PRO");
    expect(answers(draft, 1)).toBeUndefined();
    draft.put("documents", { ...document!, statusCode: "ONGOING" });
    expect(answers(draft, document!.documentId)).toBeUndefined();
    const alone = drafted(await watched("cleaner", "suppliers")).draft;
    expect(answers(alone, documentsOf(alone, "ASS_RC_PRO")[0]!.documentId)).toBeUndefined();
  });

  const stopped = (draft: Draft, row: DocumentRow) => draft.putInternal("documents", row, { stopped: true });
  /** A piece that another one follows, in an answer of its own or in the same one; the newest comes first. */
  const renewed = (draft: Draft, twin: DocumentRow, end: string | null, formerEnd: string | null, responseId = 2) => {
    const [piece] = supplied(draft, twin, end).evidences as [DocumentRow["evidences"][number]];
    const former = { ...piece, id: 0, responseId: 1, uploadDate: inDays(-60), expirationDate: formerEnd };
    return draft.put("documents", {
      ...draft.existing("documents", twin.documentId),
      evidences: [{ ...piece, responseId }, former],
    });
  };
  type Twin = (draft: Draft, twin: DocumentRow) => unknown;
  it.each<[string, Twin, boolean]>([
    ["is in force without an end", (draft, twin) => supplied(draft, twin, null), true],
    ["is in force for more than 30 days", (draft, twin) => supplied(draft, twin, format(parse(inDays(30)) + 1)), true],
    ["ends in 30 days", (draft, twin) => supplied(draft, twin, inDays(30)), false],
    ["is of a dossier that has ended, and fresh", (draft, twin) => stopped(draft, supplied(draft, twin, null)), true],
    [
      "is of a dossier that has ended, and 30 days old",
      (draft, twin) => stopped(draft, supplied(draft, twin, null, inDays(-30))),
      false,
    ],
    [
      "is refused",
      (draft, twin) => draft.put("documents", { ...supplied(draft, twin, null), statusCode: "INVALID" }),
      false,
    ],
    ["is missing too", () => {}, false],
    ["was renewed, after one that has ended", (draft, twin) => renewed(draft, twin, null, inDays(-5)), true],
    ["was renewed, and ends in 30 days", (draft, twin) => renewed(draft, twin, inDays(30), null), false],
    [
      "is of a dossier that has ended, and was renewed",
      (draft, twin) => stopped(draft, renewed(draft, twin, null, null)),
      true,
    ],
    ["has a second piece that ends in 30 days", (draft, twin) => renewed(draft, twin, null, inDays(30), 1), false],
  ])("gives a piece anew unless the same document of another dossier %s", async (_what, change, isInForce) => {
    const { draft } = drafted(await asked(), { answered: false }, { now });
    const [twin, document] = documentsOf(draft, "ASS_RC_PRO");
    change(draft, twin!);
    const { length } = draft.all("responses");
    answerDocument(draft, document!.documentId);
    // Nothing is submitted: the piece of the twin, which has no response in this test, is shared.
    expect(draft.all("responses").length > length).toBe(!isInForce);
  });

  it("sends a wrong piece to one dossier, and a right one to all that ask for it", async () => {
    const given = async (isWrong: boolean) => {
      const { draft } = drafted(await asked(), { answered: isWrong });
      temper(draft, "ordinary");
      answerDocument(draft, documentsOf(draft, "ASS_RC_PRO")[1]!.documentId);
      return [documentsOf(draft, "ASS_RC_PRO").map(({ statusCode }) => statusCode), draft.all("responses")[0]?.defect];
    };
    expect(await given(true)).toEqual([["MISSING", "ONGOING"], expect.any(String)]);
    expect(await given(false)).toEqual([["ONGOING", "ONGOING"], undefined]);
  });
});
