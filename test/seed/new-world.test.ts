import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Email } from "../../contract/shared.ts";
import type { State } from "../../src/domain/change.ts";
import { parse } from "../../src/domain/time.ts";
import { ofAccount } from "../../src/seed/import.ts";
import { makeState, type NewWorld, readSeed } from "../../src/seed/new-world.ts";
import { ownConfiguration } from "../../src/seed/own-configuration.ts";
import { seedNames } from "../../src/seed/seed-file.ts";
import type { MadeWorlds } from "../../src/store/file/made-worlds.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { quietWorld } from "../support/worlds.ts";
import { expectBelievable } from "./believable.ts";
import { expectOtherSeedsComplete, expectPortfolioComplete } from "./completeness.ts";

const start = "2026-01-15T09:00:00";
const stories = seedNames().filter((seed) => seed !== "empty");
const believable = [...stories.map((seed) => ({ seed })), { seed: "empty", size: 20, history: "P1M" }];

describe("a seed world", () => {
  it("holds every status and event when it is the portfolio", () => expectPortfolioComplete(1, start));

  it("shows what a front end seldom meets when it is the portfolio", async () => {
    const { dossiers, documents } = await (await quietWorld({ seed: "portfolio" })).store.dump();
    const sent = new Set(
      documents.flatMap(({ evidences }) =>
        evidences.map(({ internal: { subject } }) => (subject && "sent" in subject ? subject.sent : undefined)),
      ),
    );
    expect(["PHOTO", "LARGE", "UNREADABLE", "EMPTY"].filter((kind) => !sent.has(kind as "PHOTO"))).toEqual([]);
    expect(Math.max(...dossiers.map((dossier) => dossier.documents.length))).toBeGreaterThan(7);
    const owners = dossiers.map(({ thirdpartyId }) => thirdpartyId);
    expect(Math.max(...owners.map((one) => owners.filter((other) => other === one).length))).toBeGreaterThan(9);
    expect(dossiers.some(({ purchasingCategory, description }) => purchasingCategory && description)).toBe(true);
    const isShared = ({ evidences: [one, other] }: State["documents"][number]) =>
      one !== undefined && one.responseId === other?.responseId;
    expect(documents.some(isShared)).toBe(true);
  });

  it("holds what its description promises when it is another seed", () => expectOtherSeedsComplete(1, start));
});

describe("a seed world that a buyer believes", () => {
  it.each(believable)("has fair purchases, the right dependency and every required attribute, in %o", expectBelievable);

  it.each(stories)("has contacts in %s that the contract accepts", async (seed) => {
    const { contacts } = await (await quietWorld({ seed })).store.dump();
    expect(contacts.map(({ email }) => email).filter((email) => !Email.safeParse(email).success)).toEqual([]);
  });
});

describe("worlds of one seed and one day", () => {
  it("share their rows, because the script runs once", async () => {
    const eventsOf = async (accountId: string) => {
      const world = await quietWorld({ seed: "portfolio", accountId });
      // The story ends at midnight; each account then catches up with its own clock.
      return (await world.store.dump()).events.filter(({ occurredAt }) => occurredAt < "2026-01-15");
    };
    const [first, second] = [await eventsOf("first"), await eventsOf("second")];
    expect(second.length).toBeGreaterThan(5_000);
    expect(second.every((event, at) => event === first[at])).toBe(true);
  });
});

/** The module as another process has it, which has made and read nothing yet: that of another address is another. */
function anew(name: string): Promise<typeof import("../../src/seed/new-world.ts")> {
  const address = `../../src/seed/new-world.ts?${name}`;
  return import(address);
}

describe("worlds that another process has made", () => {
  const wish = { accountId: "demo", seed: "portfolio", size: null, now: parse(start), frozen: true, wall: 0 };

  it("are taken as they are, by all that they depend on, and others are made and kept", async () => {
    const [keys, put] = [[] as string[], new Map<string, State>()];
    const other = await makeState({ ...wish, seed: "onboarding", randomSeed: 1 });
    const made: MadeWorlds = {
      get: async (key) => (keys.push(key), key.includes('portfolio\\",17,') ? other : undefined),
      put: async (key, state) => void put.set(key, state),
    };
    expect((await makeState({ ...wish, randomSeed: 17, made })).thirdparties).toEqual(other.thirdparties);
    expect(put.size).toBe(0);
    const fresh = await makeState({ ...wish, seed: "onboarding", randomSeed: 6, made });
    expect(ofAccount([...put.values()][0] as State, "demo").events).toEqual(fresh.events);
    const documentTypes = { PLAN: { label: "Plan de prévention" } };
    const configuration = ownConfiguration({ format: "tiers-sandbox/configuration@1", documentTypes });
    const changes = [
      ...[{ seed: "expiring" }, { now: parse("2026-01-16T00:00:00") }, { size: 2 }, { size: 2, history: "P2M" }],
      ...[{ configuration }, { people: "suppliers" } as const],
    ];
    for (const change of changes) await makeState({ ...wish, seed: "onboarding", randomSeed: 6, ...change, made });
    // Whoever acts from then on, the story is the same.
    expect(new Set(keys).size).toBe(2 + changes.length - 1);
    expect(keys.at(1)).toContain(JSON.stringify(readSeed("onboarding")).slice(0, 200));
  });

  it("are told apart where a seed file has changed at its place", async () => {
    const [file, keys] = [join(temporaryFolder(), "own.json"), new Set<string>()];
    const made: MadeWorlds = { get: async (key) => void keys.add(key), put: async () => {} };
    for (const description of ["one", "other"]) {
      writeFileSync(file, JSON.stringify({ ...readSeed("empty"), name: "own", description }));
      const { makeState: make } = await anew(description);
      await make({ ...wish, seed: file, randomSeed: 1, made });
    }
    expect(keys.size).toBe(2);
  });

  it("are shared by the days of a week, and are the same bytes by --now or the wall clock, kept or not", async () => {
    const [kept, stories] = [new Map<string, State>(), [] as string[]];
    const made: MadeWorlds = {
      get: async (key) => structuredClone(kept.get(key)),
      put: async (key, state) => void (kept.set(key, state), stories.push(key)),
    };
    const sunday = parse("2026-01-18T09:00:00");
    const living = { ...wish, seed: "empty", size: 1, history: "P12M", randomSeed: 29, frozen: false };
    let others = 0;
    const elsewhere = async (change: Partial<NewWorld>) => {
      const { makeState: make } = await anew(`other${++others}`);
      return JSON.stringify(await make({ ...living, ...change }));
    };
    const given = await elsewhere({ now: sunday, wall: sunday });
    await elsewhere({ now: parse("2026-01-15T00:00:00"), made });
    expect(await elsewhere({ now: null, wall: sunday, made })).toBe(given);
    expect(await elsewhere({ now: null, wall: sunday })).toBe(given);
    await elsewhere({ now: parse("2026-01-21T23:00:00"), made });
    expect(stories).toHaveLength(1);
    await elsewhere({ now: parse("2026-01-22T00:00:00"), made });
    expect(stories).toHaveLength(2);
  });
});
