/**
 * Stops the event loop of this process at random moments, for up to a fifth of a second each, as a busy machine does:
 * `npm run flakes` sets TEST_STALLS. Timers that a test replaces or stops are not those that are used here.
 */
const { setTimeout: later } = globalThis;
const begun = Symbol.for("tiers-sandbox.stalls");

function stall(): void {
  const end = performance.now() + Math.random() * 200;
  while (performance.now() < end);
  later(stall, Math.random() * 2_000).unref();
}

/** Files of one worker share the process, and each runs the set-up. */
export function stallAtRandom(): void {
  const shared = globalThis as { [begun]?: true };
  if (process.env.TEST_STALLS === undefined || shared[begun]) return;
  shared[begun] = true;
  stall();
}
