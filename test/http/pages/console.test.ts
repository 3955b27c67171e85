import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import express, { type Express } from "express";
import supertest from "supertest";
import { describe, expect, it, vi } from "vitest";
import { createErrorHandler, noRoute } from "../../../src/http/errors.ts";
import { track } from "../../../src/http/exchange.ts";
import { consoleFiles } from "../../../src/http/pages/console.ts";
import { temporaryFolder } from "../../store/file/folders.ts";
import { makeSandbox, makeWorld, today } from "../../support/sandbox.ts";

const html = "text/html,application/xhtml+xml,*/*;q=0.8";
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The routes of the console over a folder, with the headers and the problems of the whole app. */
function appOver(folder: string) {
  const app = express();
  app.disable("etag");
  const begin = track(app, () => {});
  app.use((request, response, next) => {
    begin(request, response);
    next();
  });
  app.use(consoleFiles(folder), noRoute, createErrorHandler(makeSandbox().sandbox.log));
  return app;
}

describe("the files of the console", () => {
  const page = "<!doctype html><title>Console</title>";
  const files = { "index.html": page, "console.js": "export {};", "console.css": "a{}", ".secret.js": "no" };
  const built = () => {
    const folder = join(temporaryFolder(), "console");
    mkdirSync(folder);
    for (const [name, text] of Object.entries({ ...files, "../outside.js": "no" }))
      writeFileSync(join(folder, name), text);
    return appOver(folder);
  };

  it("answers a browser with the page, whose policy allows nothing inline or from elsewhere", async () => {
    const { headers, text } = await supertest(built()).get("/").set("Accept", html).expect(200);
    expect(text).toBe(page);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-cache",
      vary: "Origin, Accept",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
  });

  it("answers a program with the links, and a browser too where the console is not built", async () => {
    const app = built();
    const asked: [on: Express, accept: string][] = [
      ...["", "*/*", "application/json"].map((accept): [Express, string] => [app, accept]),
      [appOver(temporaryFolder()), html],
    ];
    for (const [on, accept] of asked)
      expect((await supertest(on).get("/").set("Accept", accept).expect(200)).text).toContain("/_sandbox/accounts");
  });

  it("serves scripts and styles, and says when the browser has the current one", async () => {
    const app = built();
    const script = await supertest(app).get("/console/console.js").expect(200);
    const { etag } = script.headers as { etag: string };
    const headers = {
      "content-type": "text/javascript; charset=utf-8",
      "content-length": "10",
      "cache-control": "no-cache",
    };
    expect(script.headers).toMatchObject(headers);
    const again = await supertest(app).get("/console/console.js").set("If-None-Match", etag).expect(304);
    expect([again.headers.etag, again.headers["content-type"], again.text]).toEqual([etag, undefined, ""]);
    const style = await supertest(app).get("/console/console.css").set("If-None-Match", etag).expect(200);
    expect(style.headers["content-type"]).toBe("text/css; charset=utf-8");
    const head = await supertest(app).head("/console/console.js").expect(200);
    expect([head.headers["content-length"], head.text]).toEqual(["10", undefined]);
    expect((await supertest(app).post("/").expect(405)).headers.allow).toBe("GET, HEAD, OPTIONS");
    await supertest(app).delete("/console/console.js").expect(405);
  });

  it("has nothing but its files", async () => {
    const app = built();
    const outside = ["..%2Foutside.js", "%2e%2e%2foutside.js", "none.js", "a/console.js", "", "console.js%00.css"];
    for (const name of [".secret.js", "index.html", ...outside])
      expect([name, (await supertest(app).get(`/console/${name}`)).status]).toEqual([name, 404]);
  });
});

describe("what the console asks of the service", () => {
  /** Read by a request, so that those of all servers are there. */
  const seen = async (app: Express, filter: { accountId?: string } = {}): Promise<unknown[]> =>
    (await supertest(app).get("/_sandbox/requests").query(filter).expect(200)).body.content;
  const asked = async (path = "/thirdparties", query: object = {}) => {
    const world = await makeWorld({ on: makeSandbox() });
    const { sandbox, app, accountId, base } = world;
    const by = async (subject: string) =>
      supertest(app)
        .get(base + path)
        .query(query)
        .set("Authorization", `Bearer ${await sandbox.token([accountId], 60, subject)}`);
    return { world, sandbox, app, accountId, by };
  };

  it("is neither logged nor counted, and no fault strikes it or is used up by it", async () => {
    const { sandbox, app, accountId, by } = await asked();
    await sandbox.faults.replace([{ kind: "status", times: 1 }]);
    expect((await by("console")).status).toBe(200);
    expect(await seen(app, { accountId })).toEqual([]);
    expect((await sandbox.coverage.counted()).operations["thirdparties.list"] ?? 0).toBe(0);
    expect(await sandbox.faults.list()).toHaveLength(1);
    expect([(await by("tester")).status, (await by("tester")).status]).toEqual([503, 200]);
    expect(await seen(app, { accountId })).toHaveLength(2);
  });

  it("shows events that a lag hides from others", async () => {
    const { world, sandbox, by } = await asked("/thirdparties/search", { eventNames: "THIRD_PARTY_ADDED", ...today });
    await world.add();
    await sandbox.faults.replace([{ kind: "lag" }]);
    const found = async (subject: string) => (await by(subject)).body.totalElements;
    expect({ tester: await found("tester"), console: await found("console") }).toEqual({ tester: 0, console: 1 });
  });

  it("a file that its page shows in a frame is not logged, and one that another page shows is", async () => {
    const { world, app } = await asked();
    const { dossierId, documentId, fileId } = await world.answered("STATUTS", {});
    const path = `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}/link`;
    const link = new URL((await world.get(path)).body.url);
    const logged = async (site: string, dest: string) => {
      const before = (await seen(app)).length;
      await supertest(app)
        .get(link.pathname + link.search)
        .set({ "sec-fetch-dest": dest, "sec-fetch-site": site })
        .expect(200);
      return (await seen(app)).length - before;
    };
    expect([await logged("same-origin", "iframe"), await logged("same-origin", "image")]).toEqual([0, 0]);
    expect([await logged("same-origin", "document"), await logged("same-site", "iframe")]).toEqual([1, 1]);
  });

  it("the log of the server knows what its page asks the control plane from what others ask", async () => {
    const { app, sandbox } = makeSandbox({ log: "error" });
    const written = vi.spyOn(sandbox.log, "request");
    // Where the suite runs on several servers in turn, each of them gets one.
    for (let nth = 0; nth < 3; nth++)
      await supertest(app).get("/_sandbox/accounts").set("Sec-Fetch-Site", "same-origin").expect(200);
    for (let nth = 0; nth < 3; nth++) await supertest(app).get("/_sandbox/accounts").expect(200);
    expect([...new Set(written.mock.calls.map(([{ caller }]) => caller))]).toEqual(["console", "control"]);
  });
});
