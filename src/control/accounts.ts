import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { JsonText } from "../../contract/endpoint.ts";
import { difference, whole } from "../domain/configuration/difference.ts";
import type { Configuration } from "../domain/configuration.ts";
import { conflict, isRefusal } from "../domain/refusal.ts";
import { format, type Moment } from "../domain/time.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { skippedSteps } from "../seed/fitting.ts";
import { readSeed } from "../seed/new-world.ts";
import { exportState, namedSeed, textOf } from "../seed/seed-file.ts";
import { AccountClosed } from "../store/failures.ts";
import { inSlices } from "../store/time-slice.ts";
import { configure, configuring } from "../world/configure.ts";
import type { World } from "../world/world.ts";
import { type ControlHandlers, noAccount } from "./contexts.ts";
import { journaled, readJournal, unknownName } from "./journal.ts";
import { shownType } from "./reference.ts";
import { asDamaged, noSnapshot } from "./snapshot-refusals.ts";
import { auditSync } from "./sync.ts";

type Wish = z.output<typeof control.accounts.put.body>;
type ForkSource = NonNullable<Wish["from"]>;

const count = async (world: World, collection: "thirdparties" | "dossiers" | "documents" | "events") =>
  (await world.store.page(collection, { offset: 0, limit: 0 })).total;

async function figures(world: World) {
  return {
    ...world.origin,
    now: format(world.now),
    frozen: world.frozen,
    people: world.origin.people ?? "none",
    thirdparties: await count(world, "thirdparties"),
    dossiers: await count(world, "dossiers"),
    documents: await count(world, "documents"),
    events: await count(world, "events"),
  };
}

/** Undefined for an account that was deleted since it was listed. */
async function listed({ worlds }: Sandbox, accountId: string, usedAt: Moment) {
  try {
    return await worlds.peeking(accountId, async (world) => ({ ...(await figures(world)), usedAt: format(usedAt) }));
  } catch (error) {
    if (error instanceof AccountClosed) return undefined;
    throw error;
  }
}

async function fork(sandbox: Sandbox, accountId: string, from: ForkSource) {
  const { worlds } = sandbox;
  const deleted = from.deleted && worlds.deleted.get(from.accountId);
  if (deleted) return worlds.put(accountId, deleted);
  if (from.deleted) return noAccount(from.accountId);
  const made = await worlds.using(from.accountId, async (source) => {
    const copy = await worlds.fork(accountId, source, from).catch(asDamaged("SNAPSHOT_DAMAGED"));
    return copy ?? noSnapshot(sandbox, from.accountId, from.snapshot ?? "");
  });
  return made ?? noAccount(from.accountId);
}

const seedOf = ({ seed }: Wish, { options }: Sandbox) => readSeed(namedSeed(seed ?? options.seed, options.seed));

/** The steps of the seed that were left out. */
function skippedOf(wish: Wish, configuration: Configuration, sandbox: Sandbox): string[] {
  if (wish.from || (wish.size ?? null) !== null) return [];
  return skippedSteps(seedOf(wish, sandbox).script ?? [], configuration);
}

const configuredSeed = conflict(
  "CONFLICT",
  "The seed is the state of a world, which has a configuration already: leave this one out, and send it to " +
    "…/configuration once the world is made. Nothing was changed.",
);

