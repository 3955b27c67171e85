import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import supertest from "supertest";
import { expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { fileStorage } from "../../src/store/file.ts";
import { watchedDisk } from "../store/disks.ts";
import { novalune, options } from "../support/sandbox.ts";

it("answers 507 while the disk is full, changes nothing, and goes on when there is room again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tiers-full-"));
  let full = false;
  const { disk } = watchedDisk(({ verb, file }) => (full && verb === "write" && file.endsWith(".journal") ? { code: "ENOSPC", written: 10 } : undefined));
  const storage = await fileStorage(folder, { disk });
  try {
    const sandbox = new Sandbox(options, storage);
    const app = createApp(sandbox);
    const token = await sandbox.token(["full"], 600);
    const ask = supertest(app);
    const path = "/api/v1/account/full/thirdparties";
    const add = (value: string) => ask.post(path).set("Authorization", `Bearer ${token}`).send({ companyIdType: "CIT001", companyIdValue: value });
    const total = async () => (await ask.get(path).set("Authorization", `Bearer ${token}`)).body.totalElements;

    expect((await add(novalune)).status).toBe(201);
    full = true;
    const refused = await add("21992014700010");
    expect([refused.status, refused.body.code, refused.type]).toEqual([507, "INSUFFICIENT_STORAGE", "application/problem+json"]);
    expect(await total()).toBe(1);
    full = false;
    const added = await add("21992014700010");
    expect([added.status, added.body.thirdpartyId]).toEqual([201, 924001]);
    expect(await total()).toBe(2);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
