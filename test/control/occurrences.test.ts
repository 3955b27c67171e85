import { beforeAll, describe, expect, it } from "vitest";
import { EventName, resourceTypeOf } from "../../contract/events.ts";
import type { State } from "../../src/domain/change.ts";
import type { DocumentRow, DossierRow, EventRow } from "../../src/domain/rows.ts";
import { identifier, makeWorld, type TestWorld } from "../support/sandbox.ts";

const builder = "21992014700010";
const german = { companyIdType: "CIT002", companyIdValue: "DE999001010" };
const long = (length: number) => "x".repeat(length);
const day = "a day that exists, as YYYY-MM-DD";
const some = "at least 1 character";
const stray = "no such property";
const outcomes = "one of valid, review, invalid, pending";
const procedures = "one of SAUVEGARDE, REDRESSEMENT_JUDICIAIRE, LIQUIDATION_JUDICIAIRE";
const mention = "letters and digits, with dots, hyphens or underscores between them";

const badData: [event: EventName, data: object, expected: Record<string, string>][] = [
  ["DOCUMENT_MODIFICATION", { dueDate: "fin juin" }, { dueDate: day }],
  ["DOCUMENT_MODIFICATION", { dueDate: "2026-02-30", until: 1 }, { dueDate: day, until: stray }],
  ["THIRD_PARTY_CODE_UPDATED", { thirdpartyCode: "" }, { thirdpartyCode: some }],
  ["THIRD_PARTY_CODE_UPDATED", { thirdpartyCode: long(256) }, { thirdpartyCode: "at most 255 characters" }],
  ["THIRD_PARTY_UPDATED", { owner: 3, tags: [""] }, { owner: "a text", "tags/0": some }],
  ["DOSSIER_ARCHIVED", { reason: "" }, { reason: some }],
  ["DOSSIER_UPDATED", { description: long(2001) }, { description: "at most 2000 characters" }],
  ["DOSSIER_UPDATED", { expirationDate: "2026-01-15" }, { expirationDate: "a day after 2026-01-15" }],
  ["DOSSIER_ATTRIBUTE_UPDATED", { label: "__proto__" }, { label: "another name" }],
  ["DOCUMENT_ANSWER_DENIED", { comment: long(4001) }, { comment: "at most 4000 characters" }],
  ["DOCUMENT_ANSWER_ADDED", { outcome: "vaild" }, { outcome: outcomes }],
  ["THIRD_PARTY_COMMENT_ADDED", { txet: "Vu" }, { txet: stray }],
  ["THIRD_PARTY_COMMENT_MENTION_ADDED", { mention: "--" }, { mention }],
  ["THIRD_PARTY_CONTACT_INVITED", { email: "zoe" }, { email: "an e-mail address" }],
  ["THIRD_PARTY_ARCHIVED", { reason: "Fin" }, { reason: stray }],
  ["THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", { type: "LIQUIDATION" }, { type: procedures }],
  ["THIRD_PARTY_ATTRIBUTE_UPDATED", { values: [] }, { values: "at least 1 entry" }],
  [
    "THIRD_PARTY_ATTRIBUTE_UPDATED",
    { label: "Criticité", values: ["Huge"] },
    { "values/0": "one of the options: High, Medium, Low" },
  ],
  ["THIRD_PARTY_ADDED", { companyIdType: "CIT001", companyIdValue: "219" }, { companyIdValue: "a valid SIRET" }],
];
const codes = (code: string, ...events: EventName[]) => events.map((event) => [event, code] as const);

/** A French and a German third party, each with a free dossier of one document. */
async function makePair() {
  const world = await makeWorld();
  const of = async (thirdpartyId: number) => {
    const { dossierId, documents } = await world.free(thirdpartyId, ["RIB"]);
    return { thirdpartyId, dossierId, documentId: (documents[0] as { documentId: number }).documentId };
  };
  const one = await world.add(builder);
  const { body } = await world.post("/thirdparties", german).expect(201);
  return { world, one: await of(one), other: await of(body.thirdpartyId) };
}
let original: ReturnType<typeof makePair> | undefined;
async function pair() {
  const { world, ...ids } = await (original ??= makePair());
  return { world: await world.copy(), ...ids };
}
const occur = (world: TestWorld, body: object) => world.control("post", "/occurrences", body);
const stateOf = async (world: TestWorld) => (await world.state()) as State;

