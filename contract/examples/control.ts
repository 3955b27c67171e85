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
  nextDue: "2026-04-16T00:05:00.000",
  happened: { DOCUMENT_ANSWER_EXPIRED: 2 },
};
const journaled = {
  eventId: 50000001,
  eventName: "THIRD_PARTY_ARCHIVED",
  resourceType: "THIRD_PARTY",
  resourceId: 924003,
  accountId: "demo",
  thirdpartyId: 924003,
  dossierId: null,
  documentId: null,
  occurredAt: "2026-01-15T09:00:00.000",
  actor: { type: "CLIENT", name: "demo" },
  payload: {},
};
export const journal = { content: [journaled], after: 50000001 };
