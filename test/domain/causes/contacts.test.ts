import { expect, it } from "vitest";
import type { Draft } from "../../../src/domain/draft.ts";
import { inviteContact, welcomeContact } from "../../../src/domain/thirdparty/contacts.ts";
import { setPeople } from "../../../src/world/people.ts";
import { desk } from "../../support/worlds.ts";
import { draftOf } from "../stage.ts";
import { type Caused, occur } from "./occurrence.ts";

/** Three contacts: the first is active, the second deleted, the third invited. */
async function threeContacts(): Promise<Draft> {
  const draft = draftOf(await desk("cleaner"));
  for (const name of ["active", "deleted"]) inviteContact(draft, { email: `${name}@x.example` });
  occur(draft, "THIRD_PARTY_CONTACT_DELETED", { email: "deleted@x.example" });
  welcomeContact(draft);
  inviteContact(draft, { email: "invited@x.example" });
  return draft;
}
const reached = (draft: Draft, event: Caused, email?: string) => {
  const { outcome, occurred } = occur(draft, event, email === undefined ? {} : { email });
  if (outcome) expect(outcome).toMatchObject({ refused: { body: { code: "NOTHING_SUITABLE" } } });
  return outcome ?? occurred.map(({ payload }) => payload.email);
};

it.each([
  ["THIRD_PARTY_CONTACT_RE_INVITED", "invited", ["invited"]],
  ["THIRD_PARTY_CONTACT_RE_INVITED_AUTO", "invited", ["invited"]],
  ["THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE", "invited", ["invited"]],
  ["THIRD_PARTY_CONTACT_DELETED", "active", ["active", "invited"]],
  ["THIRD_PARTY_CONTACT_WEEKLY_REMINDER", "active", ["active", "invited"]],
] as const)(
  "%s reaches the %s contact when no address is given, and only contacts %j by theirs",
  async (event, usual, fit) => {
    const address = (name: string) => `${name}@x.example`;
    expect(reached(await threeContacts(), event)).toEqual([address(usual)]);
    for (const name of ["active", "deleted", "invited", "unknown"]) {
      const found = reached(await threeContacts(), event, address(name));
      if ((fit as readonly string[]).includes(name)) expect(found).toContain(address(name));
      else
        expect(found).toBeRefused({
          status: 409,
          detail:
            `Propreté Lumina (third party 924000) has no contact ${address(name)} to whom this can happen; ` +
            "its contacts: active@x.example (ACTIVE), deleted@x.example (DELETED), invited@x.example (INVITED).",
        });
    }
  },
);

it("THIRD_PARTY_CONTACT_INVITED refuses a present contact, and invites a deleted one again", async () => {
  const event = "THIRD_PARTY_CONTACT_INVITED";
  expect(reached(await threeContacts(), event, "active@x.example")).toBeRefused({
    status: 409,
    detail:
      "active@x.example is a contact of Propreté Lumina already; " +
      "its contacts: active@x.example (ACTIVE), invited@x.example (INVITED).",
  });
  const draft = await threeContacts();
  expect(reached(draft, event, "deleted@x.example")).toEqual(["deleted@x.example"]);
  occur(draft, event);
  expect(draft.all("contacts").at(-1)).toMatchObject({
    ...{ email: "contact5@tiers-924000.example", firstName: "Camille", lastName: "Bernard" },
  });
  occur(draft, event, { email: "z@x.example", firstName: "Zoé", lastName: "Roux" });
  expect(draft.all("contacts").at(-1)).toMatchObject({ email: "z@x.example", firstName: "Zoé", lastName: "Roux" });
});

it("where people act, a person of the company is invited unless an address is given", async () => {
  const one = await desk("cleaner");
  await one.world.write(() => setPeople(one.world, "all"));
  const draft = draftOf(await one.reread());
  const [head] = draft.thirdparty.executives;
  const invited = (data: object) => {
    const { occurred } = occur(draft, "THIRD_PARTY_CONTACT_INVITED", data);
    return [occurred[0]?.payload.email, draft.all("contacts").at(-1)?.lastName?.toLowerCase()];
  };
  expect(invited({ email: "z@proprete-lumina.example" })).toEqual(["z@proprete-lumina.example", "bernard"]);
  const [email, lastName] = invited({});
  expect(email).toMatch(/^[a-z-]+\.[a-z-]+@proprete-lumina\.example$/);
  expect([head?.lastName.toLowerCase(), "bernard"]).not.toContain(lastName);
});

it("a contact that has had its second reminder is not reminded by a third, and none is told as such", async () => {
  const draft = draftOf(await desk("cleaner"));
  const event = "THIRD_PARTY_CONTACT_RE_INVITED_AUTO";
  inviteContact(draft, { email: "a@x.example" });
  const times = Array.from({ length: 3 }, () => reached(draft, event));
  expect(times).toEqual([["a@x.example"], ["a@x.example"], ["contact2@tiers-924000.example"]]);
  const none = { status: 409, detail: expect.stringMatching(/; its contacts: none\.$/) };
  expect(reached(draftOf(await desk("cleaner")), event, "b@x.example")).toBeRefused(none);
});
