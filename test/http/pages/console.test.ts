import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import express, { type Express } from "express";
import supertest from "supertest";
import { describe, expect, it, vi } from "vitest";
import { createErrorHandler, noRoute } from "../../../src/http/errors.ts";
import { track } from "../../../src/http/exchange.ts";
import { consoleFiles } from "../../../src/http/pages/console.ts";
import { temporaryFolder } from "../../store/file/folders.ts";
import { makeSandbox, makeWorld } from "../../support/sandbox.ts";

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
  const built = () => {
    const folder = join(temporaryFolder(), "console");
    mkdirSync(folder);
    writeFileSync(join(folder, "index.html"), "<!doctype html><title>Console</title>");
    writeFileSync(join(folder, "console.js"), "export {};");
    writeFileSync(join(folder, "console.css"), "a{}");
    writeFileSync(join(folder, ".secret.js"), "no");
    writeFileSync(join(folder, "..", "outside.js"), "no");
    return appOver(folder);
  };

  it("answers a browser with the page, whose policy allows nothing inline or from elsewhere", async () => {
    const app = built();
    const { headers, text } = await supertest(app).get("/").set("Accept", html).expect(200);
    expect(text).toBe("<!doctype html><title>Console</title>");
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-cache",
      vary: "Origin, Accept",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
  });

  it.each([undefined, "*/*", "application/json"])(
    "answers a program that accepts %s with the links",
    async (accept) => {
      const app = built();
      const request = supertest(app).get("/");
      const { text } = await (accept ? request.set("Accept", accept) : request).expect(200);
      expect(text).toContain("/_sandbox/accounts");
    },
  );

  it("serves scripts and styles, and says when the browser has the current one", async () => {
    const app = built();
    const script = await supertest(app).get("/console/console.js").expect(200);
    expect(script.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-length": "10",
      "cache-control": "no-cache",
    });
    const { etag } = script.headers as { etag: string };
    const again = await supertest(app).get("/console/console.js").set("If-None-Match", etag).expect(304);
    expect([again.headers.etag, again.text]).toEqual([etag, ""]);
    const style = await supertest(app).get("/console/console.css").expect(200);
    expect(style.headers["content-type"]).toBe("text/css; charset=utf-8");
    expect(style.headers.etag).not.toBe(etag);
  });

  it("answers HEAD without a body, and refuses other methods", async () => {
    const app = built();
    const head = await supertest(app).head("/console/console.js").expect(200);
    expect([head.headers["content-length"], head.text]).toEqual(["10", undefined]);
    const { headers } = await supertest(app).post("/").expect(405);
    expect(headers.allow).toBe("GET, HEAD, OPTIONS");
    await supertest(app).delete("/console/console.js").expect(405);
  });

  it.each([
    "/console/.secret.js",
    "/console/..%2Foutside.js",
    "/console/%2e%2e%2foutside.js",
    "/console/none.js",
    "/console/index.html",
    "/console/a/console.js",
    "/console/",
    "/console/console.js%00.css",
  ])("has nothing at %s", async (path) => {
    const app = built();
    await supertest(app).get(path).expect(404);
  });

  it("shows the links where the console is not built", async () => {
    const { text } = await supertest(appOver(temporaryFolder())).get("/").set("Accept", html).expect(200);
    expect(text).toContain("/_sandbox/accounts");
  });
});

describe("what the console asks of the service", () => {
  /** Read by a request, so that those of all servers are there. */
  const seen = async (app: Express, filter: { accountId?: string }): Promise<unknown[]> =>
    (await supertest(app).get("/_sandbox/requests").query(filter).expect(200)).body.content;

  it("is neither logged nor counted, and no fault strikes it or is used up by it", async () => {
    const { sandbox, app, accountId, base } = await makeWorld({ on: makeSandbox() });
    const asCaller = async (subject: string) =>
      supertest(app)
        .get(`${base}/thirdparties`)
        .set("Authorization", `Bearer ${await sandbox.token([accountId], 60, subject)}`);
    await sandbox.faults.replace([{ kind: "status", times: 1 }]);
    expect((await asCaller("console")).status).toBe(200);
    expect(await seen(app, { accountId })).toEqual([]);
    expect((await sandbox.coverage.counted()).operations["thirdparties.list"] ?? 0).toBe(0);
    expect(await sandbox.faults.list()).toHaveLength(1);
    expect((await asCaller("tester")).status).toBe(503);
    expect((await asCaller("tester")).status).toBe(200);
    expect(await seen(app, { accountId })).toHaveLength(2);
  });

  it("a lag hides no event from it", async () => {
    const world = await makeWorld({ on: makeSandbox() });
    await world.add("21996648800021");
    const { sandbox, app, accountId, base } = world;
    await sandbox.faults.replace([{ kind: "lag" }]);
    const found = async (subject: string) => {
      const range = "eventOccurrenceStartDate=2026-01-01T00:00:00&eventOccurrenceEndDate=2027-01-01T00:00:00";
      const { body } = await supertest(app)
        .get(`${base}/thirdparties/search?eventNames=THIRD_PARTY_ADDED&${range}`)
        .set("Authorization", `Bearer ${await sandbox.token([accountId], 60, subject)}`);
      return body.totalElements;
    };
    expect([await found("tester"), await found("console")]).toEqual([0, 1]);
  });

  it("a file that its page shows in a frame is not logged, and one that another page shows is", async () => {
    const world = await makeWorld({ on: makeSandbox() });
    const { sandbox, app, accountId } = world;
    const thirdpartyId = await world.add("21996648800021");
    const dossier = await world.free(thirdpartyId, ["STATUTS"]);
    const { documentId } = dossier.documents[0] as { documentId: number };
    await world.control("post", `/documents/${documentId}/answers`, {}).expect(201);
    const { body } = await world.get(`/dossiers/${dossier.dossierId}/documents/${documentId}`);
    const path = `/dossiers/${dossier.dossierId}/documents/${documentId}/files/${body.evidences[0].id}/link`;
    const link = new URL((await world.get(path)).body.url);
    await sandbox.requests.clear(accountId);
    const shown = (site: string) =>
      supertest(app)
        .get(link.pathname + link.search)
        .set({ "sec-fetch-dest": "iframe", "sec-fetch-site": site })
        .expect(200);
    const before = (await seen(app, {})).length;
    await shown("same-origin");
    expect((await seen(app, {})).length - before).toBe(0);
    const { headers } = await shown("same-site");
    expect((await seen(app, {})).length - before).toBe(1);
    expect(headers["content-security-policy"]).not.toContain("frame-ancestors");
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
