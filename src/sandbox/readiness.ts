import { setTimeout as wait } from "node:timers/promises";
import type { Storage } from "../store/store.ts";

/** In milliseconds. */
const longestProbe = 2_000;

/** Why a storage cannot be used now; undefined where it can. */
export async function unreachable(storage: Storage): Promise<string | undefined> {
  if (!storage.probe) return undefined;
  const late = wait(longestProbe, "The storage does not answer.", { ref: false });
  const reached = storage.probe().then(
    () => undefined,
    (error: Error) => error.message,
  );
  return Promise.race([reached, late]);
}
