import { expect, it } from "vitest";
import type { SandboxWorld } from "../../src/client/world.ts";
import { ask, now, running } from "./running.ts";

const on = running();
const sirets = ["21996648800021", "21992014700010", "21990001600011", "21994562300011", "21997305400014"];

/** One test on a world, which leaves it unchanged. */
async function test(world: SandboxWorld, companyIdValue: string) {
  const { status } = await ask(world, "/thirdparties", "POST", { companyIdType: "CIT001", companyIdValue });
  const listed = await ask(world, "/thirdparties?size=100");
  return { world, status, accounts: listed.body.content.map(({ accountId }) => accountId) };
}

it("keeps 60 worlds on one server apart, with 20 tests in parallel on each of several", async () => {
  const worlds = await Promise.all(Array.from({ length: 60 }, (_, index) => on.sandbox.world(`iso-${index}`)));
  type Five = [SandboxWorld, SandboxWorld, SandboxWorld, SandboxWorld, SandboxWorld];
  const [first, second, third, fourth, fifth] = worlds as unknown as Five;
  const untouched = worlds.slice(5);
  const before = await Promise.all(untouched.map((world) => world.export()));

  // In each of three worlds, four tests add each of five companies, and one of the four succeeds.
  const busy = [first, second, third];
  const work = busy.flatMap((world) =>
    Array.from({ length: 20 }, (_, index) => test(world, sirets[index % 5] as string)),
  );
  // Meanwhile other worlds use clocks, faults and snapshots.
  await fourth.faults.set({ kind: "status", status: 500 });
  await fifth.snapshot("mine");
  await fifth.clock.advance("P400D");
  const results = await Promise.all(work);

  for (const world of busy) {
    const own = results.filter((result) => result.world === world);
    expect(own.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), ...Array(15).fill(409)]);
    expect(new Set(own.flatMap(({ accounts }) => accounts))).toEqual(new Set([world.accountId]));
    expect((await world.requests()).length).toBe(40);
    expect(await world.clock.now()).toMatch(/^2026-01-15T09:00/);
    expect(await world.snapshots()).toEqual([]);
    expect(await world.faults.list()).toEqual([]);
    expect(new Set((await world.events()).map(({ accountId }) => accountId))).toEqual(new Set([world.accountId]));
    expect((await world.events({ names: ["THIRD_PARTY_ADDED"] })).length).toBe(5);
  }
  expect(await Promise.all(untouched.map((world) => world.export()))).toEqual(before);
  expect(await first.clock.now()).not.toBe(await fifth.clock.now());
  expect((await ask(fourth, "/thirdparties")).status).toBe(500);
  // The token of a world opens no other world.
  expect((await ask({ ...second, token: first.token }, "/thirdparties")).status).toBe(403);

  await first.reset();
  await second.delete();
  expect(await third.export()).toMatchObject({ name: "iso-2" });
  expect((await third.events({ names: ["THIRD_PARTY_ADDED"] })).length).toBe(5);
  expect(await first.events()).toEqual([]);
  expect(await fifth.restore("mine")).toMatchObject({ now: `${now}.000` });
});
