import { describe, expect, it } from "vitest";
import { deleteContact, inviteContact } from "../../src/domain/contacts.ts";
import { createDossier } from "../../src/domain/dossiers.ts";
import { announceCessation, announceProcedure } from "../../src/domain/gazette.ts";
import { archiveThirdparty } from "../../src/domain/identity.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { withdrawResponses } from "../../src/domain/responses.ts";
import type { ContactRow } from "../../src/domain/rows.ts";
import { settle } from "../../src/domain/settle.ts";
import { answer, decide } from "../../src/world/operations.ts";
import { trigger } from "../../src/world/trigger.ts";
import { wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { advance, type Desk, desk, granted, type Kind } from "../support/worlds.ts";

async function answered(code: string, asked: Parameters<typeof answer>[2] = {}, kind: Kind = "cleaner"): Promise<Desk> {
  const one = await desk(kind);
  granted(await answer(one.world, one.document(code).documentId, asked));
  return one.reread();
}
const responseOf = (one: Desk, code: string) => one.document(code).evidences[0]?.responseId as number;
const later = async (one: Desk, duration: string) => {
  await advance(one.world, duration);
  return one.reread();
};

describe("an answer", () => {
  it("is being processed first, and judged within a minute or so", async () => {
    const one = await answered("LNTE", { outcome: "valid" });
    expect([one.document("LNTE").statusCode, one.document("LNTE").present]).toEqual(["ONGOING", true]);
    expect((await later(one, "PT2M")).document("LNTE").statusCode).toBe("VALID");
  });
  it.each([
    ["valid", "VALID"],
    ["review", "ACTION_REQUIRED"],
    ["invalid", "INVALID"],
    ["pending", "ONGOING"],
  ] as const)("whose check comes out %s makes the document %s", async (outcome, status) => {
    expect((await later(await answered("LNTE", { outcome }), "PT2M")).document("LNTE").statusCode).toBe(status);
  });
  it("that a person must judge waits for the client", async () => {
    expect((await later(await answered("ASS_RC_PRO"), "PT2M")).document("ASS_RC_PRO").statusCode).toBe(
      "ACTION_REQUIRED",
    );
  });
  it("gets another file while nobody has decided: one response, two evidences, newest first", async () => {
    const one = await answered("ASS_RC_PRO");
    granted(await answer(one.world, one.document("ASS_RC_PRO").documentId, {}));
    const { evidences } = (await one.reread()).document("ASS_RC_PRO");
    expect(evidences.map(({ responseId }) => responseId)).toEqual([evidences[0]?.responseId, evidences[0]?.responseId]);
    expect(evidences[0]?.id).toBeGreaterThan(evidences[1]?.id as number);
  });
  it("that replaces an accepted one supersedes it", async () => {
    const one = await later(await answered("LNTE", { outcome: "valid" }), "PT2M");
    granted(await answer(one.world, one.document("LNTE").documentId, { outcome: "valid" }));
    expect((await one.reread()).folder.responses.map(({ state }) => state)).toEqual(["SUPERSEDED", "CHECKING"]);
  });
  it.each(["ATT_URSSAF", "KBIS"])("from the third party spares the platform its own errand for %s", async (code) => {
    const one = await answered(code, { outcome: "review" });
    expect((await later(one, "P1D")).document(code)).toMatchObject({
      statusCode: "ACTION_REQUIRED",
      evidences: [{ transmitter: "FOURNISSEUR" }],
    });
  });
  it("comes by itself from French registers, within hours", async () => {
    const one = await later(await desk("builder"), "PT4H");
    expect(one.document("ATT_URSSAF")).toMatchObject({
      evidences: [{ issuer: "ORGANISME", transmitter: "PLATEFORME", format: "ORIGINALNUMERIQUE" }],
    });
  });
  it("comes by itself from nowhere, for a company abroad", async () => {
    expect((await later(await desk("german"), "P3D")).folder.documents.filter(({ present }) => present)).toEqual([]);
  });
  it("cannot have been issued tomorrow, nor come by a form where there is none", async () => {
    const one = await desk("cleaner");
    const { documentId } = one.document("LNTE");
    for (const asked of [{ issueDate: "2026-01-16" }, { formdata: { nonsense: "1" } }])
      expect(isRefusal(await answer(one.world, documentId, asked))).toBe(true);
    expect(isRefusal(await answer(one.world, one.document("CODE_CONDUITE").documentId, { formdata: {} }))).toBe(true);
  });
  it("is taken back whole", async () => {
    const one = await answered("LNTE");
    const events = await one.do((draft) => (withdrawResponses(draft, one.document("LNTE").documentId), settle(draft)));
    expect(events).toEqual([
      "DOCUMENT_ANSWER_STATUS_UPDATE",
      "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT",
      "DOSSIER_STATUS_UPDATED",
      "DOSSIER_STATUS_UPDATED_ABSENT",
    ]);
    expect(one.document("LNTE")).toMatchObject({ statusCode: "MISSING", present: false, evidences: [] });
  });
});

describe("the validity of a piece", () => {
  it("runs from its issue, to the end of its last day", async () => {
    const one = await answered("LNTE", { issueDate: "2025-08-31" });
    expect(one.document("LNTE").evidences[0]?.expirationDate).toBe("2026-02-28T23:59:59.999");
  });
  it("ends at five past midnight; what comes by itself is then fetched anew", async () => {
    const one = await later(await answered("ATT_URSSAF", { outcome: "valid", issueDate: "2025-07-20" }), "PT2M");
    const before = await later(one, "P5DT15H");
    expect(before.document("ATT_URSSAF").statusCode).toBe("VALID");
    expect((await later(one, "PT3M")).document("ATT_URSSAF").statusCode).toBe("INVALID");
    expect((await later(one, "PT6H")).document("ATT_URSSAF").evidences).toHaveLength(2);
  });
  it("that is over at submission fails the check", async () => {
    expect(
      (await later(await answered("LNTE", { outcome: "valid", issueDate: "2025-01-01" }), "PT2M")).document("LNTE")
        .statusCode,
    ).toBe("INVALID");
  });
  it("that has no end never expires", async () => {
    const one = await later(await answered("IBAN", { outcome: "valid" }), "P3Y");
    expect(one.document("IBAN")).toMatchObject({ statusCode: "VALID", evidences: [{ expirationDate: null }] });
  });
});

describe("a list of foreign workers where nobody works", () => {
  const some = { emploie_salaries_etrangers: true, nombre_salaries: 4 };
  it.each([
    ["some are named", some, "INVALID"],
    ["only a number is given", { emploie_salaries_etrangers: false, nombre_salaries: 4 }, "INVALID"],
    ["none is named", { emploie_salaries_etrangers: false, nombre_salaries: 0 }, "VALID"],
  ])("when %s: the check finds it %j %s", async (_when, formdata, status) => {
    const one = await later(await answered("LNTE", { formdata, outcome: "valid" }, "soleTrader"), "PT2M");
    expect(one.document("LNTE").statusCode).toBe(status);
    if (status === "INVALID")
      expect(one.folder.responses).toMatchObject([
        { state: "DENIED", reason: "the company employs nobody, and the list names foreign workers" },
      ]);
    expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
  });
  it("is not approved by the client either", async () => {
    const one = await answered("LNTE", { formdata: some, outcome: "pending" }, "soleTrader");
    const outcome = await decide(one.world, responseOf(one, "LNTE"), { approved: true }, "claire");
    expect(isRefusal(outcome) && outcome.refused.status).toBe(409);
  });
  it("is believed of a company with people", async () => {
    expect(
      (await later(await answered("LNTE", { formdata: some, outcome: "valid" }), "PT2M")).document("LNTE").statusCode,
    ).toBe("VALID");
  });
});

describe("the client's word", () => {
  it.each([
    [{ approved: true }, "VALID", "ACCEPTED"],
    [{ approved: false, shareRejectionReason: true }, "INVALID", "DENIED"],
    [{ approved: false, shareRejectionReason: false }, "BELOW_EXPECTATION", "DENIED"],
  ] as const)("%j", async (verdict, status, state) => {
    for (const wait of ["PT0S", "PT2M"]) {
      const one = await later(await answered("ASS_RC_PRO"), wait);
      const { result } = granted(await decide(one.world, responseOf(one, "ASS_RC_PRO"), verdict, "claire"));
      await one.reread();
      expect(result).toMatchObject({ statusCode: status, decidedBy: "claire" });
      expect([one.document("ASS_RC_PRO").statusCode, one.folder.responses[0]?.state]).toEqual([status, state]);
    }
  });
  it("asks again when the refusal is shared, and not otherwise", async () => {
    for (const [share, dueDate] of [
      [true, "2026-01-30"],
      [false, null],
    ] as const) {
      const one = await answered("ASS_RC_PRO");
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
  it("is written to the third party when it is shared: to whom, why, and by when to answer", async () => {
    const one = await answered("ASS_RC_PRO");
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
    expect((await one.world.store.dump()).responses).toMatchObject([
      { notice: { sentAt: events[0]?.occurredAt, recipients, reason: "Illisible", dueDate: "2026-01-30" } },
    ]);
    const unshared = await answered("ASS_RC_PRO");
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
  it("is said once", async () => {
    const one = await answered("ATT_FISCALE", { outcome: "review" });
    expect(await refused(one)).toEqual([]);
    expect(await refused(one)).toEqual([409, "RESPONSE_ALREADY_DECIDED"]);
  });
  it("does not reach an answer that was replaced, has expired, or is frozen", async () => {
    const replaced = await later(await answered("ATT_FISCALE", { outcome: "valid" }), "PT2M");
    const first = responseOf(replaced, "ATT_FISCALE");
    granted(await answer(replaced.world, replaced.document("ATT_FISCALE").documentId, {}));
    expect(isRefusal(await decide(replaced.world, first, { approved: true }, "claire"))).toBe(true);
    const expired = await later(await answered("ATT_FISCALE", { outcome: "valid", issueDate: "2025-08-01" }), "P1M");
    expect(await refused(expired)).toEqual([409, expect.any(String)]);
    const frozen = await answered("ATT_FISCALE", { outcome: "review" });
    await frozen.do(archiveThirdparty);
    expect(await refused(frozen)).toEqual([409, "DOSSIER_ARCHIVED"]);
  });
  it("cannot make valid what has expired meanwhile, but can reject it", async () => {
    const one = await later(await answered("ATT_FISCALE", { outcome: "review", issueDate: "2025-07-20" }), "P10D");
    expect([await refused(one, true), await refused(one, false)]).toEqual([[409, "CONFLICT"], []]);
  });
});

describe("the register's objections", () => {
  it("a tax certificate issued during a procedure does not pass, one from before it does", async () => {
    for (const [issueDate, status] of [
      ["2026-01-15", "INVALID"],
      ["2026-01-10", "VALID"],
    ] as const) {
      const one = await desk("cleaner");
      await one.do((draft) => announceProcedure(draft, "REDRESSEMENT_JUDICIAIRE"));
      granted(await answer(one.world, one.document("ATT_FISCALE").documentId, { outcome: "valid", issueDate }));
      expect((await later(one, "PT2M")).document("ATT_FISCALE").statusCode).toBe(status);
    }
  });
  it("a Kbis of a company struck off is never valid, whoever supplies it and whoever approves", async () => {
    const one = await desk("cleaner");
    await one.do(announceCessation);
    granted(await answer(one.world, one.document("KBIS").documentId, { outcome: "review" }));
    await one.reread();
    expect(isRefusal(await decide(one.world, responseOf(one, "KBIS"), { approved: true }, "claire"))).toBe(true);
    expect((await later(one, "PT2M")).document("KBIS").statusCode).toBe("INVALID");
  });
  it("a sanctioned executive fails the screening of sanctions, and nobody else does", async () => {
    for (const [kind, status] of [
      ["sanctioned", "INVALID"],
      ["it", "VALID"],
    ] as const) {
      const one = await later(await desk(kind, { Criticité: ["High"] }), "PT8H");
      expect([one.document("SCR_SANCTIONS").statusCode, one.document("SCR_PPE").statusCode]).toEqual([status, "VALID"]);
    }
  });
});

describe("an answer that is shared", () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const file = { fileName: "statuts.pdf", bytes, contentType: "application/pdf" };
  /** Two free dossiers that ask for the statutes; the first has them. */
  async function twice(asked: Parameters<typeof answer>[2]) {
    const one = await desk("cleaner");
    for (let time = 0; time < 2; time++)
      await one.do((draft) => (createDossier(draft, { requiredDocuments: ["STATUTS"] }), settle(draft)));
    const [first, second] = one.folder.documents
      .filter(({ documentCode }) => documentCode === "STATUTS")
      .map(({ documentId }) => documentId) as [number, number];
    granted(await answer(one.world, first, { outcome: "valid", ...asked }));
    await later(one, "PT2M");
    const of = (id: number) =>
      one.folder.documents.find(({ documentId }) => documentId === id) as Desk["folder"]["documents"][number];
    const share = async () => {
      granted(await trigger(one.world, { event: "DOCUMENT_ANSWER_SCOPE_UPDATED", documentId: first }));
      await one.reread();
    };
    return { one, first, second, of, share };
  }
  it("answers the other dossier that asks for the same, with a response of its own", async () => {
    const { one, first, second, of, share } = await twice({});
    expect([of(first).statusCode, of(second).statusCode]).toEqual(["VALID", "MISSING"]);
    await share();
    expect(one.folder.responses.find(({ documentId }) => documentId === first)?.scope).toBe("SHARED");
    const [source, copy] = [of(first).evidences[0], of(second).evidences[0]];
    expect(of(second)).toMatchObject({ statusCode: "ONGOING", present: true });
    expect(copy).toMatchObject({
      fileName: (source as { fileName: string }).fileName,
      expirationDate: source?.expirationDate,
      metadata: source?.metadata,
    });
    expect(copy?.id).not.toBe(source?.id);
    expect(copy?.responseId).not.toBe(source?.responseId);
    await later(one, "PT2M");
    expect(of(second).statusCode).toBe("VALID");
    expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
  });
  it("keeps the bytes that were supplied for as long as one of the two has them", async () => {
    const { one, first, second, share } = await twice({ file });
    await share();
    const kept = async () => (await one.world.store.dump()).files.length;
    await one.do((draft) => withdrawResponses(draft, first));
    expect(await kept()).toBe(1);
    await one.do((draft) => withdrawResponses(draft, second));
    expect(await kept()).toBe(0);
  });
  it("is no answer that was refused", async () => {
    const { one, first, second, of, share } = await twice({ outcome: "invalid" });
    await share();
    expect(one.folder.responses.find(({ documentId }) => documentId === first)?.scope).toBe("ESTABLISHMENT");
    expect(of(second).statusCode).toBe("MISSING");
  });
});
