import { describe, expect, it } from "vitest";
import type { ContactRow } from "../../../src/domain/rows.ts";
import { deleteContact, inviteContact, reinviteContact } from "../../../src/domain/thirdparty/contacts.ts";
import { archiveThirdparty, editThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { respond } from "../../../src/world/operations.ts";
import { trigger } from "../../../src/world/trigger.ts";
import { advance, type Desk, desk, granted } from "../../support/worlds.ts";

describe("invitations", () => {
  const invited = async () => {
    const one = await desk("cleaner");
    await one.do((draft) => inviteContact(draft, { email: "a@lumina.example" }));
    return one;
  };
  const contact = (one: Desk): ContactRow => one.folder.contacts[0] as ContactRow;
  const listen = (one: Desk) => {
    const reminders: string[] = [];
    one.world.listen((events) =>
      reminders.push(
        ...events
          .filter(({ eventName }) => eventName.includes("CONTACT"))
          .map(
            ({ eventName, occurredAt }) =>
              `${occurredAt.slice(0, 10)} ${eventName.slice("THIRD_PARTY_CONTACT_".length)}`,
          ),
      ),
    );
    return reminders;
  };

  it("an invitation is repeated on days 7 and 14, and the contact is deleted on day 21", async () => {
    const one = await invited();
    const reminders = listen(one);
    await advance(one.world, "P60D");
    expect(reminders).toEqual([
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
  it("a triggered reminder counts as one of the two reminders", async () => {
    const one = await invited();
    granted(await trigger(one.world, { event: "THIRD_PARTY_CONTACT_RE_INVITED_AUTO", thirdpartyId: one.thirdpartyId }));
    const reminders = listen(one);
    await advance(one.world, "P60D");
    expect(reminders).toEqual(["2026-01-29 RE_INVITED_AUTO", "2026-02-05 DELETED_DUE_TO_NO_FAVORABLE_RESPONSE"]);
  });
  it("an invitation that the client repeats starts its reminders again", async () => {
    const one = await invited();
    await advance(one.world, "P10D");
    await one.reread();
    await one.do((draft) => reinviteContact(draft, contact(one)));
    const reminders = listen(one);
    await advance(one.world, "P60D");
    expect(reminders.map((line) => line.slice(0, 10))).toEqual(["2026-02-01", "2026-02-08", "2026-02-15"]);
  });
  it("the first response makes an invited contact active, and weekly reminders follow on Mondays", async () => {
    const one = await invited();
    granted(await respond(one.world, one.document("LNTE").documentId, {}));
    expect(contact(await one.reread()).status).toBe("ACTIVE");
    const reminders = listen(one);
    await advance(one.world, "P14D");
    expect(reminders).toEqual(["2026-01-19 WEEKLY_REMINDER", "2026-01-26 WEEKLY_REMINDER"]);
  });
  it("an archived third party and a deleted contact get no reminders", async () => {
    for (const end of [
      archiveThirdparty,
      (draft: Parameters<typeof archiveThirdparty>[0]) => deleteContact(draft, draft.all("contacts")[0] as ContactRow),
    ]) {
      const one = await invited();
      await one.do(end);
      const reminders = listen(one);
      await advance(one.world, "P60D");
      expect(reminders).toEqual([]);
    }
  });
  it("missed reminders follow weekly when the third party is back from the archive", async () => {
    const one = await invited();
    await one.do(archiveThirdparty);
    await advance(one.world, "P30D");
    await (await one.reread()).do((draft) => editThirdparty(draft, { archived: false }));
    const reminders = listen(one);
    await advance(one.world, "P60D");
    expect(reminders).toEqual([
      "2026-02-21 RE_INVITED_AUTO",
      "2026-02-28 RE_INVITED_AUTO",
      "2026-03-07 DELETED_DUE_TO_NO_FAVORABLE_RESPONSE",
    ]);
  });
  it("reminders keep their days when the third party is back from the archive in time", async () => {
    const one = await invited();
    await one.do((draft) => (archiveThirdparty(draft), editThirdparty(draft, { archived: false })));
    const reminders = listen(one);
    await advance(one.world, "P60D");
    expect(reminders.map((line) => line.slice(0, 10))).toEqual(["2026-01-22", "2026-01-29", "2026-02-05"]);
  });
  it("an existing contact is not invited again", async () => {
    const one = await invited();
    expect(await one.do((draft) => inviteContact(draft, { email: "a@lumina.example" }))).toEqual([]);
  });
});
