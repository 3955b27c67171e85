import supertest from "supertest";
import { describe, expect, it, onTestFinished } from "vitest";
import { createApp } from "../../src/app.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { fileStorage } from "../../src/store/file/storage.ts";
import { unreadableDisk, watchedDisk } from "../store/file/disks.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { novalune, options, TestWorld } from "../support/sandbox.ts";

/** An account on a disk that a test can fill up. */
async function fragile() {
  const room = { full: false };
  const { disk } = watchedDisk(({ verb, file }) =>
    room.full && verb === "write" && file.endsWith(".log") ? { code: "ENOSPC", written: 10 } : undefined,
  );
  const storage = await fileStorage(temporaryFolder(), { disk });
  onTestFinished(() => storage.close());
  const sandbox = new Sandbox(options, storage);
  return {
    room,
    world: new TestWorld("full", await sandbox.token(["full"], 600), { sandbox, app: createApp(sandbox) }),
  };
}

/** An account on a disk that reads nothing while it is broken. */
async function unreadable() {
  const { disk, control } = unreadableDisk();
  const storage = await fileStorage(temporaryFolder(), { disk });
  onTestFinished(() => storage.close());
  const sandbox = new Sandbox(options, storage);
  const world = new TestWorld("broken", await sandbox.token(["broken"], 600), { sandbox, app: createApp(sandbox) });
  return { control, world };
}

describe("a disk that cannot be read", () => {
  it.each([
    ["a restore", "post", "/snapshots/kept/restore"],
    ["a reset to an imported world", "post", "/reset"],
    ["a list of snapshots", "get", "/snapshots"],
  ] as const)("refuses %s with a 503 that says so, changes nothing, and works again later", async (_, method, path) => {
    const { control, world } = await unreadable();
    await world.add();
    await world.control("put", "/state", (await world.control("get", "/state")).body);
    await world.control("post", "/snapshots", { name: "kept" });
    await world.add("21992014700010");
    const before = await world.state();
    control.broken = true;
    const { status, body } = await world.control(method, path);
    expect([status, body.code, body.detail]).toEqual([
      503,
      "INSUFFICIENT_STORAGE",
      "The disk of the sandbox could not be read (EIO): nothing was changed. Try again.",
    ]);
    expect(await world.state()).toEqual(before);
    control.broken = false;
    expect((await world.control(method, path)).status).toBe(200);
  });
});

describe("a full disk", () => {
  it("answers 507 on a full disk, changes nothing, and works again when there is room", async () => {
    const { room, world } = await fragile();
    const add = (value: string) =>
      supertest(world.app)
        .post(`${world.base}/thirdparties`)
        .set("Authorization", `Bearer ${world.token}`)
        .send({ companyIdType: "CIT001", companyIdValue: value });
    const total = async () => (await world.get("/thirdparties")).body.totalElements;

    expect((await add(novalune)).status).toBe(201);
    room.full = true;
    const refused = await add("21992014700010");
    expect([refused.status, refused.body.code, refused.type]).toEqual([
      507,
      "INSUFFICIENT_STORAGE",
      "application/problem+json",
    ]);
    expect(await total()).toBe(1);
    room.full = false;
    const added = await add("21992014700010");
    expect([added.status, added.body.thirdpartyId]).toEqual([201, 924001]);
    expect(await total()).toBe(2);
  });

  it.each([
    ["an occurrence", "/occurrences", { event: "THIRD_PARTY_ARCHIVED" }, 201],
    ["an occurrence that adds a third party", "/occurrences", { event: "THIRD_PARTY_ADDED" }, 201],
    ["an answer", "/documents/:documentId/answers", { outcome: "valid" }, 201],
    ["a clock that is moved over what is due", "/clock", { advance: "P40D" }, 200],
    ["a clock that is let go", "/clock", { freeze: false }, 200],
  ])("refuses %s on a full disk as a whole, and takes it when there is room again", async (_, path, body, status) => {
    const { room, world } = await fragile();
    const { documents } = await world.free(await world.add(), ["CODE_CONDUITE"]);
    const ask = () => world.control("post", path.replace(":documentId", `${documents[0]?.documentId}`), body);
    const seen = async () => [await world.state(), (await world.control("get", "/clock")).body];
    const before = await seen();
    room.full = true;
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([507, "INSUFFICIENT_STORAGE"]);
    expect(await seen()).toEqual(before);
    room.full = false;
    expect((await ask()).status).toBe(status);
    expect(await seen()).not.toEqual(before);
  });

  it("sends subscribers no event that could not be stored", async () => {
    const { room, world } = await fragile();
    await world.add();
    const heard: string[] = [];
    const { stream } = world.sandbox;
    const listen = () => {
      const message = stream.at(stream.last);
      if (message.kind === "event") heard.push(message.event.eventName);
    };
    stream.subscribe({ wake: listen, dropped: () => {} });
    const ask = () => world.control("post", "/occurrences", { event: "THIRD_PARTY_ADDED" });
    room.full = true;
    expect((await ask()).status).toBe(507);
    expect(heard).toEqual([]);
    room.full = false;
    expect((await ask()).status).toBe(201);
    expect(heard).toContain("THIRD_PARTY_ADDED");
  });
});
