import { describe, expect, it } from "vitest";
import { defaultConfiguration } from "../../../src/domain/configuration.ts";
import { createDossier } from "../../../src/domain/dossier/dossiers.ts";
import { Draft } from "../../../src/domain/draft.ts";
import { chooseMonitoring } from "../../../src/domain/providers/monitoring.ts";
import { decideResponse } from "../../../src/domain/response/decisions.ts";
import { respondToDocument } from "../../../src/domain/response/submissions.ts";
import type { DocumentRow, ThirdpartyRow } from "../../../src/domain/rows.ts";
import { evaluate, globalRisk, writeIndicators } from "../../../src/domain/thirdparty/indicators.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { parse } from "../../../src/domain/time.ts";
import { client, desk, type Kind } from "../../support/worlds.ts";
import { draftOf, responded, shape, told } from "../stage.ts";

type Change = (draft: Draft) => unknown;
type Status = DocumentRow["statusCode"];
type Attributes = Parameters<typeof desk>[1];

async function result(name: string, kind: Kind, change: Change, attributes: Attributes = {}, now?: string) {
  const draft = draftOf(await desk(kind, attributes), ...(now ? [parse(now)] : []));
  change(draft);
  const { score, resultValue, resultColorCode } = evaluate(draft).find(({ named }) => named.name === name) ?? {};
  return { score, value: resultValue, colour: resultColorCode };
}
const [green, light, amber, orange, red, grey] = ["#00d084", "#7bdcb5", "#fcb900", "#ff6900", "#cf2e2e", "#abb8c3"];
const unevaluated = { score: null, value: "Not evaluated", colour: grey };

/** Changes documents directly, without responses. */
const documents =
  (fieldsOf: (row: DocumentRow) => Partial<DocumentRow>): Change =>
  (draft) => {
    for (const row of draft.all("documents")) draft.put("documents", { ...row, ...fieldsOf(row) });
  };
const statuses = (all: Record<string, Status> | Status) =>
  documents((row) => ({ statusCode: typeof all === "string" ? all : (all[row.documentCode] ?? row.statusCode) }));
/** A form of a document with these values, and its status. */
const form = (code: string, statusCode: Status, values: Record<string, string>) => {
  const formdata = Object.entries(values).map(([key, value]) => ({ key, value, title: key, type: "string" }));
  const changed = { statusCode, evidences: [{ formdata } as never] };
  return documents(({ documentCode }) => (documentCode === code ? changed : {}));
};
const also =
  (...changes: Change[]): Change =>
  (draft) => {
    for (const change of changes) change(draft);
  };
const as =
  (row: Partial<ThirdpartyRow>, bases = {}): Change =>
  (draft) =>
    shape(draft, row, bases);
const stop = (...codes: string[]) =>
  documents(({ documentCode, internal }) => ({ internal: { ...internal, stopped: codes.includes(documentCode) } }));
const close =
  (...types: string[]): Change =>
  (draft) => {
    for (const row of draft.all("dossiers"))
      if (types.includes(row.dossierTypeCode ?? "")) draft.put("dossiers", { ...row, monitored: false });
  };

it.each([
  [100, 71, "Very low risk", green],
  [70, 51, "Low risk", light],
  [50, 30, "Medium risk", amber],
  [29, 21, "High risk", orange],
  [20, 0, "Very high risk", red],
])("a band of an indicator reaches from %i down to %i: %s, %s", async (to, from, value, colour) => {
  for (const score of [to, from])
    expect(await result("Financial risk", "cleaner", as({}, { financial: score }))).toEqual({ score, value, colour });
});

