import type { Storage } from "../store/store.ts";

/** In milliseconds. */
const longestProbe = 2_000;

/** Why a storage cannot be used now; undefined where it can. */
export async function unreachable(storage: Storage): Promise<string | undefined> {
  if (!storage.probe) return undefined;
  const late = new Promise<string>((resolve) => {
    setTimeout(resolve, longestProbe, "The storage does not answer.").unref();
  });
  const reached = storage.probe().then(
    () => undefined,
    (error: Error) => error.message,
  );
  return Promise.race([reached, late]);
}
