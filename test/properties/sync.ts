import fc from "fast-check";
import supertest from "supertest";
import { expect } from "vitest";
import type { Fault, JournalEvent } from "../../contract/control.ts";
import type { SyncReport } from "../../contract/control-sync.ts";
import type { EventName } from "../../contract/events.ts";
import { format, parse, second } from "../../src/domain/time.ts";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";

const names: EventName[] = ["THIRD_PARTY_ADDED", "THIRD_PARTY_ARCHIVED", "THIRD_PARTY_COMMENT_ADDED"];
const callers = ["one", "other"];
const spoilt = ["status", "disconnect", "truncate", "malformed"] as const;

const steps = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("happen" as const), name: fc.constantFrom(...names) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 0, max: 400 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("search" as const),
      caller: fc.constantFrom(...callers),
      names: fc.subarray(names, { minLength: 1 }),
      /** Seconds from the clock to the start, and the length of the window. */
      start: fc.integer({ min: -900, max: 60 }),
      length: fc.integer({ min: 0, max: 600 }),
      milliseconds: fc.boolean(),
      page: fc.constantFrom(0, 0, 1, 2),
      size: fc.constantFrom(1, 2, 20),
      fault: fc.option(fc.constantFrom(...spoilt), { freq: 4 }),
      lag: fc.constantFrom(0, 0, 90, 300),
    }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;
type Search = Extract<Step, { kind: "search" }>;

/** A search as the client remembers it. */
interface Remembered {
  caller: string;
  names: readonly EventName[];
  from: string;
  to: string;
  size: number;
  clock: string;
  /** The events that were visible; all of them where the service did not come to look. */
  visible: ReadonlySet<number>;
  /** The third parties in the answer; null for a failure. */
  got: ReadonlySet<number> | null;
}

/** A client that does anything, and remembers what it really got. */
class Model {
  readonly world: TestWorld;
  readonly #tokens = new Map<string, string>();
  readonly #remembered: Remembered[] = [];

  constructor(world: TestWorld) {
    this.world = world;
  }

  async take(step: Step): Promise<void> {
    if (step.kind === "search") return this.search(step);
    if (step.kind === "wait") return this.world.advance(`PT${step.seconds}S`);
    // Some events need a third party that is there.
    await this.world.control("post", "/occurrences", { event: step.name });
  }

