import { describe, expect, it } from "vitest";
import type { Draft } from "../../../src/domain/draft.ts";
import { chooseMonitoring } from "../../../src/domain/providers/monitoring.ts";
import { updateFromProvider } from "../../../src/domain/providers/provider-updates.ts";
import type { DocumentRow, ThirdpartyRow } from "../../../src/domain/rows.ts";
import { evaluate, globalRisk } from "../../../src/domain/thirdparty/indicators.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { decide, respond } from "../../../src/world/operations.ts";
import { type Desk, desk, granted, type Kind } from "../../support/worlds.ts";

type Internal = ThirdpartyRow["internal"];
const shape = (draft: Draft, row: Partial<ThirdpartyRow>, bases: Partial<Internal["bases"]> = {}) =>
  draft.put("thirdparties", {
    ...draft.thirdparty,
    ...row,
    internal: { ...draft.thirdparty.internal, bases: { ...draft.thirdparty.internal.bases, ...bases } },
  });

async function result(name: string, change: (draft: Draft) => unknown, one?: Desk) {
  let found: unknown;
  const here = one ?? (await desk("cleaner"));
  await here.do((draft) => {
    change(draft);
    const hit = evaluate(draft).find(({ named }) => named.name === name);
    found = hit && [hit.score, hit.resultValue, hit.resultColorCode];
  });
  return found;
}
const [green, light, amber, orange, red, grey] = ["#00d084", "#7bdcb5", "#fcb900", "#ff6900", "#cf2e2e", "#abb8c3"];

/** Gives documents their statuses directly, without responses. */
const setStatuses = (draft: Draft, statuses: Record<string, DocumentRow["statusCode"]>) => {
  for (const row of draft.all("documents"))
    draft.put("documents", { ...row, statusCode: statuses[row.documentCode] ?? row.statusCode });
};
const setAll = (status: DocumentRow["statusCode"]) => (draft: Draft) => {
  for (const row of draft.all("documents")) draft.put("documents", { ...row, statusCode: status });
};

describe("legal compliance", () => {
  const legal = (change: (draft: Draft) => unknown) => result("Legal compliance", change);
  // The weights are 17 in all. Onboarding: FICHE_FOURN 1, KBIS 3, IBAN 1, CODE_CONDUITE 1;
  // vigilance: KBIS 3, ATT_URSSAF 3, LNTE 3, ATT_FISCALE 1, ASS_RC_PRO 1.
  it.each([
    ["all documents are valid", setAll("VALID"), [100, "Compliant", green]],
    ["none is valid", setAll("MISSING"), [0, "Non compliant", red]],
    [
      "only the statutory documents are valid, which weigh three",
      (draft: Draft) => setStatuses(draft, { KBIS: "VALID", ATT_URSSAF: "VALID", LNTE: "VALID" }),
      [70, "Partially compliant", amber],
    ],
    [
      "a single statutory document is valid",
      (draft: Draft) => setStatuses(draft, { LNTE: "VALID" }),
      [17, "Non compliant", red],
    ],
    [
      "one document is invalid, which costs thirty",
      (draft: Draft) => (setAll("VALID")(draft), setStatuses(draft, { IBAN: "INVALID" })),
      [64, "Partially compliant", amber],
    ],
    [
      "the company is in a procedure, which caps it",
      (draft: Draft) => (setAll("VALID")(draft), shape(draft, { status: "COLLECTIVE_PROCEDURE" })),
      [60, "Partially compliant", amber],
    ],
    [
      "the company is struck off",
      (draft: Draft) => (setAll("VALID")(draft), shape(draft, { status: "STRUCK_OFF" })),
      [0, "Non compliant", red],
    ],
    [
      "no legal dossier is open",
      (draft: Draft) => {
        for (const row of draft.all("dossiers")) draft.put("dossiers", { ...row, monitored: false });
      },
      [null, "Not evaluated", grey],
    ],
  ])("the legal compliance has its score when %s", async (_name, change, expected) => {
    expect(await legal(change)).toEqual(expected);
  });
});

