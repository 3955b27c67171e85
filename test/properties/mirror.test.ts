import { expect, it } from "vitest";
import type { DossierRow } from "../../src/domain/rows.ts";
import { format } from "../../src/domain/time.ts";
import { untold } from "../support/told-changes.ts";
import { differences, expectMirrorToConverge, mirrored } from "./mirror.ts";

it("a client that mirrors the portfolio by its events is equal to the byte after random actions over 400 days", () =>
  expectMirrorToConverge(17, 1));

it("a change without an event is found by the mirror, and refused in every world of the tests", async () => {
  const { served, world, mirror } = await mirrored();
  await mirror.poll(format(world.now));
  const [dossier] = (await world.store.scan("dossiers", { limit: 1 })) as [DossierRow];
  const [row] = [{ ...dossier, description: "Untold" }];
  const change = { put: [{ collection: "dossiers" as const, row }], remove: [], events: [] };
  await expect(world.write(() => world.commit(change))).rejects.toThrow(/changes without an event of DOSSIER/);
  const hidden = { ...change, put: [{ ...change.put[0], row: { ...dossier, internal: {} as never } }] };
  expect(await untold(world.store, hidden as typeof change)).toEqual([]);
  expect(await differences(served, mirror, format(world.now))).toEqual([]);
  await world.write(() => world.store.commit(change));
  await mirror.poll(format(world.now));
  expect(await differences(served, mirror, format(world.now))).toEqual([`DOSSIER ${dossier.dossierId}`]);
});
