import { beforeAll, describe, expect, it } from "vitest";
import { EventName, resourceTypeOf } from "../../contract/events.ts";
import type { State } from "../../src/domain/change.ts";
import type { DocumentRow, DossierRow, EventRow } from "../../src/domain/rows.ts";
import { identifier, makeWorld, type TestWorld } from "../support/sandbox.ts";

const builder = "21992014700010";
const german = { companyIdType: "CIT002", companyIdValue: "DE999001010" };

interface Case {
  event: EventName;
  data: object;
  /** The place of each violation, the expected and the received value. */
  errors: [pointer: string, expected: string, received: string][];
  code?: string;
}
const long = (length: number) => "x".repeat(length);
const shown = (text: string) => `"${text.slice(0, 116)}…`;
const day = "a day that exists, as YYYY-MM-DD";
const stray = "no such property";

const badData: Case[] = [
  { event: "DOCUMENT_MODIFICATION", data: { dueDate: "fin juin" }, errors: [["/data/dueDate", day, '"fin juin"']] },
  {
    event: "DOCUMENT_MODIFICATION",
    data: { dueDate: "2026-02-30", until: 1 },
    errors: [
      ["/data/dueDate", day, '"2026-02-30"'],
      ["/data/until", stray, "1"],
    ],
  },
  {
    event: "THIRD_PARTY_CODE_UPDATED",
    data: { thirdpartyCode: "" },
    errors: [["/data/thirdpartyCode", "at least 1 character", '""']],
  },
  {
    event: "THIRD_PARTY_CODE_UPDATED",
    data: { thirdpartyCode: long(256) },
    errors: [["/data/thirdpartyCode", "at most 255 characters", shown(long(256))]],
  },
  {
    event: "THIRD_PARTY_UPDATED",
    data: { owner: 3, tags: [""] },
    errors: [
      ["/data/owner", "a text", "3"],
      ["/data/tags/0", "at least 1 character", '""'],
    ],
  },
  { event: "DOSSIER_ARCHIVED", data: { reason: "" }, errors: [["/data/reason", "at least 1 character", '""']] },
  {
    event: "DOSSIER_UPDATED",
    data: { description: long(2001) },
    errors: [["/data/description", "at most 2000 characters", shown(long(2001))]],
  },
  {
    event: "DOSSIER_UPDATED",
    data: { expirationDate: "2026-01-15" },
    errors: [["/data/expirationDate", "a day after 2026-01-15", '"2026-01-15"']],
  },
  {
    event: "DOSSIER_ATTRIBUTE_UPDATED",
    data: { label: "__proto__" },
    errors: [["/data/label", "another name", '"__proto__"']],
  },
  {
    event: "DOCUMENT_ANSWER_DENIED",
    data: { comment: long(4001) },
    errors: [["/data/comment", "at most 4000 characters", shown(long(4001))]],
  },
  {
    event: "DOCUMENT_ANSWER_ADDED",
    data: { outcome: "vaild" },
    errors: [["/data/outcome", "one of valid, review, invalid, pending", '"vaild"']],
  },
  { event: "THIRD_PARTY_COMMENT_ADDED", data: { txet: "Vu" }, errors: [["/data/txet", stray, '"Vu"']] },
  {
    event: "THIRD_PARTY_COMMENT_MENTION_ADDED",
    data: { mention: "--" },
    errors: [["/data/mention", "letters and digits, with dots, hyphens or underscores between them", '"--"']],
  },
  {
    event: "THIRD_PARTY_CONTACT_INVITED",
    data: { email: "zoe" },
    errors: [["/data/email", "an e-mail address", '"zoe"']],
  },
  { event: "THIRD_PARTY_ARCHIVED", data: { reason: "Fin" }, errors: [["/data/reason", stray, '"Fin"']] },
  {
    event: "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
    data: { type: "LIQUIDATION" },
    errors: [["/data/type", "one of SAUVEGARDE, REDRESSEMENT_JUDICIAIRE, LIQUIDATION_JUDICIAIRE", '"LIQUIDATION"']],
  },
  {
    event: "THIRD_PARTY_ATTRIBUTE_UPDATED",
    data: { values: [] },
    errors: [["/data/values", "at least 1 entry", "[]"]],
  },
  {
    event: "THIRD_PARTY_ATTRIBUTE_UPDATED",
    data: { label: "Criticité", values: ["Huge"] },
    errors: [["/data/values/0", "one of the options: High, Medium, Low", '"Huge"']],
  },
  {
    event: "THIRD_PARTY_ADDED",
    data: { companyIdType: "CIT009", companyIdValue: builder },
    errors: [["/data/companyIdType", "one of CIT001, CIT002, CIT003", '"CIT009"']],
  },
  {
    event: "THIRD_PARTY_ADDED",
    data: { companyIdType: "CIT001", companyIdValue: "2199201470001" },
    errors: [["/data/companyIdValue", "a valid SIRET", '"2199201470001"']],
    code: "INVALID_IDENTIFIER",
  },
];

