import { beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import type { CollectionName } from "../../../src/domain/collections.ts";
import { defaultConfiguration } from "../../../src/domain/configuration.ts";
import { largestPiece } from "../../../src/domain/response/upload.ts";
import { type Sequence, sequenceStarts } from "../../../src/domain/sequences.ts";
import type { Check } from "../../../src/domain/stored/row-rules.ts";
import { flawsIn } from "../../../src/domain/stored/state-rules.ts";
import { day, format, hour } from "../../../src/domain/time.ts";
import { clock, storedWorld, withValue } from "./worlds.ts";

let state: State;
beforeAll(async () => {
  state = await storedWorld();
});

const flaws = (world: State, check: Check = "rules", now: number | null = clock) =>
  [...flawsIn(world, defaultConfiguration, now, check)].flatMap((found) =>
    found ? [`${found.collection}/${found.nth}${found.pointer} ${found.reason}`] : [],
  );
const nth = (collection: CollectionName, fits: (row: never) => boolean) =>
  (state[collection] as never[]).findIndex(fits);
const withRow = (collection: CollectionName, at: number, path: string, value: unknown) =>
  withValue(state, `${collection}/${at}/${path}`, value) as State;
const ids = () => state.thirdparties.map(({ thirdpartyId }) => thirdpartyId) as [number, number, number];

const otherCompany = /^documents\/0\/evidences\/0\/internal\/subject\/\w+ is of another company than third party \d+$/;

describe("a world that no rule could have left behind", () => {
  it("is none that the rules have left behind, whatever its clock is known to be", () => {
    expect([flaws(state), flaws(state, "shape"), flaws(state, "rules", null)]).toEqual([[], [], []]);
  });

  it.each([
    ["dossiers", "thirdpartyId", "thirdparties"],
    ["documents", "dossierId", "dossiers"],
    ["responses", "documentId", "documents"],
    ["indicators", "targetResourceId", "thirdparties"],
    ["events", "thirdpartyId", "thirdparties"],
  ] as const)(
    "is refused where %s refer by %s to nothing, even if it is odd on purpose",
    (collection, field, target) => {
      const world = withRow(collection, 0, field, 5);
      const missing = `${collection}/0/${field} 5 is not among the ${target}`;
      expect([flaws(world, "shape"), flaws(world)]).toEqual(Array(2).fill(expect.arrayContaining([missing])));
    },
  );

  it("is refused where a list of a row refers to nothing", () => {
    const answered = nth("documents", ({ evidences }: State["documents"][number]) => evidences.length > 0);
    expect(flaws(withRow("dossiers", 0, "documents/1/documentId", 5), "shape")).toEqual([
      "dossiers/0/documents/1/documentId 5 is not among the documents",
    ]);
    expect(flaws(withRow("documents", answered, "evidences/0/responseId", 5), "shape")).toEqual([
      `documents/${answered}/evidences/0/responseId 5 is not among the responses`,
    ]);
  });

  it("is refused where a row refers to what belongs to another third party", () => {
    const [own, other] = ids();
    const foreign = state.dossiers.find(({ thirdpartyId }) => thirdpartyId === other)?.dossierId;
    const at = nth(
      "events",
      ({ thirdpartyId, dossierId }: State["events"][number]) => thirdpartyId === own && dossierId !== null,
    );
    expect(flaws(withRow("events", at, "dossierId", foreign))).toContain(
      `events/${at}/dossierId ${foreign} belongs to third party ${other}, and the row to ${own}`,
    );
  });

  it("is refused where a dossier, a comment or a job is about nothing", () => {
    const comment = {
      ...{ commentId: 31_000_000, resourceType: "DOSSIER", resourceId: state.dossiers[0]?.dossierId, author: "a" },
      ...{
        thirdpartyId: ids()[0],
        text: "t",
        mentions: [],
        createdAt: format(clock),
        updatedAt: null,
        deletedAt: null,
      },
    } as State["comments"][number];
    const sequences = [...state.sequences, { name: "commentId", next: 31_000_001 }];
    const commented = (over: object) => ({ ...state, sequences, comments: [{ ...comment, ...over }] });
    const job = nth("jobs", ({ kind }: State["jobs"][number]) => kind === "EXPIRE" || kind === "CLOSE");
    expect({
      type: flaws(withRow("dossiers", 0, "dossierTypeCode", "OTHER")),
      free: flaws(withRow("dossiers", 0, "dossierTypeCode", null), "shape"),
      comment: flaws(commented({})),
      stray: flaws(commented({ resourceId: 5 })),
      ofOther: flaws(commented({ thirdpartyId: ids()[1] })),
      job: flaws(withRow("jobs", job, "subjectId", 5)).map((text) => text.replace(/ no \w+ of/, " no … of")),
    }).toEqual({
      type: ["dossiers/0/dossierTypeCode OTHER is not among the dossierTypes"],
      free: [],
      comment: [],
      stray: ["comments/0/resourceId is no DOSSIER of the third party"],
      ofOther: ["comments/0/resourceId is no DOSSIER of the third party"],
      job: [`jobs/${job}/subjectId is no … of the third party`],
    });
  });

  it("is refused where the file of an upload is missing", () => {
    const at = nth("documents", ({ evidences }: State["documents"][number]) => evidences.length > 0);
    const fileUUID = "8a7f1c52-3c1e-4d0a-9f3b-0c2d4e6f8a90";
    const { formdata: _, ...evidence } = (state.documents[at]?.evidences[0] ?? {}) as { formdata?: unknown };
    const internal = { issueDate: "2026-01-01", reference: "", upload: { contentType: "image/png" }, subject: null };
    const worldOf = (fileSize: number, sizes: readonly number[]) => {
      const row = { ...evidence, fileUUID, fileSize, internal };
      const files = sizes.map((size, nth) => ({
        fileUUID: nth === 0 ? fileUUID : `${fileUUID}.${nth + 1}`,
        thirdpartyId: ids()[0],
        contentType: "image/png",
        base64: Buffer.alloc(size).toString("base64"),
      }));
      return flaws({ ...withRow("documents", at, "evidences/0", row), files }, "shape");
    };
    const lost = (key: string) => [
      `documents/${at}/evidences/0/fileUUID is an upload, and ${key} is not among the files`,
    ];
    expect(worldOf(3, [])).toEqual(lost(fileUUID));
    expect(worldOf(3, [3])).toEqual([]);
    expect(worldOf(largestPiece + 1, [largestPiece])).toEqual(lost(`${fileUUID}.2`));
    expect(worldOf(largestPiece + 1, [largestPiece, 1])).toEqual([]);
    // As earlier versions kept it.
    expect(worldOf(largestPiece + 1, [largestPiece + 1])).toEqual([]);
  });

  it.each<[place: string, value: unknown, said: (string | RegExp)[]]>([
    [
      "dossiers/0/documents",
      [],
      [/^dossiers\/0\/documents must be those .* ids: 11031000, 11031001, 11031002, 11031003$/],
    ],
    ["dossiers/0/documents/1/documentCode", "RIB", ["…/documentCode must be that of the document: KBIS"]],
    [
      "dossiers/2/statusCode",
      "ONGOING",
      [/statusLabel/, "dossiers/2/statusCode must be ACTION_REQUIRED, as its documents are"],
    ],
    [
      "documents/1/dossierId",
      1324001,
      [
        /^dossiers\/0\/documents must be/,
        /^dossiers\/1\/documents must be/,
        /^responses\/1\/dossierId must be 1324001, the/,
        ...Array(10).fill(/^events\/\d+\/dossierId must be 1324001, the dossier of the document$/),
      ],
    ],
    [
      "documents/14/statusCode",
      "ONGOING",
      [/only then$/, /^dossiers.3/, "documents/14/statusCode needs CHECKING current answer, and there is none"],
    ],
    [
      "documents/0/evidences/0/id",
      6876004,
      ["documents/2/evidences/0/id 6876004 is the id of another evidence", /./, /./],
    ],
    [
      "responses/7/evidenceIds",
      [9],
      [/responseId must be the answer that holds/, "…/0 9 is not among the evidences of the document"],
    ],
    [
      "responses/7/state",
      "PURGED",
      [/responseId must be/, /needs ACCEPTED current answer/, /is among the evidences of the document$/],
    ],
    [
      "responses/7/documentId",
      11031002,
      [/documents\/2\/statusCode/, /evidences\/0\/responseId/, /documents\/3\/statusCode/, /evidenceIds/, /decision/],
    ],
    ["responses/7/decision/responseId", 2238008, ["… must be 2238007, as of the answer"]],
    ["reports/0/evidenceId", 9, ["… 9 is in no answer to the document"]],
    [
      "jobs/1/dueAt",
      "9999-01-01T00:00:00.000",
      [/^jobs\/1\/dueAt must not be after \d{4}-.*: nothing is planned so far ahead$/],
    ],
    ["dossiers/0/thirdpartyName", "Autre", ["… must be that of the third party: Propreté Lumina"]],
    ["dossiers/0/thirdpartyCode", null, [/must be that of the third party: FRN/]],
    ["dossiers/0/companyIdType", "CIT003", ["… must be that of the third party: CIT001"]],
    ["dossiers/0/companyIdValue", "21996648800021", [/must be that of the third party: \d{14}$/]],
    ["dossiers/0/companyCountryCode", "DE", ["… must be that of the third party: FR"]],
    ["documents/0/evidences/0/internal/subject/siret", "21996648800021", [otherCompany]],
    ["documents/0/evidences/0/internal/subject/duns", "990100012", [otherCompany]],
    ["documents/0/evidences/0/internal/subject/localId", "HRB 1", [otherCompany]],
    ["documents/0/evidences/0/internal/subject/siren", "219966488", [otherCompany]],
    ["documents/0/evidences/0/internal/subject/tva", "FR37219966488", [otherCompany]],
    [
      "indicators/1/name",
      "Legal compliance",
      [/calculationId/, /theme/, /^indicators\/1\/name Legal compliance is there already for third party \d+$/],
    ],
    ["jobs/1/kind", "RENEW", [/^jobs\/1\/kind RENEW is planned already for 132/]],
    ["dossiers/2/dossierReference", "VIG-2026-0001", [/^dossiers\/4\/dossierReference is that of another dossier/]],
    [
      "dossiers/2/dossierTypeCode",
      "VIGILANCE",
      [
        /^dossiers\/2\/dossierTypeLabel must be/,
        "dossiers/4/dossierTypeCode is that of another open dossier of third party 924001",
      ],
    ],
    [
      "documents/0/evidences/0/expirationDate",
      "1999-01-01T00:00:00.000",
      [/must be after uploadDate/, /must not be before evidences\/0\/internal\/issueDate/],
    ],
    [
      "documents/0/evidences/0/internal/issueDate",
      "2026-01-15",
      [/uploadDate must not be before evidences\/0\/internal\/issueDate \(2026-01-15\)$/],
    ],
    ["documents/0/evidences/0/uploadDate", "2001-01-01T00:00:00.000", [/before requestDate/, /issueDate/]],
    ["documents/0/internal/dueDate", "2025-12-04", ["… must not be before requestDate (2025-12-05T22:00:00.007)"]],
    ["documents/0/internal/dueDate", "2025-12-05", []],
    ["documents/3/evidences/0/uploadDate", "2026-01-15T09:00:00.000", [/must be before the decision on it/]],
    [
      "responses/7/decision/decisionDate",
      "2001-01-01T00:00:00.000",
      [/before the decision/, /must not be before submittedAt/],
    ],
    ["contacts/0/deletedAt", "2025-12-04T00:00:00.000", [/in the status DELETED/, /must not be before invitedAt/]],
    [
      "contacts/0/invitedAt",
      "2025-12-04T00:00:00.000",
      [/must not be before the third party joined the portfolio \(2025-12/],
    ],
    ["thirdparties/0/lastUpdateDate", "2025-12-04T00:00:00.000", [/must not be before creationDate \(2025-12-05/]],
    ["dossiers/0/expirationDate", "2000-01-01", [/must not be before startingDate \(2025-12-05\)/]],
    ["thirdparties/0/internal/monitoring/DOCCHECK/lastUpdate", "2001-01-01T00:00:00.000", [/DOCCHECK\/since/]],
  ])("is refused with %s = %j, and taken if it is odd on purpose", (place, value, said) => {
    const world = withValue(state, place, value) as State;
    const whole = (text: string | RegExp) =>
      typeof text === "string" ? expect.stringContaining(text.replace("…", "")) : expect.stringMatching(text);
    expect(flaws(world)).toEqual(said.map(whole));
    expect(flaws(world, "shape")).toEqual([]);
  });

  it("is refused where something happened after its clock, and an hour is not after it", () => {
    const last = state.events.at(-1)?.occurredAt as string;
    const at = (moment: number) => withRow("thirdparties", 0, "lastUpdateDate", format(moment));
    const now = format(clock + hour);
    const past = `must not be after the clock of the world (${now})`;
    expect(last < now).toBe(true);
    expect({
      hour: flaws(at(clock + hour)),
      later: flaws(at(clock + hour + 1)),
      odd: flaws(at(clock + day), "shape"),
      unknown: flaws(at(clock + day), "rules", null),
      inList: flaws(withRow("thirdparties", 0, "executives/0/since", "2026-01-16")),
      nested: flaws(withRow("thirdparties", 0, "internal/struckOffOn", "2026-01-16")),
    }).toEqual({
      hour: [],
      later: [`thirdparties/0/lastUpdateDate ${past}`],
      odd: [],
      unknown: [],
      inList: [`thirdparties/0/executives/0/since ${past}`],
      nested: [`thirdparties/0/internal/struckOffOn ${past}`],
    });
  });

  it("is refused where the journal is out of order, or a job is ten years late", () => {
    const occurredAt = state.events[1]?.occurredAt as string;
    const earlier = withRow("events", 2, "occurredAt", "2001-01-01T00:00:00.000");
    const due = (moment: number) => withRow("jobs", 1, "dueAt", format(moment));
    const oldest = clock - 10 * 366 * day;
    expect({
      journal: flaws(earlier, "shape"),
      onTime: flaws(due(oldest)),
      late: flaws(due(oldest - 1), "shape"),
      unknown: flaws(due(oldest - 1), "shape", null),
    }).toEqual({
      journal: [`events/2/occurredAt is before the event above it (${occurredAt}): the journal is in order`],
      onTime: [],
      late: [`jobs/1/dueAt is more than 10 years before the clock of the world (${format(clock)})`],
      unknown: [],
    });
  });

  it("is refused where an id that is taken would be given again, or none are left", () => {
    const at = nth("sequences", ({ name }: State["sequences"][number]) => name === "documentId");
    const highest = Math.max(...state.documents.map(({ documentId }) => documentId));
    const next = (value: number) => withRow("sequences", at, "next", value);
    const without = { ...state, sequences: state.sequences.filter(({ name }) => name !== "documentId") };
    const taken = `documentId must be past ${highest}, which is taken`;
    expect({
      free: flaws(next(highest + 1)),
      taken: flaws(next(highest), "shape"),
      missing: flaws(without, "shape"),
      most: flaws(next(999_000_000)),
      none: flaws(next(999_000_001), "shape"),
    }).toEqual({
      free: [],
      taken: [`sequences/${at}/next ${taken}`],
      missing: [`sequences/-1 ${taken}`],
      most: [],
      none: [`sequences/${at}/next documentId must be at most 999000000`],
    });
  });

  const rowsWithId: Partial<Record<Sequence, [collection: CollectionName, path: string]>> = {
    ...{ thirdpartyId: ["thirdparties", "thirdpartyId"], dossierId: ["dossiers", "dossierId"] },
    ...{ documentId: ["documents", "documentId"], responseId: ["responses", "responseId"] },
    ...{ indicatorId: ["indicators", "id"], contactId: ["contacts", "contactId"] },
    ...{ reportId: ["reports", "reportId"], jobId: ["jobs", "jobId"], eventId: ["events", "eventId"] },
  };
  const held: [Sequence, CollectionName, string][] = [
    ...Object.entries(rowsWithId).map(([name, at]) => [name as Sequence, ...at] as [Sequence, CollectionName, string]),
    ["evidenceId", "documents", "evidences/0/id"],
    // The evidences of an answer that was withdrawn are gone.
    ["evidenceId", "responses", "evidenceIds/0"],
  ];
  it.each(held)("is refused where %s would be given again, as a row of %s has it at %s", (name, collection, path) => {
    const id = 998_999_999;
    const { next } = state.sequences.find((row) => row.name === name) ?? { next: sequenceStarts[name] };
    expect(next).toBeLessThan(id);
    expect(flaws(withRow(collection, 0, path, id), "shape")).toContainEqual(
      expect.stringMatching(new RegExp(`^sequences/.* ${name} must be past ${id}, which is taken$`)),
    );
  });

  it("is refused where two third parties have the same SIRET", () => {
    const [first, second] = state.thirdparties as [State["thirdparties"][number], State["thirdparties"][number]];
    const { thirdpartyId } = second;
    const same = { ...first, thirdpartyId, creationDate: second.creationDate, lastUpdateDate: second.lastUpdateDate };
    const world = { ...state, thirdparties: state.thirdparties.map((row) => (row === second ? same : row)) };
    expect(flaws(world)[0]).toBe(`thirdparties/1/siret ${first.siret} is in the portfolio already`);
    expect(flaws(world, "shape")).toEqual([]);
  });

  it.each<[of: object, isHeld: boolean]>([
    [{ state: "ACCEPTED" }, true],
    [{ state: "EXPIRED", outcome: "valid", decision: null }, true],
    [{ state: "EXPIRED", outcome: "review" }, true],
    [{ state: "EXPIRED", outcome: "review", decision: null }, false],
    [{ state: "DENIED" }, false],
  ])("is refused where a piece ended before it was sent, and its answer %j was accepted", (of, isHeld) => {
    const at = nth("responses", ({ decision }: State["responses"][number]) => decision !== null);
    const { documentId, evidenceIds } = state.responses[at] as State["responses"][number];
    const document = nth("documents", (row: State["documents"][number]) => row.documentId === documentId);
    const piece = state.documents[document]?.evidences.findIndex(({ id }) => evidenceIds.includes(id));
    const place = `documents/${document}/evidences/${piece}/expirationDate`;
    const world = Object.entries(of).reduce(
      (world, [name, value]) => withValue(world, `responses/${at}/${name}`, value) as State,
      withValue(state, place, "1999-01-01T00:00:00.000") as State,
    );
    const said = flaws(world).filter((text) => text.startsWith(`${place} must be after uploadDate`));
    expect(said).toHaveLength(isHeld ? 1 : 0);
  });

  const abroad = { companyIdType: "CIT002", siret: null, siren: null };
  const found = (companies: object[]) =>
    flaws({
      ...{ ...state, dossiers: [], documents: [], responses: [], events: [], reports: [] },
      thirdparties: companies.map((row, nth) => ({ ...state.thirdparties[nth], ...abroad, ...row })) as never,
    }).filter((text) => /is in the portfolio already/.test(text));
  const ofThird = "thirdparties/2/duns 1";
  it.each<[what: string, companies: object[], said: string[]]>([
    ["two VAT numbers of one DUNS", [{ tva: "DE1" }, { tva: "DE2" }], []],
    ["a VAT number twice", [{ tva: "DE1" }, { tva: "DE1", duns: "2" }], ["thirdparties/1/tva DE1"]],
    [
      "a DUNS by which the second was added",
      [{ tva: "DE1" }, { tva: "DE2", companyIdType: "CIT003" }],
      ["thirdparties/1/duns 1"],
    ],
    ["a DUNS by which the first was added", [{ tva: "DE1", companyIdType: "CIT003" }, { tva: "DE2" }], []],
    ["a DUNS, and the first has no VAT number", [{ tva: null }, { tva: "DE2" }], ["thirdparties/1/duns 1"]],
    ["a DUNS, and the second has no VAT number", [{ tva: "DE1" }, { tva: null }], ["thirdparties/1/duns 1"]],
    [
      "no number",
      [
        { tva: null, duns: null },
        { tva: null, duns: null },
      ],
      [],
    ],
    ["a VAT number again", [{ tva: "DE1" }, { tva: "DE2" }, { tva: "DE1" }], ["thirdparties/2/tva DE1", ofThird]],
    ["a DUNS, and the third has no VAT number", [{ tva: "DE1" }, { tva: "DE2" }, { tva: null }], [ofThird]],
    ["a DUNS of a French company, which its SIRET tells apart", [{ tva: "FR1", siret: "1" }, { tva: "FR1" }], []],
  ])("is refused where two companies abroad share %s", (_what, companies, said) => {
    const { thirdpartyId } = state.thirdparties[0] as State["thirdparties"][number];
    const whole = said.map((text) => `${text} is in the portfolio already, as third party ${thirdpartyId}`);
    expect(found(companies.map((row) => ({ duns: "1", ...row })))).toEqual(whole);
  });

  it("is told row by row, so that others can be let in between", () => {
    const rows = Object.values(state).reduce((sum, list) => sum + list.length, 0);
    expect([...flawsIn(state, defaultConfiguration, clock, "rules")].length).toBe(3 * rows);
  });
});