export const accounts: ControlHandlers<"accounts"> = {
  async list(_request, sandbox) {
    const content: NonNullable<Awaited<ReturnType<typeof listed>>>[] = [];
    // One after the other, so that no more worlds are in memory at a time than are meant to be.
    for (const [accountId, usedAt] of await sandbox.worlds.accounts()) {
      const world = await listed(sandbox, accountId, usedAt);
      if (world) content.push(world);
    }
    const exists = new Set(content.map(({ accountId }) => accountId));
    const deleted = sandbox.worlds.deleted.accounts().filter((accountId) => !exists.has(accountId));
    return { status: 200, body: { content, deleted } };
  },
  async put({ params, body }, sandbox) {
    const configuration =
      body.configuration && (await inSlices(configuring(body.configuration, null, "/configuration")));
    if (isRefusal(configuration)) return configuration.refused;
    if (configuration && seedOf(body, sandbox).state) return configuredSeed.refused;
    const made = await (body.from
      ? fork(sandbox, params.accountId, body.from)
      : sandbox.worlds.make(params.accountId, { ...body, configuration }));
    if ("status" in made) return made;
    const skipped = skippedOf(body, made.world.configuration, sandbox);
    const shown = { ...(await figures(made.world)), ...(skipped.length > 0 && { skipped }) };
    return { status: made.created ? 201 : 200, body: shown };
  },
  async delete({ params }, { sandbox }) {
    // Of several requests that delete it at the same moment, one does so.
    if (!(await sandbox.worlds.delete(params.accountId))) throw new AccountClosed(params.accountId);
    return { status: 204, body: undefined };
  },
  async deleteUnused({ query }, { worlds }) {
    return { status: 200, body: { deleted: await worlds.deleteUnused(query.unusedFor) } };
  },
  async reset(_request, { sandbox, world }) {
    await sandbox.worlds.reset(world).catch(asDamaged("RESET_POINT_DAMAGED"));
    return { status: 200, body: await figures(world) };
  },
  async export(_request, world) {
    return { status: 200, body: new JsonText(textOf(await exportState(world))) };
  },
  async import({ params, query, body }, sandbox) {
    return { status: 200, body: await figures(await sandbox.worlds.import(params.accountId, body, query.check)) };
  },
  async snapshots({ params: { accountId } }, { sandbox }) {
    return { status: 200, body: { content: await sandbox.storage.snapshots.list(accountId) } };
  },
  async snapshot({ body }, { sandbox, world }) {
    const { name, takenAt, state } = await sandbox.worlds.takeSnapshot(world, body.name);
    return { status: 201, body: { name, takenAt, events: state.events.length } };
  },
  async restore({ params: { accountId, name } }, { sandbox, world }) {
    const isRestored = await sandbox.worlds.restore(world, name).catch(asDamaged("SNAPSHOT_DAMAGED"));
    return isRestored ? { status: 200, body: await figures(world) } : noSnapshot(sandbox, accountId, name);
  },
  async forget({ params: { accountId, name } }, { sandbox, world }) {
    return (await sandbox.worlds.deleteSnapshot(world, name))
      ? { status: 204, body: undefined }
      : noSnapshot(sandbox, accountId, name);
  },
  async compare({ query }, sandbox) {
    const { compareWorlds } = await import("./compare.ts");
    return compareWorlds(sandbox, query);
  },
  async dossierTypes(_request, world) {
    return { status: 200, body: { content: world.configuration.dossierTypes.map(shownType) } };
  },
  async configuration({ query }, { configuration: { source, base } }) {
    return { status: 200, body: query.difference ? difference(source, query.base ?? base) : whole(source) };
  },
  async configure({ query, body }, world) {
    const outcome = await configure(world, body, { stop: query.stop ?? false });
    return isRefusal(outcome) ? outcome.refused : { status: 200, body: await figures(world) };
  },
  async events({ query }, world) {
    const refusal = unknownName(query);
    if (refusal) return refusal.refused;
    const events = await readJournal(world, query);
    const after = events.at(-1)?.eventId ?? query.after ?? null;
    return { status: 200, body: { content: journaled(world.accountId, events), after } };
  },
  sync: ({ query }, account) => auditSync(account, query),
  async bundle(_request, account) {
    const [{ bundleOf }, { zipOf }] = await Promise.all([import("./bundle.ts"), import("../files/zip.ts")]);
    const { entries, fileName } = await bundleOf(account);
    return { status: 200, body: { content: () => zipOf(entries), contentType: "application/zip", fileName } };
  },
};
