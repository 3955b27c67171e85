import { describe, expect, it } from "vitest";
import type { SandboxWorld } from "../../src/client/world.ts";
import { startSandbox } from "../../src/start.ts";
import { failure } from "../commands/invoked.ts";
import { running } from "../control/running.ts";

const on = running();
const hour = 3_600_000;

describe("world.waitFor", () => {
  it("resolves to the event that a request after the call brings about, through the world or its client", async () => {
    const world = await on.sandbox.world();
    const added = world.waitFor("THIRD_PARTY_ADDED", {}, { timeout: hour });
    const { data } = await world.client.POST("/thirdparties", {
      body: { companyIdType: "CIT001", companyIdValue: "21996648800021" },
    });
    const thirdpartyId = data?.thirdpartyId as number;
    expect(await added).toMatchObject({ eventName: "THIRD_PARTY_ADDED", thirdpartyId });
    // A field without a value asks for nothing.
    const match = { thirdpartyId, dossierId: undefined };
    const archived = world.waitFor("THIRD_PARTY_ARCHIVED", match, { timeout: hour });
    const [event] = await world.trigger("THIRD_PARTY_ARCHIVED", { thirdpartyId });
    expect(await archived).toEqual(event);
  });

  it("takes the first event whose fields match, and no earlier one", async () => {
    const world = await on.sandbox.world();
    await world.trigger("THIRD_PARTY_ADDED");
    const { documentId, dossierId } = await world.scenario("document-to-review");
    const waiting = world.waitFor("DOCUMENT_ANSWER_EXPIRED", { documentId }, { timeout: hour });
    const second = await world.scenario("document-to-review");
    await world.trigger("DOCUMENT_ANSWER_EXPIRED", { documentId: second.documentId });
    await world.trigger("DOCUMENT_ANSWER_EXPIRED", { documentId });
    expect(await waiting).toMatchObject({ documentId, dossierId });
  });

  it("finds what has happened since an event", async () => {
    const world = await on.sandbox.world();
    const [added] = await world.trigger("THIRD_PARTY_ADDED");
    const { eventId: since, thirdpartyId } = added as NonNullable<typeof added>;
    await world.trigger("THIRD_PARTY_ARCHIVED", { thirdpartyId });
    expect(await world.waitFor("THIRD_PARTY_ARCHIVED", {}, { since })).toMatchObject({ thirdpartyId });
    await expect(world.waitFor("THIRD_PARTY_ADDED", {}, { since, timeout: 1 })).rejects.toThrow("No THIRD_PARTY_ADDED");
  });

  it("rejects with what came meanwhile and where the clock stands", async () => {
    const world = await on.sandbox.world();
    await world.trigger("THIRD_PARTY_ADDED");
    const waiting = world.waitFor("DOCUMENT_ANSWER_EXPIRED", { documentId: 7 }, { since: 0, timeout: 1 });
    const [, seen, clock] = /^No DOCUMENT_ANSWER_EXPIRED, documentId 7 came within 1 ms\. (.*\.) (The clock .*)$/.exec(
      (await failure(waiting)).message,
    ) as unknown as string[];
    expect(seen).toMatch(/^Meanwhile came THIRD_PARTY_ADDED of THIRD_PARTY \d+, .*, and \d+ more\.$/);
    expect(clock).toMatch(/^The clock stands at 2026-01-15T09:00:00\.\d{3}; next due is .*\.$/);
    await expect(world.waitFor("THIRD_PARTY_ADDED", {}, { timeout: 1 })).rejects.toThrow(
      "Nothing happened in that time.",
    );
  });

  it("rejects at once when the sandbox stops", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const world = await sandbox.world();
    const refused = expect(world.waitFor("THIRD_PARTY_ADDED", {}, { timeout: hour })).rejects.toThrow(
      "ended before THIRD_PARTY_ADDED came",
    );
    await world.clock.now();
    await sandbox.close();
    await refused;
  });

  it("a move of the clock that the end of the sandbox cuts short rejects, a cancelled one resolves", async () => {
    const sandbox = await startSandbox({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
    const underWay = async (name: string) => {
      const world = await sandbox.world(name);
      await world.scenario("document-expiring-soon");
      const begun = world.waitFor("DOCUMENT_ANSWER_EXPIRED", {}, { timeout: hour });
      await world.clock.now();
      const moved = world.clock.advance("P5000Y");
      await begun;
      return { world, moved };
    };
    const cancelled = await underWay("cancelled");
    const { now } = await cancelled.world.clock.cancel();
    expect(await cancelled.moved).toMatchObject({ cancelled: true, now });
    const { moved } = await underWay("cut-short");
    const refused = expect(moved).rejects.toThrow("The sandbox was closed while the clock moved: it stands at 2");
    await sandbox.close();
    await refused;
  });

  it.each<[what: string, back: (world: SandboxWorld) => Promise<unknown>]>([
    ["reset", (world) => world.reset()],
    ["restored", (world) => world.restore("start")],
    ["made again", (world) => on.sandbox.world(world.accountId)],
  ])("finds an event of a world that is %s meanwhile, and counts its events from the beginning", async (_, back) => {
    const world = await on.sandbox.world();
    await world.snapshot("start");
    for (let count = 0; count < 3; count++) await world.trigger("THIRD_PARTY_ADDED");
    const waiting = world.waitFor("THIRD_PARTY_ADDED", {}, { timeout: hour });
    await back(world);
    const [event] = await world.trigger("THIRD_PARTY_ADDED");
    expect(await waiting).toEqual(event);
  });

  it("rejects at once for a field, an option or an event that does not exist", async () => {
    const world = await on.sandbox.world();
    const wait = { timeout: hour };
    await expect(world.waitFor("THIRD_PARTY_ADDED", { thirdParty: 1 } as never, wait)).rejects.toThrow("thirdParty");
    await expect(world.waitFor("THIRD_PARTY_ADDED", {}, { after: 1 } as never)).rejects.toThrow("after");
    await expect(world.waitFor("THIRD_PARTY_ADD" as never, {}, wait)).rejects.toThrow("THIRD_PARTY_ADDED");
    const since = { ...wait, since: 1 };
    await expect(world.waitFor("THIRD_PARTY_ADD" as never, {}, since)).rejects.toThrow("THIRD_PARTY_ADD");
    expect(await world.trigger("THIRD_PARTY_ADDED")).not.toEqual([]);
  });
});