// The weights are 17 in all. Onboarding: FICHE_FOURN 1, KBIS 3, IBAN 1, CODE_CONDUITE 1;
// vigilance: KBIS 3, ATT_URSSAF 3, LNTE 3, ATT_FISCALE 1, ASS_RC_PRO 1.
const valid = statuses("VALID");
const inProcedure = as({ status: "COLLECTIVE_PROCEDURE" });
const [compliant, partly, not] = ["Compliant", "Partially compliant", "Non compliant"];
const closed = close("ONBOARDING", "VIGILANCE");
const statutory = statuses({ KBIS: "VALID", ATT_URSSAF: "VALID", LNTE: "VALID" });
const withFree: Change = (draft) => createDossier(draft, { requiredDocuments: ["RIB"] });
it.each([
  ["all documents are valid", valid, 100, compliant, green],
  ["none is valid", statuses("MISSING"), 0, not, red],
  ["the statutory documents are valid", statutory, 70, partly, amber],
  ["a single statutory document is valid", statuses({ LNTE: "VALID" }), 17, not, red],
  ["one document is invalid", also(valid, statuses({ IBAN: "INVALID" })), 64, partly, amber],
  ["two are invalid", also(valid, statuses({ IBAN: "INVALID", LNTE: "INVALID" })), 46, not, red],
  ["one is below expectation", also(valid, statuses({ IBAN: "BELOW_EXPECTATION" })), 94, partly, amber],
  ["all are invalid", statuses("INVALID"), 0, not, red],
  ["the missing one is stopped", also(valid, statuses({ LNTE: "MISSING" }), stop("LNTE")), 100, compliant, green],
  ["the valid one is of an archived dossier", also(statuses({ IBAN: "VALID" }), close("ONBOARDING")), 0, not, red],
  ["a procedure caps it", also(valid, inProcedure), 60, partly, amber],
  ["a procedure leaves a lower score", also(statuses({ LNTE: "VALID" }), inProcedure), 17, not, red],
  ["the company is struck off", also(valid, as({ status: "STRUCK_OFF" })), 0, not, red],
  ["no legal dossier is open", also(closed, as({ status: "STRUCK_OFF" })), null, "Not evaluated", grey],
  ["only a free dossier is open", also(closed, withFree), null, "Not evaluated", grey],
])("the legal compliance has its score when %s", async (_when, change, score, value, colour) => {
  expect(await result("Legal compliance", "cleaner", change)).toEqual({ score, value, colour });
});
it("the legal compliance counts a screening, and neither a CSR nor an ethics dossier", async () => {
  const change = also(valid, statuses({ Q_RSE: "MISSING", Q_ETHIQUE: "MISSING", SCR_PPE: "MISSING" }));
  const { score } = await result("Legal compliance", "german", change, { "Montant d'achat annuel": [250_000] });
  // Onboarding weighs 6 abroad too; of the screening, three of four are valid.
  expect(score).toBe(90);
});
it("a legal dossier without a document has no compliance", async () => {
  const stopped = also(close("VIGILANCE"), stop("FICHE_FOURN", "KBIS", "IBAN", "CODE_CONDUITE"));
  expect(await result("Legal compliance", "cleaner", stopped)).toMatchObject({ score: 0 });
});

it("while an answer is judged, its document counts as before, and only the decision moves a score", async () => {
  const draft = draftOf(await responded("CODE_CONDUITE", { outcome: "review" }));
  const document = () => draft.all("documents").find((row) => row.documentCode === "CODE_CONDUITE") as DocumentRow;
  const compliance = () => evaluate(draft).find(({ named }) => named.name === "Legal compliance")?.score ?? 0;
  const decide = (approved: boolean) => {
    const [response] = draft.all("responses").filter(({ state }) => state === "WAITING" || state === "CHECKING");
    decideResponse(draft, response?.responseId ?? 0, { approved, shareRejectionReason: true });
    return compliance();
  };
  const answer = () => {
    respondToDocument(draft, document().documentId, { outcome: "review" });
    return [document().statusCode, compliance()];
  };
  const valid = decide(true);
  expect(answer()).toEqual(["ONGOING", valid]);
  const invalid = decide(false);
  expect(invalid).toBeLessThan(valid);
  expect(answer()).toEqual(["ONGOING", invalid]);
  expect(decide(true)).toBe(valid);
});

