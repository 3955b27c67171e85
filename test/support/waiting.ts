import type { Test } from "supertest";
import { beforeEach } from "vitest";

/** What the running test waits for. Tests of a file run one after the other. */
const waiting = new Set<string>();

/** Awaits something by its name, which the message has if the test runs out of time. */
export async function waitingFor<T>(what: string, promise: PromiseLike<T>): Promise<T> {
  waiting.add(what);
  try {
    return await promise;
  } finally {
    waiting.delete(what);
  }
}

/** Names a request that is under way. */
export function named(test: Test): Test {
  const what = `the answer to ${test.method} ${test.url}`;
  return test
    .on("request", () => void waiting.add(what))
    .on("response", () => void waiting.delete(what))
    .on("error", () => void waiting.delete(what));
}

const namesOf = (all: ReadonlySet<string>) => [...all].join(" and ") || "something that has no name";

/** Vitest says only that a test has timed out. */
export function tellWhatTimedOut(): void {
  beforeEach(({ onTestFailed }) => {
    waiting.clear();
    onTestFailed(({ task }) => {
      const late = task.result?.errors?.find(({ message }) => message.includes("timed out"));
      if (late) late.message = `${late.message.split("\n")[0]} It waited for ${namesOf(waiting)}.`;
    });
  });
}
