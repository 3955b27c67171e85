import supertest from "supertest";
import { describe, expect, it, onTestFinished } from "vitest";
import { proxyRefusal } from "../../../src/http/server/forwarded.ts";
import type { Options } from "../../../src/sandbox/options.ts";
import { startSandbox } from "../../../src/start.ts";
import { makeSandbox, makeWorld, novalune, TestWorld } from "../../support/sandbox.ts";

/** supertest listens on a loopback address. */
const loopbacks = ["127.0.0.0/8", "::1", "::ffff:127.0.0.0/104"];
const key = "the-key-of-the-control-plane";

async function served(wish: Partial<Options>) {
  const on = makeSandbox({ allowedHosts: ["shown.example"], sandboxKey: key, ...wish });
  const world = new TestWorld("a", await on.sandbox.token(["a"], 3600), on);
  const get = (path: string, headers: Record<string, string> = {}) => supertest(on.app).get(path).set(headers);
  return { ...on, world, get };
}
const forwarded = {
  "X-Forwarded-For": "203.0.113.7",
  "X-Forwarded-Proto": "https",
  "X-Forwarded-Host": "shown.example",
  "X-Forwarded-Prefix": "/team",
};

/** The link to the file of a response, as a client with these headers gets it. */
async function linkOf(world: TestWorld, headers: Record<string, string>, before = "") {
  const { dossierId, documentId, fileId } = await world.answered();
  const path = `${before}${world.base}/dossiers/${dossierId}/documents/${documentId}/files/${fileId}/link`;
  const { body } = await supertest(world.app)
    .get(path)
    .set({ ...headers, Authorization: `Bearer ${world.token}` })
    .expect(200);
  return body.url as string;
}

describe("a base path", () => {
  const base = "/sandbox";

  it.each([base, ""])("every path is served below it, also where a proxy removes it: %j", async (before) => {
    const { get, world } = await served({ basePath: base });
    await get(`${before}/health`).expect(200, { status: "ok" });
    await get(`${before}${world.base}/thirdparties`, { Authorization: `Bearer ${world.token}` }).expect(200);
    await get(`${before}/_sandbox/accounts`).expect(200);
    const { body } = await get(`${before}/nowhere`, { Accept: "application/json" }).expect(404);
    expect(body.instance).toBe("/sandbox/nowhere");
  });

  it("a path that only begins with the same letters is another one", async () => {
    const { get } = await served({ basePath: base });
    await get("/sandboxes/health").expect(404);
    expect((await get("/sandbox?x=1").expect(301)).headers.location).toBe("/sandbox/?x=1");
  });

  it("pages, redirects and documents begin with it", async () => {
    const { get } = await served({ basePath: base });
    const page = (await get("/sandbox/").expect(200)).text;
    expect(page).toContain('<a href="/sandbox/docs">');
    expect(page).not.toMatch(/(?:href|src)="\/(?!sandbox\/)/);
    expect((await get("/sandbox/nowhere", { Accept: "text/html" }).expect(404)).text).toContain('href="/sandbox/docs"');
    for (const [path, location] of Object.entries({
      "/sandbox/docs": "/sandbox/docs/",
      "/sandbox/_sandbox": "/sandbox/docs/?urls.primaryName=Control%20plane",
      "/sandbox/favicon.ico": "/sandbox/favicon.svg",
    }))
      expect((await get(path)).headers.location).toBe(location);
    for (const path of ["/openapi.json", "/_sandbox/openapi.json", "/docs/control.json"])
      expect((await get(base + path).expect(200)).body.servers).toEqual([expect.objectContaining({ url: base })]);
    expect((await get(`${base}/openapi.yaml`).expect(200)).text).toContain("url: /sandbox\n");
    const { servers } = (await get(`${base}/docs/service.json`).expect(200)).body;
    expect(servers[0].url).toBe("/sandbox/api/v1/account/{accountId}");
    // Swagger UI names its files relative to its own path.
    const html = (await get("/sandbox/docs/").expect(200)).text;
    const files = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, file]) => file as string);
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => file?.startsWith("/") && !file.startsWith("/sandbox/"))).toEqual([]);
  });

  it("the address of a started server has it, and its client uses it", async () => {
    const sandbox = await startSandbox({ basePath: base, seed: "empty" });
    onTestFinished(() => sandbox.close());
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sandbox$/);
    const world = await sandbox.world("a", { seed: "empty" });
    const { status } = await fetch(`${world.baseUrl}/thirdparties`, {
      headers: { Authorization: `Bearer ${world.token}` },
    });
    expect([status, await world.clock.now()]).toEqual([200, expect.any(String)]);
    await expect(startSandbox({ basePath: "sandbox/" })).rejects.toThrow("not a path like /sandbox");
  });

  it("a new resource, a signed link and a HAR name the address that the client used", async () => {
    const { get, world, app } = await served({ basePath: base });
    const post = supertest(app)
      .post(`${base}${world.base}/thirdparties`)
      .set({ Authorization: `Bearer ${world.token}`, Host: "shown.example" });
    const { headers } = await post.send({ companyIdType: "CIT001", companyIdValue: novalune }).expect(201);
    expect(headers.location).toMatch(/^\/sandbox\/api\/v1\/account\/a\/thirdparties\/\d+$/);
    const { log } = (await get(`${base}/_sandbox/requests.har`).expect(200)).body;
    expect(log.entries[0].request.url).toBe("http://shown.example/sandbox/api/v1/account/a/thirdparties");
    const other = await makeWorld({ on: { sandbox: world.sandbox, app } });
    const link = await linkOf(other, { Host: "shown.example" }, base);
    expect(link).toMatch(/^http:\/\/shown\.example\/sandbox\/files\//);
    await get(link.replace("http://shown.example", "")).expect(200);
  });
});

