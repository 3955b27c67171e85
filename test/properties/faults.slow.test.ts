import { expect, it } from "vitest";
import { found, longProbes, type Probe, printed, probes, remaking } from "../support/probes.ts";
import { worldOf } from "../support/worlds.ts";
import { faultyWorlds, misled, soundWorld, untouchedWorld } from "./faults.ts";

const unread = () => null;
const all: Readonly<Record<string, Probe>> = { ...probes, ...longProbes(unread) };
const state = await (await soundWorld()).store.dump();

it("a sound world satisfies every probe, and so does one that is made again", async () => {
  expect(await found(await worldOf(state), all)).toEqual([]);
  expect(await found(await untouchedWorld(), remaking)).toEqual([]);
});

const each = Object.entries(faultyWorlds).flatMap(([name, worlds]) =>
  worlds.map((plant, at) => [name, at + 1, plant] as const),
);
it.each(each)("a probe names the fault of a world: %s (%i)", async (name, _, plant) => {
  const probe = { ...all, ...remaking }[name] as Probe;
  expect((await found(await plant(state), { [name]: probe })).length).toBeGreaterThan(0);
});

it.each(Object.entries(misled))("a probe names what it sees wrongly: %s", async (_, look) => {
  const told: string[] = [];
  for await (const complaint of await look(state)) told.push(complaint);
  expect(told.length).toBeGreaterThan(0);
});

it("no PDF is read where no reader is installed", async () => {
  expect(await found(await worldOf(state), { printed: (world) => printed(world, unread) })).toEqual([]);
});
