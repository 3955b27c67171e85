import { describe, expect, it } from "vitest";
import { defaultConfiguration as own } from "../../../src/domain/configuration.ts";
import {
  alertsOf,
  certifiedSince,
  emissionsOf,
  foreignWorkersOf,
  hasProof,
  isProof,
  ownerOf,
  proofOf,
  securityOf,
  writtenOn,
} from "../../../src/domain/document/company-habits.ts";
import { valuesIn } from "../../../src/domain/document/forms.ts";
import { frenchDay, parse } from "../../../src/domain/time.ts";
import { Supplier } from "../../support/supplier.ts";

type Company = Parameters<typeof securityOf>[1];
const company = (at: number): Company => ({ siren: String(219_000_000 + at), duns: null, name: "X", workforce: 12 });
const companies = Array.from({ length: 400 }, (_, at) => company(at));
const [first] = companies as [Company];
const rangeOf = (values: readonly number[]) => [Math.min(...values), Math.max(...values)];

describe("the habits of a company", () => {
  const others = (proof: string) => companies.filter((one) => !hasProof(own, one, proof));
  const officer = (workforce: number | null) => (one: typeof first) => securityOf(own, { ...one, workforce }).officer;
  it.each<[string, number, (one: typeof first) => boolean, typeof companies?]>([
    ["hold ISO 14001", 45, (one) => hasProof(own, one, "ISO_14001")],
    ["have a carbon report", 50, (one) => hasProof(own, one, "BEGES")],
    ["log in strongly", 75, (one) => securityOf(own, one).strongLogin],
    ["test their backups without a certificate", 85, (one) => securityOf(own, one).testedBackups, others("ISO_27001")],
    ["let their staff raise alerts", 70, (one) => alertsOf(one).internal],
    ["let third parties raise alerts too", 49, (one) => alertsOf(one).open],
    ["have foreign workers", 50, (one) => foreignWorkersOf(one) > 0],
    ["have an exposed owner", 3, (one) => ownerOf(one, "A").exposed],
    ["have an officer where the staff is unknown", 35, officer(null), others("ISO_27001")],
    ["have an officer below fifty employees", 35, officer(49), others("ISO_27001")],
    ["have an officer from fifty employees on", 80, officer(50), others("ISO_27001")],
  ])("some %s: about %i percent", (_what, percent, is, among = companies) => {
    const found = (100 * among.filter(is).length) / among.length;
    expect({ found, isNear: found > 0 && Math.abs(found - percent) <= 7 }).toEqual({ found, isNear: true });
  });
  it("are the same for ever", () => {
    const habits = (one: typeof first) => ({
      security: securityOf(own, one),
      alerts: alertsOf(one),
      emissions: emissionsOf(one).map(({ category, source, tonnes }) => `${category} ${source}: ${tonnes}`),
      owner: ownerOf(one, "A"),
      workers: foreignWorkersOf(one),
      certified: ["ISO_27001", "ISO_14001"].map((code) => certifiedSince(own, one, code)),
      written: ["BEGES", "CARTO_RISQUES"].map((code) => writtenOn(own, one, code, "2026-12-31")),
      proofs: [...own.documentTypes.keys()].filter((code) => isProof(own, code) && hasProof(own, one, code)),
    });
    expect(habits(company(3))).toMatchInlineSnapshot(`
      {
        "alerts": {
          "internal": true,
          "open": false,
        },
        "certified": [
          "2018-02-27",
          undefined,
        ],
        "emissions": [
          "1 Combustion des sources fixes et mobiles: 7",
          "1 Émissions fugitives: 2",
          "2 Électricité et chaleur achetées: 6",
          "3 Déplacements et fret: 26",
          "4 Achats de biens et de services: 77",
          "5 Fin de vie et usage des produits vendus: 12",
        ],
        "owner": {
          "age": 13686,
          "exposed": false,
          "share": 48.5,
        },
        "proofs": [
          "ISO_27001",
        ],
        "security": {
          "dataLocation": "Union européenne",
          "noticeHours": 72,
          "officer": true,
          "strongLogin": true,
          "testedBackups": true,
        },
        "workers": 0,
        "written": [
          "2026-08-09",
          "2026-10-13",
        ],
      }
    `);
    expect(new Set(companies.map((one) => securityOf(own, one).dataLocation))).toEqual(
      new Set(["France", "Union européenne", "France et Allemagne", "Union européenne et Royaume-Uni"]),
    );
    expect(new Set(companies.map((one) => securityOf(own, one).noticeHours))).toEqual(new Set([24, 48, 72]));
    const days = companies.map((one) => writtenOn(own, one, "BEGES", "2026-12-31"));
    expect(days.filter((day) => !/^2026-\d\d-\d\d$/.test(day ?? ""))).toEqual([]);
    const certified = companies.map((one) => certifiedSince(own, one, "ISO_27001"));
    expect(certified.map((day) => day !== undefined)).toEqual(companies.map((one) => hasProof(own, one, "ISO_27001")));
    expect(new Set(certified.map((day) => day?.slice(0, 4))).size).toBe(11);
  });
  it("are drawn from its SIREN, else from its DUNS number, else from its name", () => {
    const drawn = (siren: string | null, duns: string | null, name: string) =>
      JSON.stringify(emissionsOf({ siren, duns, name, workforce: 900 }));
    expect(new Set([drawn("1", "2", "3"), drawn(null, "2", "3"), drawn(null, null, "3")]).size).toBe(3);
    expect(drawn("1", null, "4")).toBe(drawn("1", "2", "3"));
    expect(drawn(null, "2", "4")).toBe(drawn(null, "2", "3"));
  });
  it("let all companies have the pieces that are no proof", () => {
    expect(["ISO_27001", "ISO_14001", "KBIS", "UNKNOWN"].map((code) => isProof(own, code))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(others("KBIS")).toEqual([]);
    const proofs = [
      proofOf(own, "Q_CYBER", "iso_27001"),
      proofOf(own, "Q_RSE", "iso_27001"),
      proofOf(own, "Q_CYBER", "mfa"),
    ];
    expect(proofs).toEqual(["ISO_27001", undefined, undefined]);
  });
  it("date a yearly piece on one day of March to November, of this year from that day on", () => {
    const days = companies.map((one) => writtenOn(own, one, "BEGES", "2026-12-31") as string);
    expect(rangeOf(days.map((day) => Number(day.slice(5, 7))))).toEqual([3, 11]);
    expect(rangeOf(days.map((day) => Number(day.slice(8))))).toEqual([1, 28]);
    for (const [at, day] of days.entries()) {
      expect(day.slice(0, 4)).toBe("2026");
      const on = (today: string) => writtenOn(own, company(at), "BEGES", today);
      const eve = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
      expect([on(day), on(eve)]).toEqual([day, day.replace("2026", "2025")]);
    }
    expect(["KBIS", "UNKNOWN"].map((code) => writtenOn(own, first, code, "2026-12-31"))).toEqual([
      undefined,
      undefined,
    ]);
  });
  it("give half of the employers one to five foreign workers, and never more than half of the staff", () => {
    const counts = (workforce: number | null) => companies.map((one) => foreignWorkersOf({ ...one, workforce }));
    const most = [12, 4, 3, 1, 0, null].map((staff) => rangeOf(counts(staff)).join(" to "));
    expect(most).toEqual(["0 to 5", "0 to 2", "0 to 1", "0 to 0", "0 to 0", "0 to 0"]);
  });
});

describe("pieces that agree", () => {
  const kinds = ["it", "builder", "cleaner", "german", "american", "withoutBank"] as const;
  const answer = (one: Supplier, code: string) => {
    one.respond(code);
    one.wait("PT1H");
    return valuesIn(one.document(code).evidences[0]!);
  };
  it.each([
    ["Q_RSE", "bilan_carbone_date", "BEGES"],
    ["Q_VIGILANCE", "date_cartographie", "CARTO_RISQUES"],
  ])("%s gives the day of the piece that the company has (%s, %s)", (form, key, piece) => {
    const days = new Set<string>();
    for (const kind of kinds)
      for (const codes of [
        [form, piece],
        [piece, form],
      ]) {
        const one = Supplier.of(kind, codes);
        for (const code of codes) answer(one, code);
        const said = valuesIn(one.document(form).evidences[0]!)[key] as string;
        const { issueDate } = one.document(piece).evidences[0]!.internal;
        // A company without the piece denies it, until the day on which it supplies one.
        if (said !== "") expect({ kind, said }).toEqual({ kind, said: frenchDay(parse(issueDate)) });
        days.add(said);
      }
    expect(days.size).toBeGreaterThan(3);
  });
});
