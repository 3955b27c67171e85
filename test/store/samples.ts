import { novalune } from "../../contract/examples/thirdparties.ts";
import type { Change, State } from "../../src/domain/change.ts";
import type { CollectionName, Row } from "../../src/domain/collections.ts";
import { emptyState } from "../../src/store/memory/tables.ts";
import type { Store } from "../../src/store/store.ts";

/** Small worlds and changes that satisfy the row schemas. */

export const at = (minutes: number) => new Date(Date.UTC(2026, 0, 15, 9, minutes)).toISOString().slice(0, -1);

export const company = (thirdpartyId: number, over: Partial<Row<"thirdparties">> = {}): Row<"thirdparties"> => ({
  ...(novalune as Row<"thirdparties">),
  thirdpartyId,
  thirdpartyCode: `FRN-${thirdpartyId}`,
  creationDate: at(0),
  lastUpdateDate: at(0),
  executives: [{ lastName: "MARTIN", firstName: "Claire", role: "Présidente", since: "2019-04-01" }],
  establishments: [],
  internal: {
    ...{ legalForm: "SAS", category: null, greffe: null, bank: null, sanctioned: false, owner: null, tags: [] },
    bases: { financial: 60, cyber: 55, environment: 40 },
    monitoring: Object.fromEntries(
      ["DOCCHECK", "ESG", "SUSTAINSCORE", "SECURITY_RATING", "FINANCIAL_STRENGTH", "CREDITDATA", "NEWSFEED"].map(
        (provider) => [provider, { active: false, since: null, score: null, lastUpdate: null }],
      ),
    ) as Row<"thirdparties">["internal"]["monitoring"],
  },
  ...over,
});

export const event = (
  eventId: number,
  minutes: number,
  thirdpartyId = 924_000,
  over: Partial<Row<"events">> = {},
): Row<"events"> => ({
  eventId,
  eventName: "THIRD_PARTY_UPDATED",
  resourceType: "THIRD_PARTY",
  resourceId: thirdpartyId,
  thirdpartyId,
  dossierId: null,
  documentId: null,
  occurredAt: at(minutes),
  actor: { type: "CLIENT", name: "demo" },
  payload: { field: "name", from: "Novalune", to: "Novalune Systèmes €" },
  ...over,
});

export const job = (jobId: number, minutes: number, thirdpartyId: number | null = null): Row<"jobs"> => ({
  jobId,
  dueAt: at(minutes),
  kind: "REGISTRY",
  thirdpartyId,
  subjectId: null,
});

export const comment = (commentId: number, thirdpartyId: number, text: string): Row<"comments"> => ({
  commentId,
  resourceType: "THIRD_PARTY",
  resourceId: thirdpartyId,
  thirdpartyId,
  author: "demo",
  text,
  mentions: [],
  createdAt: at(0),
  updatedAt: null,
  deletedAt: null,
});

export const sequence = (name: string, next: number): Row<"sequences"> => ({ name, next });

const worldRow: Row<"world"> = {
  key: "world",
  accountId: "demo",
  seed: "portfolio",
  randomSeed: 1,
  size: null,
  createdAt: at(0),
  clock: { frozenAt: at(0), offset: 0 },
};

/** A world of `size` third parties, each with a job, a comment and events. */
export function world(size = 2, eventsEach = 2): State {
  const ids = Array.from({ length: size }, (_, nth) => 924_000 + nth);
  return {
    ...emptyState(),
    world: [worldRow],
    sequences: [sequence("eventId", 50_000_000 + size * eventsEach), sequence("thirdpartyId", 924_000 + size)],
    thirdparties: ids.map((id) => company(id)),
    comments: ids.map((id, nth) => comment(31_000_000 + nth, id, `Relance n° ${nth}`)),
    jobs: ids.map((id, nth) => job(40_000_000 + nth, size - nth, id)),
    events: Array.from({ length: size * eventsEach }, (_, nth) => event(50_000_000 + nth, nth, ids[nth % size])),
  };
}

/** A world with so many events that it is kept for the next process. */
export function worthKeeping(size = 1): State {
  const state = world(size, 1);
  const [event] = state.events as [Row<"events">];
  return { ...state, events: Array.from({ length: 1000 }, (_, nth) => ({ ...event, eventId: nth + 1 })) };
}

export const put = <C extends CollectionName>(collection: C, row: Row<C>) =>
  ({ collection, row }) as Change["put"][number];
/** One change as a write of its own: resolves when it is durable. */
export const commit = (store: Store, made: Change): Promise<void> => store.write(() => store.commit(made));
export const change = (over: Partial<Change>): Change => ({ put: [], remove: [], events: [], ...over });

/** The nth of a series of changes, each of three rows, a removal and two events. */
export const step = (nth: number): Change => {
  const id = 924_500 + (nth % 50);
  return change({
    put: [
      put("thirdparties", company(id, { name: `Novalune ${nth}`, lastUpdateDate: at(nth) })),
      put("comments", comment(31_500_000 + nth, id, `Étape ${nth}\nsur deux lignes, "entre guillemets"`)),
      put("sequences", sequence("step", nth + 1)),
    ],
    remove: nth < 3 ? [] : [{ collection: "comments", key: 31_500_000 + nth - 3 }],
    events: [
      event(51_000_000 + 2 * nth, nth, id),
      event(51_000_001 + 2 * nth, nth, id, { eventName: "THIRD_PARTY_COMMENT_ADDED" }),
    ],
  });
};

/** Pseudo-random integers below a bound, the same for the same seed. */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
