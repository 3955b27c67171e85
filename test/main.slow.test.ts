import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { createAuthenticator, developmentSecret } from "../src/sandbox/authentication.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const root = fileURLToPath(new URL("..", import.meta.url));
// Compiled once, since loading the sources anew for each run takes longer than all the tests.
const compiled = join(root, "reports", "main-test");
const children: ChildProcess[] = [];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tiers-sandbox-"));
  await build({
    entryPoints: [join(root, "src", "main.ts")],
    outdir: compiled,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
  });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all([folder, compiled].map((each) => rm(each, { recursive: true, force: true })));
});

function launch(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(compiled, "main.js"), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const seen = { out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => (seen.out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (seen.error += text));
  const ended = once(child, "close").then(([code]) => ({ code: code as number, ...seen }));
  return { child, seen, ended };
}
const run = (args: readonly string[], environment?: Record<string, string>) => launch(args, environment).ended;

/** A started sandbox, once it has said all that it says. */
async function started(args: readonly string[], environment?: Record<string, string>) {
  const launched = launch(["--port", "0", ...args], environment);
  await new Promise<void>((resolve, reject) => {
    launched.child.stdout.on("data", () => /curl .*\n/.test(launched.seen.out) && resolve());
    launched.ended.then(({ code, error }) => reject(new Error(`it ended with ${code}: ${error}`)));
  });
  const { out } = launched.seen;
  const url = /Service +(http:\/\/[^/\s]+)/.exec(out)?.[1] ?? "";
  const curl = /curl (?:-H "Authorization: ([^"]+)" )?(http\S+)/.exec(out);
  return { ...launched, url, authorization: curl?.[1], target: curl?.[2] ?? "" };
}

describe("the command", () => {
  it("shows its help and its version", async () => {
    const [help, version] = await Promise.all([run(["--help"]), run(["--version"])]);
    expect(help).toMatchObject({
      code: 0,
      error: "",
      out: expect.stringContaining("Usage: tiers-sandbox [command] [options]"),
    });
    expect(version).toEqual({ code: 0, error: "", out: `${packageJson.version}\n` });
  });

  it("answers bad usage with a sentence and 2", async () => {
    expect(await run(["strat"])).toEqual({
      code: 2,
      out: "",
      error: 'There is no command "strat". Did you mean start?\nSee tiers-sandbox --help.\n',
    });
    expect(await run(["--seed", "nowhere", "--memory"])).toMatchObject({
      code: 2,
      out: "",
      error: expect.stringContaining('There is no seed "nowhere"'),
    });
  });

  it("makes a token that a sandbox accepts", async () => {
    const { code, out } = await run(["token", "--account", "test-17", "--expires-in", "60"]);
    expect(code).toBe(0);
    const verdict = await createAuthenticator({ mode: "strict", secret: developmentSecret }).authenticate(
      `Bearer ${out.trim()}`,
    );
    expect(verdict).toEqual({ subject: "test-17", accountIds: ["test-17"] });
    expect(await run(["token"], { SANDBOX_JWT_SECRET: "short" })).toMatchObject({
      code: 2,
      error: expect.stringContaining("has 5 bytes"),
    });
  });

  it("writes the OpenAPI document", async () => {
    const file = join(folder, "openapi.yaml");
    const [json, yaml] = await Promise.all([run(["openapi", "--surface", "control"]), run(["openapi", "--out", file])]);
    expect(JSON.parse(json.out)).toHaveProperty("openapi");
    expect(yaml).toEqual({ code: 0, out: "", error: `Wrote ${file}.\n` });
    expect(await readFile(file, "utf8")).toMatch(/^openapi: /);
  });

  it("lists the seeds", async () => {
    expect(await run(["seeds"])).toMatchObject({ code: 0, out: expect.stringMatching(/^portfolio +\S/m) });
  });

  it("does not open to other machines with the well-known secrets", async () => {
    const { code, out, error } = await run(["--host", "0.0.0.0", "--port", "0", "--memory"], { SANDBOX_KEY: "k" });
    expect([code, out]).toEqual([2, ""]);
    expect(error).toContain("SANDBOX_JWT_SECRET is not set");
  });
});

describe("a started sandbox", () => {
  it("prints what works, and stops in order at SIGTERM", async () => {
    const { child, ended, url, authorization, target, seen } = await started(["--data", join(folder, "data")]);
    expect(decodeJwt(authorization?.slice(7) ?? "")).toMatchObject({ account_ids: ["demo"], sub: expect.any(String) });
    const answer = await fetch(target, { headers: { authorization: authorization ?? "" } });
    expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([
      200,
      ["content", "page", "size", "totalElements", "totalPages"],
    ]);
    expect((await fetch(`${url}/docs/`)).status).toBe(200);
    expect(seen.out).toContain(join(folder, "data"));
    child.kill("SIGTERM");
    const { code, error } = await ended;
    expect(code).toBe(0);
    expect(error).not.toContain(authorization);
  });

  it("stops at SIGINT, and refuses meanwhile a second sandbox on its folder or its port", async () => {
    const data = join(folder, "locked");
    const { child, ended, url } = await started(["--data", data, "--auth", "off", "--seed", "empty"]);
    const [locked, taken] = await Promise.all([
      run(["--data", data, "--port", "0", "--seed", "empty"]),
      run(["--memory", "--seed", "empty", "--port", new URL(url).port]),
    ]);
    expect(locked).toMatchObject({ code: 1, out: "" });
    expect(locked.error).toContain(data);
    expect(taken).toEqual({
      code: 1,
      out: "",
      error: `Port ${new URL(url).port} is taken; choose another with --port, or 0 for any.\n`,
    });
    child.kill("SIGINT");
    expect((await ended).code).toBe(0);
  });

  it("finishes a request in flight at the first signal, and cuts it at the second", async () => {
    const slow = async () => {
      const { child, ended, target, authorization = "" } = await started(["--memory", "--seed", "empty"]);
      const answer = fetch(target, { headers: { authorization, prefer: "delay=1000" } }).then(
        ({ status }) => status,
        () => "cut",
      );
      await wait(300);
      child.kill("SIGTERM");
      await wait(100);
      return { child, ended, answer };
    };
    const patient = await slow();
    expect([await patient.answer, (await patient.ended).code]).toEqual([200, 0]);
    const hurried = await slow();
    hurried.child.kill("SIGINT");
    expect([await hurried.answer, (await hurried.ended).code]).toEqual(["cut", 1]);
  });

  it("does not start on a damaged file, names it and leaves it", async () => {
    const data = join(folder, "damaged");
    const file = join(data, "demo.json");
    await mkdir(data);
    await writeFile(file, '{"half": ');
    const { code, out, error } = await run(["--data", data, "--port", "0"]);
    expect([code, out]).toEqual([1, ""]);
    expect(error).toContain(file);
    expect(error).not.toMatch(/^ +at /m);
    expect(await readFile(file, "utf8")).toBe('{"half": ');
  });

  it("makes tokens for the token command, which says so when there is none", async () => {
    const { url } = await started(["--memory", "--seed", "empty"]);
    const { code, out } = await run(["token", "--url", url, "--account", "demo"]);
    expect([code, decodeJwt(out.trim()).account_ids]).toEqual([0, ["demo"]]);
    const nowhere: Server = createServer().listen(0, "127.0.0.1");
    await once(nowhere, "listening");
    const { port } = nowhere.address() as AddressInfo;
    await new Promise((resolve) => nowhere.close(resolve));
    expect(await run(["token", "--url", `http://127.0.0.1:${port}`])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^No sandbox answers at/),
    });
  });
});
