import { call } from "../../api.ts";
import { account, go } from "../../route.ts";
import { refresh, type World, worlds } from "../../state.ts";
import { toast } from "../../toasts.ts";
import { undoPrefix } from "../../undo.ts";

/** A deleted world is kept under another name until it is brought back or deleted for good. */
const parkedAs = (accountId: string) => (undoPrefix + accountId).slice(0, 64);
export const isParked = ({ accountId }: World): boolean => accountId.startsWith(undoPrefix);
export const originalOf = ({ accountId }: World): string => accountId.slice(undoPrefix.length);

const move = async (from: string, to: string) => {
  const faults = await call("faults.list", { query: { accountId: from } });
  await call("accounts.put", { path: { accountId: to }, body: { from: { accountId: from, withSnapshots: true } } });
  if (faults.length > 0)
    await call("faults.replace", {
      query: { accountId: to },
      body: faults.map((fault) => ({ ...fault, accountId: to })),
    });
  await call("accounts.delete", { path: { accountId: from } });
};

export async function bringBack(parked: string, original: string): Promise<void> {
  await move(parked, original);
  go({ account: original, view: "worlds", rest: [original] });
  refresh();
  toast(`${original} is back.`);
}

/** Deletes a world so that it can be brought back. */
export async function park(accountId: string): Promise<void> {
  const parked = parkedAs(accountId);
  await move(accountId, parked);
  const other = worlds.value?.find((world) => world.accountId !== accountId && !isParked(world));
  if (account.value === accountId && other) go({ account: other.accountId, view: "worlds", rest: [] });
  else go({ view: "worlds", rest: [] });
  refresh();
  toast(`${accountId} is deleted.`, { undo: () => bringBack(parked, accountId) });
}
