import { setTimeout as wait } from "node:timers/promises";
import type { Storage } from "../store/store.ts";

/** In milliseconds. */
const longest = 2_000;

/** Why the storage cannot be reached now; undefined where it can. */
export function unreachable(storage: Storage): Promise<string | undefined> {
  const reached = storage.probe?.().then(
    () => undefined,
    (error: Error) => error.message,
  );
  const late = wait(longest, "The storage does not answer.", { ref: false });
  return Promise.race([reached, late]);
}
