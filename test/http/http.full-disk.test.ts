import { describe, expect, it, onTestFinished } from "vitest";
import { createApp } from "../../src/app.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { Disk } from "../../src/store/file/disk.ts";
import { fileStorage } from "../../src/store/file/storage.ts";
import { unreadableDisk, watchedDisk } from "../store/file/disks.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { options, TestWorld } from "../support/sandbox.ts";

async function worldOn(disk: Disk): Promise<TestWorld> {
  const storage = await fileStorage(temporaryFolder(), { disk });
  onTestFinished(() => storage.close());
  const sandbox = new Sandbox(options, storage);
  return new TestWorld("kept", await sandbox.token(["kept"], 600), { sandbox, app: createApp(sandbox) });
}

/** An account on a disk that a test can fill up. */
async function fragile() {
  const room = { full: false };
  const { disk } = watchedDisk(({ verb, file }) =>
    room.full && verb === "write" && file.endsWith(".log") ? { code: "ENOSPC", written: 10 } : undefined,
  );
  return { room, world: await worldOn(disk) };
}

describe("a disk that cannot be read", () => {
  it.each([
    ["a restore", "post", "/snapshots/kept/restore"],
    ["a reset to an imported world", "post", "/reset"],
    ["a list of snapshots", "get", "/snapshots"],
  ] as const)("refuses %s with a 503 that says so, changes nothing, and works again later", async (_, method, path) => {
    const { disk, control } = unreadableDisk();
    const world = await worldOn(disk);
    await world.add();
    await world.control("put", "/state", (await world.control("get", "/state")).body);
    // The last one that was taken is in memory too.
    for (const name of ["kept", "last"]) await world.control("post", "/snapshots", { name });
    await world.add("21992014700010");
    const before = await world.state();
    control.broken = true;
    const { body } = await world.control(method, path).expect(503);
    expect(body).toMatchObject({
      code: "STORAGE_UNAVAILABLE",
      detail: "The disk of the sandbox could not be read (EIO): nothing was changed. Try again.",
    });
    expect(await world.state()).toEqual(before);
    control.broken = false;
    await world.control(method, path).expect(200);
  });
});

describe("a full disk", () => {
  it.each([
    ["an occurrence", "/occurrences", { event: "THIRD_PARTY_ARCHIVED" }, 201],
    ["an occurrence that adds a third party", "/occurrences", { event: "THIRD_PARTY_ADDED" }, 201],
    ["an answer", "/documents/:documentId/answers", { outcome: "valid" }, 201],
    ["a clock that is moved over what is due", "/clock", { advance: "P40D" }, 200],
    ["a clock that is let go", "/clock", { freeze: false }, 200],
  ])("refuses %s as a whole, and takes it when there is room again", async (_, path, body, status) => {
    const { room, world } = await fragile();
    const { documents } = await world.free(await world.add(), ["CODE_CONDUITE"]);
    const ask = () => world.control("post", path.replace(":documentId", `${documents[0]?.documentId}`), body);
    const seen = async () => [await world.state(), (await world.control("get", "/clock")).body];
    const before = await seen();
    room.full = true;
    const refused = await ask().expect(507);
    expect(refused.type).toBe("application/problem+json");
    expect(refused.body).toMatchObject({
      code: "INSUFFICIENT_STORAGE",
      detail: "No room is left on the disk of the sandbox: nothing was changed. Make room, and try again.",
    });
    expect(await seen()).toEqual(before);
    room.full = false;
    await ask().expect(status);
    expect(await seen()).not.toEqual(before);
  });
});
