import { call } from "./api.ts";
import { refresh } from "./state.ts";
import { removeToast, toast } from "./toasts.ts";

/** Snapshots that the console takes by itself; older ones give way. */
export const undoPrefix = "undo-";
const mostKept = 5;
/** The offer of the last one; earlier ones say what is no longer so, and wait among the snapshots. */
let offered = 0;

async function nextName(accountId: string): Promise<string> {
  const { content } = await call("accounts.snapshots", { path: { accountId } });
  const numbers = content
    .filter(({ name }) => name.startsWith(undoPrefix))
    .map(({ name }) => Number(name.slice(undoPrefix.length)) || 0)
    .sort((one, other) => one - other);
  for (const old of numbers.slice(0, -mostKept))
    await call("accounts.forget", { path: { accountId, name: undoPrefix + old } }).catch(() => {});
  return undoPrefix + ((numbers.at(-1) ?? 0) + 1);
}

/** Does something that has no way back of its own: a snapshot is taken first, and "Undo" restores it. */
export async function withUndo<T>(
  accountId: string,
  work: () => Promise<T>,
  say: string | ((result: T) => string),
): Promise<T> {
  const name = await nextName(accountId);
  const faults = await call("faults.list", { query: { accountId } });
  await call("accounts.snapshot", { path: { accountId }, body: { name } });
  const result = await work().catch(async (error: Error) => {
    await call("accounts.forget", { path: { accountId, name } }).catch(() => {});
    throw error;
  });
  refresh();
  removeToast(offered);
  offered = toast(typeof say === "string" ? say : say(result), {
    undo: async () => {
      await call("accounts.restore", { path: { accountId, name } });
      await call("faults.replace", { query: { accountId }, body: faults });
      refresh();
      toast("Back to how it was.");
    },
  });
  return result;
}

/** Puts a world back to its beginning. */
export const resetWorld = (accountId: string): Promise<unknown> =>
  withUndo(accountId, () => call("accounts.reset", { path: { accountId } }), `${accountId} is as it was made.`);
