import { expect } from "vitest";
import { Theme } from "../../contract/control-reference.ts";
import { DocumentStatus } from "../../contract/documents.ts";
import { DossierStatus } from "../../contract/dossiers.ts";
import { EventName } from "../../contract/events.ts";
import { themes } from "../../src/domain/configuration.ts";
import { parse } from "../../src/domain/time.ts";
import { unsettled, wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { quietWorld } from "../support/worlds.ts";

const values = <T>(rows: readonly T[], of: (row: T) => unknown) => [...new Set(rows.map(of))].sort();
const sorted = (all: readonly string[]) => [...all].sort();

/** Expects a portfolio with every kind of company, dossier, document, bank check and event, and no broken invariant. */
export async function expectPortfolioComplete(randomSeed: number, now: string): Promise<void> {
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
    "ETHICS",
    "ONBOARDING",
    "SCREENING",
    "VIGILANCE",
    "free",
  ]);
  expect(values(open, ({ statusCode }) => statusCode)).toEqual(sorted(DossierStatus.options));
  const complete = open.filter(({ statusCode }) => statusCode === "VALID");
  expect(
    [...new Set(complete.flatMap(({ dossierTypeCode }) => themes.get(dossierTypeCode ?? "") ?? []))].sort(),
  ).toEqual([...Theme.options].sort());
  expect(values(complete, ({ dossierTypeCode }) => dossierTypeCode)).toEqual(
    expect.arrayContaining(["CSR", "CYBERSECURITY", "DUTY_OF_VIGILANCE", "ETHICS", "SCREENING"]),
  );
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
      return metadata.verified === "true" ? "verified" : "of another holder";
    });
  expect(values(checks, (check) => check)).toEqual([
    "of another holder",
    "outside SEPA",
    "pending",
    "verified",
    "wrong key",
  ]);

  expect(values(events, ({ eventName }) => eventName)).toEqual(sorted(EventName.options));
  const days = (parse(now) - parse(events[0]?.occurredAt as string)) / 86_400_000;
  expect(days).toBeGreaterThan(330);
  expect(days).toBeLessThan(400);
  expect([...wrongs(state, nowOf(world)), ...(await unsettled(world))]).toEqual([]);
}

/** Expects the empty, onboarding and expiring seeds to hold what their descriptions promise. */
export async function expectOtherSeedsComplete(randomSeed: number, now: string): Promise<void> {
  const empty = await (await quietWorld({ seed: "empty", randomSeed, now })).store.dump();
  expect([empty.thirdparties, empty.dossiers, empty.events]).toEqual([[], [], []]);
  expect(empty.dossierTypes).toHaveLength(7);

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
  expect(new Set(soon.map(({ evidences }) => evidences[0]?.expirationDate?.slice(0, 10))).size).toBeGreaterThanOrEqual(
    3,
  );
  for (const world of [onboarding, expiring])
    expect([...wrongs(await world.store.dump(), nowOf(world)), ...(await unsettled(world))]).toEqual([]);
}
