import { call } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { account } from "../../route.ts";
import { type Dossier, keep, row, touchesOf } from "../../state.ts";

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

const reading = new Map<string, Promise<number[]>>();
/** Columns of one row that ask for the same share one request. */
function read(thirdpartyId: number, touches: number): Promise<number[]> {
  const key = `${account.value} ${thirdpartyId} ${touches}`;
  const known = reading.get(key);
  if (known) return known;
  const found = inTurn(async () => {
    const { content } = await call("dossiers.ofThirdparty", { path: { id: thirdpartyId } });
    keep("dossier", content);
    return content.map(({ dossierId }) => dossierId);
  });
  reading.set(key, found);
  const forget = () => setTimeout(() => reading.delete(key), 1000);
  found.then(forget, forget);
  return found;
}

/** The dossiers of a third party, read again only when something happened to it. */
export function useDossiers(thirdpartyId: number): readonly Dossier[] | undefined {
  const touches = touchesOf(thirdpartyId).value;
  const { data } = useLoad(() => read(thirdpartyId, touches), [account.value, thirdpartyId], {
    still: true,
    again: touches,
  });
  return data?.flatMap((id) => row("dossier", id).value ?? []);
}
