import { expect, it } from "vitest";
import { wrongs } from "../support/invariants.ts";
import type { Check } from "../support/look.ts";
import { nowOf } from "../support/model.ts";
import { longProbes, probes, remaking } from "../support/probes.ts";
import { type Fault, faults, faultyWorlds, misled, soundWorld } from "./faults.ts";
import { storyInvariants } from "./worlds.ts";

const sound = await soundWorld();
const state = await sound.store.dump();
const complaintsOf = (faulty: typeof state, checks = storyInvariants) => wrongs(faulty, nowOf(sound), checks);

it("a sound world breaks no invariant", () => {
  expect(complaintsOf(state)).toEqual([]);
});

it("every invariant has a planted fault, and so has every probe", () => {
  expect(Object.keys(faults).sort()).toEqual(Object.keys(storyInvariants).sort());
  const planted = [...Object.keys(faultyWorlds), ...Object.keys(misled)];
  expect(planted.sort()).toEqual(Object.keys({ ...probes, ...longProbes(() => null), ...remaking }).sort());
});

const each = Object.entries(faults).flatMap(([name, all]) =>
  all.map((fault, at): [name: string, number: number, fault: Fault] => [name, at + 1, fault]),
);
it.each(each)("an invariant names its planted fault: %s (%i)", (name, _, fault) => {
  const faulty = fault(state);
  expect(JSON.stringify(faulty)).not.toBe(JSON.stringify(state));
  const complaints = complaintsOf(faulty, { [name]: storyInvariants[name] as Check });
  expect(complaints.join("\n")).toContain(`${name}: `);
});
