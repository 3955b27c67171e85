import { describe, expect, it } from "vitest";
import { isWorkingDay } from "../../../src/directory/calendar.ts";
import { defaultConfiguration } from "../../../src/domain/configuration.ts";
import { hasProof, writtenOn } from "../../../src/domain/document/company-habits.ts";
import { signedFrom } from "../../../src/domain/document/form-values.ts";
import { actors, Draft, providerNamed } from "../../../src/domain/draft.ts";
import { FileSubject, FormSubject } from "../../../src/domain/response/evidence.ts";
import type { Supplied } from "../../../src/domain/response/new-evidence.ts";
import { why } from "../../../src/domain/response/reasons.ts";
import { respondToDocument } from "../../../src/domain/response/submissions.ts";
import type { Actor, ThirdpartyRow } from "../../../src/domain/rows.ts";
import { sequenceStarts } from "../../../src/domain/sequences.ts";
import { dayOf, parse } from "../../../src/domain/time.ts";
import { type Kind, Supplier } from "../../support/supplier.ts";

const file = { fileName: "q.pdf", size: 3, pieces: ["AQID"], contentType: "application/pdf" };

describe("a piece that is refused", () => {
  const { dateCreation } = Supplier.of("cleaner", ["LNTE"]).thirdparty;
  const founded = dateCreation as string;
  const before = dayOf(parse(founded) - 86_400_000);
  /** A refusal for one place of the body, which its detail names first. */
  const refusal = (said: string) => {
    const [detail, because = "", expected, received] = said.split(" | ");
    const about = { in: "body", pointer: because.split(" ")[0], name: null, code: "VALIDATION_ERROR" };
    const errors = [{ ...about, detail: because, expected, received }];
    return { status: 400, body: { code: "VALIDATION_ERROR", detail, errors } };
  };
  const future = (expected: string) =>
    `A piece cannot be issued in the future. | /issueDate must not be after today. | ${expected} | "2026-01-16"`;
  const older =
    `A piece cannot be older than the company. | /issueDate must not be before ${founded}, when the company was ` +
    `founded. | a day from ${founded} to 2026-01-15 | "${before}"`;
  const number = 'a number with a dot, as "12.5"';
  it.each<[string, Supplied, string]>([
    ["LNTE", { issueDate: "2026-01-16" }, future(`a day from ${founded} to 2026-01-15`)],
    ["LNTE", { issueDate: before, file }, older],
    [
      ...(["LNTE", { formdata: { nombre_salaries: "deux" } }] as const),
      `The form does not take these answers. | /formdata/nombre_salaries must be ${number}. | ${number} | "deux"`,
    ],
    [
      ...(["KBIS", { formdata: {} }] as const),
      "KBIS is answered by a file, not by a form. | " +
        "/formdata does not go with this document; send a file, or {}. | no formdata | {}",
    ],
    [
      ...(["IBAN", { file }] as const),
      "IBAN is answered by a form, not by a file. | " +
        '/file does not go with this document; send formdata, or {}. | no file | "q.pdf"',
    ],
    [
      ...(["Q_CYBER", { file, outcome: "valid" }] as const),
      "Q_CYBER is a form, and a file in its place is for the client to judge. | /outcome cannot be valid: no check " +
        'reads a file in place of a form. Leave it out, then approve. | review, invalid or pending | "valid"',
    ],
  ])("%s with %j says why", (code, supplied, said) => {
    const one = Supplier.of("cleaner", [code]);
    expect(one.refusal(code, supplied)).toEqual(refusal(said));
    expect(one.document(code)).toMatchObject({ statusCode: "MISSING", evidences: [] });
  });
  it("may be of today and of the day of the foundation, and has no bound where that day is unknown", () => {
    const one = Supplier.of("cleaner", ["LNTE"]);
    for (const issueDate of ["2026-01-15", founded]) one.respond("LNTE", { issueDate });
    one.do((draft) => draft.put("thirdparties", { ...draft.thirdparty, dateCreation: null }));
    one.respond("LNTE", { issueDate: "1900-01-01" });
    expect(one.refusal("LNTE", { issueDate: "2026-01-16" })).toEqual(refusal(future("a day up to 2026-01-15")));
  });
});

