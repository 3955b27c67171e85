import { JsonText } from "../../contract/endpoint.ts";
import { notFound } from "../domain/refusal.ts";
import { format } from "../domain/time.ts";
import type { Snapshot } from "../sandbox/snapshots.ts";
import { InvalidWorld } from "../seed/import.ts";
import { exportState, SeedNotFound, textOf } from "../seed/seed-file.ts";
import type { World } from "../world/world.ts";
import type { Account, ControlHandlers } from "./contexts.ts";
import { journaled, readJournal, unknownName } from "./journal.ts";

const count = async (world: World, collection: "thirdparties" | "dossiers" | "documents" | "events") =>
  (await world.store.page(collection, { offset: 0, limit: 0 })).total;

async function figures(world: World) {
  return {
    ...world.origin,
    now: format(world.now),
    frozen: world.frozen,
    thirdparties: await count(world, "thirdparties"),
    dossiers: await count(world, "dossiers"),
    documents: await count(world, "documents"),
    events: await count(world, "events"),
  };
}

const noSnapshot = async ({ sandbox, world: { accountId } }: Account, name: string) => {
  const names = await sandbox.snapshotNames(accountId);
  return notFound("SNAPSHOT_NOT_FOUND", `${accountId} has no snapshot ${name}; it has ${names.join(", ") || "none"}.`)
    .refused;
};
const summary = ({ name, takenAt, state }: Snapshot) => ({ name, takenAt, events: state.events.length });

export const accounts: ControlHandlers<"accounts"> = {
  async list(_request, sandbox) {
    const worlds = await Promise.all((await sandbox.accounts()).map((accountId) => sandbox.world(accountId)));
    return { status: 200, body: { content: await Promise.all(worlds.map(figures)) } };
  },
  async put({ params, body }, sandbox) {
    try {
      const { world, created } = await sandbox.make(params.accountId, body);
      return { status: created ? 201 : 200, body: await figures(world) };
    } catch (error) {
      if (error instanceof SeedNotFound) return notFound("SEED_NOT_FOUND", error.message).refused;
      throw error;
    }
  },
  async delete({ params }, { sandbox }) {
    await sandbox.delete(params.accountId);
    return { status: 204, body: undefined };
  },
  async reset(_request, { sandbox, world }) {
    await sandbox.reset(world);
    return { status: 200, body: await figures(world) };
  },
  async export(_request, world) {
    return { status: 200, body: new JsonText(textOf(await exportState(world))) };
  },
  async import({ params, body }, sandbox) {
    try {
      return { status: 200, body: await figures(await sandbox.import(params.accountId, body)) };
    } catch (error) {
      if (!(error instanceof InvalidWorld)) throw error;
      const detail = `The world does not fit, and nothing was changed. ${error.message}`;
      return { status: 422, body: { code: "INVALID_WORLD", detail, errors: error.violations } };
    }
  },
  async snapshots({ params: { accountId } }, { sandbox }) {
    const names = await sandbox.snapshotNames(accountId);
    const found = await Promise.all(names.map((name) => sandbox.snapshots.get(accountId, name)));
    return { status: 200, body: { content: found.filter((snapshot) => snapshot !== undefined).map(summary) } };
  },
  async snapshot({ body }, { sandbox, world }) {
    return { status: 201, body: summary(await sandbox.takeSnapshot(world, body.name)) };
  },
  async restore({ params: { accountId, name } }, account) {
    const { sandbox, world } = account;
    const snapshot = await sandbox.snapshots.get(accountId, name);
    if (!snapshot) return noSnapshot(account, name);
    await sandbox.restore(world, snapshot);
    return { status: 200, body: await figures(world) };
  },
  async forget({ params: { accountId, name } }, account) {
    const { sandbox } = account;
    if (!(await sandbox.snapshotNames(accountId)).includes(name)) return noSnapshot(account, name);
    await sandbox.snapshots.delete(accountId, name);
    return { status: 204, body: undefined };
  },
  async events({ query }, world) {
    const refusal = unknownName(query);
    if (refusal) return refusal.refused;
    const events = await readJournal(world, query);
    const after = events.at(-1)?.eventId ?? query.after ?? null;
    return { status: 200, body: { content: journaled(world.accountId, events), after } };
  },
};
