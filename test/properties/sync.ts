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
  clock: string;
  /** The third parties in the answer, and the events that it could have been about; null for a failure. */
  got: { ids: ReadonlySet<number>; visible: ReadonlySet<number> } | null;
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
    sandbox.faults.replace(
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
    const isVisible = ({ occurredAt }: JournalEvent) => lag === 0 || occurredAt <= latest;
    const visible = new Set((await this.#journal()).filter(isVisible).map(({ eventId }) => eventId));
    const ids = answer && new Set<number>(answer.map((row: { thirdpartyId: number }) => row.thirdpartyId));
    const window = { from: milliseconds ? from : `${from}.000`, to: milliseconds ? to : `${to}.999` };
    this.#remembered.push({ caller, names, ...window, clock, got: ids && { ids, visible } });
  }

  async #journal(): Promise<JournalEvent[]> {
    return (await this.world.control("get", `/events?limit=1000&names=${names}`).expect(200)).body.content;
  }

  /** The events that a caller asked for, was late enough to see, and never got. */
  async missed(caller: string): Promise<number[]> {
    const own = this.#remembered.filter((search) => search.caller === caller);
    return (await this.#journal()).filter((event) => isMissed(event, own)).map(({ eventId }) => eventId);
  }
}

function isMissed({ eventId, eventName, resourceId, occurredAt }: JournalEvent, own: readonly Remembered[]): boolean {
  const asked = own.filter((search) => search.names.includes(eventName));
  const couldShow = asked.some(({ got }) => got?.visible.has(eventId));
  const begun = asked.some(({ from, clock }) => occurredAt >= from || occurredAt >= (asked[0]?.clock ?? clock));
  const reached = asked.some(({ to }) => occurredAt <= to);
  const got = asked.some(
    ({ from, to, got }) =>
      from <= occurredAt && occurredAt <= to && got?.visible.has(eventId) && got.ids.has(resourceId),
  );
  return couldShow && begun && reached && !got;
}

const missedIn = ({ findings }: SyncReport, caller: string) =>
  findings
    .filter((finding) => finding.caller === caller && finding.missed > 0)
    .flatMap(({ events }) => events.content.map(({ eventId }) => eventId))
    .sort((a, b) => a - b);

/** A finding lists ten events at most. */
function withFewEvents(chosen: readonly Step[]): Step[] {
  const few = chosen.filter(({ kind }) => kind === "happen").slice(0, 8);
  return chosen.filter((step) => step.kind !== "happen" || few.includes(step));
}

/** A search that succeeds, so that no failure is the last thing that a caller did. */
const closing = {
  kind: "search",
  start: 0,
  length: 0,
  milliseconds: true,
  page: 0,
  size: 20,
  fault: null,
  lag: 0,
} as const;

/** Expects the audit of random clients to name exactly the events that they know to have missed. */
export async function expectAuditToAgree(seed: number, numRuns: number): Promise<{ missed: number }> {
  let total = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 24 }), async (chosen) => {
      const model = new Model(await makeWorld());
      for (const step of withFewEvents(chosen)) await model.take(step);
      for (const caller of callers) await model.search({ ...closing, caller, names });
      const { body } = await model.world.control("get", "/sync").expect(200);
      for (const caller of callers) {
        const missed = await model.missed(caller);
        total += missed.length;
        expect({ caller, missed: missedIn(body, caller) }).toEqual({ caller, missed });
      }
    }),
    { seed, numRuns },
  );
  return { missed: total };
}
