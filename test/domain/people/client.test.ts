import { describe, expect, it } from "vitest";
import type { defaultConfiguration } from "../../../src/domain/configuration.ts";
import { archiveDossier, createDossier } from "../../../src/domain/dossier/dossiers.ts";
import { Draft } from "../../../src/domain/draft.ts";
import {
  buyerOf,
  colleagueFor,
  decideAsPerson,
  inviteSomebody,
  judgeOf,
  leaveToUser,
  planInvitation,
} from "../../../src/domain/people/client.ts";
import { decideResponse } from "../../../src/domain/response/decisions.ts";
import { shareWithTwins } from "../../../src/domain/response/scope.ts";
import { respondAndCheck } from "../../../src/domain/response/verification.ts";
import { deleteContact } from "../../../src/domain/thirdparty/contacts.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { day, dayOf, endOfDay, format, parse } from "../../../src/domain/time.ts";
import { client, type Kind } from "../../support/worlds.ts";
import { drafted, watched } from "./acting.ts";

function answered(draft: Draft, code: string) {
  createDossier(draft, { requiredDocuments: [code] });
  const { documentId = 0 } = draft.all("documents").at(-1) ?? {};
  respondAndCheck(draft, documentId, "review");
  return draft.all("responses").at(-1)!;
}

