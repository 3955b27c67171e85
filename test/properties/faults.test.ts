import { beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { openDossier, requireDocuments, respond } from "../../src/world/operations.ts";
import type { World } from "../../src/world/world.ts";
import { wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { found, longProbes, type Probe, printed, probes, remaking } from "../support/probes.ts";
import { advance, Desk, granted, join, quietWorld, worldOf } from "../support/worlds.ts";
import { type Fault, faults, faultyWorlds, misled, untouchedWorld } from "./faults.ts";
import { storyInvariants } from "./worlds.ts";

const required = [
  ...["FICHE_FOURN", "ATT_URSSAF", "ATT_FISCALE", "KBIS", "STATUTS", "RBE", "RIB", "IBAN", "Q_RSE", "SCR_MEDIA"],
  ...["ISO_27001", "Q_CYBER", "PAS", "DPA"],
];

/** A world in which every piece of a company is valid, and one is a file of a user. */
async function soundWorld(): Promise<World> {
  const world = await quietWorld();
  const thirdpartyId = await join(world, "it", { "Montant d'achat annuel": [4000] });
  for (const kind of ["sister", "german"] as const) await join(world, kind);
  const one = new Desk(world, thirdpartyId);
  granted(await openDossier(world, thirdpartyId, { requiredDocuments: required }, "tester"));
  await one.reread();
  for (const code of required) granted(await respond(world, one.document(code).documentId, { outcome: "valid" }));
  const { dossierId } = one.dossier(null);
  granted(await requireDocuments(world, dossierId, ["CODE_CONDUITE"], "tester"));
  await one.reread();
  const file = { fileName: "signed.pdf", bytes: Buffer.from("bytes"), contentType: "application/pdf" };
  granted(await respond(world, one.document("CODE_CONDUITE").documentId, { outcome: "valid", file }));
  await advance(world, "PT3H");
  return world;
}

const unread = () => null;

let state: State;
let now: string;
beforeAll(async () => {
  const world = await soundWorld();
  state = await world.store.dump();
  now = nowOf(world);
});

const namesIn = (complaints: readonly string[]) => new Set(complaints.map((complaint) => complaint.split(": ")[0]));
const each = <T>(table: Readonly<Record<string, readonly T[]>>) =>
  Object.entries(table).flatMap(([name, all]) => all.map((one, at) => [name, at + 1, one] as const));

describe("an invariant", () => {
  it("is broken nowhere in a sound world", async () => {
    expect(wrongs(state, now, storyInvariants)).toEqual([]);
    expect(await found(await worldOf(state))).toEqual([]);
    expect(await found(await untouchedWorld(), remaking)).toEqual([]);
  });

  it("has a planted fault, and so has every probe", () => {
    expect(Object.keys(faults).sort()).toEqual(Object.keys(storyInvariants).sort());
    const planted = [...Object.keys(faultyWorlds), ...Object.keys(misled)];
    expect(planted.sort()).toEqual(Object.keys({ ...probes, ...longProbes(unread), ...remaking }).sort());
  });

  it.each(each<Fault>(faults))("names its planted fault: %s (%i)", (name, _, fault) => {
    const faulty = fault(state);
    expect(JSON.stringify(faulty)).not.toBe(JSON.stringify(state));
    expect(namesIn(wrongs(faulty, now, storyInvariants))).toContain(name);
  });

  it.each(each(faultyWorlds))("names the fault of a world: %s (%i)", async (name, _, plant) => {
    const all: Record<string, Probe> = { ...probes, ...longProbes(unread), ...remaking };
    expect(namesIn(await found(await plant(state), { [name]: all[name] as Probe }))).toContain(name);
  });

  it.each(Object.entries(misled))("names what a misled look sees: %s", async (_, look) => {
    const told: string[] = [];
    for await (const complaint of await look(state)) told.push(complaint);
    expect(told.length).toBeGreaterThan(0);
  });

  it("reads no PDF where no reader is installed", async () => {
    expect(await found(await worldOf(state), { printed: (world) => printed(world, unread) })).toEqual([]);
  });
});
