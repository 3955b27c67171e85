export const world = {
  accountId: "demo",
  seed: "portfolio",
  randomSeed: 1,
  size: null,
  createdAt: "2026-01-15T09:00:00.000",
  now: "2026-01-15T09:00:00.000",
  frozen: true,
  thirdparties: 40,
  dossiers: 97,
  documents: 412,
  events: 5210,
};
export const reading = {
  accountId: "demo",
  now: "2026-04-15T09:00:00.000",
  frozen: true,
  nextDue: "2026-04-16T00:00:00.000",
  happened: { DOCUMENT_ANSWER_EXPIRED: 2 },
};
export const snapshot = { name: "before-renewal", takenAt: "2026-01-15T09:00:00.000", events: 5210 };
export const outage = { kind: "status", status: 503, operation: "thirdparties.list", times: 1 };
export const policy = { key: "versions", gap: "Version policy", chosen: "/api/v1 only.", places: [] };
export const activeCompany = {
  kind: "SIRET",
  case: "active",
  value: "21990001600011",
  meaning: "an active company with bank details and nothing against it",
};
const archived = {
  eventId: 50000001,
  eventName: "THIRD_PARTY_ARCHIVED",
  resourceType: "THIRD_PARTY",
  resourceId: 924004,
  accountId: "demo",
  thirdpartyId: 924004,
  dossierId: null,
  documentId: null,
  occurredAt: "2026-01-15T09:00:00.000",
  actor: { type: "CLIENT", name: "demo" },
  payload: {},
};
export const journal = { content: [archived], after: 50000001 };
/** An export of the seed `empty`, with one dossier type and one job of several. */
export const emptyWorld = {
  format: "tiers-sandbox/world@1",
  name: "demo",
  description: "The world of demo, from empty.",
  state: {
    world: [
      {
        key: "world",
        accountId: "demo",
        seed: "empty",
        randomSeed: 1,
        size: null,
        createdAt: "2026-01-15T09:00:00.000",
        clock: { frozenAt: "2026-01-15T09:00:00.000", offset: 0 },
        startsFrozen: true,
      },
    ],
    sequences: [{ name: "jobId", next: 40000009 }],
    dossierTypes: [
      {
        code: "VIGILANCE",
        label: "Vigilance",
        months: 6,
        documents: ["KBIS", "ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO"],
      },
    ],
    thirdparties: [],
    attributes: [],
    indicators: [],
    dossiers: [],
    documents: [],
    responses: [],
    comments: [],
    contacts: [],
    announcements: [],
    reports: [],
    files: [],
    jobs: [
      { jobId: 40000007, dueAt: "2026-01-16T02:00:00.000", kind: "REGISTRY", thirdpartyId: null, subjectId: null },
    ],
    events: [],
  },
};
