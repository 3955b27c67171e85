import { call, type Reply } from "./api.ts";
import { readAddress } from "./route.ts";
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

/**
 * Does something that has no way back of its own: a snapshot is taken first, and "Undo" restores it. Where the work
 * leads to what it made, Undo leads back from there.
 */
export async function withUndo<T>(
  accountId: string,
  work: () => Promise<T>,
  say: string | ((result: T) => string),
  leadsTo?: (result: T) => string,
): Promise<T> {
  const from = location.hash;
  const name = await nextName(accountId);
  const faults = await call("faults.list", { query: { accountId } });
  await call("accounts.snapshot", { path: { accountId }, body: { name } });
  const result = await work().catch(async (error: Error) => {
    await call("accounts.forget", { path: { accountId, name } }).catch(() => {});
    throw error;
  });
  refresh();
  const to = leadsTo?.(result);
  offer({ accountId, name, faults, text: typeof say === "string" ? say : say(result), from, to });
  if (to) location.hash = to;
  return result;
}

interface Offer {
  accountId: string;
  name: string;
  faults: Reply<"faults.list">;
  text: string;
  from: string;
  to: string | undefined;
}
const kept = "undo";

/** Offers the way back, also after the page was loaded again. */
function offer(given: Offer): void {
  const { accountId, name, faults, text, from, to } = given;
  removeToast(offered);
  sessionStorage.setItem(kept, JSON.stringify(given));
  offered = toast(text, {
    undo: async () => {
      // What was made is gone afterwards, and a page that shows it has nothing to read.
      if (to && location.hash.startsWith(to)) location.hash = from;
      readAddress();
      await call("accounts.restore", { path: { accountId, name } });
      await call("faults.replace", { query: { accountId }, body: faults });
      sessionStorage.removeItem(kept);
      refresh();
      toast("Back to how it was.");
    },
  });
}

/** The last offer of this tab, where its snapshot is still there. */
export async function offerAgain(): Promise<void> {
  const last = JSON.parse(sessionStorage.getItem(kept) ?? "null") as Offer | null;
  if (!last) return;
  const { accountId } = last;
  const found = await call("accounts.snapshots", { path: { accountId } }).catch(() => undefined);
  if (found?.content.some(({ name }) => name === last.name)) offer(last);
  else sessionStorage.removeItem(kept);
}

/** Takes a snapshot that is called by the moment of the wall clock. */
export async function takeSnapshot(accountId: string): Promise<void> {
  const name = `taken-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}`;
  await call("accounts.snapshot", { path: { accountId }, body: { name } });
  toast(`The snapshot ${name} is taken.`);
}

/** Puts a world back to its beginning. */
export const resetWorld = (accountId: string): Promise<unknown> =>
  withUndo(accountId, () => call("accounts.reset", { path: { accountId } }), `${accountId} is as it was made.`);