describe("a piece that the sandbox makes up", () => {
  /** The pieces of many responses, each drawn by another number of its evidence. */
  const drawn = (code: string, times: number, kind: Kind = "cleaner", actor: Actor = actors.thirdparty) => {
    const one = Supplier.of(kind, [code]);
    const [{ folder, context }, { documentId }] = [one, one.document(code)];
    const pieces = Array.from({ length: times }, (_, nth) => {
      const sequences = { ...context.sequences, evidenceId: sequenceStarts.evidenceId + nth };
      const draft = new Draft(folder, { ...context, sequences }, actor);
      respondToDocument(draft, documentId, {});
      const [evidence] = draft.existing("documents", documentId).evidences;
      return { outcome: draft.all("responses").at(-1)!.outcome, evidence: evidence! };
    });
    const [outcomes, evidences] = [pieces.map(({ outcome }) => outcome), pieces.map(({ evidence }) => evidence)];
    const ages = evidences.map(({ internal }) => (parse("2026-01-15") - parse(internal.issueDate)) / 86_400_000);
    const scans = evidences.filter(({ format }) => format === "COPIENUMERIQUE").length;
    const days = evidences.map(({ internal }) => internal.issueDate);
    return { outcomes, ages: [Math.min(...ages), Math.max(...ages)], scans, days };
  };
  it.each([
    ["KBIS", [0, 15]],
    ["ATT_URSSAF", [0, 20]],
    ["FICHE_FOURN", [0, 0]],
    ["SCR_PPE", [0, 0]],
  ])("as %s is some days old: %j", (code, ages) => {
    expect(drawn(code, 150).ages).toEqual(ages);
  });
  it("is issued on a day on which its issuer works, unless the company wrote it itself", () => {
    const { days } = drawn("ATT_FISCALE", 150);
    expect(days.filter((issued) => !isWorkingDay("FR", issued, "13002"))).toEqual([]);
    const written = (["it", "builder", "cleaner", "withoutBank", "young", "german", "american"] as const).flatMap(
      (kind) =>
        ["BEGES", "CARTO_RISQUES"].map((code) => {
          const one = Supplier.of(kind, [code]);
          one.respond(code);
          const { thirdparty } = one;
          const day = writtenOn(defaultConfiguration, thirdparty, code, "2026-01-15") as string;
          const own = hasProof(defaultConfiguration, thirdparty, code) ? day : "2026-01-15";
          const from = signedFrom(thirdparty);
          return [one.document(code).evidences[0]?.internal.issueDate, own > from ? own : from];
        }),
    );
    expect(written.map(([issued]) => issued)).toEqual(written.map(([, expected]) => expected));
    expect(written.some(([, day]) => !isWorkingDay("FR", day as string, null))).toBe(true);
  });
  it("without a term may be 400 days old, and no older than the company and its executives", () => {
    const [least, most] = drawn("STATUTS", 300).ages as [number, number];
    expect([least, most > 380, most > 400]).toEqual([0, true, false]);
    const one = Supplier.of("cleaner", ["STATUTS"]);
    one.do((draft) => {
      const executives = draft.thirdparty.executives.map((executive) => ({ ...executive, since: "2026-01-13" }));
      draft.put("thirdparties", { ...draft.thirdparty, executives });
    });
    for (let time = 0; time < 20; time++) one.respond("STATUTS");
    const days = one.document("STATUTS").evidences.map(({ internal }) => internal.issueDate);
    expect(new Set(days)).toEqual(new Set(["2026-01-13"]));
  });
  it("mostly passes its check, and passes always when a register delivers it", () => {
    const { outcomes, scans } = drawn("ATT_URSSAF", 400);
    const count = (outcome: string) => outcomes.filter((one) => one === outcome).length / 4;
    // Of 92, 5, 3 and 30 percent; the same for ever, because chance is drawn by the number of the evidence.
    expect([...["valid", "review", "invalid"].map(count), scans / 4]).toEqual([89.75, 5.25, 5, 29.75]);
    for (const actor of [actors.platform, providerNamed("screening")]) {
      const collected = drawn("ATT_URSSAF", 100, "builder", actor);
      expect([new Set(collected.outcomes), collected.scans]).toEqual([new Set(["valid"]), 0]);
    }
  });
  it.each<[string, Supplied]>([
    ["ASS_RC_PRO", {}],
    ["Q_CYBER", {}],
    ["Q_CYBER", { file }],
    ["FICHE_FOURN", { file }],
  ])("or a file in the place of a form is for the client to judge: %s with %j", (code, supplied) => {
    const one = Supplier.of("it", [code]);
    one.respond(code, supplied);
    expect(one.wait("PT1M").document(code).statusCode).toBe("ACTION_REQUIRED");
    expect(one.response(code)).toMatchObject({ chosen: false, ...why("TO_BE_JUDGED") });
  });
});

