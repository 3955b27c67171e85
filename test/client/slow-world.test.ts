import { expect, it, onTestFinished, vi } from "vitest";
import { connectSandbox } from "../../src/client/connect.ts";

it("a world that takes seconds says why before the test reaches its limit, and a quick one says nothing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  let asked = () => {};
  const answered = () => Response.json({ accessToken: "t" });
  const answer = (until: Promise<void>) =>
    vi.stubGlobal("fetch", async () => {
      asked();
      return until.then(answered);
    });
  const { world } = connectSandbox({ url: "http://127.0.0.1:9" });
  answer(Promise.resolve());
  await world();
  vi.advanceTimersByTime(10_000);
  let made = () => {};
  answer(new Promise((resolve) => (made = resolve)));
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const making = world();
  await isAsked;
  vi.advanceTimersByTime(2_999);
  expect(written.mock.calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written.mock.calls.join("")).toMatch(/makes the first world of the week.*sandboxSetup.*globalSetup/);
  made();
  await making;
});
