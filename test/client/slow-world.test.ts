import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { connectSandbox } from "../../src/client/connect.ts";
import { startSandbox } from "../../src/start.ts";

const remedy = /sandboxSetup.*globalSetup/;
const url = "http://127.0.0.1:9";

describe("a world", () => {
  let written: MockInstance<typeof process.stderr.write>;
  const said = () => written.mock.calls.join("");
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** Asks for a world of a server that answers when it is let, by what this returns. */
  async function asked(world: () => Promise<unknown>): Promise<() => Promise<unknown>> {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let ask = () => {};
    const isAsked = new Promise<void>((resolve) => (ask = resolve));
    vi.stubGlobal("fetch", () => {
      ask();
      return answered.then(() => Response.json({ accessToken: "t" }));
    });
    const making = world();
    await isAsked;
    return () => {
      answer();
      return making;
    };
  }

  it("that is made at once says nothing", async () => {
    const finish = await asked(() => connectSandbox({ url }).world());
    await finish();
    vi.advanceTimersByTime(10_000);
    expect(said()).toBe("");
  });

  it("that takes three seconds says what it may be before the test reaches its limit", async () => {
    const finish = await asked(() => connectSandbox({ url }).world());
    vi.advanceTimersByTime(2_999);
    expect(said()).toBe("");
    vi.advanceTimersByTime(1);
    expect(said()).toMatch(/^tiers-sandbox needs seconds .* may be the first of its kind .* a large one/);
    expect(said()).toMatch(remedy);
    await finish();
  });

  it("that takes three seconds without a cache says that every process makes it anew", async () => {
    const sandbox = await startSandbox({ seed: "empty", worldCache: false });
    const finish = await asked(() => sandbox.world());
    vi.advanceTimersByTime(3_000);
    expect(said()).toMatch(/worldCache: false every process makes its worlds anew/);
    expect(said()).not.toMatch(/first of its kind|kept/);
    expect(said()).toMatch(remedy);
    await finish();
    vi.useRealTimers();
    await sandbox.close();
  });
});