describe("the client's people", () => {
  const person = { task: "", decides: [], themes: [] };
  const colleagues = [
    { ...person, name: "A", mention: "a", decides: ["KBIS"] },
    { ...person, name: "B", mention: "b", themes: ["CYBERSECURITY"], invites: true },
    { ...person, name: "C", mention: "c", decides: ["KBIS", "RIB"], themes: ["LEGAL"] },
    { ...person, name: "D", mention: "d" },
  ] as unknown as typeof defaultConfiguration.practice.colleagues;
  const themes = [
    ["PAS", { theme: "CYBERSECURITY" }],
    ["STATUTS", { theme: "LEGAL" }],
    ["BEGES", {}],
  ] as const;
  const of = (all: typeof colleagues) =>
    ({ practice: { colleagues: all }, documentTypes: new Map(themes) }) as unknown as typeof defaultConfiguration;
  it("decide on their documents and themes, the first of several and the last of none; one of them invites", () => {
    const judges = ["KBIS", "RIB", "PAS", "STATUTS", "BEGES", "NOPE"].map((code) => judgeOf(of(colleagues), code).name);
    expect(judges).toEqual(["A", "C", "B", "C", "D", "D"]);
    expect([buyerOf(of(colleagues)).name, buyerOf(of([...colleagues.slice(2)])).name]).toEqual(["B", "C"]);
  });

  it.each([
    [0, 4 / 40],
    [40, 4 / 40],
    [80, 4 / 80],
  ])("leave one answer at a time to the user, in a world of %i with the odds %d", async (size, share) => {
    const one = await watched();
    const { people } = one.world.context();
    const { draft, asked } = drafted(one, { left: true }, { people: { ...people!, size } });
    const [first, second] = [answered(draft, "ASS_RC_PRO"), answered(draft, "BEGES")];
    expect([leaveToUser(draft, first).left, leaveToUser(draft, second).left]).toEqual([true, undefined]);
    expect(asked).toEqual([["left", one.thirdpartyId, share]]);
    expect(draft.all("responses").map(({ left }) => left)).toEqual([true, undefined]);
    expect(leaveToUser(draft, draft.existing("responses", first.responseId)).left).toBe(true);
    archiveDossier(draft, first.dossierId, "TEST");
    expect(leaveToUser(draft, second).left).toBe(true);
    const never = drafted(one, { left: false }, { people: { ...people!, size } });
    expect(leaveToUser(never.draft, answered(never.draft, "BEGES")).left).toBeUndefined();
  });

  /** The days from the world's moment, a Thursday at nine, to the end of a dossier and to that of the paper. */
  it.each([
    [0, null, 0, 0],
    [1, null, 0, 1],
    [4, null, 1, 4],
    [30, null, 26, 30],
    [null, 30, 26, 30],
    [60, 30, 26, 30],
    [30, 60, 26, 30],
    [null, null, undefined, 18],
  ])(
    "decide before a dossier ends in %s days and its paper in %s, and on what is left not earlier than needed",
    async (...row) => {
      const [days, paperDays, earliestLeft, latest] = row;
      const one = await watched();
      const due = (isLeft: boolean, nth: number) => {
        const { draft } = drafted(one, { left: isLeft });
        for (let made = 0; made < nth; made++) draft.nextId("responseId");
        const { responseId, dossierId } = answered(draft, "ASS_RC_PRO");
        const paper = draft.all("documents").at(-1)!;
        const end = paperDays === null ? null : format(endOfDay(dayOf(draft.now + paperDays * day)));
        draft.put("documents", {
          ...paper,
          evidences: paper.evidences.map((one) => ({ ...one, expirationDate: end })),
        });
        const expirationDate = days === null ? null : dayOf(draft.now + days * day);
        draft.put("dossiers", { ...draft.existing("dossiers", dossierId), expirationDate });
        draft.change();
        const job = draft.jobsOf(responseId).find(({ kind }) => kind === "DECIDE");
        return job && (parse(job.dueAt) - parse(`${draft.stamp.slice(0, 10)}T00:00:00.000`)) / day;
      };
      const persons = Array.from({ length: 20 }, (_, nth) => due(false, nth) ?? Number.NaN);
      expect(Math.max(...persons)).toBeLessThan(latest + 1);
      // They take the days that there are.
      expect(Math.max(...persons)).toBeGreaterThan(Math.min(latest, 1));
      for (let nth = 0; nth < 20; nth++) {
        const left = due(true, nth);
        if (earliestLeft === undefined) expect(left).toBeUndefined();
        else expect([Math.floor(left!) >= earliestLeft, left! < latest + 1]).toEqual([true, true]);
      }
    },
  );

  it("decide on what follows a paper that they had to decide on in the place of the user", async () => {
    const one = await watched();
    const { draft } = drafted(one, { left: true });
    const first = leaveToUser(draft, answered(draft, "ASS_RC_PRO"));
    decideResponse(draft, first.responseId, { approved: true });
    respondAndCheck(draft, first.documentId, "review");
    const next = draft.all("responses").at(-1)!;
    expect([first.left, next.responseId > first.responseId]).toEqual([true, true]);
    expect(leaveToUser(draft, next).left).toBeUndefined();
    expect(leaveToUser(draft, answered(draft, "BEGES")).left).toBe(true);
  });

  it("wait with what is left to the user where its dossier has got a later end", async () => {
    const one = await watched();
    const { draft } = drafted(one, { left: true });
    const { responseId, dossierId } = answered(draft, "ASS_RC_PRO");
    const endIn = (days: number) => {
      const expirationDate = dayOf(draft.now + days * day);
      draft.put("dossiers", { ...draft.existing("dossiers", dossierId), expirationDate });
    };
    endIn(2);
    draft.change();
    endIn(60);
    draft.cancel(responseId, "DECIDE");
    decideAsPerson(draft, responseId);
    expect(draft.existing("responses", responseId).state).toBe("WAITING");
    expect(draft.jobsOf(responseId).map(({ dueAt }) => parse(dueAt) > draft.now + 55 * day)).toEqual([true]);
    endIn(3);
    decideAsPerson(draft, responseId);
    expect(draft.existing("responses", responseId).state).not.toBe("WAITING");
  });

  const confirmed = "Correspondance confirmée, relation à suspendre.";
  it.each<[string, Kind, boolean, object]>([
    ["a homonym", "cleaner", true, { decision: "APPROVED", comment: expect.stringMatching(/homonyme/i) }],
    ["a hit", "cleaner", false, { decision: "REJECTED", comment: confirmed, shareRejectionReason: false }],
    ["a hit abroad", "american", false, { decision: "REJECTED", comment: confirmed, shareRejectionReason: false }],
  ])("judge %s of a screening, alike each time", async (_what, kind, isHomonym, decision) => {
    const one = await watched(kind);
    const { draft, asked } = drafted(one, { homonym: isHomonym });
    const { responseId } = answered(draft, "SCR_SANCTIONS");
    decideAsPerson(draft, responseId);
    const { siren, duns } = draft.thirdparty;
    expect(asked).toEqual([["homonym", siren ?? duns, 0.85]]);
    const decided = draft.existing("responses", responseId);
    expect(decided.decision).toMatchObject({ ...decision, decidedBy: "Inès Berthier" });
    decideAsPerson(draft, responseId);
    decideAsPerson(draft, 1);
    expect(draft.existing("responses", responseId)).toBe(decided);
  });

  it("judge a hit of a company without numbers by the number of the third party", async () => {
    const one = await watched();
    const { draft, asked } = drafted(one, { homonym: true });
    draft.put("thirdparties", { ...draft.thirdparty, siren: null, duns: null });
    decideAsPerson(draft, answered(draft, "SCR_SANCTIONS").responseId);
    expect(asked).toEqual([["homonym", one.thirdpartyId, 0.85]]);
  });

  it("reject what the facts refute, though they would have approved it", async () => {
    const one = await watched();
    const { draft } = drafted(one, { verdict: true });
    const { responseId, documentId } = answered(draft, "ASS_RC_PRO");
    const document = draft.existing("documents", documentId);
    const evidences = document.evidences.map((evidence) => ({
      ...evidence,
      expirationDate: "2026-01-01T00:00:00.000",
    }));
    draft.put("documents", { ...document, evidences });
    decideAsPerson(draft, responseId);
    expect(draft.existing("responses", responseId).decision).toMatchObject({
      ...{ decision: "REJECTED", shareRejectionReason: true },
      comment: "La durée de validité du document est dépassée.",
    });
  });

  it("approve most, share most of their reasons, and say what is wrong with a wrong piece", async () => {
    const one = await watched();
    const decided = (isSo: boolean, defect?: "WRONG_COMPANY") => {
      const { draft, asked } = drafted(one, { verdict: isSo });
      const { responseId } = answered(draft, "ASS_RC_PRO");
      if (defect) draft.put("responses", { ...draft.existing("responses", responseId), defect });
      decideAsPerson(draft, responseId);
      return [
        draft.existing("responses", responseId).decision,
        asked.map((odds) => (odds as number[]).at(-1)),
      ] as const;
    };
    const [approved, odds] = decided(true);
    expect([approved, odds]).toEqual([expect.objectContaining({ decision: "APPROVED", comment: null }), [0.9, 0.93]]);
    const doubts = /la garantie|^Garantie insuffisante/;
    const [rejected] = decided(false);
    expect(rejected).toMatchObject({
      decision: "REJECTED",
      shareRejectionReason: false,
      comment: expect.stringMatching(doubts),
    });
    const [wrong, first] = decided(false, "WRONG_COMPANY");
    expect(wrong).toMatchObject({
      ...{ decision: "REJECTED", shareRejectionReason: true },
      comment: expect.stringMatching(/autre société|ne correspond pas à la vôtre/),
    });
    expect(first).toEqual([0.9]);
  });

  it("refuse a good answer only for what it does not say, and never bank details or registers", async () => {
    const one = await watched();
    const verdicts = [...one.world.configuration.documentTypes.values()].flatMap(({ code, kind }) => {
      const { draft } = drafted(one, { verdict: false, homonym: true });
      createDossier(draft, { requiredDocuments: [code] });
      const { documentId = 0, documentCode } = draft.all("documents").at(-1) ?? {};
      if (documentCode !== code || respondAndCheck(draft, documentId, "review")) return [];
      const response = draft.all("responses").at(-1)!;
      draft.put("responses", { ...response, reasonCode: "TO_BE_JUDGED" });
      decideAsPerson(draft, response.responseId);
      const { decision } = draft.existing("responses", response.responseId);
      return decision?.decision === "REJECTED" ? [`${kind} ${code}: ${decision.comment}`] : [];
    });
    expect(verdicts.length).toBeGreaterThan(10);
    // No paper of these shows such a thing: it has a date, a signature and a holder.
    expect(verdicts.filter((text) => /ancien|date|sign(é|ature) manque|illisible|titulaire/i.test(text))).toEqual([]);
    expect(verdicts.filter((text) => / (RIB|IBAN|KBIS|STATUTS|ATT_FISCALE|LNTE):/.test(text))).toEqual([]);
    const about: [RegExp, RegExp][] = [
      [/garantie/i, /ASS_/],
      [/traduction/, /EXTRAIT_LOCAL/],
      [/périmètre/, /ISO_/],
      [/vos réponses|Réponses/, /^FORM/],
    ];
    for (const [words, codes] of about)
      expect(verdicts.filter((text) => words.test(text.split(": ")[1]!) && !codes.test(text))).toEqual([]);
  });

  it("judge a paper alike in all dossiers that it was given to", async () => {
    const one = await watched();
    const verdicts = Array.from({ length: 40 }, (_, at) => {
      const { draft } = drafted(one, {}, { now: one.world.now + at * day });
      for (const _twin of [1, 2, 3]) createDossier(draft, { requiredDocuments: ["ISO_14001"] });
      const { documentId = 0 } = draft.all("documents").at(-1) ?? {};
      respondAndCheck(draft, documentId, "review");
      shareWithTwins(draft, documentId);
      const own = draft.all("responses");
      for (const { responseId } of own)
        draft.put("responses", { ...draft.existing("responses", responseId), state: "WAITING" });
      for (const row of draft.all("documents"))
        if (row.documentCode === "ISO_14001") draft.put("documents", { ...row, statusCode: "ACTION_REQUIRED" });
      for (const { responseId } of own) decideAsPerson(draft, responseId);
      return draft.all("responses").map(({ decision }) => `${decision?.decision} ${decision?.comment}`);
    });
    expect(new Set(verdicts.map(({ length }) => length))).toEqual(new Set([3]));
    expect(verdicts.filter((all) => new Set(all).size > 1)).toEqual([]);
    expect(new Set(verdicts.flat()).size).toBe(2);
  });

  it("refuse an account of another holder, as the check of the bank found", async () => {
    const one = await watched();
    const { draft } = drafted(one, { verdict: true });
    const { responseId } = answered(draft, "IBAN");
    expect(draft.existing("responses", responseId).reasonCode).toBe("BANK_DETAILS_DISAGREE");
    decideAsPerson(draft, responseId);
    expect(draft.existing("responses", responseId).decision).toMatchObject({
      ...{ decision: "REJECTED", shareRejectionReason: true },
      comment: "Les coordonnées bancaires ne correspondent pas à la société.",
    });
  });

  it("ask a colleague whose task it is, and never themselves", async () => {
    const { draft } = drafted(await watched());
    const asked = (name: string, code?: string) => colleagueFor(draft, { type: "CLIENT", name }, code)?.name;
    expect([asked("Camille Roussel", "IBAN"), asked("Camille Roussel", "ISO_27001"), asked("Camille Roussel")]).toEqual(
      [...["Paul Durand", "Inès Berthier", "Inès Berthier"]],
    );
    expect([asked("Paul Durand", "IBAN"), asked("Inès Berthier", "ISO_27001")]).toEqual([
      ...["Inès Berthier", "Camille Roussel"],
    ]);
  });

  it("invite a person once, where no contact is left, and not for an archived third party", async () => {
    const one = await watched();
    const { draft } = drafted(one);
    const invitations = () => draft.all("jobs").filter(({ kind }) => kind === "INVITE").length;
    planInvitation(draft);
    planInvitation(draft);
    expect(invitations()).toBe(1);
    inviteSomebody(draft);
    inviteSomebody(draft);
    expect(draft.all("contacts")).toHaveLength(1);
    expect(draft.events.at(-1)?.actor).toEqual({ type: "CLIENT", name: "Camille Roussel" });
    deleteContact(draft, draft.all("contacts")[0]!);
    inviteSomebody(draft);
    expect(draft.all("contacts").map(({ status }) => status)).toEqual(["DELETED", "INVITED"]);
    const archived = drafted(one).draft;
    archiveThirdparty(archived);
    inviteSomebody(archived);
    expect(archived.all("contacts")).toEqual([]);
    const alone = drafted(await watched("cleaner", "suppliers")).draft;
    inviteSomebody(alone);
    expect(alone.events.at(-1)?.actor).toEqual(client);
    const { people: _, ...without } = one.world.context();
    const nobody = new Draft(one.folder, without, client);
    inviteSomebody(nobody);
    expect(nobody.all("contacts")).toHaveLength(1);
  });
});
