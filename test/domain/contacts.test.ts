import { describe, expect, it } from "vitest";
import { addComment, deleteComment, editComment, mentionsIn, replaceMention } from "../../src/domain/comments.ts";
import { deleteContact, inviteContact, reinviteContact } from "../../src/domain/contacts.ts";
import { archiveThirdparty, editThirdparty } from "../../src/domain/identity.ts";
import type { ContactRow } from "../../src/domain/rows.ts";
import { answer } from "../../src/world/operations.ts";
import { trigger } from "../../src/world/trigger.ts";
import { advance, type Desk, desk, granted } from "../support/worlds.ts";

describe("mentions in a comment", () => {
  it.each([
    ["Vu avec @claire.martin.", ["claire.martin"]],
    ["@paul, @paul et @zoé-lou", ["paul", "zoé-lou"]],
    ["Écrire à nadia@lumina.example", []],
    ["(@claire)", ["claire"]],
    ["@", []],
  ])("%j names %j", (text, names) => {
    expect(mentionsIn(text)).toEqual(names);
  });
  it("are replaced wherever they stand, and nothing like them", () => {
    expect(replaceMention("@paul et @paul.durand, @paul.", "paul", "@zoé")).toBe("@zoé et @paul.durand, @zoé.");
  });
});

describe("comments", () => {
  const last = (one: Desk) => one.folder.comments.at(-1) as Desk["folder"]["comments"][number];
  it("tell what was gained, replaced and lost", async () => {
    const one = await desk("cleaner");
    expect(await one.do((draft) => addComment(draft, {}, "Vu @a @b"))).toEqual([
      "THIRD_PARTY_COMMENT_ADDED",
      "THIRD_PARTY_COMMENT_MENTION_ADDED",
      "THIRD_PARTY_COMMENT_MENTION_ADDED",
    ]);
    expect(await one.do((draft) => editComment(draft, last(one), "Vu @a @c"))).toEqual([
      "THIRD_PARTY_COMMENT_UPDATED",
      "THIRD_PARTY_COMMENT_MENTION_UPDATED",
    ]);
    expect(await one.do((draft) => editComment(draft, last(one), "Vu @a"))).toEqual([
      "THIRD_PARTY_COMMENT_UPDATED",
      "THIRD_PARTY_COMMENT_MENTION_DELETED",
    ]);
    expect(await one.do((draft) => editComment(draft, last(one), "Vu @a"))).toEqual([]);
    expect(await one.do((draft) => deleteComment(draft, last(one)))).toEqual([
      "THIRD_PARTY_COMMENT_DELETED",
      "THIRD_PARTY_COMMENT_MENTION_DELETED",
    ]);
    expect(last(one).deletedAt).not.toBeNull();
  });
  it("belong to a third party, a dossier or a document", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("ONBOARDING");
    const { documentId } = one.document("IBAN");
    expect(await one.do((draft) => addComment(draft, { dossierId }, "Vu"))).toEqual(["DOSSIER_COMMENT_ADDED"]);
    expect(await one.do((draft) => addComment(draft, { documentId }, "Vu"))).toEqual(["DOCUMENT_COMMENT_ADDED"]);
    expect(one.folder.comments.map(({ resourceType, resourceId }) => [resourceType, resourceId])).toEqual([
      ["DOSSIER", dossierId],
      ["DOCUMENT", documentId],
    ]);
  });
});

describe("an invitation", () => {
  const invited = async () => {
    const one = await desk("cleaner");
    await one.do((draft) => inviteContact(draft, { email: "a@lumina.example" }));
    return one;
  };
  const contact = (one: Desk): ContactRow => one.folder.contacts[0] as ContactRow;
  const names = (one: Desk) => {
    const heard: string[] = [];
    one.world.listen((events) =>
      heard.push(
        ...events
          .filter(({ eventName }) => eventName.includes("CONTACT"))
          .map(
            ({ eventName, occurredAt }) =>
              `${occurredAt.slice(0, 10)} ${eventName.slice("THIRD_PARTY_CONTACT_".length)}`,
          ),
      ),
    );
    return heard;
  };

  it("is recalled on days 7 and 14, and given up on day 21", async () => {
    const one = await invited();
    const heard = names(one);
    await advance(one.world, "P60D");
    expect(heard).toEqual([
      "2026-01-22 RE_INVITED_AUTO",
      "2026-01-29 RE_INVITED_AUTO",
      "2026-02-05 DELETED_DUE_TO_NO_FAVORABLE_RESPONSE",
    ]);
    expect(contact(await one.reread())).toMatchObject({
      status: "DELETED",
      deletionReason: "NO_FAVORABLE_RESPONSE",
      reminders: 3,
    });
  });
  it("is recalled no more often when somebody hastens it", async () => {
    const one = await invited();
    granted(await trigger(one.world, { event: "THIRD_PARTY_CONTACT_RE_INVITED_AUTO", thirdpartyId: one.thirdpartyId }));
    const heard = names(one);
    await advance(one.world, "P60D");
    expect(heard).toEqual(["2026-01-29 RE_INVITED_AUTO", "2026-02-05 DELETED_DUE_TO_NO_FAVORABLE_RESPONSE"]);
  });
  it("starts anew when it is repeated by hand", async () => {
    const one = await invited();
    await advance(one.world, "P10D");
    await one.reread();
    await one.do((draft) => reinviteContact(draft, contact(one)));
    const heard = names(one);
    await advance(one.world, "P60D");
    expect(heard.map((line) => line.slice(0, 10))).toEqual(["2026-02-01", "2026-02-08", "2026-02-15"]);
  });
  it("is answered by the first answer; from then on Mondays recall what is open", async () => {
    const one = await invited();
    granted(await answer(one.world, one.document("LNTE").documentId, {}));
    expect(contact(await one.reread()).status).toBe("ACTIVE");
    const heard = names(one);
    await advance(one.world, "P14D");
    expect(heard).toEqual(["2026-01-19 WEEKLY_REMINDER", "2026-01-26 WEEKLY_REMINDER"]);
  });
  it("is not followed once the third party is archived, or the contact deleted", async () => {
    for (const end of [
      archiveThirdparty,
      (draft: Parameters<typeof archiveThirdparty>[0]) => deleteContact(draft, draft.all("contacts")[0] as ContactRow),
    ]) {
      const one = await invited();
      await one.do(end);
      const heard = names(one);
      await advance(one.world, "P60D");
      expect(heard).toEqual([]);
    }
  });
  it("goes on when the third party is back from the archive, a week apart where its days went by", async () => {
    const one = await invited();
    await one.do(archiveThirdparty);
    await advance(one.world, "P30D");
    await (await one.reread()).do((draft) => editThirdparty(draft, { archived: false }));
    const heard = names(one);
    await advance(one.world, "P60D");
    expect(heard).toEqual([
      "2026-02-21 RE_INVITED_AUTO",
      "2026-02-28 RE_INVITED_AUTO",
      "2026-03-07 DELETED_DUE_TO_NO_FAVORABLE_RESPONSE",
    ]);
  });
  it("keeps its days through a short stay in the archive", async () => {
    const one = await invited();
    await one.do((draft) => (archiveThirdparty(draft), editThirdparty(draft, { archived: false })));
    const heard = names(one);
    await advance(one.world, "P60D");
    expect(heard.map((line) => line.slice(0, 10))).toEqual(["2026-01-22", "2026-01-29", "2026-02-05"]);
  });
  it("is not repeated to somebody who is there", async () => {
    const one = await invited();
    expect(await one.do((draft) => inviteContact(draft, { email: "a@lumina.example" }))).toEqual([]);
  });
});
