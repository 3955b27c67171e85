import { describe, expect, it, vi } from "vitest";
import type { Served } from "../../src/sandbox/requests/request-log.ts";
import { summaryOf } from "../../src/sandbox/requests/views.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { memoryStorage } from "../../src/store/memory/storage.ts";
import type { Storage } from "../../src/store/store.ts";
import { options } from "../support/sandbox.ts";
import { served } from "../support/served.ts";

const made = (storage: Storage = memoryStorage()) => new Sandbox(options, storage);
const listed = async (wish: Partial<Served>) => {
  const sandbox = made();
  sandbox.seen(served({ status: 200, ...wish }));
  return sandbox.requests.list();
};

describe("a request that was served", () => {
  it.each<[Partial<Served>, boolean]>([
    [{ path: "/api/v1/account/demo/thirdparties" }, true],
    [{ path: "/api/v1/account/demo/thirdparties", caller: "console" }, false],
    [{ path: "/_sandbox/accounts" }, false],
    [{ path: "/health" }, false],
    [{ path: "/healthy" }, true],
    [{ path: "/console/console.js" }, false],
    [{ path: "/docs/start.js" }, false],
    [{ path: "/docs" }, false],
    [{ path: "/docs?x=1" }, false],
    [{ path: "/events?q=dossier" }, false],
    [{ path: "/assumptions" }, false],
    [{ path: "/recipes" }, false],
    [{ path: "/llms.txt" }, false],
    [{ path: "/README.md" }, false],
    [{ path: "/skills/tiers-sandbox/SKILL.md" }, false],
    [{ path: "/readme" }, true],
    [{ path: "/eventsx" }, true],
    [{ path: "/documents" }, true],
    [{ path: "/favicon.ico" }, false],
    [{ path: "/" }, false],
    [{ path: "/", refused: { code: "NOT_FOUND", detail: "" } }, true],
  ])("%j is listed: %s, and then told to the stream and counted", async (wish, isListed) => {
    const sandbox = made();
    const counted = vi.spyOn(sandbox.coverage, "served");
    sandbox.seen(served({ status: 200, ...wish }));
    const told = { listed: (await sandbox.requests.list()).length, streamed: sandbox.stream.last };
    expect({ ...told, counted: counted.mock.calls.length }).toEqual(
      isListed ? { listed: 1, streamed: 1, counted: 1 } : { listed: 0, streamed: 0, counted: 0 },
    );
  });

  it.each<[string, Partial<Served>, string | null]>([
    ["a wrong path", { path: "/api/v1/account/demo/thirdpartys?a=/api/v1/account/x/" }, "demo"],
    ["a path below a prefix", { path: "/sandbox/api/v2/account/demo" }, "demo"],
    ["a signed link", { path: "/files/1?expires=1&account=demo&signature=x" }, "demo"],
    ["a signed link that names it first", { path: "/files/1?account=demo" }, "demo"],
    ["a name that is no account", { path: "/api/v1/account/d%20/x" }, null],
    ["another page", { path: "/x?account=demo" }, null],
    ["a path and an account that is known", { path: "/api/v1/account/demo/x", accountId: "other" }, "other"],
    ["an operation", { path: "/api/v1/account/demo/x", operation: "thirdparties.list" }, null],
  ])("of %s belongs to its account", async (_, wish, accountId) => {
    expect((await listed(wish)).map((request) => request.accountId)).toEqual([accountId]);
  });

  it("has the time at which it ended", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 15, 9) });
    const [request] = await listed({ at: 1 });
    vi.useRealTimers();
    expect(summaryOf(request as Served).at).toBe("2026-01-15T09:00:00.000");
  });
});

describe("whether requests can be served", () => {
  const probing = (probe: () => Promise<void>) => made({ ...memoryStorage(), probe });

  it.each<[string, Sandbox, string | undefined]>([
    ["a storage that is always there", made(), undefined],
    ["a storage that answers", probing(async () => {}), undefined],
    ["a storage that refuses", probing(() => Promise.reject(new Error("The disk is away."))), "The disk is away."],
  ])("is known of %s", async (_, sandbox, reason) => {
    expect(await sandbox.unreadiness()).toBe(reason);
    sandbox.stop();
    expect(await sandbox.unreadiness()).toBe("The server stops.");
    expect(sandbox.stopping.aborted).toBe(true);
  });

  it("is known after two seconds of a storage that does not answer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const found = probing(() => new Promise(() => {})).unreadiness();
    const early = Promise.race([found, vi.advanceTimersByTimeAsync(1_999).then(() => "nothing yet")]);
    expect(await early).toBe("nothing yet");
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(await found).toBe("The storage does not answer.");
  });
});

it("faults are drawn by the seed of the account that is open, and else by that of the server", async () => {
  const sandbox = made();
  await sandbox.worlds.make("a", { randomSeed: 7 });
  expect([undefined, "a", "b"].map((accountId) => sandbox.randomSeedOf(accountId))).toEqual([1, 7, 1]);
});

it("an account that is deleted leaves no request and no fault of its own", async () => {
  const sandbox = made();
  for (const accountId of ["a", "b"]) {
    await sandbox.worlds.make(accountId, {});
    sandbox.seen(served({ path: "/x", accountId, operation: "x" }));
  }
  await sandbox.faults.replace([
    { kind: "status", accountId: "a" },
    { kind: "delay", accountId: "b" },
  ]);
  await sandbox.worlds.delete("a");
  expect((await sandbox.requests.list()).map(({ accountId }) => accountId)).toEqual(["b"]);
  expect(await sandbox.faults.list()).toEqual([{ kind: "delay", accountId: "b" }]);
});
