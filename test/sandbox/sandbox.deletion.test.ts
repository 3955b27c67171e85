import supertest from "supertest";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { fileStorage } from "../../src/store/file/storage.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { options, TestWorld } from "../support/sandbox.ts";

async function kept(): Promise<TestWorld> {
  const storage = await fileStorage(temporaryFolder());
  onTestFinished(() => storage.close());
  const sandbox = new Sandbox(options, storage);
  await sandbox.worlds.make("gone", {});
  return new TestWorld("gone", await sandbox.token(["gone"], 600), { sandbox, app: createApp(sandbox) });
}

describe("an account that is deleted while requests for it are at work", () => {
  it.each([
    ["a reset", "post", "/reset", undefined],
    ["a snapshot", "post", "/snapshots", { name: "kept" }],
    ["a restore", "post", "/snapshots/before/restore", undefined],
    ["a trigger", "post", "/occurrences", { event: "THIRD_PARTY_ADDED" }],
  ] as const)("stays deleted, and %s is refused", async (_, method, path, body) => {
    const world = await kept();
    const { sandbox } = world;
    await world.control("post", "/snapshots", { name: "before" }).expect(201);
    const stale = await sandbox.worlds.open("gone");
    const before = await sandbox.storage.snapshots.get("gone", "before");
    await sandbox.worlds.delete("gone");
    vi.spyOn(sandbox.worlds, "open").mockResolvedValueOnce(stale);
    vi.spyOn(sandbox.storage.snapshots, "get").mockResolvedValueOnce(before);
    const refused = await world.control(method, path, body);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      404,
      "ACCOUNT_NOT_FOUND",
      "The account was deleted before this request could use it: nothing was changed.",
    ]);
    expect([...(await sandbox.worlds.accounts()).keys()]).toEqual([]);
    await sandbox.worlds.make("gone", {});
    expect(await sandbox.storage.snapshots.list("gone")).toEqual([]);
  });

  it("stays deleted when the accounts are listed meanwhile", async () => {
    const { sandbox, app } = await kept();
    await sandbox.worlds.make("other", {});
    const names = await sandbox.worlds.accounts();
    expect([...names.keys()]).toEqual(["gone", "other"]);
    await sandbox.worlds.delete("gone");
    vi.spyOn(sandbox.worlds, "accounts").mockResolvedValueOnce(names);
    const { body } = await supertest(app).get("/_sandbox/accounts").expect(200);
    expect(body.content.map(({ accountId }: { accountId: string }) => accountId)).toEqual(["other"]);
    expect([...(await sandbox.worlds.accounts()).keys()]).toEqual(["other"]);
  });
});

it("snapshots that are taken at once under one name are all taken, and the last one can be restored", async () => {
  const world = await kept();
  const taken = await Promise.all(
    Array.from({ length: 5 }, () => world.control("post", "/snapshots", { name: "same" })),
  );
  expect(taken.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  await world.control("post", "/snapshots/same/restore").expect(200);
});