  async search({ caller, names, start, length, milliseconds, page, size, fault, lag }: Search): Promise<void> {
    const { accountId, sandbox, app, base } = this.world;
    const clock = (await this.world.control("get", "/clock").expect(200)).body.now as string;
    const text = (moment: number) => format(moment).slice(0, milliseconds ? 23 : 19);
    const [from, to] = [text(parse(clock) + start * second), text(parse(clock) + (start + length) * second)];
    const faults: Fault[] = lag > 0 ? [{ kind: "lag", lag: `PT${lag}S` }] : [];
    if (fault) faults.push({ kind: fault, times: 1 });
    await sandbox.faults.replace(
      faults.map((each) => ({ ...each, accountId })),
      accountId,
    );
    const token = this.#tokens.get(caller) ?? (await sandbox.token([accountId], 3600, caller));
    this.#tokens.set(caller, token);
    const bounds = { eventOccurrenceStartDate: from, eventOccurrenceEndDate: to };
    const answer = await supertest(app)
      .get(`${base}/thirdparties/search`)
      .query({ eventNames: names.join(","), ...bounds, page, size })
      .set("Authorization", `Bearer ${token}`)
      .then(
        ({ status, body }) => (status === 200 && fault === null ? body.content : null),
        () => null,
      );
    const latest = format(parse(clock) - lag * second);
    const isUnread = fault === "status" || fault === "disconnect";
    const isVisible = ({ occurredAt }: JournalEvent) => lag === 0 || isUnread || occurredAt <= latest;
    const visible = new Set((await this.#journal()).filter(isVisible).map(({ eventId }) => eventId));
    const got = answer && new Set<number>(answer.map((row: { thirdpartyId: number }) => row.thirdpartyId));
    const window = { from: milliseconds ? from : `${from}.000`, to: milliseconds ? to : `${to}.999` };
    this.#remembered.push({ caller, names, ...window, size, clock, visible, got });
  }

  async #journal(): Promise<JournalEvent[]> {
    return (await this.world.control("get", `/events?limit=1000&names=${names}`).expect(200)).body.content;
  }

  /** The events of these names that a caller asked for, was late enough to see, and never got. */
  async missed(caller: string, wanted: readonly EventName[]): Promise<number[]> {
    const own = this.#remembered.filter((search) => search.caller === caller);
    return idsOf((await this.#journal()).filter((event) => wanted.includes(event.eventName) && isMissed(event, own)));
  }
  /** The events of these names that happened while callers asked for others only. */
  async neverAsked(wanted: readonly EventName[]): Promise<number[]> {
    const all = this.#remembered;
    const begun = callers.flatMap((caller) => all.find((search) => search.caller === caller)?.clock ?? []);
    const from = [...begun, ...all.map((search) => search.from)].sort()[0] ?? "9999";
    const to =
      all
        .map((search) => search.to)
        .sort()
        .at(-1) ?? "";
    const asked = all.flatMap((search) => search.names);
    const isNever = ({ eventName, occurredAt }: JournalEvent) =>
      wanted.includes(eventName) && !asked.includes(eventName) && from <= occurredAt && occurredAt <= to;
    return idsOf((await this.#journal()).filter(isNever));
  }
}

const idsOf = (events: readonly JournalEvent[]) => events.map(({ eventId }) => eventId).sort((a, b) => a - b);

/** Whether two searches are of one window, which counts as one however often it is asked for. */
const isSame = (one: Remembered, other: Remembered) =>
  one.from === other.from && one.to === other.to && one.size === other.size && `${one.names}` === `${other.names}`;

function isMissed({ eventId, eventName, resourceId, occurredAt }: JournalEvent, own: readonly Remembered[]): boolean {
  const asked = own.filter((search) => search.names.includes(eventName));
  const last = asked.at(-1);
  // What failed at the end may still be asked for again.
  const isOpen = (search: Remembered) => last?.got === null && search.got === null && isSame(search, last);
  const isAround = ({ from, to }: Remembered) => from <= occurredAt && occurredAt <= to;
  const isDue = asked.some((search) => !isOpen(search) && search.visible.has(eventId));
  const begun = asked.some(({ from, clock }) => occurredAt >= from || occurredAt >= (asked[0]?.clock ?? clock));
  const reached = asked.some(({ to }) => occurredAt <= to);
  const got = asked.some((search) => isAround(search) && search.visible.has(eventId) && search.got?.has(resourceId));
  return isDue && begun && reached && !got && !(last?.got === null && isAround(last));
}

const missedIn = ({ findings }: SyncReport, caller: string | null) =>
  findings
    .filter((finding) => finding.caller === caller && finding.missed > 0)
    .flatMap(({ events }) => events.content.map(({ eventId }) => eventId))
    .sort((a, b) => a - b);

/** A finding lists ten events at most. */
function withFewEvents(chosen: readonly Step[]): Step[] {
  const few = chosen.filter(({ kind }) => kind === "happen").slice(0, 8);
  return chosen.filter((step) => step.kind !== "happen" || few.includes(step));
}

/** A search of everything, with which most clients end. */
const closing = {
  kind: "search",
  start: 0,
  length: 0,
  milliseconds: true,
  page: 0,
  size: 20,
  lag: 0,
} as const;
const endings = fc.constantFrom("answered", "answered", "failed", "none");
/** The names that a client has to follow; those that it asked for when left out. */
const wishes = fc.option(fc.subarray(names, { minLength: 1 }), { nil: undefined });

/** Expects the audit of random clients to name exactly the events that they know to have missed. */
export async function expectAuditToAgree(seed: number, numRuns: number): Promise<{ missed: number }> {
  let total = 0;
  const chosenSteps = fc.array(steps, { minLength: 5, maxLength: 24 });
  await fc.assert(
    fc.asyncProperty(chosenSteps, endings, wishes, async (chosen, ending, wish) => {
      const model = new Model(await makeWorld());
      for (const step of withFewEvents(chosen)) await model.take(step);
      const fault = ending === "failed" ? "status" : null;
      for (const caller of ending === "none" ? [] : callers) await model.search({ ...closing, caller, names, fault });
      const { body } = await model.world.control("get", `/sync${wish ? `?names=${wish}` : ""}`).expect(200);
      for (const caller of callers) {
        const missed = await model.missed(caller, wish ?? names);
        total += missed.length;
        expect({ caller, missed: missedIn(body, caller) }).toEqual({ caller, missed });
      }
      expect(missedIn(body, null)).toEqual(wish ? await model.neverAsked(wish) : []);
    }),
    { seed, numRuns },
  );
  return { missed: total };
}
