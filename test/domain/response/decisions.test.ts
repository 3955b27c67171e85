import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/domain/refusal.ts";
import type { ContactRow } from "../../../src/domain/rows.ts";
import { deleteContact, inviteContact } from "../../../src/domain/thirdparty/contacts.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { decide, respond } from "../../../src/world/operations.ts";
import { type Desk, granted } from "../../support/worlds.ts";
import { later, responded, responseOf } from "../stage.ts";

describe("decideResponse", () => {
  it.each([
    [{ approved: true }, "VALID", "ACCEPTED"],
    [{ approved: false, shareRejectionReason: true }, "INVALID", "DENIED"],
    [{ approved: false, shareRejectionReason: false }, "BELOW_EXPECTATION", "DENIED"],
  ] as const)("the decision %j makes the document %s and the response %s", async (decision, status, state) => {
    for (const wait of ["PT0S", "PT2M"]) {
      const one = await later(await responded("ASS_RC_PRO"), wait);
      const { result } = granted(await decide(one.world, responseOf(one, "ASS_RC_PRO"), decision, "claire"));
      await one.reread();
      expect(result).toMatchObject({ statusCode: status, decidedBy: "claire" });
      expect([one.document("ASS_RC_PRO").statusCode, one.folder.responses[0]?.state]).toEqual([status, state]);
    }
  });
  it("only a shared rejection sets a due date", async () => {
    for (const [share, dueDate] of [
      [true, "2026-01-30"],
      [false, null],
    ] as const) {
      const one = await responded("ASS_RC_PRO");
      granted(
        await decide(
          one.world,
          responseOf(one, "ASS_RC_PRO"),
          { approved: false, shareRejectionReason: share },
          "claire",
        ),
      );
      expect((await one.reread()).document("ASS_RC_PRO").internal.dueDate).toBe(dueDate);
    }
  });
  it("a shared rejection notifies the contacts of the reason and the due date", async () => {
    const one = await responded("ASS_RC_PRO");
    for (const email of ["a@lumina.example", "b@lumina.example", "c@lumina.example"])
      await one.do((draft) => inviteContact(draft, { email }));
    await one.do((draft) => deleteContact(draft, draft.all("contacts")[1] as ContactRow));
    const responseId = responseOf(one, "ASS_RC_PRO");
    const { events } = granted(
      await decide(
        one.world,
        responseId,
        { approved: false, shareRejectionReason: true, comment: "Illisible" },
        "claire",
      ),
    );
    const recipients = ["a@lumina.example", "c@lumina.example"];
    expect(events[0]).toMatchObject({
      eventName: "DOCUMENT_ANSWER_DENIED",
      payload: { responseId, shareRejectionReason: true, dueDate: "2026-01-30", notified: recipients },
    });
    expect(events).toContainEqual(
      expect.objectContaining({ eventName: "DOCUMENT_MODIFICATION", payload: { dueDate: "2026-01-30" } }),
    );
    expect((await one.world.store.dump()).responses).toMatchObject([
      { notice: { sentAt: events[0]?.occurredAt, recipients, reason: "Illisible", dueDate: "2026-01-30" } },
    ]);
    const unshared = await responded("ASS_RC_PRO");
    const kept = granted(
      await decide(
        unshared.world,
        responseOf(unshared, "ASS_RC_PRO"),
        { approved: false, shareRejectionReason: false },
        "claire",
      ),
    );
    expect(kept.events[0]?.payload).toEqual({
      responseId: responseOf(unshared, "ASS_RC_PRO"),
      shareRejectionReason: false,
    });
    expect((await unshared.reread()).folder.responses[0]).not.toHaveProperty("notice");
  });
  const refused = async (one: Desk, approved = true) => {
    const outcome = await decide(
      one.world,
      responseOf(one, "ATT_FISCALE"),
      { approved, shareRejectionReason: false },
      "claire",
    );
    return isRefusal(outcome) ? [outcome.refused.status, outcome.refused.body.code] : [];
  };
  it("a response is decided once", async () => {
    const one = await responded("ATT_FISCALE", { outcome: "review" });
    expect(await refused(one)).toEqual([]);
    expect(await refused(one)).toEqual([409, "RESPONSE_ALREADY_DECIDED"]);
  });
  it("a response that is superseded, expired or of an archived dossier cannot be decided", async () => {
    const replaced = await later(await responded("ATT_FISCALE", { outcome: "valid" }), "PT2M");
    const first = responseOf(replaced, "ATT_FISCALE");
    granted(await respond(replaced.world, replaced.document("ATT_FISCALE").documentId, {}));
    expect(isRefusal(await decide(replaced.world, first, { approved: true }, "claire"))).toBe(true);
    const expired = await later(await responded("ATT_FISCALE", { outcome: "valid", issueDate: "2025-08-01" }), "P1M");
    expect(await refused(expired)).toEqual([409, expect.any(String)]);
    const frozen = await responded("ATT_FISCALE", { outcome: "review" });
    await frozen.do(archiveThirdparty);
    expect(await refused(frozen)).toEqual([409, "DOSSIER_ARCHIVED"]);
  });
  it("a response that has expired can be rejected and not approved", async () => {
    const one = await later(await responded("ATT_FISCALE", { outcome: "review", issueDate: "2025-07-20" }), "P10D");
    expect([await refused(one, true), await refused(one, false)]).toEqual([[409, "CONFLICT"], []]);
  });
});
