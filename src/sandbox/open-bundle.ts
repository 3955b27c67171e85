import type { ArmedFault } from "./faults.ts";
import type { Served } from "./requests/request-log.ts";
import type { Sandbox } from "./sandbox.ts";
import { type Copy, withClockFrom } from "./worlds/snapshots.ts";

/** A world with its faults and requests, from a bundle. */
export interface BundleContents extends Copy {
  accountId: string;
  faults: readonly ArmedFault[];
  /** Oldest first: those to an earlier world of the account, and those to this one. */
  requests: { earlier: readonly Served[]; present: readonly Served[]; isComplete: boolean };
}

/** Serves the world of a bundle; its clock runs on if it was running. Throws when there is such an account. */
export async function openBundle(sandbox: Sandbox, contents: BundleContents): Promise<void> {
  const { worlds, storage, faults } = sandbox;
  const { accountId, requests: recorded } = contents;
  const place = `${storage.place} has an account ${accountId} already, which was left as it is`;
  if ((await storage.accounts()).has(accountId)) throw new Error(`${place}: open the bundle in another folder.`);
  await faults.resume(contents.faults, accountId);
  const { worldId } = (await worlds.create(accountId, withClockFrom(contents, sandbox.wall()))).store;
  for (const served of recorded.earlier) sandbox.keep({ ...served, worldId: `before ${worldId}` });
  if (!recorded.isComplete)
    for (const log of [sandbox.requests, sandbox.searches]) await log.noteDropped(accountId, worldId);
  for (const served of recorded.present) sandbox.keep({ ...served, worldId });
}
