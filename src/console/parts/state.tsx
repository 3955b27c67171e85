import type { ComponentChildren } from "preact";
import type { Refused } from "../api.ts";
import type { Loaded } from "../load.ts";

export const Nothing = ({ children }: { children: ComponentChildren }) => <p class="nothing">{children}</p>;

/** The server's own sentence, what it found wrong, and a way to try again. */
export const Failed = ({ problem, retry }: { problem: Refused; retry?: (() => void) | undefined }) => (
  <div class="failed" role="alert">
    <strong>{problem.status === 0 ? "No answer" : `${problem.status} ${problem.code}`}</strong>
    <p>{problem.message}</p>
    {problem.violations.length > 0 && (
      <ul>
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
