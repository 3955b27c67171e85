import { rmSync } from "node:fs";
import supertest from "supertest";
import { expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { breakable, link } from "../../../src/http/pages/listing.ts";
import { Sandbox } from "../../../src/sandbox/sandbox.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { memoryStorage } from "../../../src/store/memory/storage.ts";
import { temporaryFolder } from "../../store/file/folders.ts";
import { makeSandbox, options } from "../../support/sandbox.ts";

const probed = (probe: () => Promise<void>) => {
  const app = createApp(new Sandbox(options, { ...memoryStorage(), probe }));
  return { ready: supertest(app).get("/ready"), health: supertest(app).get("/health") };
};

it("a server whose storage cannot be reached is alive and not ready", async () => {
  const { ready, health } = probed(() => Promise.reject(new Error("The database refuses connections.")));
  const { headers } = await ready.expect(503, { status: "not ready", reason: "The database refuses connections." });
  expect(headers["retry-after"]).toBe("1");
  await health.expect(200, { status: "ok" });
});

it("a server is ready until its data folder is removed", async () => {
  const folder = temporaryFolder();
  const storage = await fileStorage(folder);
  const app = createApp(new Sandbox(options, storage));
  await supertest(app).get("/ready").expect(200, { status: "ready" });
  rmSync(folder, { recursive: true });
  expect((await supertest(app).get("/ready").expect(503)).body.reason).toContain("was removed, or another server");
  await expect(storage.close()).rejects.toThrow();
});

it("a page shows markup as text, and breaks names between their words alone", () => {
  expect(breakable("DOSSIER_ADDED <i>")).toBe("DOSSIER_<wbr>ADDED &lt;i&gt;");
  expect(link('/"', "a.b", "<b>&")).toBe('<a href="/&quot;" title="&lt;b&gt;&amp;">a.<wbr>b</a>');
});

it("a server that stops is not ready", async () => {
  const { sandbox, app } = makeSandbox();
  sandbox.stop();
  await supertest(app).get("/ready").expect(503, { status: "not ready", reason: "The server stops." });
});
