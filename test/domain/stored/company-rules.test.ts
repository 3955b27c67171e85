import { beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import type { Check } from "../../../src/domain/stored/row-rules.ts";
import { Supplier } from "../../support/supplier.ts";
import { escape, flawsOfRow, foreign, oneLine, short, storedWorld, withValue } from "./worlds.ts";

let state: State;
beforeAll(async () => {
  state = await storedWorld();
});

const flaws = (row: unknown, check?: Check) => flawsOfRow("thirdparties", row, check);
const flawsWith = (values: Record<string, unknown>, check?: Check) =>
  flaws(
    Object.entries(values).reduce<unknown>((row, [path, value]) => withValue(row, path, value), state.thirdparties[0]),
    check,
  );

const otherNumber = "/companyIdValue is the number of another company";
const soleTrader = { legalCategoryCode: "1000", legalCategoryLabel: "Entrepreneur individuel" };
const noBracket = { workforceRangeCode: null, workforceRangeLabel: null };
const labels = (name: string) => ["/establishments/0", ""].map((at) => new RegExp(`^${at}/${name} must be .+, as the`));
const bracketOf = (workforce: number) => `/workforceRangeCode must be the bracket of ${workforce} employees`;
const noPlace = "/siret must be that of one of its establishments";
const noActivity = ["/establishments/0", ""].map((place) => `${place}/activityCode is no activity of the NAF`);

describe("a third party that no rule could have written", () => {
  it.each<[Record<string, unknown>, (string | RegExp)[]]>([
    [{ companyIdValue: "219 924 909 00019" }, ["/companyIdValue must be 14 digits without spaces or dots"]],
    [{ companyIdType: "CIT003", companyIdValue: "990100012", duns: "990100012" }, []],
    [{ companyIdType: "CIT003", companyIdValue: "990100012" }, [otherNumber]],
    [{ companyIdType: "CIT002", companyIdValue: "FR37219966488" }, [otherNumber]],
    [{ companyIdValue: "21996648800021" }, [otherNumber]],
    [{ companyIdType: "CIT003", companyIdValue: "000000000" }, ["/companyIdValue is a placeholder, not a DUNS"]],
    [{ siren: null }, ["/siren is missing, and the company is in France"]],
    [{ siret: null }, ["/siret must begin with the SIREN (SIREN)"]],
    [{ siret: "21996648800021" }, ["/siret must begin with the SIREN (SIREN)", noPlace]],
    [{ tva: "FR37219966488" }, ["/tva must end with the SIREN (SIREN)"]],
    [{ tva: null }, []],
    [
      { "establishments/0/siret": "21996648800021" },
      ["/establishments/0/siret must begin with the SIREN (SIREN)", noPlace],
    ],
    [{ "establishments/0/siret": null }, [noPlace]],
    [{ addressCity: "Lyon" }, ["/addressCity must be that of its own establishment: Marseille"]],
    [{ legalCategoryCode: "99xx" }, ["/legalCategoryCode is no legal form of a company in France"]],
    [{ activityCode: "ZZZ", "establishments/0/activityCode": "ZZZ" }, noActivity],
    [{ ceo: "DURAND Louis" }, [/^\/ceo must be .+, the first executive$/]],
    [{ workforce: 3 }, ["/workforceRangeCode must be the bracket of 3 employees"]],
    [{ "internal/bases/cyber": -500 }, ["/internal/bases/cyber must be a score from 0 to 100"]],
    [{ "internal/monitoring/ESG/score": -500 }, ["/internal/monitoring/ESG/score must be a score from 0 to 100"]],
    [{ "internal/bank/bic": "zzz" }, ["/internal/bank/bic must be a BIC"]],
    [{ "internal/bank/bic": "AGRIFRPP" }, [/^\/internal\/bank\/bic must be .+, the bank of/]],
    [{ "internal/bank/country": "XX" }, ["/internal/bank/country must be FR, as the account"]],
    [{ "establishments/0/headOffice": false }, ["/establishments must have one head office, in the first place"]],
    [{ workforceRangeCode: "99" }, ["/workforceRangeCode is no bracket of employees"]],
    [{ ...noBracket, workforce: 9 }, [bracketOf(9)]],
    [{ workforceRangeCode: "11", workforceRangeLabel: "10 à 19 salariés", workforce: 9 }, [bracketOf(9)]],
    [{ workforceRangeCode: "11", workforceRangeLabel: "10 à 19 salariés", workforce: 10 }, []],
    [{ workforceRangeCode: "11", workforceRangeLabel: "10 à 19 salariés", workforce: 19 }, []],
    [{ workforceRangeCode: "11", workforceRangeLabel: "10 à 19 salariés", workforce: 20 }, [bracketOf(20)]],
    [{ workforceRangeCode: "53", workforceRangeLabel: "10 000 salariés et plus", workforce: 99_999 }, []],
    [{ workforceRangeCode: "53", workforceRangeLabel: "10 000 salariés et plus", workforce: 9999 }, [bracketOf(9999)]],
    [{ executives: [] }, []],
    [{ ...soleTrader, capital: 1 }, ["/capital must be null: a sole trader has none"]],
    [{ ...soleTrader, capital: null }, []],
    [{ "internal/bank/bankName": "B" }, [/^\/internal\/bank\/bankName must be .+, the bank of the account$/]],
    [{ "internal/bank/bic": "xAGRIFRPP" }, ["/internal/bank/bic must be a BIC"]],
    [{ "internal/bank/bic": "AGRIFRPPx" }, ["/internal/bank/bic must be a BIC"]],
    [{ "internal/bases/cyber": 0, "internal/bases/rse": 100 }, []],
    [{ "internal/bases/cyber": 100.5 }, ["/internal/bases/cyber must be a score from 0 to 100"]],
    [{ "internal/monitoring/ESG/score": null }, []],
    [{ archivedDate: "2026-01-15" }, ["/archivedDate must be there when it is archived, and only then"]],
    [{ status: "COLLECTIVE_PROCEDURE", collectiveProcedure: {} }, []],
    [
      { collectiveProcedure: {} },
      ["/collectiveProcedure must be there in the status COLLECTIVE_PROCEDURE, and only then"],
    ],
    [{ ...noBracket, workforce: null }, []],
    [
      { archived: true, "internal/monitoring/DOCCHECK/active": false },
      [
        "/internal/monitoring/FINANCIAL_STRENGTH/active must be false: it is archived",
        "/archivedDate must be there when it is archived, and only then",
      ],
    ],
    [
      { status: "COLLECTIVE_PROCEDURE" },
      ["/collectiveProcedure must be there in the status COLLECTIVE_PROCEDURE, and only then"],
    ],
    [{ "internal/bank": null }, []],
    [
      { "internal/bank/iban": "FR7630006000011234567890188" },
      ["/internal/bank is no bank account: wrong check digits, or neither IBAN nor local account"],
    ],
    [
      { "internal/bank/iban": null },
      ["/internal/bank is no bank account: wrong check digits, or neither IBAN nor local account"],
    ],
    [{ activityLabel: "Autre", "establishments/0/activityLabel": "Autre" }, labels("activityLabel")],
    [{ legalCategoryLabel: "Autre" }, labels("legalCategoryLabel").slice(1)],
    [{ workforceRangeLabel: null }, labels("workforceRangeLabel").slice(1)],
    [
      { addressPostCode: "ABC", "establishments/0/addressPostCode": "ABC" },
      ["/establishments/0", ""].map((place) => `${place}/addressPostCode must be five digits: it is in France`),
    ],
    [
      { capitalCurrency: "ZZZ", turnoverCurrency: "USD" },
      ["/capitalCurrency must be EUR, as in FR", "/turnoverCurrency must be EUR, as in FR"],
    ],
    [{ capitalCurrency: null, turnoverCurrency: null }, []],
    [{ thirdpartyCode: escape, "internal/owner": escape, "internal/tags": [escape] }, []],
    [
      { name: escape, "internal/bank/holder": "a\nb", "executives/0/role": "\u0007" },
      ["/name", "/executives/0/role", "/internal/bank/holder"].map(oneLine),
    ],
    [{ "internal/owner": "", "internal/tags": Array(20).fill("x") }, ["/internal/owner"].map(short)],
    [
      { "internal/tags": [...Array(20).fill("x"), ""] },
      ["/internal/tags must be at most 20", "/internal/tags/20 must have from 1 to 255 characters"],
    ],
  ])("is refused with %j, and taken in a world that is odd on purpose", (values, expected) => {
    const { siren } = state.thirdparties[0] as State["thirdparties"][number];
    const said = (text: string | RegExp) =>
      typeof text === "string" ? text.replace("(SIREN)", `(${siren})`) : expect.stringMatching(text);
    expect(flawsWith(values)).toEqual(expected.map(said));
    expect(flawsWith(values, "shape")).toEqual([]);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ siren: "219966488" }, ["/siren is of a company in France, and this one is abroad"]],
    [{ siret: "21996648800021" }, ["/siret is of a company in France, and this one is abroad", noPlace]],
    [{ legalCategoryCode: "5710" }, ["/legalCategoryCode is no legal form of a company in France"]],
    [{ localId: "x" }, ["/localId is no registry number of DE"]],
    [{ localId: null }, []],
  ])("is refused, of a company abroad with %j", (values, expected) => {
    expect(flaws({ ...foreign(), ...values })).toEqual(expected);
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
    expect(flaws({ ...row, establishments: changes.map((change) => ({ ...place, ...change })) })).toEqual(expected);
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
    expect(flaws(row)).toEqual(expected.map((text) => text.replace("BANK", bankName).replace("BIC", bic)));
  });
});