describe("financial risk", () => {
  const old = { status: "ACTIVE", dateCreation: "2000-01-01", turnover: 1 } as const;
  it.each([
    [100, "Very low risk", green],
    [71, "Very low risk", green],
    [70, "Low risk", light],
    [51, "Low risk", light],
    [50, "Medium risk", amber],
    [30, "Medium risk", amber],
    [29, "High risk", orange],
    [21, "High risk", orange],
    [20, "Very high risk", red],
    [0, "Very high risk", red],
  ])("a financial score of %i reads %s", async (base, value, colour) => {
    expect(await result("Financial risk", (draft) => shape(draft, old, { financial: base }))).toEqual([
      base,
      value,
      colour,
    ]);
  });
  it.each([
    ["a company younger than two years", { ...old, dateCreation: "2024-01-16" }, 70],
    ["a company of two years", { ...old, dateCreation: "2024-01-15" }, 80],
    ["an unknown turnover", { ...old, turnover: null }, 75],
    ["the age and the turnover together", { ...old, dateCreation: "2025-06-01", turnover: null }, 65],
    ["a collective procedure", { ...old, status: "COLLECTIVE_PROCEDURE" }, 20],
    ["a company struck off", { ...old, status: "STRUCK_OFF" }, 0],
  ] as const)("the financial risk depends on %s", async (_name, row, score) => {
    expect(await result("Financial risk", (draft) => shape(draft, row, { financial: 80 }))).toEqual([
      score,
      expect.any(String),
      expect.any(String),
    ]);
  });
});

describe("cybersecurity score", () => {
  it.each([
    [90, "A", green],
    [89, "B", light],
    [80, "B", light],
    [79, "C", amber],
    [70, "C", amber],
    [69, "D", orange],
    [60, "D", orange],
    [59, "F", red],
  ])("a cybersecurity score of %i reads %s", async (base, value, colour) => {
    expect(await result("Cybersecurity score", (draft) => shape(draft, {}, { cyber: base }), await desk("it"))).toEqual(
      [base, value, colour],
    );
  });
  it("only a company with a security rating or a cybersecurity dossier has a cybersecurity score", async () => {
    expect(await result("Cybersecurity score", () => {})).toEqual([null, "Not evaluated", grey]);
    expect(
      await result(
        "Cybersecurity score",
        (draft) => (shape(draft, {}, { cyber: 75 }), chooseMonitoring(draft, "SECURITY_RATING", true)),
      ),
    ).toEqual([75, "C", amber]);
  });
  it.each([
    [{ ISO_27001: "VALID" }, 70],
    [{ ISO_27001: "INVALID" }, 50],
    [{ PAS: "VALID" }, 60],
  ] as const)("documents with the statuses %j turn a cybersecurity score of 60 into %i", async (statuses, score) => {
    const one = await desk("it");
    expect(
      await result(
        "Cybersecurity score",
        (draft) => (shape(draft, {}, { cyber: 60 }), setStatuses(draft, statuses)),
        one,
      ),
    ).toEqual([score, expect.any(String), expect.any(String)]);
  });
  it.each([
    [{ rssi: true, pssi: true, mfa: true, sauvegardes: true, pentest_annuel: true, incidents_12_mois: 0 }, 70],
    [{ rssi: true, pssi: false, mfa: false, sauvegardes: false, pentest_annuel: false, incidents_12_mois: 1 }, 57],
    [{ rssi: false, pssi: false, mfa: false, sauvegardes: false, pentest_annuel: false, incidents_12_mois: 9 }, 45],
  ])("the form values %j turn a cybersecurity score of 60 into %i", async (formdata, score) => {
    const one = await desk("it");
    granted(await respond(one.world, one.document("Q_CYBER").documentId, { outcome: "review", formdata }));
    granted(
      await decide(
        one.world,
        (await one.reread()).document("Q_CYBER").evidences[0]?.responseId as number,
        { approved: true },
        "tester",
      ),
    );
    expect(await result("Cybersecurity score", (draft) => shape(draft, {}, { cyber: 60 }), one)).toEqual([
      score,
      expect.any(String),
      expect.any(String),
    ]);
  });
});

