import { readFileSync } from "node:fs";
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from "ibantools";
import { describe, expect, it } from "vitest";
import { DocumentStatus } from "../../contract/documents.ts";
import { DossierStatus } from "../../contract/dossiers.ts";
import { EventName } from "../../contract/events.ts";
import type { State } from "../../src/domain/change.ts";
import type { EvidenceRow } from "../../src/domain/evidence.ts";
import { parse } from "../../src/domain/time.ts";
import { seedNames } from "../../src/seed/seed-file.ts";
import { formats } from "../contract/oracles.ts";
import { unsettled, wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { quietWorld } from "../support/worlds.ts";

const values = <T>(rows: readonly T[], of: (row: T) => unknown) => [...new Set(rows.map(of))].sort();
const sorted = (all: readonly string[]) => [...all].sort();

/** Another random seed, another day: the story must not depend on luck, nor on leap days, weekdays or ends of months. */
const tellings = [
  [1, "2026-01-15T09:00:00"],
  [2, "2026-03-01T00:00:00"],
  [7, "2028-02-29T23:59:59"],
  [42, "2026-12-31T12:00:00"],
  [1234, "2027-08-30T06:30:00"],
  [99_999, "2030-05-06T08:00:00"],
  // Once, chance added a company that the story adds by another number; and reopened a dossier before the story did.
  [37, "2027-09-22T00:00:00"],
  [56, "2028-08-10T00:00:00"],
] as const;

describe("the portfolio", () => {
  it.each(tellings)("with random seed %i, seen on %s, has everything", async (randomSeed, now) => {
    const world = await quietWorld({ seed: "portfolio", randomSeed, now });
    const state = await world.store.dump();
    const { thirdparties, dossiers, documents, events } = state;

    expect(thirdparties.length).toBeGreaterThanOrEqual(36);
    expect(thirdparties.length).toBeLessThanOrEqual(46);
    expect(values(thirdparties, ({ status }) => status)).toEqual(["ACTIVE", "COLLECTIVE_PROCEDURE", "STRUCK_OFF"]);
    expect(values(thirdparties, ({ source }) => source)).toEqual(["FR_REFERENCE", "INTL_REFERENCE", "UNMANAGED"]);
    expect(values(thirdparties, ({ archived }) => archived)).toEqual([false, true]);
    expect(thirdparties.filter(({ addressCountryCode }) => addressCountryCode !== "FR").length).toBeGreaterThan(4);

    const open = dossiers.filter(({ monitored }) => monitored);
    expect(values(open, ({ dossierTypeCode }) => dossierTypeCode ?? "free")).toEqual([
      "CSR",
      "CYBERSECURITY",
      "DUTY_OF_VIGILANCE",
      "ONBOARDING",
      "SCREENING",
      "VIGILANCE",
      "free",
    ]);
    expect(values(open, ({ statusCode }) => statusCode)).toEqual(sorted(DossierStatus.options));
    expect(values(dossiers, ({ monitored }) => monitored)).toEqual([false, true]);

    expect(values(documents, ({ statusCode }) => statusCode)).toEqual(sorted(DocumentStatus.options));
    const evidences = documents.flatMap((document) => document.evidences.map((evidence) => ({ evidence, document })));
    expect(evidences.some(({ evidence }) => "fileUUID" in evidence)).toBe(true);
    expect(evidences.some(({ evidence, document }) => "formdata" in evidence && document.documentCode !== "IBAN")).toBe(
      true,
    );
    const checks = evidences
      .filter(({ document }) => document.documentCode === "IBAN")
      .map(({ evidence: { metadata } }) => {
        if (metadata.verified === undefined) return "pending";
        if (metadata.sepa_data_sct === "NO") return "outside SEPA";
        if (metadata.bank_data_country === undefined) return "wrong key";
        return metadata.verified === "true" ? "verified" : "somebody else's";
      });
    expect(values(checks, (check) => check)).toEqual([
      "outside SEPA",
      "pending",
      "somebody else's",
      "verified",
      "wrong key",
    ]);

    expect(values(events, ({ eventName }) => eventName)).toEqual(sorted(EventName.options));
    const days = (parse(now) - parse(events[0]?.occurredAt as string)) / 86_400_000;
    expect(days).toBeGreaterThan(330);
    expect(days).toBeLessThan(400);
    expect([...wrongs(state, nowOf(world)), ...(await unsettled(world))]).toEqual([]);
  });
});

describe("the other seeds", () => {
  it.each(tellings)("with random seed %i, seen on %s, hold what they promise", async (randomSeed, now) => {
    const empty = await (await quietWorld({ seed: "empty", randomSeed, now })).store.dump();
    expect([empty.thirdparties, empty.dossiers, empty.events]).toEqual([[], [], []]);
    expect(empty.dossierTypes).toHaveLength(6);

    const onboarding = await quietWorld({ seed: "onboarding", randomSeed, now });
    const steps = await onboarding.store.dump();
    const statuses = (id: number) =>
      values(
        steps.dossiers.filter(({ thirdpartyId }) => thirdpartyId === id),
        ({ statusCode }) => statusCode,
      );
    const byAge = [...steps.thirdparties]
      .sort((a, b) => (a.creationDate < b.creationDate ? 1 : -1))
      .map(({ thirdpartyId }) => thirdpartyId);
    expect(byAge).toHaveLength(3);
    const [fresh, midway, complete] = byAge as [number, number, number];
    const answered = (id: number) =>
      steps.responses.filter(({ thirdpartyId, decision }) => thirdpartyId === id && decision !== null).length;
    expect(
      steps.contacts.filter(({ thirdpartyId, status }) => thirdpartyId === fresh && status === "INVITED"),
    ).toHaveLength(1);
    expect(statuses(midway)).toContain("ACTION_REQUIRED");
    expect(statuses(complete)).toEqual(["VALID"]);
    expect([answered(fresh), answered(midway)]).toEqual([0, 0]);

    const expiring = await quietWorld({ seed: "expiring", randomSeed, now });
    const { documents } = await expiring.store.dump();
    const soon = documents.filter(({ statusCode, evidences }) => {
      const end = evidences[0]?.expirationDate;
      return statusCode === "VALID" && end && parse(end) > parse(now) && parse(end) < parse(now) + 30 * 86_400_000;
    });
    expect(soon.length).toBeGreaterThanOrEqual(5);
    expect(
      new Set(soon.map(({ evidences }) => evidences[0]?.expirationDate?.slice(0, 10))).size,
    ).toBeGreaterThanOrEqual(3);
    for (const world of [onboarding, expiring])
      expect([...wrongs(await world.store.dump(), nowOf(world)), ...(await unsettled(world))]).toEqual([]);
  });

  it("are those that are on file, and each is described", () => {
    expect(seedNames()).toEqual(["empty", "expiring", "onboarding", "portfolio"]);
  });
});

describe("a world of a size", () => {
  it("has as many third parties as were asked for, and holds together", { timeout: 60_000 }, async () => {
    const world = await quietWorld({ seed: "portfolio", size: 300 });
    const state = await world.store.dump();
    expect(state.thirdparties).toHaveLength(300);
    expect(new Set(state.thirdparties.map(({ duns }) => duns)).size).toBe(300);
    expect(values(state.documents, ({ statusCode }) => statusCode)).toEqual(
      expect.arrayContaining(["ACTION_REQUIRED", "MISSING", "VALID"]),
    );
    expect([...wrongs(state, nowOf(world)), ...(await unsettled(world))]).toEqual([]);
    expectSound(state);
  });
});

interface Banks {
  banks: { country: string; bankName: string; code: string; bic: string }[];
}
const { banks }: Banks = JSON.parse(readFileSync("fixtures/banks.json", "utf8"));
const bankDetailsOn = (evidence: EvidenceRow) => {
  const answer = (key: string) =>
    "formdata" in evidence ? evidence.formdata.find((entry) => entry.key === key)?.value : undefined;
  return { iban: answer("iban"), bic: answer("bic"), bankName: answer("nom_banque") };
};

/** Validators that are not ours say so of every number. */
function expectSound(state: State): void {
  const complaints: string[] = [];
  const hold = (sound: boolean | undefined, what: string) => {
    if (sound !== true) complaints.push(what);
  };
  for (const { siren, siret, tva, establishments, internal } of state.thirdparties) {
    if (siren !== null) hold(formats.siren?.(siren), `SIREN ${siren}`);
    for (const number of [siret, ...establishments.map((place) => place.siret)])
      if (number !== null) hold(formats.siret?.(number), `SIRET ${number}`);
    if (tva !== null) hold(formats.vat?.(tva), `VAT ${tva}`);
    if (internal.bank) expectBank(internal.bank.iban, internal.bank.bic, internal.bank.bankName, hold);
  }
  for (const { evidences } of state.documents)
    for (const evidence of evidences) {
      const { bank_data_bank: name, bank_data_bic: bic } = evidence.metadata;
      const written = bankDetailsOn(evidence);
      if (written.iban && name && bic) expectBank(written.iban, bic, name, hold);
      // Its key may be wrong on purpose; its bank is not.
      if (written.iban)
        hold(
          isBank(written.iban, written.bic, written.bankName),
          `${written.bankName} (${written.bic}) on the form of ${written.iban}`,
        );
    }
  expect(complaints).toEqual([]);
}

function expectBank(
  iban: string,
  bic: string,
  name: string,
  hold: (sound: boolean | undefined, what: string) => void,
): void {
  const compact = electronicFormatIBAN(iban) ?? "";
  hold(isValidIBAN(compact), `IBAN ${iban}`);
  hold(isValidBIC(bic), `BIC ${bic}`);
  hold(isBank(compact, bic, name), `${name} (${bic}) for ${iban}`);
}

/** An Italian account number begins with its check letter, all others with their bank. */
function isBank(iban: string, bic: string | undefined, name: string | undefined): boolean {
  const bank = banks.find(
    ({ country, code }) => iban.startsWith(country) && iban.slice(country === "IT" ? 5 : 4).startsWith(code),
  );
  return bank?.bic === bic && bank?.bankName === name;
}

describe("every number in every seed world", () => {
  it.each(["portfolio", "onboarding", "expiring"])("%s passes validators that are not ours", async (seed) => {
    for (const randomSeed of [1, 8, 77]) expectSound(await (await quietWorld({ seed, randomSeed })).store.dump());
  });
});