describe("financial risk", () => {
  const old = { status: "ACTIVE", dateCreation: "2000-01-01", turnover: 1 } as const;
  it.each([
    ["a company before its second birthday", { ...old, dateCreation: "2024-01-16" }, 80, 70],
    ["a company after its second birthday", { ...old, dateCreation: "2024-01-15" }, 80, 80],
    ["a company of unknown age", { ...old, dateCreation: null }, 80, 80],
    ["an unknown turnover", { ...old, turnover: null }, 80, 75],
    ["the age and the turnover together", { ...old, dateCreation: "2025-06-01", turnover: null }, 80, 65],
    ["a base below what is taken off", { ...old, dateCreation: "2025-06-01", turnover: null }, 14, 0],
    ["a collective procedure", { ...old, status: "COLLECTIVE_PROCEDURE" }, 80, 20],
    ["a procedure of a young company", { ...old, dateCreation: "2025-06-01", status: "COLLECTIVE_PROCEDURE" }, 25, 15],
    ["a company struck off", { ...old, status: "STRUCK_OFF" }, 80, 0],
  ] as const)("the financial risk depends on %s", async (_name, row, base, score) => {
    expect(await result("Financial risk", "cleaner", as(row, { financial: base }))).toMatchObject({ score });
  });
  it("a company is young until five past midnight of its second birthday", async () => {
    const founded = as({ ...old, dateCreation: "2024-02-29" }, { financial: 80 });
    const at = async (now: string) => (await result("Financial risk", "cleaner", founded, {}, now)).score;
    expect([await at("2026-02-28T00:04:59.999"), await at("2026-02-28T00:05:00")]).toEqual([70, 80]);
  });
});

describe("cybersecurity score", () => {
  const cyber = (kind: Kind, ...changes: Change[]) =>
    result("Cybersecurity score", kind, also(as({}, { cyber: 60 }), ...changes));
  it("only a company with a security rating or a cybersecurity dossier has a cybersecurity score", async () => {
    const rating =
      (active: boolean): Change =>
      (draft) =>
        chooseMonitoring(draft, "SECURITY_RATING", active);
    expect(await cyber("cleaner")).toEqual(unevaluated);
    expect(await cyber("cleaner", rating(true))).toEqual({ score: 60, value: "D", colour: orange });
    expect(await cyber("it", rating(false))).toMatchObject({ score: 60 });
    expect(await cyber("it", rating(false), close("CYBERSECURITY"))).toEqual(unevaluated);
  });
  const second: Change = (draft) => createDossier(draft, { requiredDocuments: ["ISO_27001", "PENTEST"] });
  const last =
    (code: string, statusCode: Status): Change =>
    (draft) => {
      const document = draft.all("documents").findLast((row) => row.documentCode === code) as DocumentRow;
      draft.put("documents", { ...document, statusCode });
    };
  const answers = { rssi: "true", pssi: "true", mfa: "true", sauvegardes: "true", pentest_annuel: "true" };
  const certified = statuses({ ISO_27001: "VALID" });
  it.each([
    ["a valid certificate adds ten", certified, 70],
    ["an invalid certificate takes ten", statuses({ ISO_27001: "INVALID" }), 50],
    ["another document adds nothing", statuses({ PAS: "VALID" }), 60],
    ["a stopped certificate adds nothing", also(statuses({ ISO_27001: "VALID" }), stop("ISO_27001")), 60],
    ["two valid certificates add ten", also(second, statuses({ ISO_27001: "VALID" })), 70],
    ["a valid and an invalid one are even", also(second, certified, last("ISO_27001", "INVALID")), 60],
    ["a penetration test adds five", also(second, last("PENTEST", "VALID")), 65],
    ["five good answers add two each", form("Q_CYBER", "VALID", { ...answers, incidents_12_mois: "0" }), 70],
    ["answers of a form that is not valid add nothing", form("Q_CYBER", "ACTION_REQUIRED", answers), 60],
    ["an incident takes five", form("Q_CYBER", "VALID", { rssi: "true", pssi: "false", incidents_12_mois: "1" }), 57],
    ["three incidents take fifteen", form("Q_CYBER", "VALID", { incidents_12_mois: "3" }), 45],
    ["four incidents take fifteen", form("Q_CYBER", "VALID", { incidents_12_mois: "4" }), 45],
  ])("%s: 60 becomes %j", async (_what, change, score) => {
    expect(await cyber("it", change)).toMatchObject({ score });
  });
});

