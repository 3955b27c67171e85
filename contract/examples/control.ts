export const world = {
  accountId: "demo",
  seed: "portfolio",
  randomSeed: 1,
  size: null,
  createdAt: "2026-01-15T09:00:00.000",
  now: "2026-01-15T09:00:00.000",
  frozen: true,
  people: "none" as const,
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
export const policy = { key: "versions", gap: "Version policy", chosen: "/api/v1 only.", places: [], confirmed: null };
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
const list = JSON.stringify({ content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 });
export const wholeRequest = {
  requestId: "5f3e0c1a-8a6b-4d0e-9f57-2c1d7b6a9e10",
  at: "2026-01-15T09:00:00.000",
  method: "GET",
  path: "/api/v1/account/demo/thirdparties?size=20",
  operation: "thirdparties.list",
  accountId: "demo",
  caller: "demo",
  status: 200,
  durationMs: 1.5,
  violations: [],
  remarks: [],
  code: null,
  fault: null,
  forced: false,
  events: [],
  clock: "2026-01-15T09:00:00.000",
  lastEventId: 50000001,
  requestHeaders: [{ name: "Authorization", value: "Bearer …" }],
  requestBody: null,
  responseHeaders: [{ name: "Content-Type", value: "application/json; charset=utf-8" }],
  responseBody: { size: list.length, kept: "whole", text: list, encoding: null },
};
/** Of any release: a minor version changes no example. */
const version = "1.0.0";

export const emptyHar = {
  log: { version: "1.2", creator: { name: "tiers-sandbox", version }, pages: [], entries: [] },
};
export const syncReport = {
  accountId: "demo",
  clock: "2026-01-15T09:10:00.000",
  isComplete: true,
  callers: [
    {
      caller: "nightly-sync",
      searches: 2,
      answered: 2,
      polls: 2,
      from: "2026-01-15T08:55:00.000",
      to: "2026-01-15T09:10:00.999",
      due: 4,
      missed: 1,
    },
  ],
  findings: [
    {
      kind: "gap",
      caller: "nightly-sync",
      missed: 1,
      fails: true,
      sentence:
        "No window covers the 3 minutes from 2026-01-15T09:00:00 to 2026-01-15T09:03:00: begin the next window at " +
        "the end of the last one that was read, not at the time of reading.",
      events: {
        content: [
          {
            eventId: 50000001,
            eventName: "THIRD_PARTY_ARCHIVED",
            resourceId: 924004,
            occurredAt: "2026-01-15T09:01:00.000",
          },
        ],
        more: 0,
      },
      requests: {
        content: [
          {
            requestId: "5f3e0c1a-8a6b-4d0e-9f57-2c1d7b6a9e10",
            from: "2026-01-15T08:55:00.000",
            to: "2026-01-15T09:00:00.999",
            page: 0,
            status: 200,
          },
        ],
        more: 0,
      },
    },
  ],
  unknowns: [
    "An answer that was sent whole counts as read: what the client did with it, and with what came twice, is unknown.",
  ],
};
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
const expiry = {
  jobId: 5012,
  dueAt: "2026-01-31T23:59:59.999",
  kind: "EXPIRE",
  sentence: "The answer to a document expires.",
  times: 1,
  thirdpartyId: 924004,
  thirdpartyName: "Novalune Systèmes",
  dossierId: 1324010,
  documentId: 11031042,
  events: ["DOCUMENT_ANSWER_EXPIRED"],
  actor: { type: "PLATFORM", name: "platform" },
};
export const due = {
  accountId: "demo",
  now: "2026-01-15T09:00:00.000",
  until: "2026-02-01T00:00:00.000",
  total: 1,
  kinds: { EXPIRE: 1 },
  content: [expiry],
  page: 0,
  size: 100,
  totalElements: 1,
  totalPages: 1,
};
export const server = {
  version,
  now: "2026-01-15T09:00:00.000",
  auth: "strict",
  place: "/home/demo/.tiers-sandbox",
  seed: "portfolio",
};