describe("data that an event does not take", () => {
  let world: TestWorld;
  let before: State;
  beforeAll(async () => {
    ({ world } = await pair());
    before = await stateOf(world);
  });

  it.each(badData)("occurrences.create refuses the data of %s: %j", async (event, data, expected) => {
    const { body } = await occur(world, { event, data }).expect(400);
    const found = body.errors.map((violation: Record<string, string>) => [violation.pointer, violation.expected]);
    expect(found).toEqual(Object.entries(expected).map(([place, wanted]) => [`/data/${place}`, wanted]));
    expect(await stateOf(world)).toEqual(before);
  });

  it.each([
    ...codes("UNKNOWN_DOCUMENT_CODE", "DOSSIER_TEMPLATE_UPDATED", "DOSSIER_DOCUMENTS_UPDATED", "DOCUMENT_ADDED"),
    ...codes("DOSSIER_TYPE_NOT_FOUND", "DOSSIER_ADDED", "DOSSIER_TEMPLATE_UPDATED"),
  ])("%s refuses a code that the account does not have with %s", async (event, code) => {
    const ofDocument = code === "UNKNOWN_DOCUMENT_CODE";
    const data = ofDocument ? { documentCode: "NOPE" } : { dossierTypeCode: "CRS" };
    const { body } = await occur(world, { event, data }).expect(ofDocument ? 400 : 404);
    if (ofDocument) expect(body.errors).toMatchObject([{ pointer: "/data/documentCode", code, received: '"NOPE"' }]);
    else
      expect(body).toMatchObject({ code, detail: expect.stringContaining("no dossier type CRS; did you mean CSR?") });
    expect(await stateOf(world)).toEqual(before);
  });

  it("occurrences.create reports all violations beside an unknown event type, and suggests a known one", async () => {
    const { body } = await occur(world, { event: "THIRD_PARTY_ARCHIVD", whom: 1, data: [] }).expect(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(["/event", "/data", "/whom"]);
    expect(body.errors[0].detail).toBe(
      `/event must be one of ${EventName.options.length} values that the OpenAPI document lists, ` +
        "such as THIRD_PARTY_ADDED; did you mean THIRD_PARTY_ARCHIVED?",
    );
  });
});

it("occurrences.create changes what the data of an event says", async () => {
  const { world, one } = await pair();
  const { dossierId } = one;
  const data = { expirationDate: "2026-06-30", purchasingCategory: "Travaux" };
  const { body } = await occur(world, { event: "DOSSIER_UPDATED", dossierId, data }).expect(201);
  const { dossiers, events } = await stateOf(world);
  expect(dossiers.find((row) => row.dossierId === dossierId)).toMatchObject({ ...data, description: null });
  expect(body).toEqual({
    content: events.slice(-body.content.length).map((row) => ({ ...row, accountId: world.accountId })),
    after: events.at(-1)?.eventId,
  });
});

it("THIRD_PARTY_ADDED reads a number as a search does, and passes on the reference provider's refusal", async () => {
  const world = await makeWorld();
  const join = (companyIdType: string, companyIdValue: string) =>
    occur(world, { event: "THIRD_PARTY_ADDED", data: { companyIdType, companyIdValue } });
  await join("CIT001", "219 920 147 00010").expect(201);
  const numbers = (await stateOf(world)).thirdparties.map(({ companyIdValue }) => companyIdValue);
  expect(numbers).toEqual([builder]);
  expect((await join("CIT001", builder).expect(409)).body.code).toBe("THIRD_PARTY_ALREADY_EXISTS");
  await join("CIT001", identifier("SIRET", "down")).expect(503);
  await join("CIT001", identifier("SIRET", "timeout")).expect(504);
});

it("a world that took the longest data of its events can be exported and imported", async () => {
  const { world, one } = await pair();
  const { thirdpartyId, dossierId, documentId } = one;
  const amount = { label: "Montant d'achat annuel", values: [1e15] };
  const most: [EventName, object, object][] = [
    ["THIRD_PARTY_CODE_UPDATED", { thirdpartyId }, { thirdpartyCode: long(255) }],
    ["DOSSIER_UPDATED", { dossierId }, { description: long(2000) }],
    ["DOCUMENT_ANSWER_DENIED", { documentId }, { comment: long(4000) }],
    ["DOCUMENT_MODIFICATION", { documentId }, { dueDate: "2028-02-29" }],
    ["THIRD_PARTY_ATTRIBUTE_UPDATED", { thirdpartyId }, { values: [long(2000)] }],
    ["THIRD_PARTY_ATTRIBUTE_UPDATED", { thirdpartyId }, amount],
    ["DOSSIER_ARCHIVED", { dossierId }, { reason: long(255) }],
  ];
  for (const [event, on, data] of most) await occur(world, { event, ...on, data }).expect(201);
  const { body: exported } = await world.control("get", "/state").expect(200);
  await world.control("put", "/state", exported).expect(200);
});

describe("the resource that an event names", () => {
  it("refuses every event for a document or dossier of another third party", async () => {
    const { world, one, other } = await pair();
    const { thirdpartyId } = one;
    const few: Partial<Record<EventName, string[]>> = {
      ...{ THIRD_PARTY_ADDED: [], DOSSIER_ADDED: [] },
      ...{ DOSSIER_TEMPLATE_UPDATED: ["dossierId"], DOCUMENT_ADDED: ["dossierId"] },
    };
    const before = await stateOf(world);
    const kinds = [["dossierId", "Dossier"] as const, ["documentId", "Document"] as const];
    // Every other event is asked for the dossier alone, and those between for the document.
    for (const [at, event] of EventName.options.entries())
      for (const [kind, noun] of few[event] ? kinds : [kinds[at % 2] as (typeof kinds)[number]]) {
        const { body } = await occur(world, { event, thirdpartyId, [kind]: other[kind] });
        const whose = `${noun} ${other[kind]} is of third party ${other.thirdpartyId}, not of ${thirdpartyId}`;
        const expected =
          few[event]?.includes(kind) === false
            ? { status: 400, errors: expect.arrayContaining([expect.objectContaining({ pointer: `/${kind}` })]) }
            : { status: 409, detail: `${whose}; name one of them.` };
        expect({ event, ...body }).toMatchObject({ event, ...expected });
      }
    const { dossierId } = one;
    const { body } = await occur(world, { event: "DOCUMENT_ANSWER_ADDED", dossierId, documentId: other.documentId });
    expect(body.detail).toBe(
      `Document ${other.documentId} is of dossier ${other.dossierId}, not of ${dossierId}; name one of them.`,
    );
    expect(await stateOf(world)).toEqual(before);
  });

  it("derives the dossier and the third party from the named document", async () => {
    const { world, other } = await pair();
    const { thirdpartyId, dossierId, documentId } = other;
    const first = async (body: object) => (await occur(world, body).expect(201)).body.content[0];
    expect([
      await first({ event: "DOSSIER_COMMENT_ADDED", documentId }),
      await first({ event: "DOSSIER_DOCUMENTS_UPDATED", documentId }),
      await first({ event: "THIRD_PARTY_ARCHIVED", dossierId }),
    ]).toMatchObject([
      { resourceType: "DOSSIER", resourceId: dossierId },
      { resourceId: dossierId },
      { resourceId: thirdpartyId },
    ]);
  });
});

describe("the refusal of an event", () => {
  const refusal = async (world: TestWorld, body: object) => {
    const answered = await occur(world, body).expect(409);
    return [answered.body.code, answered.body.detail];
  };
  const unsuitable = (detail: unknown) => ["NOTHING_SUITABLE", detail];

  it("says what an event needs when nothing in the portfolio suits", async () => {
    const world = await makeWorld();
    for (const event of EventName.options.filter((name) => name !== "THIRD_PARTY_ADDED")) {
      const [code, detail] = await refusal(world, { event });
      const sentence = expect.stringMatching(new RegExp(`^${event} needs an? .+, and there is none\\.$`));
      expect([code, detail]).toEqual(unsuitable(sentence));
      // An event needs the kind of resource that it happens to, or the one around it.
      const nouns = { THIRD_PARTY: /third party/, DOSSIER: /dossier|third party/, DOCUMENT: /document|dossier/ };
      expect(detail).toMatch(nouns[resourceTypeOf(event)]);
    }
  });

  it("says what an event needs when the named resource does not suit, or would stay as it is", async () => {
    const { world, one, other } = await pair();
    const { thirdpartyId, dossierId, documentId } = one;
    const typed = (await stateOf(world)).documents.find(
      (row) => row.documentCode !== "IBAN" && row.thirdpartyId === thirdpartyId,
    ) as DocumentRow;
    const french = "a French third party that is not struck off";
    const data = { dossierTypeCode: "CSR" };
    const needs: [event: EventName, on: object, wanted: string][] = [
      ["THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES", { thirdpartyId: other.thirdpartyId }, french],
      ["THIRD_PARTY_ESG_DEACTIVATED", { thirdpartyId }, "a third party that ESG watches"],
      ["DOCUMENT_ANSWER_SCOPE_UPDATED", { documentId }, "a document with an answer"],
      ["DOSSIER_DOCUMENTS_UPDATED", { dossierId: typed.dossierId }, "an open free dossier"],
      ["DOSSIER_TEMPLATE_UPDATED", { dossierId }, "an open dossier with a type"],
      ["DOSSIER_TEMPLATE_UPDATED", { thirdpartyId, data }, "an open dossier of type CSR"],
    ];
    for (const [event, on, wanted] of needs)
      expect(await refusal(world, { event, ...on })).toEqual(
        unsuitable(`${event} needs ${wanted}, and what was named is none.`),
      );
    const again: [event: EventName, on: object, data: object][] = [
      ["THIRD_PARTY_CODE_UPDATED", { thirdpartyId }, { thirdpartyCode: "X-1" }],
      ["THIRD_PARTY_UPDATED", { thirdpartyId }, { owner: "Zoé" }],
      ["THIRD_PARTY_ATTRIBUTE_UPDATED", { thirdpartyId }, { values: ["REF-7"] }],
      ["THIRD_PARTY_COMMENT_UPDATED", { thirdpartyId }, { text: "Vu" }],
      ["DOSSIER_UPDATED", { dossierId }, { description: "Vu" }],
      ["DOSSIER_ATTRIBUTE_UPDATED", { dossierId }, { value: "Lyon" }],
      ["DOCUMENT_MODIFICATION", { documentId }, { dueDate: "2026-03-01" }],
      ["DOCUMENT_COMMENT_MENTION_UPDATED", { documentId }, { mention: "zoe" }],
    ];
    for (const [event, on, wish] of again) {
      await occur(world, { event, ...on, data: wish }).expect(201);
      const sentence = expect.stringMatching(new RegExp(`^${event} needs .+, and what was named is none\\.$`));
      expect(await refusal(world, { event, ...on, data: wish })).toEqual(unsuitable(sentence));
    }
  });

  it("passes on the refusal of a rule, and explains it by the first candidate when no resource is named", async () => {
    const { world, one } = await pair();
    const { thirdpartyId, dossierId } = one;
    const { dossiers, thirdparties } = await stateOf(world);
    const vigilance = { dossierTypeCode: "VIGILANCE" };
    const open = dossiers.find((row) => row.dossierTypeCode === "VIGILANCE") as DossierRow;
    expect(await refusal(world, { event: "DOSSIER_ADDED", thirdpartyId, data: vigilance })).toEqual([
      "DOSSIER_ALREADY_OPEN",
      `Dossier ${open.dossierId} (${open.dossierReference}) of type VIGILANCE is open for this third party.`,
    ]);
    expect(await refusal(world, { event: "DOCUMENT_ADDED", dossierId, data: { documentCode: "RIB" } })).toEqual(
      unsuitable(`Dossier ${dossierId} (LIBRE-2026-0001) asks for RIB already.`),
    );
    const { documentId } = one;
    const early = { event: "DOCUMENT_MODIFICATION", documentId, data: { dueDate: "2026-01-14" } } as const;
    const { body: refused } = await occur(world, early).expect(400);
    expect(refused.errors).toMatchObject([{ pointer: "/data/dueDate", expected: "a day from 2026-01-15 on" }]);
    const data = { email: "zoe@tiers.example" };
    const [first] = thirdparties as [State["thirdparties"][number]];
    expect(await refusal(world, { event: "THIRD_PARTY_CONTACT_DELETED", data })).toEqual(
      unsuitable(
        "THIRD_PARTY_CONTACT_DELETED needs a third party of the portfolio, and with this data there is none. " +
          `Of the first: ${first.name} (third party ${first.thirdpartyId}) has no contact zoe@tiers.example ` +
          "to whom this can happen; its contacts: none.",
      ),
    );
    await occur(world, { event: "THIRD_PARTY_CONTACT_INVITED", thirdpartyId, data }).expect(201);
    const { body } = await occur(world, { event: "THIRD_PARTY_CONTACT_DELETED", thirdpartyId, data }).expect(201);
    expect(body.content.map(({ eventName, payload }: EventRow) => [eventName, payload.email])).toEqual([
      ["THIRD_PARTY_CONTACT_DELETED", data.email],
    ]);
  });
});
