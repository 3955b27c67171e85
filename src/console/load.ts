import { useEffect, useState } from "preact/hooks";
import { Refused } from "./api.ts";
import { version } from "./state.ts";

/** Something that is read from the server: loading, failed, or there; it stays there while it is read again. */
export interface Loaded<T> {
  data?: T | undefined;
  problem?: Refused | undefined;
  reload(): void;
}

/**
 * Reads now, whenever `on` changes, and whenever something happened in the account, or, when it is `still`, whenever
 * `again` changes. What was read stays while the same thing is read again, and goes when `on` changes.
 */
export function useLoad<T>(
  read: (signal: AbortSignal) => Promise<T>,
  on: readonly unknown[],
  { still = false, again: reason = 0 } = {},
): Loaded<T> {
  const key = JSON.stringify(on);
  const [state, setState] = useState<{ key: string; data?: T; problem?: Refused }>({ key });
  const [again, setAgain] = useState(0);
  const happened = still ? reason : version.value;
  useEffect(() => {
    const leave = new AbortController();
    read(leave.signal).then(
      (data) => !leave.signal.aborted && setState({ key, data }),
      (error: Error) => {
        if (leave.signal.aborted) return;
        const problem = error instanceof Refused ? error : new Refused(0, { detail: error.message });
        setState((old) => (old.key === key && old.data !== undefined ? { ...old, problem } : { key, problem }));
      },
    );
    return () => leave.abort();
  }, [key, again, happened]);
  const current = state.key === key ? state : { data: undefined, problem: undefined };
  return { data: current.data, problem: current.problem, reload: () => setAgain((count) => count + 1) };
}
