import { describe, expect, it } from "vitest";
import { Draft } from "../../../src/domain/draft.ts";
import { followUp, planFollowUp } from "../../../src/domain/people/follow-up.ts";
import { planAnew } from "../../../src/domain/people/plan.ts";
import { respondAndCheck } from "../../../src/domain/response/verification.ts";
import type { ContactRow } from "../../../src/domain/rows.ts";
import { addComment } from "../../../src/domain/thirdparty/comments.ts";
import { activateContact, inviteContact, remindContacts } from "../../../src/domain/thirdparty/contacts.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { advance } from "../../support/worlds.ts";
import { shape } from "../stage.ts";
import { drafted, watched } from "./acting.ts";

/** The reminders of an active contact have come to their end; this document alone is owed. */
async function escalated(code: string, isCalled = true) {
  const one = await watched();
  const { draft } = drafted(one, { "follow-up": isCalled });
  const contact = inviteContact(draft, { email: "ana@x.example", firstName: "Ana" });
  activateContact(draft, contact);
  for (const row of draft.all("documents")) draft.put("documents", { ...row, statusCode: "VALID" });
  const [document] = draft.all("documents").filter(({ documentCode }) => documentCode === code);
  draft.put("documents", { ...document!, statusCode: "MISSING" });
  for (let week = 0; week < 8; week++) remindContacts(draft);
  const act = () => {
    const { length } = draft.events;
    followUp(draft, contact.contactId);
    const events = draft.events.slice(length);
    expect(events.every(({ actor }) => actor.name === "Camille Roussel")).toBe(true);
    return events.map(({ eventName, payload }) => payload.text ?? eventName.replace("THIRD_PARTY_", ""));
  };
  return { one, draft, contact, document: document!, act };
}
const ended = (draft: Draft) => draft.all("jobs").filter(({ kind }) => kind === "FOLLOW_UP");

describe("a person of the client", () => {
  it("calls a contact of whom an answer is expected, and one who has answered something else", async () => {
    const { draft, document, act } = await escalated("ASS_RC_PRO", false);
    draft.schedule("ANSWER", draft.now + 1, document.documentId);
    expect(act()).toEqual([expect.stringMatching(/envoi promis|en préparation/)]);
    const other = draft.all("documents").find(({ documentCode }) => documentCode === "CODE_CONDUITE")!;
    draft.put("documents", { ...other, statusCode: "MISSING" });
    const contact = draft.all("contacts")[0] as ContactRow;
    const reminded = { [document.documentId]: 8, [other.documentId]: 8 };
    draft.put("contacts", { ...contact, reminded });
    // One of the two is expected.
    expect(act()).toEqual([expect.stringMatching(/envoi promis|en préparation/)]);
    draft.cancel(document.documentId, "ANSWER");
    respondAndCheck(draft, other.documentId, "review");
    draft.put("contacts", { ...contact, reminded });
    expect(act()).toEqual([expect.stringMatching(/pièces redemandées|toujours attendues/)]);
  });

  it("notes that the company has no such paper", async () => {
    const { draft, document, act } = await escalated("ASS_RC_PRO");
    draft.put("documents", { ...draft.existing("documents", document.documentId), documentCode: "ISO_27001" });
    expect(act()).toEqual([`D'après Ana, la société n'a pas : ${document.documentName}.`]);
  });

  it("calls one who is silent, or invites another one in the place of the first", async () => {
    expect(await (await escalated("ASS_RC_PRO", true)).act()).toEqual([expect.stringMatching(/sans retour|ne répond/)]);
    const called = await escalated("ASS_RC_PRO", true);
    addComment(called.draft, {}, "Relances à ana@x.example sans réponse, à reprendre par @achats : RIB");
    expect(called.act()).toEqual(["CONTACT_DELETED", "CONTACT_INVITED"]);
    const { draft, contact, act } = await escalated("ASS_RC_PRO", false);
    expect(act()).toEqual(["CONTACT_DELETED", "CONTACT_INVITED"]);
    expect(draft.all("contacts").map(({ status }) => status)).toEqual(["DELETED", "INVITED"]);
    expect(draft.all("contacts")[1]?.email).not.toBe(contact.email);
    expect(act()).toEqual([]);
  });

  it("leaves one who is not alone, the third one, one of a company that is gone, and what has come", async () => {
    const silent = [expect.stringMatching(/sans retour|ne répond/)];
    const two = await escalated("ASS_RC_PRO", false);
    inviteContact(two.draft, { email: "b@x.example" });
    expect(two.act()).toEqual(silent);
    const third = await escalated("ASS_RC_PRO", false);
    for (const email of ["b@x.example", "c@x.example"])
      third.draft.put("contacts", { ...inviteContact(third.draft, { email }), status: "DELETED" });
    expect(third.act()).toEqual(silent);
    const given = await escalated("ASS_RC_PRO", false);
    given.draft.put("documents", { ...given.document, statusCode: "VALID" });
    expect(given.act()).toEqual([]);
    const archived = await escalated("ASS_RC_PRO", false);
    archiveThirdparty(archived.draft);
    expect(archived.act()).toEqual([]);
    const gone = await escalated("ASS_RC_PRO", false);
    shape(gone.draft, { status: "STRUCK_OFF" });
    expect(gone.act()).toEqual([]);
  });

  it("is to do so once within days of the escalation, also after the people were set anew", async () => {
    const { one, draft, contact } = await escalated("ASS_RC_PRO");
    draft.change();
    draft.change();
    planFollowUp(draft, contact);
    const [job, ...more] = ended(draft);
    expect([more, job!.dueAt > "2026-01-16", job!.dueAt < "2026-01-22"]).toEqual([[], true, true]);
    for (const _ of planAnew(draft));
    expect(ended(draft)).toHaveLength(1);
    const { people } = one.world.context();
    const folder = { ...one.folder, contacts: [...draft.all("contacts")], documents: [...draft.all("documents")] };
    const alone = new Draft(
      folder,
      { ...one.world.context(), people: { ...people!, isClientActing: false } },
      draft.actor,
    );
    for (const _ of planAnew(alone));
    expect(ended(alone)).toEqual([]);
  });
});

it("an escalation in a world is taken up by a person within two weeks", async () => {
  const one = await watched();
  await one.do((draft) => {
    draft.putInternal("thirdparties", draft.thirdparty, { temper: "silent" });
    activateContact(draft, inviteContact(draft, { email: "ana@x.example", firstName: "Ana" }));
  });
  await advance(one.world, "P80D");
  const events = await one.world.store.scan("events", { limit: 10_000 });
  const told = events.findIndex(({ payload }) => String(payload.text).startsWith("Relances à ana@x.example"));
  const isTaken = ({ eventName, payload }: (typeof events)[number]) =>
    eventName === "THIRD_PARTY_CONTACT_DELETED" || /téléphone|Message laissé|n'a pas/.test(String(payload.text));
  const taken = events.slice(told + 1).find(isTaken);
  expect([told > 0, taken?.actor]).toEqual([true, { type: "CLIENT", name: "Camille Roussel" }]);
  const days = (Date.parse(taken!.occurredAt) - Date.parse(events[told]!.occurredAt)) / 86_400_000;
  expect(days).toBeLessThan(14);
});