describe("environmental impact", () => {
  it.each([
    [70, "Low impact", green],
    [69, "Moderate impact", light],
    [50, "Moderate impact", light],
    [49, "High impact", orange],
    [30, "High impact", orange],
    [29, "Very high impact", red],
  ])("an environmental score of %i reads %s", async (base, value, colour) => {
    expect(await result("Environmental impact", (draft) => shape(draft, {}, { environment: base }))).toEqual([
      base,
      value,
      colour,
    ]);
  });
  const evaluated = () => desk("cleaner", { "Montant d'achat annuel": [100_000] });
  it("a valid ISO 14001 certificate adds fifteen points to the environmental impact", async () => {
    expect(
      await result(
        "Environmental impact",
        (draft) => (shape(draft, {}, { environment: 40 }), setStatuses(draft, { ISO_14001: "VALID" })),
        await evaluated(),
      ),
    ).toEqual([55, "Moderate impact", light]);
  });
  it("a valid scorecard replaces the base of the environmental impact", async () => {
    const change = (draft: Draft) => {
      const { monitoring } = draft.thirdparty.internal;
      const scored = { ...monitoring, SUSTAINSCORE: { ...monitoring.SUSTAINSCORE, score: 82 } };
      draft.put("thirdparties", {
        ...draft.thirdparty,
        internal: { ...draft.thirdparty.internal, monitoring: scored },
      });
      shape(draft, {}, { environment: 40 });
      setStatuses(draft, { SCORE_RSE: "VALID" });
    };
    expect(await result("Environmental impact", change, await evaluated())).toEqual([82, "Low impact", green]);
  });
  it("SUSTAINSCORE has a score of its own, which its updates move and the base does not", async () => {
    const bases = [];
    for (const randomSeed of [1, 2, 3]) {
      const one = await desk("cleaner", { "Montant d'achat annuel": [100_000] }, { randomSeed });
      const { score } = one.thirdparty.internal.monitoring.SUSTAINSCORE;
      expect(score).toBeGreaterThanOrEqual(35);
      expect(score).toBeLessThanOrEqual(85);
      bases.push(score !== one.thirdparty.internal.bases.environment);
      await one.do((draft) => (shape(draft, {}, { environment: 1 }), updateFromProvider(draft, "SUSTAINSCORE", 7)));
      expect(one.thirdparty.internal).toMatchObject({
        bases: { environment: 1 },
        monitoring: { SUSTAINSCORE: { score: (score as number) + 7 } },
      });
      const rated = await result("Environmental impact", (draft) => setStatuses(draft, { SCORE_RSE: "VALID" }), one);
      expect(rated).toEqual([(score as number) + 7, expect.any(String), expect.any(String)]);
    }
    expect(bases).toContain(true);
  });
  it("SUSTAINSCORE keeps its score when it is deactivated and activated again", async () => {
    const one = await evaluated();
    await one.do((draft) => updateFromProvider(draft, "SUSTAINSCORE", 3));
    const { score } = one.thirdparty.internal.monitoring.SUSTAINSCORE;
    await one.do(
      (draft) => (chooseMonitoring(draft, "SUSTAINSCORE", false), chooseMonitoring(draft, "SUSTAINSCORE", true)),
    );
    expect(one.thirdparty.internal.monitoring.SUSTAINSCORE).toMatchObject({ active: true, score });
  });
  it("the environmental impact counts the carbon balance, the policy and the renewable energy", async () => {
    const one = await evaluated();
    granted(
      await respond(one.world, one.document("Q_RSE").documentId, {
        formdata: { bilan_carbone: true, politique_rse: true, energie_renouvelable: 64 },
      }),
    );
    granted(
      await decide(
        one.world,
        (await one.reread()).document("Q_RSE").evidences[0]?.responseId as number,
        { approved: true },
        "tester",
      ),
    );
    expect(await result("Environmental impact", (draft) => shape(draft, {}, { environment: 40 }), one)).toEqual([
      56,
      "Moderate impact",
      light,
    ]);
  });
});

describe("the overall risk", () => {
  const risk = async (kind: Kind, change: (draft: Draft) => unknown) => {
    let value: string | undefined;
    await (await desk(kind, { Criticité: ["Low"] })).do((draft) => {
      change(draft);
      value = globalRisk(draft, evaluate(draft));
    });
    return value;
  };
  const sound = (draft: Draft) => (
    setAll("VALID")(draft),
    shape(draft, { dateCreation: "2000-01-01", turnover: 1 }, { financial: 90, environment: 90 })
  );
  it("the overall risk is the worst risk of the four indicators", async () => {
    expect(await risk("cleaner", sound)).toBe("Low");
    expect(await risk("cleaner", (draft) => (sound(draft), shape(draft, {}, { environment: 55 })))).toBe("Medium");
    expect(await risk("cleaner", (draft) => (sound(draft), shape(draft, {}, { financial: 10 })))).toBe("High");
  });
});

describe("writeIndicators", () => {
  it("an indicator leaves an event only when its result changes", async () => {
    const one = await desk("cleaner");
    expect(await one.do(recalculate)).toEqual([]);
    const { financial } = one.thirdparty.internal.bases;
    expect(
      await one.do(
        (draft) => (
          shape(draft, {}, { financial: financial > 50 ? financial - 1 : financial + 1 }), recalculate(draft)
        ),
      ),
    ).toContain("THIRD_PARTY_INDICATOR_UPDATED");
    expect(await one.do(recalculate)).toEqual([]);
  });
});
