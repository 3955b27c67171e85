import type { Steps } from "../../src/store/time-slice.ts";

/** Runs all steps in a row. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as T;
  }
}
