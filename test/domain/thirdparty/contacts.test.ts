import { describe, expect, it } from "vitest";
import { setDueDate } from "../../../src/domain/document/documents.ts";
import { actors, Draft, emptyFolder } from "../../../src/domain/draft.ts";
import { respondToDocument } from "../../../src/domain/response/submissions.ts";
import type { CommentRow, ContactRow, DocumentRow } from "../../../src/domain/rows.ts";
import * as contacts from "../../../src/domain/thirdparty/contacts.ts";
import { archiveThirdparty, editThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { day } from "../../../src/domain/time.ts";
import { desk } from "../../support/worlds.ts";
import { draftOf, jobsOf, later, shape, told } from "../stage.ts";

const email = "a@lumina.example";
const contactOf = (draft: Draft) => draft.all("contacts")[0] as ContactRow;
const invited = async () => {
  const draft = draftOf(await desk("cleaner"));
  return { draft, contact: contacts.inviteContact(draft, { email, firstName: "Ada" }) };
};

it.each([
  ["Ada", "Byron", "Ada Byron"],
  ["Ada", null, "Ada"],
  [null, null, email],
])("a contact with the names %j and %j is called %s", (firstName, lastName, name) => {
  expect(contacts.contactName({ firstName, lastName, email } as ContactRow)).toBe(name);
});

describe("invitations", () => {
  it("an invited contact has its names, and is reminded on day 7", async () => {
    const { draft, contact } = await invited();
    const { contactId } = contact;
    const [invitedAt] = draft.events.map(({ occurredAt }) => occurredAt);
    expect(contact).toEqual({
      ...{ contactId, thirdpartyId: 924_000, email, firstName: "Ada", lastName: null, status: "INVITED" },
      ...{ invitedAt, reminders: 0, remindedAt: null, deletedAt: null, deletionReason: null },
    });
    expect(draft.events).toMatchObject([{ eventName: "THIRD_PARTY_CONTACT_INVITED", payload: { contactId, email } }]);
    expect(jobsOf(draft, contactId)).toEqual([expect.stringMatching(/^INVITATION 2026-01-22T09:00:00/)]);
  });
  it("a present contact is not invited again, and a deleted one is", async () => {
    const { draft, contact } = await invited();
    expect(contacts.inviteContact(draft, { email })).toEqual(contact);
    contacts.deleteContact(draft, contact);
    expect(jobsOf(draft, contact.contactId)).toEqual([]);
    const { deletedAt, deletionReason, status } = draft.existing("contacts", contact.contactId);
    expect([deletedAt, deletionReason, status]).toEqual([draft.events[1]?.occurredAt, "CLIENT", "DELETED"]);
    contacts.reinviteContact(draft, contacts.inviteContact(draft, { email }));
    const [again] = draft.all("contacts").slice(-1);
    expect(told(draft.events.slice(1))).toEqual([
      ["THIRD_PARTY_CONTACT_DELETED", { contactId: contact.contactId, email }],
      ["THIRD_PARTY_CONTACT_INVITED", { contactId: again?.contactId, email }],
      ["THIRD_PARTY_CONTACT_RE_INVITED", { contactId: again?.contactId, email }],
    ]);
  });

  const remindedOn = (...days: number[]) => days.map((after) => `${after} RE_INVITED_AUTO`);
  const reminders = remindedOn(7, 14);
  const again = (draft: Draft) => contacts.reinviteContact(draft, contactOf(draft));
  const awayAndBack = (draft: Draft) => (archiveThirdparty(draft), editThirdparty(draft, { archived: false }));
  const givenUp = "21 DELETED_DUE_TO_NO_FAVORABLE_RESPONSE";
  const followed = (draft: Draft) => contacts.followInvitation(draft, contactOf(draft).contactId);
  it.each([
    ["without an answer", 0, () => {}, [...reminders, givenUp]],
    ["after a reminder out of turn", 0, followed, [reminders[1], givenUp]],
    [
      "after a new invitation on a Sunday, on working days",
      10,
      again,
      [...remindedOn(18, 25), "32 DELETED_DUE_TO_NO_FAVORABLE_RESPONSE"],
    ],
    ["of an archived third party", 0, archiveThirdparty, []],
    ["of a deleted contact", 0, (draft: Draft) => contacts.deleteContact(draft, contactOf(draft)), []],
    ["of a third party that is back at once", 0, awayAndBack, [...reminders, givenUp]],
  ] as const)("an invitation %s is followed (from day %i)", async (_how, after, act, expected) => {
    const one = await desk("cleaner");
    await one.do((draft) => contacts.inviteContact(draft, { email }));
    if (after > 0) await later(one, `P${after}D`);
    await one.do(act);
    const begin = one.world.now - after * day;
    const seen: string[] = [];
    one.world.listen((events) => {
      for (const { eventName, occurredAt } of events)
        if (eventName.includes("CONTACT"))
          seen.push(`${Math.round((Date.parse(`${occurredAt}Z`) - begin) / day)} ${eventName.slice(20)}`);
    });
    await later(one, "P40D");
    expect(seen).toEqual(expected);
  });
  it("missed reminders follow on a working day when the third party is back from the archive", async () => {
    const { draft, contact } = await invited();
    const late = draftOf(await desk("cleaner"), draft.now + 30 * day);
    late.put("contacts", contact);
    late.put("contacts", { ...contact, contactId: 2, status: "ACTIVE" });
    contacts.resumeInvitations(late);
    expect([jobsOf(late, contact.contactId), jobsOf(late, 2)]).toEqual([["INVITATION 2026-02-23T08:00:00.000"], []]);
    contacts.followInvitation(late, 2);
    contacts.followInvitation(late, 3);
    expect(late.events).toEqual([]);
  });
  it("the third reminder deletes the contact", async () => {
    const { draft, contact } = await invited();
    for (let step = 0; step < contacts.invitationSteps(draft.configuration); step++)
      contacts.followInvitation(draft, contact.contactId);
    const deleted = { reminders: 3, status: "DELETED", deletionReason: "NO_FAVORABLE_RESPONSE" };
    expect(contactOf(draft)).toMatchObject(deleted);
    const { contactId } = contact;
    const payloads = [{ reminder: 1 }, { reminder: 2 }, {}].map((more) => ({ contactId, email, ...more }));
    expect(draft.events.slice(1).map(({ payload }) => payload)).toEqual(payloads);
    expect(jobsOf(draft, contact.contactId)).toEqual([]);
  });
  it("a contact who had more reminders than the account agrees on now is deleted at the next", async () => {
    const { draft, contact } = await invited();
    draft.put("contacts", { ...contact, reminders: 40 });
    contacts.followInvitation(draft, contact.contactId);
    expect(contactOf(draft)).toMatchObject({ reminders: 41, status: "DELETED" });
  });
});

describe("active contacts", () => {
  const byName = (name: string) => ({ type: "THIRD_PARTY" as const, name });
  it.each([
    ["somebody unknown", byName("third party"), ["ACTIVE", "DELETED", "INVITED"]],
    ["the first contact", byName("Ada"), ["ACTIVE", "DELETED", "INVITED"]],
    ["one who is deleted", byName("b@lumina.example"), ["ACTIVE", "DELETED", "INVITED"]],
    ["another contact", byName("Cleo"), ["INVITED", "DELETED", "ACTIVE"]],
  ])("a response of %s makes one invited contact active", async (_who, actor, statuses) => {
    const { draft } = await invited();
    contacts.deleteContact(draft, contacts.inviteContact(draft, { email: "b@lumina.example" }));
    contacts.inviteContact(draft, { email: "c@lumina.example", firstName: "Cleo" });
    draft.actor = actor;
    contacts.welcomeContact(draft);
    expect(draft.all("contacts").map(({ status }) => status)).toEqual(statuses);
    for (const { contactId, status } of draft.all("contacts"))
      expect(jobsOf(draft, contactId)).toHaveLength(status === "INVITED" ? 1 : 0);
  });
  it.each([
    ["MISSING", 1],
    ["INVALID", 1],
    ["VALID", 0],
    ["ACTION_REQUIRED", 0],
  ] as const)("active contacts are reminded of a document that is %s (%i)", async (statusCode, documents) => {
    const { draft } = await invited();
    contacts.welcomeContact(draft);
    contacts.inviteContact(draft, { email: "b@lumina.example" });
    for (const row of draft.all("documents"))
      draft.put("documents", { ...row, statusCode: row.documentCode === "IBAN" ? statusCode : "VALID" });
    const begin = draft.events.length;
    contacts.remindContacts(draft);
    const reminded = draft.events.slice(begin);
    expect(reminded).toTell(documents ? ["THIRD_PARTY_CONTACT_WEEKLY_REMINDER"] : []);
    expect(reminded.map(({ payload }) => [payload.email, payload.documents])).toEqual(documents ? [[email, 1]] : []);
    expect(contactOf(draft).remindedAt).toBe(reminded[0]?.occurredAt ?? null);
  });
  it("are reminded by a request as often as it comes, which counts for nothing", async () => {
    const { draft } = await invited();
    contacts.welcomeContact(draft);
    const begin = draft.events.length;
    for (let week = 0; week < 12; week++) contacts.remindContacts(draft, true);
    expect([contactOf(draft).reminded, draft.events.length - begin]).toEqual([undefined, 12]);
  });
  it.each([
    ["Inès Berthier", "ines.berthier"],
    ["Zoé O'Neill", "zoe.o.neill"],
    ["陈伟", "陈伟"],
    ["…", "achats"],
    [null, "camille.roussel"],
  ])("tell the client by a mention of the owner %s: @%s", async (owner, mention) => {
    const { draft } = await invited();
    contacts.welcomeContact(draft);
    draft.putInternal("thirdparties", draft.thirdparty, { owner });
    for (let week = 0; week < 8; week++) contacts.remindContacts(draft);
    expect(draft.all("comments").map(({ mentions }) => mentions)).toEqual([[mention]]);
  });
  it("mention the colleague who is the owner by that name", async () => {
    const { draft } = await invited();
    contacts.welcomeContact(draft);
    const [first] = draft.configuration.practice.colleagues;
    const colleagues = [{ ...first!, name: "Paul Durand", mention: "compta" }];
    const practice = { ...draft.configuration.practice, colleagues };
    const own = new Draft(
      { ...emptyFolder, thirdparty: draft.thirdparty, documents: [...draft.all("documents")] },
      { ...draft.context, configuration: { ...draft.configuration, practice } },
      draft.actor,
    );
    own.put("contacts", contactOf(draft));
    own.putInternal("thirdparties", own.thirdparty, { owner: "Paul Durand" });
    for (let week = 0; week < 8; week++) contacts.remindContacts(own);
    expect(own.all("comments").map(({ mentions }) => mentions)).toEqual([["compta"]]);
  });
  it("are reminded no more of a company that is struck off, but by a request", async () => {
    const { draft } = await invited();
    shape(draft, { status: "STRUCK_OFF" });
    const other = contacts.inviteContact(draft, { email: "b@lumina.example" });
    contacts.welcomeContact(draft);
    const begin = draft.events.length;
    contacts.remindContacts(draft);
    contacts.followInvitation(draft, other.contactId);
    expect(draft.events.slice(begin)).toEqual([]);
    contacts.remindContacts(draft, true);
    contacts.followInvitation(draft, other.contactId, true);
    expect(draft.events.slice(begin)).toTell([
      ...(["THIRD_PARTY_CONTACT_WEEKLY_REMINDER", "THIRD_PARTY_CONTACT_RE_INVITED_AUTO"] as const),
    ]);
  });
  it("tell the client of more documents than a comment holds as far as it goes", async () => {
    const { draft } = await invited();
    contacts.welcomeContact(draft);
    const [document] = draft.all("documents") as [DocumentRow];
    for (let nth = 1; nth < 40; nth++)
      draft.put("documents", { ...document, documentId: nth, documentName: "x".repeat(255) });
    for (let week = 0; week < 8; week++) contacts.remindContacts(draft);
    expect(draft.all("comments").map(({ text }) => text.length)).toEqual([4000]);
  });
  it("are reminded four to eight times, then the client is told; a request of the client begins anew", async () => {
    const { draft } = await invited();
    contacts.welcomeContact(draft);
    draft.putInternal("thirdparties", draft.thirdparty, { owner: "Claire Martin" });
    for (const row of draft.all("documents"))
      if (row.documentCode !== "IBAN") draft.put("documents", { ...row, statusCode: "VALID" });
    const iban = () => draft.all("documents").find(({ documentCode }) => documentCode === "IBAN") as DocumentRow;
    const told = (weeks: number) => {
      const begin = draft.events.length;
      for (let week = 0; week < weeks; week++) contacts.remindContacts(draft);
      return draft.events.slice(begin).map(({ eventName }) => eventName.replace("THIRD_PARTY_", ""));
    };
    const most = draft.context.chance("reminders", contactOf(draft).contactId).int(4, 8);
    const end = ["COMMENT_ADDED", "COMMENT_MENTION_ADDED"];
    expect(told(20)).toEqual([...Array(most).fill("CONTACT_WEEKLY_REMINDER"), ...end]);
    const [{ text, mentions, author }] = draft.all("comments") as [CommentRow];
    expect([text, mentions, author]).toEqual([
      `Relances à ${email} sans réponse, à reprendre par @claire.martin : ${iban().documentName}`,
      ...[["claire.martin"], draft.actor.name],
    ]);
    // A response to something else brings no more reminders of what the client was told of.
    contacts.welcomeContact(draft);
    expect(told(1)).toEqual([]);
    setDueDate(draft, iban().documentId, "2026-09-01");
    expect(told(1)).toEqual(["CONTACT_WEEKLY_REMINDER"]);
    draft.actor = actors.thirdparty;
    respondToDocument(draft, iban().documentId, {});
    expect([contactOf(draft).reminded, told(1)]).toEqual([undefined, []]);
  });

  /** An active contact who owes two documents, and the reminders of so many weeks with their escalations. */
  async function owing() {
    const { draft } = await invited();
    contacts.welcomeContact(draft);
    for (const row of draft.all("documents")) draft.put("documents", { ...row, statusCode: "VALID" });
    const ask = (code: string) => {
      const row = draft.all("documents").find(({ documentCode }) => documentCode === code) as DocumentRow;
      draft.put("documents", { ...row, statusCode: "MISSING" });
      return row;
    };
    const weeks = (count: number) => {
      const [events, comments] = [draft.events.length, draft.all("comments").length];
      for (let week = 0; week < count; week++) contacts.remindContacts(draft);
      const reminders = draft.events.slice(events).filter(({ eventName }) => eventName.endsWith("WEEKLY_REMINDER"));
      return [
        reminders.length,
        ...draft
          .all("comments")
          .slice(comments)
          .map(({ text }) => text.split(" : ")[1]),
      ];
    };
    const most = draft.context.chance("reminders", contactOf(draft).contactId).int(4, 8);
    return { draft, ask, weeks, most };
  }

  it("are reminded of a document that is asked for after an escalation as often as of the first", async () => {
    const { ask, weeks, most } = await owing();
    const first = ask("IBAN");
    expect(weeks(20)).toEqual([most, first.documentName]);
    const second = ask("CODE_CONDUITE");
    expect(weeks(20)).toEqual([most, second.documentName]);
  });

  it("are reminded of each document by a count of its own, and the client is told of each once", async () => {
    const { ask, weeks, most } = await owing();
    const first = ask("IBAN");
    expect(weeks(2)).toEqual([2]);
    const second = ask("CODE_CONDUITE");
    expect(weeks(most - 2)).toEqual([most - 2, first.documentName]);
    expect(weeks(20)).toEqual([2, second.documentName]);
  });

  it("are reminded anew of the document alone that the client asks for again", async () => {
    const { draft, ask, weeks, most } = await owing();
    const [first, second] = [ask("IBAN"), ask("CODE_CONDUITE")];
    weeks(20);
    setDueDate(draft, second.documentId, "2026-09-01");
    expect(weeks(20)).toEqual([most, second.documentName]);
    expect(Object.keys(contactOf(draft).reminded ?? {})).toEqual(
      [first, second].map(({ documentId }) => `${documentId}`),
    );
  });

  it("bring another comment where they have taken the place of one who is deleted", async () => {
    const { draft, ask, weeks } = await owing();
    const { documentName } = ask("IBAN");
    weeks(20);
    contacts.deleteContact(draft, contactOf(draft));
    contacts.activateContact(draft, contacts.inviteContact(draft, { email: "b@lumina.example" }));
    expect(weeks(20).slice(1)).toEqual([documentName]);
  });

  it("bring one comment for a request, also where there are two of them", async () => {
    const { draft, ask, weeks } = await owing();
    const other = contacts.inviteContact(draft, { email: "b@lumina.example" });
    contacts.activateContact(draft, other);
    const { documentName } = ask("IBAN");
    expect(weeks(20).slice(1)).toEqual([documentName]);
  });
});

it("a comment that is cut ends with no half of a character", () => {
  expect(contacts.asComment("a".repeat(4_000))).toBe("a".repeat(4_000));
  expect(contacts.asComment(`${"a".repeat(3_998)}🧱🧱`)).toBe(`${"a".repeat(3_998)}🧱`);
  expect(contacts.asComment(`${"a".repeat(3_999)}🧱`)).toBe(`${"a".repeat(3_999)}\ufffd`);
});
