import { call, type Reply } from "../../api.ts";
import { type Loaded, useCall, useLoad } from "../../load.tsx";
import { account } from "../../route.ts";
import { type Dossier, touchesOf } from "../../state.ts";

/** What is kept on a third party and the service does not show. */
export type Inside = Reply<"portfolio.thirdparty">;
export type Contact = Inside["contacts"][number];
export type Comment = Inside["comments"][number];
export type Submission = Inside["responses"][number];

export const useInside = (thirdpartyId: number): Loaded<Inside> =>
  useCall("portfolio.thirdparty", { path: { thirdpartyId } }, { of: thirdpartyId });

/** A browser has six connections to a server: the rows of a list share a few of them. */
const mostAtOnce = 3;
let running = 0;
const waiting: (() => void)[] = [];
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

const reading = new Map<string, Promise<readonly Dossier[]>>();
/** Columns of one row that ask for the same share one request. */
function read(thirdpartyId: number, touches: number): Promise<readonly Dossier[]> {
  const key = `${account.value} ${thirdpartyId} ${touches}`;
  const known = reading.get(key);
  if (known) return known;
  const found = inTurn(async () => (await call("dossiers.ofThirdparty", { path: { id: thirdpartyId } })).content);
  reading.set(key, found);
  const remove = () => setTimeout(() => reading.delete(key), 1000);
  found.then(remove, remove);
  return found;
}

/** The dossiers of a third party, read again only when something happened to it. */
export function useDossiers(thirdpartyId: number): readonly Dossier[] | undefined {
  const touches = touchesOf(thirdpartyId);
  return useLoad(() => read(thirdpartyId, touches), [account.value, thirdpartyId], { of: thirdpartyId }).data;
}
