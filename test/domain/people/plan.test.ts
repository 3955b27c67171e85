import { describe, expect, it } from "vitest";
import { archiveDossier, createDossier, reactivateDossier } from "../../../src/domain/dossier/dossiers.ts";
import { Draft } from "../../../src/domain/draft.ts";
import { isAct } from "../../../src/domain/people/moments.ts";
import { peopleIn, planAnew } from "../../../src/domain/people/plan.ts";
import { decideResponse } from "../../../src/domain/response/decisions.ts";
import { respondAndCheck } from "../../../src/domain/response/verification.ts";
import { deleteContact, inviteContact } from "../../../src/domain/thirdparty/contacts.ts";
import { client } from "../../support/worlds.ts";
import { drafted, watched } from "./acting.ts";

/** What is planned, by the kind of the act and what it is about. */
const acts = (draft: Draft) => {
  const codes = new Map<number | null, string>();
  for (const { documentId, documentCode } of draft.all("documents")) codes.set(documentId, documentCode);
  for (const { responseId, documentId } of draft.all("responses"))
    codes.set(responseId, codes.get(documentId) as string);
  const jobs = draft.all("jobs").filter(isAct);
  return jobs.map(({ kind, subjectId }) => [kind, codes.get(subjectId)].filter(Boolean).join(" ")).sort();
};
const papers = ["ASS_RC_PRO", "ATT_FISCALE", "CODE_CONDUITE", "FICHE_FOURN", "IBAN", "LNTE"];
const answers = papers.map((code) => `ANSWER ${code}`);
/** A draft whose supplier answers everything one day, and whose answers are not left to the user. */
const prompt = (draft: Draft) => draft.putInternal("thirdparties", draft.thirdparty, { temper: "prompt" });

describe("what people do", () => {
  it("is planned with the change that calls for it, once, and dropped when nothing calls for it any more", async () => {
    const one = await watched();
    const { draft } = drafted(one, { left: false });
    prompt(draft);
    expect(acts(draft)).toEqual(["INVITE", "REVIEW"]);
    const contact = inviteContact(draft, { email: "a@x.example" });
    draft.change();
    draft.change();
    expect(acts(draft)).toEqual([...answers, "INVITE", "REVIEW"]);
    deleteContact(draft, contact);
    draft.change();
    expect(acts(draft)).toEqual([...answers, "INVITE", "REVIEW"]);
    const { documentId } = draft.all("documents").find(({ documentCode }) => documentCode === "ASS_RC_PRO")!;
    respondAndCheck(draft, documentId, "review");
    draft.change();
    draft.change();
    const others = answers.filter((act) => !act.endsWith("PRO"));
    expect(acts(draft)).toEqual([...others, "DECIDE ASS_RC_PRO", "INVITE", "REVIEW"]);
    decideResponse(draft, draft.all("responses")[0]!.responseId, { approved: true });
    draft.change();
    expect(acts(draft)).toEqual([...others, "INVITE", "REVIEW"]);
  });

  it("is dropped with a dossier that is archived, and planned again when it is back", async () => {
    const one = await watched();
    const planned = async (action: (draft: Draft) => void) => {
      await one.do(action);
      await one.reread();
      return acts(drafted(one).draft).filter((act) => act.startsWith("DECIDE"));
    };
    const { documentId, dossierId } = one.folder.documents.find((row) => row.documentCode === "ASS_RC_PRO")!;
    const decision = ["DECIDE ASS_RC_PRO"];
    expect(await planned((draft) => respondAndCheck(draft, documentId, "review"))).toEqual(decision);
    expect(await planned((draft) => archiveDossier(draft, dossierId, "TEST"))).toEqual([]);
    const anew = (draft: Draft) => {
      for (const _ of planAnew(draft));
    };
    expect(await planned(anew)).toEqual([]);
    expect(await planned((draft) => reactivateDossier(draft, dossierId))).toEqual(decision);
  });

  it("takes an invitation without an answer up once, however often the contact is written", async () => {
    const one = await watched();
    const followUps = async (action: (draft: Draft) => void) => {
      await one.do(action);
      await one.reread();
      return one.folder.jobs.filter(({ kind }) => kind === "FOLLOW_UP").length;
    };
    const only = (draft: Draft) => draft.all("contacts")[0]!;
    expect(await followUps((draft) => void inviteContact(draft, { email: "a@x.example" }))).toBe(0);
    const given = { status: "DELETED", deletedAt: "2026-01-15T09:00:00.000" } as const;
    const giveUp = (draft: Draft) =>
      draft.put("contacts", { ...only(draft), ...given, deletionReason: "NO_FAVORABLE_RESPONSE" });
    expect(await followUps(giveUp)).toBe(1);
    const writeAgain = (draft: Draft) => {
      draft.cancel(only(draft).contactId, "FOLLOW_UP");
      draft.put("contacts", { ...only(draft), reminders: 3 });
    };
    expect(await followUps(writeAgain)).toBe(0);
  });

  it("is planned anew from now on, for all that waits", async () => {
    const one = await watched();
    const { draft } = drafted(one, { left: false });
    prompt(draft);
    for (const code of ["ASS_RC_PRO", "RIB"]) {
      if (code === "RIB") createDossier(draft, { requiredDocuments: [code] });
      const { documentId } = draft.all("documents").findLast(({ documentCode }) => documentCode === code)!;
      respondAndCheck(draft, documentId, "review");
    }
    decideResponse(draft, draft.all("responses")[1]!.responseId, { approved: true });
    const planned = () => {
      for (const _ of planAnew(draft));
      return acts(draft);
    };
    const expected = ["DECIDE ASS_RC_PRO", "INVITE", "REVIEW"];
    expect([planned(), planned()]).toEqual([expected, expected]);
    inviteContact(draft, { email: "a@x.example" });
    const others = answers.filter((act) => !act.endsWith("PRO"));
    expect(planned()).toEqual([...others, "DECIDE ASS_RC_PRO", "REVIEW"]);
  });

  it("is nothing without people, and leaves the client's part where suppliers alone act", async () => {
    const one = await watched();
    const { people: _, ...without } = one.world.context();
    const nobody = new Draft(one.folder, without, client);
    for (const _step of planAnew(nobody));
    expect(acts(nobody)).toEqual([]);
    const suppliers = drafted(await watched("cleaner", "suppliers")).draft;
    const { documentId } = suppliers.all("documents").find(({ documentCode }) => documentCode === "ASS_RC_PRO")!;
    respondAndCheck(suppliers, documentId, "review");
    suppliers.change();
    expect(acts(suppliers)).toEqual(["INVITE"]);
  });

  it("follows from the row of the world", () => {
    const size = { isClientActing: true, size: 7, settlesAt: 9, plan: expect.any(Function) };
    expect(peopleIn({ people: "all", size: 7, settlesAt: 9 })).toEqual({ people: size });
    const none = { ...size, isClientActing: false, size: 0, settlesAt: 0 };
    expect(peopleIn({ people: "suppliers", size: null, settlesAt: undefined })).toEqual({ people: none });
    expect([peopleIn({ people: "none", size: 7 } as never), peopleIn({ size: 7 } as never)]).toEqual([{}, {}]);
  });
});