describe("proxies", () => {
  const proxied = (wish: Partial<Options> = {}) => served({ trustedProxies: loopbacks, ...wish });

  it("a named proxy says how the client reached it", async () => {
    const { get, world, sandbox } = await proxied();
    expect(await linkOf(await makeWorld({ on: world }), forwarded)).toMatch(/^https:\/\/shown\.example\/team\/files\//);
    const { body } = await get("/openapi.json", forwarded).expect(200);
    expect(body.servers[0].url).toBe("/team");
    await get(`${world.base}/thirdparties`, { ...forwarded, Authorization: `Bearer ${world.token}` }).expect(200);
    // Another server may have answered it, whose requests are there within a second.
    await expect.poll(async () => (await sandbox.requests.list({ accountId: "a" })).at(-1)?.client).toBe("203.0.113.7");
  });

  it("a prefix of a proxy stands before the base path, and one that is no path is left out", async () => {
    const { get } = await proxied({ basePath: "/sandbox" });
    const addresses = { "/sandbox/openapi.json": "/team/sandbox", "/openapi.json": "/team" };
    for (const [path, url] of Object.entries(addresses))
      expect((await get(path, forwarded).expect(200)).body.servers[0].url).toBe(url);
    const odd = { ...forwarded, "X-Forwarded-Prefix": '/x"><script>' };
    expect((await get("/openapi.json", odd).expect(200)).body.servers[0].url).toBe("/sandbox");
  });

  it("the headers of any other client are ignored", async () => {
    const { get, world } = await served({ trustedProxies: ["10.0.0.0/8"] });
    expect(await linkOf(await makeWorld({ on: world }), forwarded)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/files\//);
    expect((await get("/openapi.json", forwarded).expect(200)).body.servers[0].url).toBe("/");
    await get("/health", { ...forwarded, "X-Forwarded-Host": "evil.example" }).expect(200);
  });

  it("values that a client sent before those of the proxies do not count", async () => {
    const { world } = await proxied({ trustedProxies: [...loopbacks, "10.0.0.0/8"] });
    const behindTwo = {
      "X-Forwarded-For": "6.6.6.6, 203.0.113.7, 10.1.2.3",
      "X-Forwarded-Host": "evil.example, shown.example, inner.example",
      "X-Forwarded-Proto": "http, https, http",
      "X-Forwarded-Prefix": "/evil, /team/, /",
    };
    const link = await linkOf(await makeWorld({ on: world }), behindTwo);
    expect(link).toMatch(/^https:\/\/shown\.example\/team\/files\//);
  });

  it("the host that a proxy names has to be one that the server answers to", async () => {
    const { get } = await proxied();
    const { body } = await get("/health", { ...forwarded, "X-Forwarded-Host": "evil.example" }).expect(403);
    expect(body.detail).toContain("evil.example");
  });

  it("behind a proxy the control plane needs its key, also on loopback", async () => {
    const { get } = await proxied();
    await get("/_sandbox/accounts", forwarded).expect(401);
    await get("/_sandbox/accounts").expect(401);
    await get("/_sandbox/accounts", { ...forwarded, "X-Sandbox-Key": key }).expect(200);
    expect((await get("/docs/start.js", forwarded).expect(200)).text).toContain('const token = "";');
  });

  it("an address, or a range of addresses, names a proxy", () => {
    const good = ["10.0.0.0/8", "10.1.2.3", "10.1.2.3/32", "::1", "fd00::/8", "::1/128"];
    const bad = ["10.0.0.0/33", "proxy.example", "10.0.0.0/8/8", "10.0.0.0/", "10.0.0.0/x", "", "::1/129"];
    expect(good.map(proxyRefusal)).toEqual(good.map(() => undefined));
    expect(bad.map(proxyRefusal)).toEqual(
      bad.map((text) => `${text} is neither an address nor a range of addresses, like 10.0.0.0/8 or fd00::/8.`),
    );
  });
});
