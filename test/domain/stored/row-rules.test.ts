import { beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import type { CollectionName } from "../../../src/domain/collections.ts";
import { defaultConfiguration } from "../../../src/domain/configuration.ts";
import { type Check, flawsOf } from "../../../src/domain/stored/row-rules.ts";
import { Supplier } from "../../support/supplier.ts";
import { foreign, storedWorld, withValue } from "./worlds.ts";

let state: State;
beforeAll(async () => {
  state = await storedWorld();
});

const flaws = (collection: CollectionName, row: unknown, check: Check = "rules") =>
  [...flawsOf(collection, row as never, defaultConfiguration, check)].map(
    ({ pointer, reason }) => `${pointer} ${reason}`,
  );

/** The first row of a collection, or the one that the cases are about. */
const rowOf = (collection: CollectionName): unknown =>
  ({
    attributes: state.attributes.find(({ id }) => id === 42),
    documents: state.documents.find(({ statusCode }) => statusCode === "MISSING"),
    jobs: state.jobs.find(({ thirdpartyId }) => thirdpartyId === null),
  })[collection as string] ?? state[collection][0];

/** What is wrong with that row when some of its values are others. */
const flawsWith = (collection: CollectionName, values: Record<string, unknown>, check?: Check) =>
  flaws(
    collection,
    Object.entries(values).reduce<unknown>((row, [path, value]) => withValue(row, path, value), rowOf(collection)),
    check,
  );

const bracketOf = (workforce: number) => `/workforceRangeCode must be the bracket of ${workforce} employees`;
const types = "is no document type of the account";
const noPlace = "/siret must be that of one of its establishments";
const noActivity = ["/establishments/0", ""].map((place) => `${place}/activityCode is no activity of the NAF`);
const files = { fileUUID: "8a7f1c52-3c1e-4d0a-9f3b-0c2d4e6f8a90", thirdpartyId: 924000, contentType: "image/png" };

describe("a row that no rule could have written", () => {
  it("is none of those that the rules have written", () => {
    const found = Object.entries(state).flatMap(([name, rows]) =>
      rows.flatMap((row: unknown) => flaws(name as CollectionName, row)),
    );
    expect(found).toEqual([]);
  });

  it.each<[CollectionName, Record<string, unknown>, string[]]>([
    ["sequences", { name: "colour" }, ["/name is no sequence"]],
    ["dossierTypes", { code: "OTHER" }, ["/code is no dossier type of the account"]],
    ["dossierTypes", { documents: ["KBIS", "NOPE"] }, [`/documents/1 ${types}`]],
    ["attributes", { key: "1/42" }, ["/key must be 924000/42"]],
    ["attributes", { id: 7, key: "924000/7" }, ["/id is no attribute of the account"]],
    ["documents", { documentCode: "NOPE" }, [`/documentCode ${types}`]],
    ["dossiers", { "documents/1/documentCode": "NOPE" }, [`/documents/1/documentCode ${types}`]],
    ["thirdparties", { addressCountryCode: "XX" }, ["/addressCountryCode is no country that the sandbox knows"]],
    ["files", { ...files, base64: "", contentType: "a\u0000b" }, ["/contentType must be a media type"]],
    ["documents", { evidences: [{ fileSize: 26_214_400 }] }, []],
    [
      "documents",
      { evidences: [{ fileSize: 1 }, { fileSize: 26_214_401 }] },
      ["/evidences/1/fileSize must be at most 26214400, the largest upload"],
    ],
    ["events", { eventName: "DOSSIER_ADDED" }, ["/resourceType must be DOSSIER, of which DOSSIER_ADDED tells"]],
    [
      "world",
      { "clock/frozenAt": "0001-01-01T00:00:00.000" },
      ["/clock/frozenAt must be from 1980-01-01T00:00:00.000 to 9999-12-31T23:59:59.999, which a clock can show"],
    ],
    ["world", { "clock/frozenAt": "9999-12-31T23:59:59.999" }, []],
    ["world", { "clock/frozenAt": "1980-01-01T00:00:00.000" }, []],
    ["world", { size: 100_000, history: "P120M", seed: "x".repeat(4096) }, []],
    [
      "world",
      { size: 100_001, history: "P121M", seed: "x".repeat(4097) },
      [
        "/size is larger than any world is made",
        "/history must be a duration",
        "/seed must be the name of a seed, or a path",
      ],
    ],
    ["world", { seed: "a\nb" }, ["/seed must be the name of a seed, or a path"]],
    ["jobs", { thirdpartyId: 924000 }, ["/thirdpartyId must be null: the job is of the whole account"]],
    ["jobs", { subjectId: 924000 }, ["/subjectId must be null: the job is of the whole account"]],
    [
      "jobs",
      { kind: "EXPIRE" },
      ["/thirdpartyId", "/subjectId"].map((name) => `${name} must be there: the job is of one third party`),
    ],
    ["events", { resourceId: 1 }, ["/resourceId must be the id of the THIRD_PARTY that the event names"]],
    [
      "events",
      { eventName: "DOSSIER_ADDED", resourceType: "DOSSIER", dossierId: 5 },
      ["/resourceId must be the id of the DOSSIER that the event names"],
    ],
  ])("is refused, in %s with %j, even in a world that is odd on purpose", (collection, values, expected) => {
    expect(flawsWith(collection, values, "shape")).toEqual(expected);
    expect(flawsWith(collection, values)).toEqual(expect.arrayContaining(expected));
  });

  it.each<[CollectionName, Record<string, unknown>, (string | RegExp)[]]>([
    [
      "thirdparties",
      { companyIdValue: "219 924 909 00019" },
      ["/companyIdValue must be 14 digits without spaces or dots"],
    ],
    ["thirdparties", { companyIdType: "CIT003", companyIdValue: "990100012" }, []],
    [
      "thirdparties",
      { companyIdType: "CIT003", companyIdValue: "000000000" },
      ["/companyIdValue is a placeholder, not a DUNS"],
    ],
    ["thirdparties", { siren: null }, ["/siren is missing, and the company is in France"]],
    ["thirdparties", { siret: null }, ["/siret must begin with the SIREN (SIREN)"]],
    ["thirdparties", { siret: "21996648800021" }, ["/siret must begin with the SIREN (SIREN)", noPlace]],
    ["thirdparties", { tva: "FR37219966488" }, ["/tva must end with the SIREN (SIREN)"]],
    ["thirdparties", { tva: null }, []],
    [
      "thirdparties",
      { "establishments/0/siret": "21996648800021" },
      ["/establishments/0/siret must begin with the SIREN (SIREN)", noPlace],
    ],
    ["thirdparties", { "establishments/0/siret": null }, [noPlace]],
    ["thirdparties", { addressCity: "Lyon" }, ["/addressCity must be that of its own establishment: Marseille"]],
    ["thirdparties", { legalCategoryCode: "99xx" }, ["/legalCategoryCode is no legal form of a company in France"]],
    ["thirdparties", { activityCode: "ZZZ", "establishments/0/activityCode": "ZZZ" }, noActivity],
    ["thirdparties", { ceo: "DURAND Louis" }, [/^\/ceo must be .+, the first executive$/]],
    ["thirdparties", { workforce: 3 }, ["/workforceRangeCode must be the bracket of 3 employees"]],
    ["thirdparties", { "internal/bases/cyber": -500 }, ["/internal/bases/cyber must be a score from 0 to 100"]],
    [
      "thirdparties",
      { "internal/monitoring/ESG/score": -500 },
      ["/internal/monitoring/ESG/score must be a score from 0 to 100"],
    ],
    ["thirdparties", { "internal/bank/bic": "zzz" }, ["/internal/bank/bic must be a BIC"]],
    ["thirdparties", { "internal/bank/bic": "AGRIFRPP" }, [/^\/internal\/bank\/bic must be .+, the bank of/]],
    ["thirdparties", { "internal/bank/country": "XX" }, ["/internal/bank/country must be FR, as the account"]],
    [
      "thirdparties",
      { "establishments/0/headOffice": false },
      ["/establishments must have one head office, in the first place"],
    ],
    ["thirdparties", { workforceRangeCode: "99" }, ["/workforceRangeCode is no bracket of employees"]],
    ["thirdparties", { workforceRangeCode: null, workforce: 9 }, [bracketOf(9)]],
    ["thirdparties", { workforceRangeCode: "11", workforce: 9 }, [bracketOf(9)]],
    ["thirdparties", { workforceRangeCode: "11", workforce: 10 }, []],
    ["thirdparties", { workforceRangeCode: "11", workforce: 19 }, []],
    ["thirdparties", { workforceRangeCode: "11", workforce: 20 }, [bracketOf(20)]],
    ["thirdparties", { workforceRangeCode: "53", workforce: 99_999 }, []],
    ["thirdparties", { workforceRangeCode: "53", workforce: 9999 }, [bracketOf(9999)]],
    ["thirdparties", { executives: [] }, []],
    ["thirdparties", { legalCategoryCode: "1000", capital: 1 }, ["/capital must be null: a sole trader has none"]],
    ["thirdparties", { legalCategoryCode: "1000", capital: null }, []],
    [
      "thirdparties",
      { "internal/bank/bankName": "B" },
      [/^\/internal\/bank\/bankName must be .+, the bank of the account$/],
    ],
    ["thirdparties", { "internal/bank/bic": "xAGRIFRPP" }, ["/internal/bank/bic must be a BIC"]],
    ["thirdparties", { "internal/bank/bic": "AGRIFRPPx" }, ["/internal/bank/bic must be a BIC"]],
    ["thirdparties", { "internal/bases/cyber": 0, "internal/bases/rse": 100 }, []],
    ["thirdparties", { "internal/bases/cyber": 100.5 }, ["/internal/bases/cyber must be a score from 0 to 100"]],
    ["thirdparties", { "internal/monitoring/ESG/score": null }, []],
    [
      "thirdparties",
      { archivedDate: "2026-01-15" },
      ["/archivedDate must be there when it is archived, and only then"],
    ],
    ["thirdparties", { status: "COLLECTIVE_PROCEDURE", collectiveProcedure: {} }, []],
    [
      "thirdparties",
      { collectiveProcedure: {} },
      ["/collectiveProcedure must be there in the status COLLECTIVE_PROCEDURE, and only then"],
    ],
    ["thirdparties", { workforceRangeCode: null, workforce: null }, []],
    [
      "thirdparties",
      { archived: true, "internal/monitoring/DOCCHECK/active": false },
      [
        "/internal/monitoring/FINANCIAL_STRENGTH/active must be false: it is archived",
        "/archivedDate must be there when it is archived, and only then",
      ],
    ],
    [
      "thirdparties",
      { status: "COLLECTIVE_PROCEDURE" },
      ["/collectiveProcedure must be there in the status COLLECTIVE_PROCEDURE, and only then"],
    ],
    ["thirdparties", { "internal/bank": null }, []],
    [
      "thirdparties",
      { "internal/bank/iban": "FR7630006000011234567890188" },
      ["/internal/bank is no bank account: wrong check digits, or neither IBAN nor local account"],
    ],
    [
      "thirdparties",
      { "internal/bank/iban": null },
      ["/internal/bank is no bank account: wrong check digits, or neither IBAN nor local account"],
    ],
    ["attributes", { label: "Other" }, ["/label must be Criticité, the attribute 42"]],
    ["attributes", { type: "string" }, ["/type must be list_unique, the type of Criticité"]],
    ["attributes", { values: ["Extreme"] }, ["/values/0 must be one of the options: High, Medium, Low"]],
    [
      "documents",
      { present: true },
      [
        "/present must say whether there are evidences",
        "/statusCode must be MISSING when there is no evidence, and only then",
      ],
    ],
    ["documents", { statusCode: "VALID" }, ["/statusCode must be MISSING when there is no evidence, and only then"]],
    [
      "documents",
      { "internal/stopped": true },
      ["/stoppingDate must be there when the document is stopped, and only then"],
    ],
    ["dossiers", { dossierTypeCode: null, typed: true }, ["/typed must say whether there is a dossierTypeCode"]],
    ["dossiers", { dossierTypeCode: null, typed: false }, []],
    ["dossiers", { monitored: false, state: false, stoppingDate: "2026-01-15", typed: false }, []],
    ["dossiers", { typed: false }, ["/typed must say whether there is a dossierTypeCode"]],
    ["dossiers", { statusLabel: "Absent" }, [/^\/statusLabel must be /]],
    ["dossiers", { "internal/completionRate": 101 }, ["/internal/completionRate must be from 0 to 100"]],
    [
      "dossiers",
      { monitored: false, state: false },
      ["/stoppingDate must be there when the dossier is not monitored, and only then"],
    ],
    ["dossiers", { state: false }, ["/state must say whether the dossier is monitored and VALID"]],
    ["dossiers", { state: false, statusCode: "ONGOING", statusLabel: "En cours" }, []],
    [
      "dossiers",
      { statusCode: "ONGOING", statusLabel: "En cours" },
      ["/state must say whether the dossier is monitored and VALID"],
    ],
    [
      "dossiers",
      { stoppingDate: "2026-01-15" },
      ["/stoppingDate must be there when the dossier is not monitored, and only then"],
    ],
    ["dossiers", { monitored: false, state: false, stoppingDate: "2026-01-15" }, []],
    ["dossiers", { "internal/completionRate": 100 }, []],
    ["dossiers", { "internal/completionRate": -1 }, ["/internal/completionRate must be from 0 to 100"]],
    [
      "documents",
      { stoppingDate: "2026-01-15" },
      ["/stoppingDate must be there when the document is stopped, and only then"],
    ],
    ["contacts", { status: "DELETED", deletedAt: "2026-01-15T09:00:00.000" }, []],
    [
      "contacts",
      { deletedAt: "2026-01-15T09:00:00.000" },
      ["/deletedAt must be there in the status DELETED, and only then"],
    ],
    ["contacts", { status: "DELETED" }, ["/deletedAt must be there in the status DELETED, and only then"]],
    ["contacts", { email: "nobody" }, ["/email must be an e-mail address"]],
  ])("is refused, in %s with %j, and taken in a world that is odd on purpose", (collection, values, expected) => {
    const siren = (state.thirdparties[0] as { siren: string }).siren;
    const found = flawsWith(collection, values);
    const said = (text: string | RegExp) =>
      typeof text === "string" ? text.replace("(SIREN)", `(${siren})`) : expect.stringMatching(text);
    expect(found).toEqual(expected.map(said));
    expect(flawsWith(collection, values, "shape")).toEqual([]);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ siren: "219966488" }, ["/siren is of a company in France, and this one is abroad"]],
    [{ siret: "21996648800021" }, ["/siret is of a company in France, and this one is abroad", noPlace]],
    [{ legalCategoryCode: "5710" }, ["/legalCategoryCode is no legal form of a company in France"]],
    [{ localId: "x" }, ["/localId is no registry number of DE"]],
    [{ localId: null }, []],
  ])("is refused, of a company abroad with %j", (values, expected) => {
    expect(flaws("thirdparties", { ...foreign(), ...values })).toEqual(expected);
  });

  const noHead = "/establishments must have one head office, in the first place";
  const [first, second] = [{ headOffice: true }, { headOffice: false, siret: "21992490900027" }];
  it.each<[string, object[], string[]]>([
    ["one head office", [first, second], []],
    ["no SIRET twice, but none several times", [first, { ...second, siret: null }, { ...second, siret: null }], []],
    ["two head offices", [first, { ...second, headOffice: true }], [noHead]],
    ["its head office in the second place", [{ headOffice: false }, { ...second, headOffice: true }], [noHead]],
    ["no head office", [{ headOffice: false }], [noHead]],
    ["a SIRET twice", [first, second, second], ["/establishments must not have a SIRET twice"]],
  ])("is that of a company that has not %s", (_what, changes, expected) => {
    const row = state.thirdparties.find(({ siret }) => siret === "21992490900019");
    const [place] = row?.establishments ?? [];
    expect(
      flaws("thirdparties", { ...row, establishments: changes.map((change) => ({ ...place, ...change })) }),
    ).toEqual(expected);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ "internal/bank/bankName": "B" }, ["/internal/bank/bankName must be BANK, the bank of the account"]],
    [{ "internal/bank/bic": "AGRIFRPP" }, ["/internal/bank/bic must be BIC, the bank of the account"]],
    [{ "internal/bank/country": "CA" }, ["/internal/bank/country must be US, as the account"]],
    [{ "internal/bank/local/routing": "123456780", "internal/bank/bankName": "B" }, []],
    ...["internal/bank/local/number", "internal/bank/local"].map((path): [Record<string, unknown>, string[]] => [
      { [path]: path.endsWith("number") ? "1" : undefined },
      ["/internal/bank is no bank account: wrong check digits, or neither IBAN nor local account"],
    ]),
  ])("is that of a bank that gives no IBAN with %j", (changes, expected) => {
    const { thirdparty } = Supplier.of("american");
    const { bankName = "", bic = "" } = thirdparty.internal.bank ?? {};
    const row = Object.entries(changes).reduce<unknown>(
      (all, [path, value]) => withValue(all, path, value),
      thirdparty,
    );
    expect(flaws("thirdparties", row)).toEqual(
      expected.map((text) => text.replace("BANK", bankName).replace("BIC", bic)),
    );
  });

  it("is that of an open dossier that is not typed as its type is", () => {
    const { source } = defaultConfiguration;
    const ONBOARDING = { ...source.dossierTypes.ONBOARDING!, typed: false };
    const own = { ...defaultConfiguration, source: { ...source, dossierTypes: { ONBOARDING } } };
    const found = (change: object) => [...flawsOf("dossiers", { ...state.dossiers[0]!, ...change }, own, "rules")];
    expect([found({ typed: false }), found({}).map(({ pointer }) => pointer)]).toEqual([[], ["/typed"]]);
  });

  it("is that of a dossier type that is not as the configuration of the account says", () => {
    const [row] = state.dossierTypes;
    const own = { ...defaultConfiguration };
    const found = (change: object) =>
      [...flawsOf("dossierTypes", { ...row!, ...change }, own, "shape")].map(
        ({ pointer, reason }) => `${pointer} ${reason}`,
      );
    expect(found({})).toEqual([]);
    expect(found({ label: "X" })).toEqual([" is not what the configuration of the account says of it"]);
    const gone = { ...own, dossierTypes: [], retired: { dossierTypes: { [row!.code]: {} } } } as never;
    expect([...flawsOf("dossierTypes", row!, gone, "shape")].map(({ pointer }) => pointer)).toEqual([""]);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ base64: "aGVsbG8=" }, []],
    [{ base64: "aGVsbG8" }, ["/base64 must be Base64"]],
    [{ base64: "", contentType: "text/html\r\nX: y" }, ["/contentType must be a media type"]],
    [{ base64: "", fileUUID: `${files.fileUUID}.2` }, []],
    ...["../../etc/passwd", `${files.fileUUID}.`, `${files.fileUUID}.1000`].map(
      (fileUUID): [Record<string, unknown>, string[]] => [
        { base64: "", fileUUID },
        ["/fileUUID must be a UUID, with a number after a dot in the second and later pieces of a file"],
      ],
    ),
  ])("is refused, of a file with %j", (values, expected) => {
    expect(flaws("files", { ...files, ...values })).toEqual(expected);
  });

  it("is refused, of a form with a question that it lacks, has twice, or has of another type", () => {
    const entry = { type: "string", key: "bic", title: "BIC", order: 1, value: "" };
    const form = (...formdata: unknown[]) => {
      const evidence = { formdata };
      return { ...state.documents[0], documentCode: "IBAN", present: true, statusCode: "VALID", evidences: [evidence] };
    };
    const changed = () => ({
      ...defaultConfiguration,
      forms: new Map([["IBAN", []]]),
      documentTypes: new Map([...defaultConfiguration.documentTypes, ["PLAN", {} as never]]),
    });
    expect({
      right: flaws("documents", form(entry)),
      lacking: flaws("documents", form(entry, { ...entry, key: "colour" })),
      twice: flaws("documents", form(entry, entry)),
      other: flaws("documents", form({ ...entry, type: "number" })),
      noForm: flaws("documents", { ...form(entry), documentCode: "KBIS" }),
      ofTheAccount: [...flawsOf("documents", form({ ...entry, key: "colour" }) as never, changed(), "rules")],
      ofItsOwn: [...flawsOf("documents", { ...form(entry), documentCode: "PLAN" } as never, changed(), "rules")],
      withoutForms: [
        ...flawsOf("documents", form(entry) as never, { ...defaultConfiguration, forms: new Map() }, "rules"),
      ],
    }).toEqual({
      ...{ ofTheAccount: [], ofItsOwn: [], withoutForms: [] },
      right: [],
      lacking: ["/evidences/0/formdata/1/key is no question of IBAN, or is there twice"],
      twice: ["/evidences/0/formdata/1/key is no question of IBAN, or is there twice"],
      other: ["/evidences/0/formdata/0/type must be string"],
      noForm: ["/evidences/0/formdata is there, and KBIS is no form"],
    });
  });
});
