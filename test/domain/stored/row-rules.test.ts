import { beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import type { CollectionName } from "../../../src/domain/collections.ts";
import { defaultConfiguration } from "../../../src/domain/configuration.ts";
import { type Check, flawsOf } from "../../../src/domain/stored/row-rules.ts";
import { escape, flawsOfRow as flaws, oneLine, short, storedWorld, withValue } from "./worlds.ts";

let state: State;
beforeAll(async () => {
  state = await storedWorld();
});

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

const free = { dossierTypeCode: null, dossierTypeLabel: null };
const typeLabel = /^\/dossierTypeLabel must be .+, as [A-Z_]+ reads$/;
const dossierAttribute = "/internal/attributes must have names of 1 to 255 characters and values of at most 2000";
const actorName = "/actor/name must have from 1 to 511 characters";
const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, at]));
const noticeTo = (...recipients: string[]) => ({
  notice: { sentAt: "2026-01-15T09:00:00.000", recipients, reason: null, dueDate: "2026-01-22" },
});
const types = "is no document type of the account";
const file = { fileName: "a.pdf", fileSize: 1, metadata: {}, internal: { subject: null } };
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
    ["documents", { evidences: [{ ...file, fileSize: 26_214_400 }] }, []],
    [
      "documents",
      { evidences: [file, { ...file, fileSize: 26_214_401 }] },
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
    ["dossiers", { ...free, typed: true }, ["/typed must say whether there is a dossierTypeCode"]],
    ["dossiers", { ...free, typed: false }, []],
    ["dossiers", { dossierTypeLabel: "Autre" }, [typeLabel]],
    ["dossiers", { dossierTypeLabel: "Autre", monitored: false, state: false, stoppingDate: "2026-01-15" }, []],
    [
      "dossiers",
      { dossierTypeLabel: null },
      ["/dossierTypeLabel must be there when there is a dossierTypeCode, and only then"],
    ],
    ["dossiers", { ruleId: "R-404" }, ["/ruleId R-404 is no rule of the account"]],
    ["dossiers", { ruleId: null }, ["/ruleId must be there when a rule opened the dossier, and only then"]],
    ["dossiers", { origin: "API" }, ["/ruleId must be there when a rule opened the dossier, and only then"]],
    ["dossiers", { "internal/attributes": { Famille: "x".repeat(2000) } }, []],
    ["dossiers", { "internal/attributes": { Famille: "x".repeat(2001) } }, [dossierAttribute]],
    ["dossiers", { "internal/attributes": { "": "x" } }, [dossierAttribute]],
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
    ["responses", noticeTo("a@x.example", "b@x.example"), []],
    [
      "responses",
      noticeTo("a@x.example", "", "x".repeat(256)),
      ["/notice/recipients/1 must be an e-mail address", "/notice/recipients/2 must be an e-mail address"],
    ],
    ["contacts", { email: "nobody" }, ["/email must be an e-mail address"]],
    ["contacts", { firstName: "", lastName: "x".repeat(256) }, ["/firstName", "/lastName"].map(short)],
    ["contacts", { firstName: null, lastName: null, reminders: 51, reminded: { "11031000": 520 } }, []],
    [
      "contacts",
      { reminders: 52, reminded: { "11031000": 521 } },
      ["/reminders must be at most 51", "/reminded/11031000 must be at most 520"],
    ],
    ["contacts", { reminded: { IBAN: 1 } }, ["/reminded/IBAN must be named by the id of a document"]],
    ["documents", { documentName: "Autre" }, [/^\/documentName must be .+, as [A-Z\d_]+ reads$/]],
    ["documents", { documentName: "Autre", "internal/stopped": true, stoppingDate: "2026-01-15" }, []],
    ["indicators", { calculationId: 102 }, ["/calculationId must be 101, of Legal compliance"]],
    ["indicators", { theme: "FINANCE" }, ["/theme must be LEGAL, of Legal compliance"]],
    ["events", { actor: { type: "CLIENT", name: "x".repeat(511) } }, []],
    ["events", { actor: { type: "THIRD_PARTY", name: "\u{1f600}".repeat(511) } }, []],
    ["events", { actor: { type: "CLIENT", name: "x".repeat(512) } }, [actorName]],
    ["events", { actor: { type: "CLIENT", name: "x".repeat(9999) } }, [actorName]],
    ["events", { actor: { type: "THIRD_PARTY", name: "" } }, [actorName]],
    ["events", { actor: { type: "PROVIDER", name: "data hub" } }, []],
    [
      "events",
      { actor: { type: "PLATFORM", name: "me" } },
      ["/actor/name must be platform or register: the actor is PLATFORM"],
    ],
    ["events", { payload: { text: "x".repeat(200_000), list: Array(100_000).fill(1), of: [[[[1]]]] } }, []],
    ["events", { payload: { text: "x".repeat(200_001) } }, ["/payload/text must have at most 200000 characters"]],
    ["events", { payload: { of: Array(100_001).fill(1) } }, ["/payload/of must have at most 100000 entries"]],
    ["events", { payload: { of: [[[[[1]]]]] } }, ["/payload/of/0/0/0/0 is deeper than the payload of any event"]],
    ["events", { payload: named(20) }, []],
    ["events", { payload: named(21) }, ["/payload must have at most 20 entries"]],
    ["events", { payload: { of: [{ "a b": 1 }] } }, ["/payload/of/0 has a name that no payload has"]],
  ])("is refused, in %s with %j, and taken in a world that is odd on purpose", (collection, values, expected) => {
    const found = flawsWith(collection, values);
    const said = (text: string | RegExp) => (typeof text === "string" ? text : expect.stringMatching(text));
    expect(found).toEqual(expected.map(said));
    expect(flawsWith(collection, values, "shape")).toEqual([]);
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

  const subject = { documentName: escape, name: "A" };
  it.each<[string, object, string[]]>([
    ["what a type or a question may be called", { internal: { subject } }, []],
    ["its file", { fileName: escape }, ["/evidences/0/fileName"]],
    ["its checks", { metadata: { bank_data_bank: escape } }, ["/evidences/0/metadata/bank_data_bank"]],
    ["its company", { internal: { subject: { ...subject, name: escape } } }, ["/evidences/0/internal/subject/name"]],
  ])("is that of a piece with control characters, but for %s", (_what, change, places) => {
    const row = { ...state.documents[0], present: true, statusCode: "VALID", evidences: [{ ...file, ...change }] };
    expect(flaws("documents", row)).toEqual(places.map(oneLine));
  });

  it("is that of an announcement with control characters, or a comment that mentions others than its text", () => {
    const row = (text: string, mentions: string[]) => ({ text, mentions });
    expect([
      ...["Cession", escape].map((text) => flaws("announcements", { text })),
      flaws("comments", row("@claire.martin\u001b", ["claire.martin"])),
      flaws("comments", row("@claire.martin", [])),
    ]).toEqual([[], [oneLine("/text")], [], ["/mentions must be those of the text: claire.martin"]]);
  });

  it("is that of a dossier whose rule the account never had, and none of one that it had", () => {
    const own = { ...defaultConfiguration, retired: { rules: { OLD: {} } } } as never;
    const found = (ruleId: string) =>
      [...flawsOf("dossiers", { ...state.dossiers[0]!, ruleId }, own, "rules")].map(({ pointer }) => pointer);
    expect([found("OLD"), found("NEW")]).toEqual([[], ["/ruleId"]]);
  });

  it("is refused, of a form with a question that it lacks, has twice, or has of another type", () => {
    const entry = { type: "string", key: "bic", title: "Code BIC", order: 1, value: "" };
    const form = (...formdata: unknown[]) => {
      const evidence = { ...file, formdata };
      const documentName = "Coordonnées bancaires (IBAN)";
      const shown = { documentCode: "IBAN", documentName, present: true, statusCode: "VALID" };
      return { ...state.documents[0], ...shown, evidences: [evidence] };
    };
    const kbis = { documentCode: "KBIS", documentName: "Extrait Kbis" };
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
      retitled: flaws("documents", form({ ...entry, title: "BIC" })),
      noForm: flaws("documents", { ...form(entry), ...kbis }),
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
      retitled: ["/evidences/0/formdata/0/title must be Code BIC"],
      noForm: ["/evidences/0/formdata is there, and KBIS is no form"],
    });
  });
});