describe("a company that sends something else than a PDF", () => {
  const odd = {
    PHOTO: "219900220",
    LARGE: "219900230",
    UNREADABLE: "219900240",
    EMPTY: "219900250",
    SEVERAL: "219900260",
  };
  const sentBy = (
    what: keyof typeof odd,
    code: string,
    supplied: Supplied = {},
    actor: Actor = actors.thirdparty,
    seed = 1,
  ) => {
    const one = Supplier.of("cleaner", [code], seed);
    one.do((draft) => draft.put("thirdparties", { ...draft.thirdparty, siren: odd[what] }));
    one.do((draft) => respondToDocument(draft, one.document(code).documentId, supplied), actor);
    const { outcome, chosen, reasonCode } = one.response(code);
    const pieces = one.document(code).evidences.map((evidence) => {
      if (!("fileName" in evidence)) return "form";
      const { fileName, fileSize, format, internal } = evidence;
      const size = fileSize === 0 || fileSize > 1e7 || fileSize === 3 ? fileSize : "usual";
      const sent = (internal.subject as FileSubject | null)?.sent ?? null;
      return [fileName.slice(-4), size, format === "COPIENUMERIQUE", sent];
    });
    return { outcome, chosen, reasonCode, pieces };
  };
  const passes = { outcome: "valid", chosen: false, reasonCode: null };
  const fails = { outcome: "invalid", chosen: false, reasonCode: "UNREADABLE_FILE" };
  it.each<[keyof typeof odd, object, unknown[]]>([
    ["PHOTO", passes, [[".png", "usual", true, "PHOTO"]]],
    ["LARGE", passes, [[".pdf", 20_971_520, true, "LARGE"]]],
    ["UNREADABLE", fails, [[".pdf", "usual", expect.any(Boolean), "UNREADABLE"]]],
    ["EMPTY", fails, [[".pdf", 0, expect.any(Boolean), "EMPTY"]]],
    ["SEVERAL", passes, Array(2).fill([".pdf", "usual", expect.any(Boolean), null])],
  ])("sends %s in the place of a file that it makes up: %j", (what, outcome, pieces) => {
    expect(sentBy(what, "ATT_FISCALE")).toEqual({ ...outcome, pieces });
    const upload = [[".pdf", 3, false, null]];
    expect(sentBy(what, "ATT_FISCALE", { file, outcome: "valid" }).pieces).toEqual(
      upload.map((piece) => [...piece.slice(0, 2), expect.any(Boolean), null]),
    );
    expect(sentBy(what, "Q_CYBER").pieces).toEqual(["form"]);
    const delivered = sentBy(what, "ATT_FISCALE", {}, actors.platform);
    expect(delivered).toEqual({ ...passes, pieces: [[".pdf", "usual", false, null]] });
    for (let seed = 2; seed < 6; seed++)
      expect(sentBy(what, "ATT_FISCALE", {}, actors.thirdparty, seed).pieces).toEqual(pieces);
    const forced = sentBy(what, "ATT_FISCALE", { outcome: "valid" });
    expect(forced).toMatchObject({ outcome: "valid", chosen: true, reasonCode: null });
  });
  it("sends two files that differ, of one response", () => {
    const one = Supplier.of("cleaner", ["ATT_FISCALE"]);
    one.do((draft) => draft.put("thirdparties", { ...draft.thirdparty, siren: odd.SEVERAL }));
    one.respond("ATT_FISCALE");
    const [first, second] = one.document("ATT_FISCALE").evidences;
    expect(one.response("ATT_FISCALE").evidenceIds).toEqual([first?.id, second?.id]);
    expect((first?.id as number) - (second?.id as number)).toBe(1);
    expect(first?.responseId).toBe(second?.responseId);
    expect(first?.internal.reference).not.toBe(second?.internal.reference);
  });
});

const subjectFields =
  "acronym activityCode activityLabel addressCity addressCountryCode addressLine1 addressLine2 addressPostCode " +
  "bankName bic capital capitalCurrency ceo collectiveProcedure dateCreation documentName duns executives " +
  "expirationDate greffe iban legalCategoryCode legalCategoryLabel localId name sanctioned seat siren siret " +
  "status tva workforce";

