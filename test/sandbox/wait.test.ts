import { expect, it, vi } from "vitest";
import { wholeWait } from "../../src/sandbox/wait.ts";

it.each([
  ["begins again when it ended late", [0, 200, 200, 281], 2],
  ["ends after some times on a machine that is always late", Array.from({ length: 10 }, (_, nth) => nth * 200), 5],
  ["is one where it ends in time", [0, 81], 1],
])("a whole wait %s", async (_, moments, times) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const now = vi.spyOn(performance, "now");
  for (const moment of moments) now.mockReturnValueOnce(moment);
  try {
    const done = wholeWait(80);
    for (let nth = 0; nth < 10; nth++) await vi.advanceTimersByTimeAsync(80);
    await done;
    expect(now).toHaveBeenCalledTimes(2 * times);
  } finally {
    vi.useRealTimers();
  }
});
