import { describe, expect, it } from "vitest";
import { parse } from "../../src/domain/time.ts";
import type { Step } from "../../src/seed/script.ts";
import { before, runScript } from "../../src/seed/story.ts";
import { companies, quietWorld, start } from "../support/worlds.ts";

type Unplaced<S> = S extends unknown ? Omit<S, "at" | "on"> & { at?: string } : never;
const added: Step = { do: "add", at: "-P20D", as: "it", type: "CIT001", value: companies.it.companyIdValue };
/** The world after a company has joined and the steps have happened to it, by default a day before the end. */
const ended = async (...steps: Unplaced<Step>[]) => {
  const world = await quietWorld();
  await runScript(
    world,
    [...steps.map((step) => ({ at: "-P1D", ...(step.do === "add" ? {} : { on: "it" }), ...step }) as Step), added],
    world.clock,
  );
  return world.store.dump();
};
const documentIn = ({ documents }: Awaited<ReturnType<typeof ended>>, code: string) =>
  documents.findLast(({ documentCode }) => documentCode === code);

describe("the story of a script", () => {
  it("adds a third party with its code, contacts and attributes, at its moment", async () => {
    const world = await quietWorld();
    const contacts = [{ email: "a@b.example", firstName: "Anne", lastName: "B" }];
    const step: Step = { ...added, code: "F-1", contacts, attributes: { Catégorie: ["IT"], Criticité: ["High"] } };
    await runScript(world, [step], world.clock);
    const state = await world.store.dump();
    expect(state.thirdparties).toMatchObject([{ thirdpartyCode: "F-1", creationDate: "2025-12-26T09:00:00.000" }]);
    expect(state.contacts).toMatchObject(contacts);
    expect(state.attributes.map(({ label, values }) => [label, values])).toEqual(
      expect.arrayContaining([
        ["Catégorie", ["IT"]],
        ["Criticité", ["High"]],
      ]),
    );
    expect([world.clock, world.frozen]).toEqual([parse(start), true]);
  });

  it("runs each kind of step, in order of time", async () => {
    const state = await ended(
      { do: "decide", document: "STATUTS", approve: false, share: true, comment: "Illisible", at: "-P1D" },
      { do: "dossier", documents: ["STATUTS"], description: "Libre", emails: ["c@d.example"], endsIn: 90, at: "-P9D" },
      { do: "check", document: "STATUTS", outcome: "review", at: "-P8D" },
      { do: "require", documents: ["RIB"], at: "-P7D" },
      {
        do: "answer",
        document: "FICHE_FOURN",
        outcome: "valid",
        age: 3,
        formdata: { effectif_total: "12" },
        at: "-P6D",
      },
      { do: "attribute", label: "Criticité", values: ["Low"] },
      { do: "dossier", type: "CSR", at: "-P5D" },
      { do: "trigger", event: "DOSSIER_UPDATED", dossier: "CSR", data: { description: "Vu" }, at: "-P4D" },
      { do: "trigger", event: "DOCUMENT_COMMENT_ADDED", document: "RIB", data: { text: "Bonjour" }, at: "-P4D" },
    );
    const free = state.dossiers.find(({ typed }) => !typed);
    expect(free).toMatchObject({ description: "Libre", expirationDate: expect.stringMatching(/^2026-04-06/) });
    expect(free?.documents.map(({ documentCode }) => documentCode)).toEqual(["STATUTS", "RIB"]);
    expect(state.contacts.map(({ email }) => email)).toContain("c@d.example");
    expect(documentIn(state, "STATUTS")?.statusCode).toBe("INVALID");
    expect(
      state.responses.find(({ documentId }) => documentId === documentIn(state, "STATUTS")?.documentId)?.decision,
    ).toMatchObject({
      ...{ decision: "REJECTED", comment: "Illisible", shareRejectionReason: true },
    });
    expect(documentIn(state, "FICHE_FOURN")).toMatchObject({
      statusCode: "VALID",
      evidences: [{ uploadDate: "2026-01-09T09:00:00.000", internal: { issueDate: "2026-01-06" } }],
    });
    expect(state.attributes.find(({ label }) => label === "Criticité")?.values).toEqual(["Low"]);
    expect(state.dossiers.find(({ dossierTypeCode }) => dossierTypeCode === "CSR")?.description).toBe("Vu");
    expect(state.comments.filter(({ text }) => text === "Bonjour").map(({ resourceId }) => resourceId)).toEqual([
      documentIn(state, "RIB")?.documentId,
    ]);
  });

  it("ends the check of the last response where a check names no outcome", async () => {
    const answer = { do: "answer", document: "FICHE_FOURN", outcome: "valid", at: "-PT2M" } as const;
    const unchecked = await ended({ ...answer, at: "-PT1S" });
    expect(documentIn(unchecked, "FICHE_FOURN")?.statusCode).toBe("ONGOING");
    const checked = await ended({ ...answer, at: "-PT2S" }, { do: "check", document: "FICHE_FOURN", at: "-PT1S" });
    expect(documentIn(checked, "FICHE_FOURN")?.statusCode).toBe("VALID");
  });

  it("is done by people in a world in which they act: on working days and with names", async () => {
    // 1 November 2025 is a Saturday.
    const world = await quietWorld({ people: "all", now: "2025-11-05T09:00:00" });
    const contacts = [{ email: "anne.b@it.example", firstName: "Anne", lastName: "B" }];
    const steps = [
      { ...added, at: "-P4D", contacts, temper: "silent" },
      { do: "answer", at: "-P3DT15H", on: "it", document: "CODE_CONDUITE", outcome: "review", left: true },
      { do: "decide", at: "-P2D", on: "it", document: "CODE_CONDUITE", approve: false, share: true },
      { do: "trigger", at: "-P2D", on: "it", event: "THIRD_PARTY_COMMENT_ADDED" },
    ] as const;
    await runScript(world, steps as unknown as Step[], world.clock);
    const { thirdparties, events } = await world.store.dump();
    expect(thirdparties).toMatchObject([{ internal: { temper: "silent" } }]);
    const told = events
      .filter(({ actor, eventName }) => !/PLATFORM|PROVIDER/.test(actor.type) && !/STATUS|INDICATOR/.test(eventName))
      .map(({ occurredAt, eventName, actor }) => [occurredAt.slice(0, 10), eventName, actor.name]);
    expect(told).toEqual([
      ["2025-10-31", "THIRD_PARTY_ADDED", "Camille Roussel"],
      ["2025-10-31", "THIRD_PARTY_CONTACT_INVITED", "Camille Roussel"],
      ["2025-10-31", "DOCUMENT_ANSWER_ADDED", "Anne B"],
      ["2025-11-03", "DOCUMENT_ANSWER_DENIED", "Camille Roussel"],
      ["2025-11-03", "DOCUMENT_MODIFICATION", "Camille Roussel"],
      ["2025-11-03", "THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED", "Camille Roussel"],
      ["2025-11-03", "THIRD_PARTY_COMMENT_ADDED", "Camille Roussel"],
    ]);
  });

  it.each<[what: string, contacts: string[], deleted: string[], name: RegExp]>([
    ["the contact who was invited first", ["a", "b"], [], /^a B$/],
    ["the next one after a contact who is gone", ["a", "b"], ["a"], /^b B$/],
    ["the last one where all contacts are gone", ["a", "b"], ["a", "b"], /^b B$/],
    ["the head of a company without a contact", [], [], /^[A-Z][\p{L}-]+ [A-Z][\p{L}-]+$/u],
  ])("is answered by %s, in a world in which people act", async (_what, names, deleted, name) => {
    const world = await quietWorld({ people: "suppliers", now: "2025-11-05T09:00:00" });
    const contacts = names.map((one) => ({ email: `${one}@it.example`, firstName: one, lastName: "B" }));
    const event = "THIRD_PARTY_CONTACT_DELETED";
    const steps = [
      { ...added, at: "-P4D", contacts, temper: "silent" },
      ...deleted.map((one) => ({ do: "trigger", at: "-P3D", on: "it", event, data: { email: `${one}@it.example` } })),
      { do: "answer", at: "-P2D", on: "it", document: "CODE_CONDUITE", outcome: "valid" },
    ];
    await runScript(world, steps as unknown as Step[], world.clock);
    const answers = await world.store.range("events", "name", "DOCUMENT_ANSWER_ADDED");
    const actors = answers.map(({ actor }) => actor).filter(({ type }) => type !== "PLATFORM");
    expect(actors).toEqual([{ type: "THIRD_PARTY", name: expect.stringMatching(name) }]);
  });

  it("takes another third party, or an event of the past, where chance prevents a trigger", async () => {
    const gone = { do: "trigger", event: "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", at: "-P10D" } as const;
    const once = await ended(gone, { ...gone, at: "-P9D" });
    expect(once.events.filter(({ eventName }) => eventName === gone.event)).toHaveLength(1);
    const other: Step = { ...added, as: "other", value: companies.cleaner.companyIdValue } as Step;
    const world = await quietWorld();
    const first = { ...gone, on: "it", data: undefined };
    const renamed = {
      ...first,
      event: "THIRD_PARTY_CODE_UPDATED",
      at: "-P9D",
      data: { thirdpartyCode: "X-1" },
    } as const;
    await runScript(world, [added, other, { ...first, event: "THIRD_PARTY_ARCHIVED" } as Step, renamed], world.clock);
    const { thirdparties } = await world.store.dump();
    expect(thirdparties.filter(({ thirdpartyCode }) => thirdpartyCode === "X-1")).toHaveLength(1);
  });

  it.each<[what: string, Unplaced<Step>, message: RegExp]>([
    [
      "data that its event does not take",
      { do: "trigger", event: "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", data: { type: "LIQUIDATION" } },
      /^the story cannot go on at -P1D, .+LIQUIDATION_JUDICIAIRE.+→ at data\.type/s,
    ],
    [
      "a document that was never asked for",
      { do: "answer", document: "BEGES" },
      /^third party 924000 was never asked for BEGES$/,
    ],
    [
      "a company that is there already",
      { do: "add", as: "x", type: "CIT001", value: added.value },
      /^the story cannot go on at -P1D, .+ is in the portfolio already/,
    ],
    [
      "an attribute that does not exist",
      { do: "attribute", label: "Nope", values: [1] },
      /^the story cannot go on at -P1D, /,
    ],
    [
      "an attribute of its own that does not exist",
      { do: "add", as: "x", type: "CIT001", value: companies.cleaner.companyIdValue, attributes: { Nope: [1] } },
      /^the story cannot go on at -P1D, /,
    ],
    [
      "a third party before it is added",
      { do: "attribute", label: "Criticité", values: ["Low"], at: "-P30D" },
      /^the story speaks of it before it adds it$/,
    ],
  ])("refuses %s, and says where", async (_, step, message) => {
    const { on: _on, ...plain } = { on: "", ...step } as Step & { on: string };
    await expect(ended(plain as Unplaced<Step>)).rejects.toThrow(message);
  });

  it("says how far it is at every hundredth step", async () => {
    const world = await quietWorld();
    const shares: number[] = [];
    const steps: Step[] = Array.from(
      { length: 200 },
      (): Step => ({ do: "attribute", at: "-P1D", on: "it", label: "Criticité", values: ["Low"] }),
    );
    await runScript(world, [added, ...steps], world.clock, { progress: (share) => shares.push(share) });
    expect(shares).toEqual([100 / 201, 200 / 201]);
  });

  it("begins a duration before its end", () =>
    expect(before(parse(start), "P2DT1H")).toBe(parse("2026-01-13T08:00:00")));
});
