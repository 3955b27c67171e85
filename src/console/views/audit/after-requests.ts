import { useEffect } from "preact/hooks";
import { seen } from "../../state.ts";

/** Runs a while after requests have arrived, once for many of them. */
export function useAfterRequests(run: () => void): void {
  const last = seen.value.at(-1)?.requestId;
  useEffect(() => {
    const timer = setTimeout(run, 1000);
    return () => clearTimeout(timer);
  }, [last]);
}
