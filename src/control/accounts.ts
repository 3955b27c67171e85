import type { control } from "../../contract/control.ts";
import { EventName } from "../../contract/events.ts";
import { nearest } from "../../contract/nearest.ts";
import { bodyViolation, notFound } from "../domain/refusal.ts";
import type { EventRow } from "../domain/rows.ts";
import { format } from "../domain/time.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Snapshot } from "../sandbox/snapshots.ts";
import { UnfitWorld } from "../seed/import.ts";
import { exportState, SeedNotFound } from "../seed/seed-file.ts";
import type { World } from "../world/world.ts";

export const noAccount = (accountId: string) =>
  notFound(
    "ACCOUNT_NOT_FOUND",
    `There is no account ${accountId} yet: PUT /_sandbox/accounts/${accountId} makes it, and so does the first request with a token that names it.`,
  ).refused;

const count = async (world: World, collection: "thirdparties" | "dossiers" | "documents" | "events") =>
  (await world.store.page(collection, { offset: 0, limit: 0 })).total;

async function figures(world: World) {
  const { accountId, seed, randomSeed, size, createdAt } = world.origin;
  return {
    accountId,
    seed,
    randomSeed,
    size,
    createdAt,
    now: format(world.now),
    frozen: world.frozen,
    thirdparties: await count(world, "thirdparties"),
    dossiers: await count(world, "dossiers"),
    documents: await count(world, "documents"),
    events: await count(world, "events"),
  };
}

export const journaled = (accountId: string, events: readonly EventRow[]) =>
  events.map((event) => ({ ...event, accountId }));

const noSnapshot = async (sandbox: Sandbox, accountId: string, name: string) => {
  const names = await sandbox.snapshotNames(accountId);
  return notFound("SNAPSHOT_NOT_FOUND", `${accountId} has no snapshot ${name}; it has ${names.join(", ") || "none"}.`)
    .refused;
};
const summary = ({ name, takenAt, state }: Snapshot) => ({ name, takenAt, events: state.events.length });

export const accounts: Handlers<typeof control.accounts, Sandbox> = {
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
  async delete({ params }, sandbox) {
    if (!(await sandbox.existing(params.accountId))) return noAccount(params.accountId);
    await sandbox.delete(params.accountId);
    return { status: 204, body: undefined };
  },
  async reset({ params }, sandbox) {
    const world = await sandbox.existing(params.accountId);
    if (!world) return noAccount(params.accountId);
    await sandbox.reset(world);
    return { status: 200, body: await figures(world) };
  },
  async export({ params }, sandbox) {
    const world = await sandbox.existing(params.accountId);
    if (!world) return noAccount(params.accountId);
    return { status: 200, body: await world.write(() => exportState(world)) };
  },
  async import({ params, body }, sandbox) {
    try {
      const world = await sandbox.import(params.accountId, body);
      return { status: 200, body: await figures(world) };
    } catch (error) {
      if (!(error instanceof UnfitWorld)) throw error;
      return {
        status: 422,
        body: {
          code: "INVALID_WORLD",
          detail: `The world does not fit, and nothing was changed. ${error.message}`,
          errors: error.violations,
        },
      };
    }
  },
  async snapshots({ params: { accountId } }, sandbox) {
    if (!(await sandbox.existing(accountId))) return noAccount(accountId);
    const names = await sandbox.snapshotNames(accountId);
    const found = await Promise.all(names.map((name) => sandbox.snapshots.get(accountId, name)));
    return { status: 200, body: { content: found.filter((snapshot) => snapshot !== undefined).map(summary) } };
  },
  async snapshot({ params, body }, sandbox) {
    const world = await sandbox.existing(params.accountId);
    if (!world) return noAccount(params.accountId);
    return { status: 201, body: summary(await sandbox.takeSnapshot(world, body.name)) };
  },
  async restore({ params: { accountId, name } }, sandbox) {
    const world = await sandbox.existing(accountId);
    if (!world) return noAccount(accountId);
    const snapshot = await sandbox.snapshots.get(accountId, name);
    if (!snapshot) return noSnapshot(sandbox, accountId, name);
    await sandbox.restore(world, snapshot);
    return { status: 200, body: await figures(world) };
  },
  async forget({ params: { accountId, name } }, sandbox) {
    if (!(await sandbox.existing(accountId))) return noAccount(accountId);
    if (!(await sandbox.snapshotNames(accountId)).includes(name)) return noSnapshot(sandbox, accountId, name);
    await sandbox.snapshots.delete(accountId, name);
    return { status: 204, body: undefined };
  },
  async events({ params, query }, sandbox) {
    const world = await sandbox.existing(params.accountId);
    if (!world) return noAccount(params.accountId);
    const names = query.names?.split(",").map((name) => name.trim());
    const unknown = names?.find((name) => !EventName.safeParse(name).success);
    if (unknown !== undefined) {
      const near = nearest(unknown, EventName.options);
      const detail = `names: ${unknown} is no event type${near ? `; did you mean ${near}?` : "."}`;
      const violation = bodyViolation("", "UNKNOWN_EVENT_NAME", detail, "event types, separated by commas", unknown);
      return {
        status: 400,
        body: {
          code: "UNKNOWN_EVENT_NAME",
          detail,
          errors: [{ ...violation, in: "query", pointer: null, name: "names" }],
        },
      };
    }
    const from = query.from && (query.from.includes(".") ? query.from : `${query.from}.000`);
    const to = query.to && (query.to.includes(".") ? query.to : `${query.to}.999`);
    const rows = await world.store.scan("events", {
      ...(query.after === undefined ? {} : { after: query.after }),
      where: [
        ["eventName", "in", names as EventName[] | undefined],
        ["thirdpartyId", "=", query.thirdpartyId],
        ["dossierId", "=", query.dossierId],
        ["documentId", "=", query.documentId],
        ["occurredAt", ">=", from || undefined],
        ["occurredAt", "<=", to || undefined],
      ],
      limit: query.limit,
    });
    return {
      status: 200,
      body: { content: journaled(params.accountId, rows), after: rows.at(-1)?.eventId ?? query.after ?? null },
    };
  },
};
