import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { differencesOf } from "../domain/differences.ts";
import { pageOf } from "../sandbox/reply.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { inSlices } from "../store/time-slice.ts";
import { noAccount } from "./contexts.ts";
import { asDamaged, noSnapshot } from "./snapshot-refusals.ts";

type Query = z.output<typeof control.accounts.compare.query>;

async function sideOf(sandbox: Sandbox, accountId: string, snapshot: string | undefined) {
  const side = await sandbox.worlds.using(accountId, async (world) => {
    const copy = await sandbox.worlds.copy(world, snapshot).catch(asDamaged("SNAPSHOT_DAMAGED"));
    if (!copy) return noSnapshot(sandbox, accountId, snapshot ?? "");
    return { state: copy.state, shown: { accountId, snapshot: snapshot ?? null, now: copy.takenAt } };
  });
  return side ?? noAccount(accountId);
}

export async function compareWorlds(sandbox: Sandbox, query: Query) {
  const { before, beforeSnapshot, after = before, afterSnapshot, collection, page, size } = query;
  const one = await sideOf(sandbox, before, beforeSnapshot);
  if ("status" in one) return one;
  const other = await sideOf(sandbox, after, afterSnapshot);
  if ("status" in other) return other;
  const wish = { collection, offset: page * size, limit: size };
  const { counts, content, total } = await inSlices(differencesOf(one.state, other.state, wish));
  const body = { before: one.shown, after: other.shown, counts, ...pageOf(content, query, total) };
  return { status: 200 as const, body };
}