describe("environmental impact", () => {
  const answers = { bilan_carbone: "true", politique_rse: "true", energie_renouvelable: "64" };
  const scored =
    (score: number | null): Change =>
    (draft) => {
      const { monitoring } = draft.thirdparty.internal;
      const SUSTAINSCORE = { ...monitoring.SUSTAINSCORE, score };
      draft.putInternal("thirdparties", draft.thirdparty, { monitoring: { ...monitoring, SUSTAINSCORE } });
    };
  it.each([
    ["a valid ISO 14001 certificate adds fifteen", statuses({ ISO_14001: "VALID" }), 55],
    ["the carbon balance, the policy and the renewable energy add theirs", form("Q_RSE", "VALID", answers), 56],
    ["a valid scorecard replaces the base", also(scored(82), statuses({ SCORE_RSE: "VALID" })), 82],
    ["a scorecard that is not valid does not", also(scored(82), statuses({ SCORE_RSE: "INVALID" })), 40],
    ["a valid scorecard without a score does not", also(scored(null), statuses({ SCORE_RSE: "VALID" })), 40],
    ["points go up to a hundred", also(scored(90), statuses({ SCORE_RSE: "VALID", ISO_14001: "VALID" })), 100],
  ])("%s: 40 becomes %j", async (_what, change, score) => {
    const changed = also(as({}, { environment: 40 }), change);
    const found = await result("Environmental impact", "cleaner", changed, { "Montant d'achat annuel": [100_000] });
    expect(found).toMatchObject({ score });
  });
});

it.each([
  ["Low", {}],
  ["Medium", { environment: 55 }],
  ["High", { financial: 10 }],
  ["High", { financial: 10, environment: 55 }],
])("the overall risk is %s with the bases %j, as the worst of the indicators", async (risk, bases) => {
  const draft = draftOf(await desk("cleaner"));
  also(valid, as({ dateCreation: "2000-01-01", turnover: 1 }, { financial: 90, environment: 90, ...bases }))(draft);
  expect(globalRisk(evaluate(draft))).toBe(risk);
});

it("an indicator that the account has removed is gone, and told of", async () => {
  const one = await desk("cleaner");
  const configuration = {
    ...defaultConfiguration,
    indicators: defaultConfiguration.indicators.filter(({ named }) => named.name !== "Financial risk"),
  };
  const draft = new Draft(one.folder, { ...one.world.context(), configuration }, client);
  const before = draft.all("indicators").find(({ name }) => name === "Financial risk");
  writeIndicators(draft, evaluate(draft));
  expect(draft.all("indicators").map(({ name }) => name)).not.toContain("Financial risk");
  const indicators = [{ name: "Financial risk", from: before?.resultValue, to: null, score: null }];
  expect(told(draft.events)).toEqual([["THIRD_PARTY_INDICATOR_UPDATED", { indicators }]]);
});

it("an indicator keeps its id, and leaves an event only when its result changes", async () => {
  const draft = draftOf(await desk("cleaner"));
  recalculate(draft);
  expect(draft.events).toEqual([]);
  const before = draft.all("indicators").find(({ calculationId }) => calculationId === 102);
  shape(draft, { dateCreation: "2000-01-01", turnover: 1 }, { financial: 70 });
  recalculate(draft);
  const indicators = [{ name: "Financial risk", from: "Very low risk", to: "Low risk", score: 70 }];
  expect(draft.events).toMatchObject([{ eventName: "THIRD_PARTY_INDICATOR_UPDATED", payload: { indicators } }]);
  const named = { id: before?.id, calculationId: 102, name: "Financial risk", theme: "FINANCE", resultType: "STRING" };
  const result = { resultValue: "Low risk", score: 70, resultColorCode: light };
  const target = { nature: "INDICATOR", targetResourceType: "THIRD_PARTY", targetResourceId: 924_000 };
  expect(draft.all("indicators").filter(({ calculationId }) => calculationId === 102)).toEqual([
    { ...named, ...result, ...target, resultLastUpdateDate: draft.events[0]?.occurredAt },
  ]);
});