/** A French and a German third party, each with a free dossier of one document. */
async function makePair() {
  const world = await makeWorld();
  const one = await world.add(builder);
  const { body } = await world.post("/thirdparties", german).expect(201);
  const other: number = body.thirdpartyId;
  const of = async (thirdpartyId: number) => {
    const { dossierId, documents } = await world.free(thirdpartyId, ["RIB"]);
    return { thirdpartyId, dossierId, documentId: (documents[0] as { documentId: number }).documentId };
  };
  return { world, one: await of(one), other: await of(other) };
}
let original: ReturnType<typeof makePair> | undefined;
async function pair() {
  const { world, ...ids } = await (original ??= makePair());
  return { world: await world.copy(), ...ids };
}
const occur = (world: TestWorld, body: object) => world.control("post", "/occurrences", body);
const stateOf = async (world: TestWorld) => (await world.state()) as State;

describe("occurrences.create", () => {
  describe("data that an event does not take", () => {
    let world: TestWorld;
    let before: State;
    beforeAll(async () => {
      ({ world } = await pair());
      before = await stateOf(world);
    });

    it.each(badData.map((each) => [`${each.event} ${JSON.stringify(each.data).slice(0, 60)}`, each] as const))(
      "refuses the data of %s",
      async (_, { event, data, errors, code }) => {
        const { body } = await occur(world, { event, data }).expect(400);
        expect(
          body.errors.map(({ pointer, expected, received }: Record<string, string>) => [pointer, expected, received]),
        ).toEqual(errors);
        for (const { pointer, detail } of body.errors) expect(detail).toContain(pointer);
        expect(body.code).toBe(code ?? "VALIDATION_ERROR");
        expect(await stateOf(world)).toEqual(before);
      },
    );

    it("refuses an unknown document code in the data, and names it", async () => {
      for (const event of ["DOSSIER_TEMPLATE_UPDATED", "DOSSIER_DOCUMENTS_UPDATED", "DOCUMENT_ADDED"]) {
        const { body } = await occur(world, { event, data: { documentCode: "NOPE" } }).expect(400);
        expect(body.errors).toMatchObject([
          { pointer: "/data/documentCode", code: "UNKNOWN_DOCUMENT_CODE", received: '"NOPE"' },
        ]);
      }
      expect(await stateOf(world)).toEqual(before);
    });

    it("refuses a dossier type or an attribute that the account does not have", async () => {
      for (const event of ["DOSSIER_ADDED", "DOSSIER_TEMPLATE_UPDATED"]) {
        const { body } = await occur(world, { event, data: { dossierTypeCode: "CRS" } }).expect(404);
        expect([body.code, body.detail]).toEqual([
          "DOSSIER_TYPE_NOT_FOUND",
          expect.stringContaining("There is no dossier type CRS; did you mean CSR?"),
        ]);
      }
      const unknown = await occur(world, {
        event: "THIRD_PARTY_ATTRIBUTE_UPDATED",
        data: { label: "Criticite" },
      }).expect(404);
      expect(unknown.body.detail).toContain('The account has no attribute "Criticite"; did you mean "Criticité"?');
      const calculated = await occur(world, {
        event: "THIRD_PARTY_ATTRIBUTE_UPDATED",
        data: { label: "Risque global" },
      }).expect(409);
      expect(calculated.body.code).toBe("ATTRIBUTE_CALCULATED");
      expect(await stateOf(world)).toEqual(before);
    });

    it("suggests the event that means the same, in a sentence that can be read", async () => {
      const { body } = await occur(world, { event: "DOCUMENT_ANSWER_REJECTED" }).expect(400);
      expect(body.detail).toMatch(/did you mean DOCUMENT_ANSWER_DENIED\?$/);
      expect(body.detail.length).toBeLessThan(200);
      expect(body.errors[0].expected.length).toBeLessThan(200);
    });

    it("reports all violations beside an unknown event type", async () => {
      const { body } = await occur(world, { event: "THIRD_PARTY_ARCHIVD", whom: 1, data: [] }).expect(400);
      expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(["/event", "/data", "/whom"]);
      expect(body.errors[0].detail).toBe(
        `/event must be one of ${EventName.options.length} values that the OpenAPI document lists, ` +
          "such as THIRD_PARTY_ADDED; " +
          "did you mean THIRD_PARTY_ARCHIVED?",
      );
    });
  });

  it("changes what the data of an event says", async () => {
    const { world, one } = await pair();
    await occur(world, {
      event: "DOSSIER_UPDATED",
      dossierId: one.dossierId,
      data: { expirationDate: "2026-06-30", purchasingCategory: "Travaux" },
    }).expect(201);
    await occur(world, {
      event: "DOSSIER_ATTRIBUTE_UPDATED",
      dossierId: one.dossierId,
      data: { label: "constructor", value: "Lyon" },
    }).expect(201);
    await occur(world, {
      event: "THIRD_PARTY_UPDATED",
      thirdpartyId: one.thirdpartyId,
      data: { tags: ["chantier"] },
    }).expect(201);
    const { dossiers, thirdparties, jobs, events } = await stateOf(world);
    expect(dossiers.find(({ dossierId }) => dossierId === one.dossierId)).toMatchObject({
      description: null,
      expirationDate: "2026-06-30",
      purchasingCategory: "Travaux",
      internal: { attributes: { constructor: "Lyon" } },
    });
    expect(jobs.find(({ kind, subjectId }) => kind === "CLOSE" && subjectId === one.dossierId)?.dueAt).toBe(
      "2026-07-01T00:00:00.000",
    );
    expect(events.find(({ eventName }) => eventName === "DOSSIER_ATTRIBUTE_UPDATED")?.payload).toEqual({
      label: "constructor",
      from: null,
      to: "Lyon",
    });
    expect(thirdparties[0]?.internal).toMatchObject({ owner: null, tags: ["chantier"] });
  });

  it("reads the number of a new company as a search does, and passes on the reference provider's refusal", async () => {
    const world = await makeWorld();
    const join = (companyIdType: string, companyIdValue: string) =>
      occur(world, { event: "THIRD_PARTY_ADDED", data: { companyIdType, companyIdValue } });
    await join("CIT001", "219 920 147 00010").expect(201);
    await join("CIT002", "de 999 001 010").expect(201);
    expect((await stateOf(world)).thirdparties.map(({ companyIdValue }) => companyIdValue)).toEqual([
      builder,
      german.companyIdValue,
    ]);
    const { body } = await join("CIT001", builder).expect(409);
    expect(body.code).toBe("THIRD_PARTY_ALREADY_EXISTS");
    await join("CIT001", identifier("SIRET", "down")).expect(503);
    await join("CIT001", identifier("SIRET", "timeout")).expect(504);
  });

  it("leaves a world that can be exported and imported, whatever data came", async () => {
    const { world, one } = await pair();
    for (const { event, data } of badData) await occur(world, { event, data });
    const most: [EventName, object, object][] = [
      ["THIRD_PARTY_CODE_UPDATED", { thirdpartyId: one.thirdpartyId }, { thirdpartyCode: long(255) }],
      ["DOSSIER_UPDATED", { dossierId: one.dossierId }, { description: long(2000) }],
      ["DOCUMENT_ANSWER_DENIED", { documentId: one.documentId }, { comment: long(4000) }],
      ["DOCUMENT_MODIFICATION", { documentId: one.documentId }, { dueDate: "2028-02-29" }],
      ["THIRD_PARTY_ATTRIBUTE_UPDATED", { thirdpartyId: one.thirdpartyId }, { values: [long(2000)] }],
      [
        "THIRD_PARTY_ATTRIBUTE_UPDATED",
        { thirdpartyId: one.thirdpartyId },
        { label: "Montant d'achat annuel", values: [1e15] },
      ],
      ["THIRD_PARTY_ATTRIBUTE_UPDATED", { thirdpartyId: one.thirdpartyId }, { label: "Montant d'achat annuel" }],
      ["DOSSIER_ARCHIVED", { dossierId: one.dossierId }, { reason: long(255) }],
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
      for (const event of EventName.options)
        for (const [kind, noun] of [["dossierId", "Dossier"] as const, ["documentId", "Document"] as const]) {
          const { body } = await occur(world, { event, thirdpartyId, [kind]: other[kind] });
          const whose = `${noun} ${other[kind]} is of third party ${other.thirdpartyId}, not of ${thirdpartyId}`;
          const expected =
            few[event]?.includes(kind) === false
              ? { status: 400, errors: expect.arrayContaining([expect.objectContaining({ pointer: `/${kind}` })]) }
              : { status: 409, detail: `${whose}; name one of them.` };
          expect({ event, ...body }).toMatchObject({ event, ...expected });
        }
      expect(await stateOf(world)).toEqual(before);
    });

    it("refuses a document and a dossier that do not belong together, and names both", async () => {
      const { world, one, other } = await pair();
      const { body } = await occur(world, {
        event: "DOCUMENT_ANSWER_ADDED",
        dossierId: one.dossierId,
        documentId: other.documentId,
      }).expect(409);
      expect(body.detail).toBe(
        `Document ${other.documentId} is of dossier ${other.dossierId}, not of ${one.dossierId}; name one of them.`,
      );
    });

    it("derives the dossier and the third party from the named document", async () => {
      const { world, other } = await pair();
      const { body: commented } = await occur(world, {
        event: "DOSSIER_COMMENT_ADDED",
        documentId: other.documentId,
      }).expect(201);
      expect(commented.content[0]).toMatchObject({ resourceType: "DOSSIER", resourceId: other.dossierId });
      const { body: asked } = await occur(world, {
        event: "DOSSIER_DOCUMENTS_UPDATED",
        documentId: other.documentId,
      }).expect(201);
      expect(asked.content[0]).toMatchObject({ resourceId: other.dossierId });
      const { body: archived } = await occur(world, {
        event: "THIRD_PARTY_ARCHIVED",
        dossierId: other.dossierId,
      }).expect(201);
      expect(archived.content[0]).toMatchObject({ resourceId: other.thirdpartyId });
    });
  });

  describe("the refusal of an event", () => {
    const refusal = async (world: TestWorld, body: object) => {
      const answered = await occur(world, body).expect(409);
      return [answered.body.code, answered.body.detail];
    };

    it("says what an event needs when nothing in the portfolio suits", async () => {
      const world = await makeWorld();
      const { events: none } = await stateOf(world);
      expect(none).toEqual([]);
      const silent = new Set<EventName>(["THIRD_PARTY_ADDED"]);
      for (const event of EventName.options.filter((name) => !silent.has(name))) {
        const [code, detail] = await refusal(world, { event });
        expect([code, detail]).toEqual([
          "NOTHING_SUITABLE",
          expect.stringMatching(new RegExp(`^${event} needs an? .+, and there is none\\.$`)),
        ]);
        // An event needs the kind of resource that it happens to, or the one around it.
        const nouns = { THIRD_PARTY: /third party/, DOSSIER: /dossier|third party/, DOCUMENT: /document|dossier/ };
        expect(detail).toMatch(nouns[resourceTypeOf(event)]);
      }
    });

    it("says what an event needs when the named resource does not suit", async () => {
      const { world, one, other } = await pair();
      const none = "and what was named is none.";
      const document = (await stateOf(world)).documents.find(
        ({ documentCode, thirdpartyId }) => documentCode !== "IBAN" && thirdpartyId === one.thirdpartyId,
      );
      const needs: [object, string][] = [
        [
          { event: "DOSSIER_REACTIVATED", dossierId: one.dossierId },
          "an archived dossier, of a third party that is not archived, with no other open dossier of its type",
        ],
        [
          { event: "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES", thirdpartyId: other.thirdpartyId },
          "a French third party that is not struck off",
        ],
        [{ event: "THIRD_PARTY_ESG_DEACTIVATED", thirdpartyId: one.thirdpartyId }, "a third party that ESG watches"],
        [
          { event: "DOCUMENT_DELETION_WARNING", documentId: one.documentId },
          "a document with evidence that has expired, or whose dossier is archived, of which no deletion was announced",
        ],
        [{ event: "DOCUMENT_ANSWER_SCOPE_UPDATED", documentId: one.documentId }, "a document with an answer"],
        [
          { event: "DOCUMENT_DOCCHECK_REPORT_RECEIVED", documentId: document?.documentId },
          "a document of an open dossier that asks for bank details",
        ],
        [
          { event: "DOSSIER_DOCUMENTS_UPDATED", dossierId: (document as DocumentRow).dossierId },
          "an open free dossier",
        ],
        [{ event: "DOSSIER_TEMPLATE_UPDATED", dossierId: one.dossierId }, "an open dossier with a type"],
        [
          { event: "DOSSIER_TEMPLATE_UPDATED", thirdpartyId: one.thirdpartyId, data: { dossierTypeCode: "CSR" } },
          "an open dossier of type CSR",
        ],
      ];
      for (const [body, wanted] of needs)
        expect(await refusal(world, body)).toEqual([
          "NOTHING_SUITABLE",
          `${(body as { event: string }).event} needs ${wanted}, ${none}`,
        ]);
    });

    it("says what an event needs when it would change nothing", async () => {
      const { world, one } = await pair();
      const { thirdpartyId, dossierId, documentId } = one;
      const twice: [EventName, object, object, string][] = [
        ["THIRD_PARTY_CODE_UPDATED", { thirdpartyId }, { thirdpartyCode: "X-1" }, "a third party with another code"],
        [
          "THIRD_PARTY_UPDATED",
          { thirdpartyId },
          { owner: "Zoé" },
          "a third party that is archived, or of which the client keeps something else",
        ],
        [
          "THIRD_PARTY_ATTRIBUTE_UPDATED",
          { thirdpartyId },
          { values: ["REF-7"] },
          "a third party that is not archived, whose attribute has another value",
        ],
        [
          "THIRD_PARTY_COMMENT_UPDATED",
          { thirdpartyId },
          { text: "Vu" },
          "a third party of the portfolio whose last comment says something else",
        ],
        ["DOSSIER_UPDATED", { dossierId }, { description: "Vu" }, "an open dossier of which something else is kept"],
        [
          "DOSSIER_ATTRIBUTE_UPDATED",
          { dossierId },
          { value: "Lyon" },
          "an open dossier whose attribute has another value",
        ],
        [
          "DOCUMENT_MODIFICATION",
          { documentId },
          { dueDate: "2026-03-01" },
          "a document of an open dossier that is due on another day",
        ],
        [
          "DOCUMENT_COMMENT_MENTION_UPDATED",
          { documentId },
          { mention: "zoe" },
          "a document whose last comment with a mention does not name that person yet",
        ],
      ];
      for (const [event, on, data, needs] of twice) {
        await occur(world, { event, ...on, data }).expect(201);
        expect(await refusal(world, { event, ...on, data })).toEqual([
          "NOTHING_SUITABLE",
          `${event} needs ${needs}, and what was named is none.`,
        ]);
      }
    });

    it("passes on the refusal of a rule", async () => {
      const { world, one, other } = await pair();
      const open = (await stateOf(world)).dossiers.find(
        ({ dossierTypeCode }) => dossierTypeCode === "VIGILANCE",
      ) as DossierRow;
      expect(
        await refusal(world, {
          event: "DOSSIER_ADDED",
          thirdpartyId: one.thirdpartyId,
          data: { dossierTypeCode: "VIGILANCE" },
        }),
      ).toEqual([
        "DOSSIER_ALREADY_OPEN",
        `Dossier ${open.dossierId} (${open.dossierReference}) of type VIGILANCE is open for this third party.`,
      ]);
      expect(
        await refusal(world, { event: "DOCUMENT_ADDED", dossierId: one.dossierId, data: { documentCode: "RIB" } }),
      ).toEqual(["NOTHING_SUITABLE", `Dossier ${one.dossierId} (LIBRE-2026-0001) asks for RIB already.`]);
      const { body } = await occur(world, {
        event: "DOCUMENT_ADDED",
        thirdpartyId: other.thirdpartyId,
        data: { documentCode: "KBIS" },
      }).expect(400);
      expect(body.errors).toMatchObject([
        { pointer: "/data/documentCode", code: "UNFIT_DOCUMENT_CODE", received: '"KBIS"' },
      ]);
    });

    it("explains the refusal by the first candidate when no resource is named", async () => {
      const { world, one } = await pair();
      const refused = await refusal(world, {
        event: "THIRD_PARTY_CONTACT_DELETED",
        data: { email: "zoe@tiers.example" },
      });
      const { name } = (await stateOf(world)).thirdparties[0] as State["thirdparties"][number];
      expect(refused).toEqual([
        "NOTHING_SUITABLE",
        "THIRD_PARTY_CONTACT_DELETED needs a third party of the portfolio, and with this data there is none. " +
          `Of the first: ${name} (third party ${one.thirdpartyId}) has no contact zoe@tiers.example ` +
          "to whom this can happen; its contacts: none.",
      ]);
    });

    it("names the contacts of a third party when the wanted one does not suit", async () => {
      const { world, one } = await pair();
      const { thirdpartyId } = one;
      const email = "zoe@tiers.example";
      await occur(world, { event: "THIRD_PARTY_CONTACT_INVITED", thirdpartyId, data: { email } }).expect(201);
      const mark = await world.mark();
      const unknown = "paul@tiers.example";
      for (const event of EventName.options.filter((name) => /_CONTACT_(?!INVITED)/.test(name))) {
        const [code, detail] = await refusal(world, { event, thirdpartyId, data: { email: unknown } });
        expect([code, detail]).toEqual([
          "NOTHING_SUITABLE",
          expect.stringMatching(
            new RegExp(`has no contact ${unknown} to whom this can happen; its contacts: ${email} \\(INVITED\\)\\.$`),
          ),
        ]);
      }
      expect(await refusal(world, { event: "THIRD_PARTY_CONTACT_INVITED", thirdpartyId, data: { email } })).toEqual([
        "NOTHING_SUITABLE",
        expect.stringMatching(
          /^zoe@tiers\.example is a contact of .+ already; its contacts: zoe@tiers\.example \(INVITED\)\.$/,
        ),
      ]);
      expect(await world.eventsSince(mark)).toEqual([]);
      const { body } = await occur(world, {
        event: "THIRD_PARTY_CONTACT_DELETED",
        thirdpartyId,
        data: { email },
      }).expect(201);
      expect(body.content.map(({ eventName, payload }: EventRow) => [eventName, payload.email])).toEqual([
        ["THIRD_PARTY_CONTACT_DELETED", email],
      ]);
    });
  });
});