describe("an evidence", () => {
  const of = (code: string, supplied: Supplied = {}, kind: Kind = "cleaner", actor: Actor = actors.thirdparty) => {
    const one = Supplier.of(kind, [code]);
    one.do((draft) => respondToDocument(draft, one.document(code).documentId, supplied), actor);
    return { one, evidence: one.document(code).evidences[0]! };
  };
  it.each([
    ["KBIS", actors.thirdparty, ["ORGANISME", "FOURNISSEUR"]],
    ["KBIS", actors.platform, ["ORGANISME", "PLATEFORME"]],
    ["SCR_PPE", actors.thirdparty, ["PARTENAIRE", "PARTENAIRE"]],
    ["LNTE", actors.thirdparty, ["FOURNISSEUR", "FOURNISSEUR"]],
  ] as const)("%s that %j submits has the issuer and the transmitter %j", (code, actor, [issuer, transmitter]) => {
    expect(of(code, {}, "cleaner", actor).evidence).toMatchObject({ issuer, transmitter, metadata: {} });
  });
  it.each([
    ["application/pdf", "ORIGINALNUMERIQUE"],
    ["application/image/x", "ORIGINALNUMERIQUE"],
    ["image/png", "COPIENUMERIQUE"],
    ["IMAGE/JPEG", "COPIENUMERIQUE"],
  ])("of an uploaded file keeps its bytes, its name and its media type %s", (contentType, format) => {
    const upload = { ...file, contentType };
    const { one, evidence } = of("KBIS", { file: upload, issueDate: "2026-01-02" }, "cleaner", actors.platform);
    const origin = { issueDate: "2026-01-02", reference: `KBIS-${evidence.id}` };
    const internal = { ...origin, upload: { contentType }, subject: null };
    expect(evidence).toMatchObject({ fileName: "q.pdf", fileSize: 3, format, internal });
    const { fileUUID } = evidence as { fileUUID: string };
    const stored = { fileUUID, thirdpartyId: one.thirdpartyId, contentType, base64: "AQID" };
    expect(one.tables.dump().files).toEqual([stored]);
  });
  it.each<[string, Kind]>([
    ["RIB", "cleaner"],
    ["RIB", "withoutBank"],
    ["SCORE_RSE", "it"],
    ["KBIS", "it"],
  ])("of the produced file %s of the company %s shows the company as it is on that day", (code, kind) => {
    const { one, evidence } = of(code, {}, kind);
    const { bank, greffe, struckOffOn, monitoring } = one.thirdparty.internal;
    const [{ siret, addressLine1, addressPostCode, addressCity, addressCountryCode }] = one.thirdparty
      .establishments as [ThirdpartyRow["establishments"][number]];
    const subject = evidence.internal.subject as FileSubject;
    expect(FileSubject.parse(subject)).toEqual(subject);
    // The score and the day of the strike-off are there as well, where they are known.
    const known = Object.keys(subject).filter((key) => key !== "score" && key !== "struckOffOn");
    expect(known.sort().join(" ")).toBe(subjectFields);
    const shown = Object.fromEntries(Object.keys(subject).map((key) => [key, one.thirdparty[key as "name"]]));
    expect(subject).toEqual({
      ...shown,
      greffe,
      struckOffOn,
      sanctioned: false,
      documentName: one.document(code).documentName,
      expirationDate: evidence.expirationDate,
      seat: { siret, addressLine1, addressPostCode, addressCity, addressCountryCode },
      score: code === "SCORE_RSE" ? monitoring.SUSTAINSCORE.score : undefined,
      iban: bank?.iban ?? null,
      bic: bank?.bic ?? null,
      bankName: bank?.bankName ?? null,
    });
    expect(one.tables.dump().files).toEqual([]);
  });
  it("of a form is written by the third party on that day, and has no file", () => {
    const { one, evidence } = of("FICHE_FOURN");
    const { name, siret, localId, duns } = one.thirdparty;
    expect(evidence).toMatchObject({ format: "FORMULAIRE", issuer: "FOURNISSEUR", transmitter: "FOURNISSEUR" });
    expect(evidence).not.toHaveProperty("fileName");
    expect(evidence.internal).toMatchObject({ issueDate: "2026-01-15", reference: `FICHE_FOURN-${evidence.id}` });
    const { subject } = evidence.internal;
    expect(FormSubject.parse(subject)).toEqual(subject);
    expect(subject).toMatchObject({ name, siret, localId, duns, expirationDate: evidence.expirationDate });
  });
});
