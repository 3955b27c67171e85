import { expect } from "vitest";
import { Theme } from "../../contract/control-reference.ts";
import { DocumentStatus } from "../../contract/documents.ts";
import { DossierStatus } from "../../contract/dossiers.ts";
import { EventName } from "../../contract/events.ts";
import { defaultConfiguration } from "../../src/domain/configuration.ts";
import type { EvidenceRow } from "../../src/domain/response/evidence.ts";
import { parse } from "../../src/domain/time.ts";
import { unsettled, wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { quietWorld } from "../support/worlds.ts";

const { dossierTypes } = defaultConfiguration;
const themes = new Map(dossierTypes.map((type) => [type.code, type.themes]));
const values = <T>(rows: readonly T[], of: (row: T) => unknown) => [...new Set(rows.map(of))].sort();
const sorted = (all: readonly string[]) => [...all].sort();

/** What the script says of single companies, whatever chance and people do. */
const left = [
  ...["21992014700010 ASS_DECENNALE", "21992014700010 ASS_RC_PRO", "21992490900019 IBAN"],
  ...["21995769300019 IBAN", "21996022600013 BEGES"],
];
const promised = {
  ...Object.fromEntries(left.map((one) => [one, "ACTION_REQUIRED"])),
  "21993855200029 IBAN": "INVALID",
  "21994013700074 IBAN": "ONGOING",
  "21994013700074 FICHE_FOURN": "ONGOING",
  "21993187000022 ASS_DECENNALE": "BELOW_EXPECTATION",
  "21990733400011 CODE_CONDUITE": "BELOW_EXPECTATION",
  "21990733400011 Q_ETHIQUE": "MISSING",
};

/** Expects a portfolio with every kind of company, dossier, document, bank check and event. */
export async function expectPortfolioComplete(randomSeed: number, now: string): Promise<void> {
  const world = await quietWorld({ seed: "portfolio", randomSeed, now });
  const state = await world.store.dump();
  const { thirdparties, dossiers, documents, events } = state;

  const open = dossiers.filter(({ monitored }) => monitored);
  const complete = open.filter(({ statusCode }) => statusCode === "VALID");
  const evidences = documents.flatMap(({ documentCode, evidences: rows }) =>
    rows.map((evidence) => ({ documentCode, ...evidence })),
  );
  const checks = evidences.filter(({ documentCode }) => documentCode === "IBAN");
  expect({
    statuses: values(thirdparties, ({ status }) => status),
    sources: values(thirdparties, ({ source }) => source),
    archived: values(thirdparties, ({ archived }) => archived),
    open: values(open, ({ dossierTypeCode }) => dossierTypeCode ?? "free"),
    ended: dossiers.length > open.length,
    dossiers: values(open, ({ statusCode }) => statusCode),
    themes: values(
      complete.flatMap(({ dossierTypeCode }) => themes.get(dossierTypeCode ?? "") ?? []),
      (theme) => theme,
    ),
    documents: values(documents, ({ statusCode }) => statusCode),
    files: evidences.some((evidence) => "fileUUID" in evidence),
    forms: evidences.some((evidence) => "formdata" in evidence && evidence.documentCode !== "IBAN"),
    checks: values(checks, checkOf),
    events: values(events, ({ eventName }) => eventName),
  }).toEqual({
    statuses: ["ACTIVE", "COLLECTIVE_PROCEDURE", "STRUCK_OFF"],
    sources: ["FR_REFERENCE", "INTL_REFERENCE", "UNMANAGED"],
    archived: [false, true],
    open: [...dossierTypes.map(({ code }) => code).sort(), "free"],
    ended: true,
    dossiers: sorted(DossierStatus.options),
    themes: sorted(Theme.options),
    documents: sorted(DocumentStatus.options),
    files: true,
    forms: true,
    checks: ["of another holder", "outside SEPA", "pending", "verified", "wrong key"],
    events: sorted(EventName.options),
  });
  expect(values(complete, ({ dossierTypeCode }) => dossierTypeCode)).toEqual(
    expect.arrayContaining(["CSR", "CYBERSECURITY", "DUTY_OF_VIGILANCE", "ETHICS", "SCREENING"]),
  );
  const companyOf = new Map(thirdparties.map(({ thirdpartyId, companyIdValue }) => [thirdpartyId, companyIdValue]));
  const nameOf = (row: { thirdpartyId: number; documentCode: string }) =>
    `${companyOf.get(row.thirdpartyId)} ${row.documentCode}`;
  const codes = new Map(documents.map((row) => [row.documentId, nameOf(row)]));
  const waiting = state.responses.filter((row) => row.state === "WAITING" && row.left);
  // People leave a few answers of their own choice too.
  const leftAnswers = waiting.map(({ documentId }) => codes.get(documentId) as string);
  expect(leftAnswers).toEqual(expect.arrayContaining(left));
  expect(leftAnswers.length).toBeLessThanOrEqual(left.length + 8);
  const found = new Set(documents.map((row) => `${nameOf(row)} ${row.statusCode}`));
  expect(Object.entries(promised).filter((one) => !found.has(one.join(" ")))).toEqual([]);
  const within = (least: number, most: number) => (found: number) => found >= least && found <= most;
  expect(thirdparties.length).toSatisfy(within(36, 46));
  expect(thirdparties.filter(({ addressCountryCode }) => addressCountryCode !== "FR").length).toBeGreaterThan(4);
  expect((parse(now) - parse(events[0]?.occurredAt as string)) / 86_400_000).toSatisfy(within(330, 400));
}
/** Expects a world of a seed to break no invariant. */
export async function expectSound(seed: string, randomSeed: number, now: string): Promise<void> {
  const world = await quietWorld({ seed, randomSeed, now });
  expect([...wrongs(await world.store.dump(), nowOf(world)), ...(await unsettled(world))]).toEqual([]);
}
function checkOf({ metadata }: EvidenceRow): string {
  if (metadata.verified === undefined) return "pending";
  if (metadata.sepa_data_sct === "NO") return "outside SEPA";
  if (metadata.bank_data_country === undefined) return "wrong key";
  return metadata.verified === "true" ? "verified" : "of another holder";
}

/** Expects the empty, onboarding and expiring seeds to hold what their descriptions promise. */
export async function expectOtherSeedsComplete(randomSeed: number, now: string): Promise<void> {
  const empty = await (await quietWorld({ seed: "empty", randomSeed, now })).store.dump();
  expect([empty.thirdparties, empty.dossiers, empty.events]).toEqual([[], [], []]);
  expect(empty.dossierTypes).toHaveLength(8);

  const onboarding = await quietWorld({ seed: "onboarding", randomSeed, now });
  const steps = await onboarding.store.dump();
  const statuses = (id: number) =>
    values(
      steps.dossiers.filter(({ thirdpartyId }) => thirdpartyId === id),
      ({ statusCode }) => statusCode,
    );
  const byAge = steps.thirdparties
    .toSorted((a, b) => (a.creationDate < b.creationDate ? 1 : -1))
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
  expect(values(soon, ({ evidences }) => evidences[0]?.expirationDate).length).toBeGreaterThanOrEqual(3);
  for (const seed of ["onboarding", "expiring"]) await expectSound(seed, randomSeed, now);
}
