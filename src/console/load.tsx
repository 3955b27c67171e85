import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Asked, call, type Operation, type Refused, type Reply, refusalOf } from "./api.ts";
import { account } from "./route.ts";
import { touchesOf, version } from "./state.ts";

/** Something that is read from the server: loading, failed, or there; it stays there while it is read again. */
export interface Loaded<T> {
  data?: T | undefined;
  problem?: Refused | undefined;
  reload(): void;
}

/** What makes it be read again; whatever happens in the account, when left out. */
interface Again {
  /** Nothing does. */
  once?: boolean;
  /** Only what happens to this third party. */
  of?: number;
}

/** Reads now, and whenever `on` changes. What was read stays while the same thing is read again. */
export function useLoad<T>(
  read: (signal: AbortSignal) => Promise<T>,
  on: readonly unknown[],
  { once = false, of }: Again = {},
): Loaded<T> {
  const key = JSON.stringify(on);
  const [state, setState] = useState<{ key: string; data?: T; problem?: Refused }>({ key });
  const [again, setAgain] = useState(0);
  const happened = once ? 0 : of === undefined ? version.value : touchesOf(of);
  useEffect(() => {
    const leave = new AbortController();
    read(leave.signal).then(
      (data) => !leave.signal.aborted && setState({ key, data }),
      (error: Error) => {
        if (leave.signal.aborted) return;
        const problem = refusalOf(error);
        setState((old) => (old.key === key && old.data !== undefined ? { ...old, problem } : { key, problem }));
      },
    );
    return () => leave.abort();
  }, [key, again, happened]);
  const current = state.key === key ? state : { data: undefined, problem: undefined };
  return { data: current.data, problem: current.problem, reload: () => setAgain((count) => count + 1) };
}

/** The answer of one operation, by default about the account of the address. */
export const useCall = <K extends Operation>(operation: K, asked: Asked<K> = {}, again?: Again): Loaded<Reply<K>> =>
  useLoad((signal) => call(operation, { ...asked, signal }), [account.value, operation, asked], again);

export const Nothing = ({ children }: { children: ComponentChildren }) => <p class="nothing">{children}</p>;

/** The server's own sentence, what it found wrong, and a way to try again. */
export const Failed = ({ problem, retry }: { problem: Refused; retry?: (() => void) | undefined }) => (
  <div class="failed" role="alert">
    <strong>{problem.status === 0 ? "No answer" : `${problem.status} ${problem.code}`}</strong>
    <p>{problem.message}</p>
    {problem.violations.length > 0 && (
      <ul class="violations">
        {problem.violations.map((violation) => (
          <li>{violation}</li>
        ))}
      </ul>
    )}
    {retry && (
      <button type="button" onClick={retry}>
        Try again
      </button>
    )}
  </div>
);

/** Shows what was loaded, or that it is loading, or why it failed. */
export function Shown<T>({ of, children }: { of: Loaded<T>; children: (data: T) => ComponentChildren }) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (of.problem) return <Failed problem={of.problem} retry={of.reload} />;
  return <Loading />;
}
export const Loading = () => <p class="bones one" role="status" aria-label="Loading" />;
