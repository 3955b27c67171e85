import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { createAuthenticator, developmentSecret } from "../src/sandbox/auth/authentication.ts";
import { compiledCommand } from "./support/compiled-command.ts";
import { waitingFor } from "./support/waiting.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const main = compiledCommand("main-test");
const children: ChildProcess[] = [];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tiers-sandbox-"));
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

function launch(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const seen = { out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => (seen.out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (seen.error += text));
  const ended = waitingFor(`the end of tiers-sandbox ${args.join(" ")}`, once(child, "close")).then(([code]) => ({
    code: code as number,
    ...seen,
  }));
  return { child, seen, ended };
}
const run = (args: readonly string[], environment?: Record<string, string>) => launch(args, environment).ended;

/** A started sandbox that has printed its banner. */
async function started(args: readonly string[], environment?: Record<string, string>) {
  const launched = launch(["--port", "0", ...args], environment);
  await new Promise<void>((resolve, reject) => {
    launched.child.stdout.on("data", () => /curl .*\n/.test(launched.seen.out) && resolve());
    void launched.ended.then(({ code, error }) => reject(new Error(`it ended with ${code}: ${error}`)));
  });
  const { out } = launched.seen;
  const url = /Service +(http:\/\/[^/\s]+)/.exec(out)?.[1] ?? "";
  const curl = /curl (?:-H "Authorization: ([^"]+)" )?(http\S+)/.exec(out);
  return { ...launched, url, authorization: curl?.[1], target: curl?.[2] ?? "" };
}

describe("the command", () => {
  it("the command shows its help and its version", async () => {
    const [help, ...versions] = await Promise.all([run(["--help"]), run(["--version"]), run(["-V"])]);
    expect(help).toMatchObject({
      code: 0,
      error: "",
      out: expect.stringContaining("Usage: tiers-sandbox [command] [options]"),
    });
    const version = { code: 0, error: "", out: `${packageJson.version}\n` };
    expect(versions).toEqual([version, version]);
  });

  it.each([
    [["strat"], 'There is no command "strat". Did you mean start?', "tiers-sandbox"],
    [["--prot", "1"], "There is no option --prot. Did you mean --port?", "tiers-sandbox"],
    [
      ["trigger", "--thirdparti", "1"],
      "There is no option --thirdparti. Did you mean --thirdparty?",
      "tiers-sandbox trigger",
    ],
  ])("the command answers %j with a sentence, the way to the help and exit code 2", async (args, sentence, command) => {
    expect(await run(args)).toEqual({ code: 2, out: "", error: `${sentence}\nSee ${command} --help.\n` });
  });

  it("the command makes a token that a sandbox accepts", async () => {
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

  it("the command writes the OpenAPI document in JSON and in YAML", async () => {
    const file = join(folder, "openapi.yaml");
    const [json, yaml] = await Promise.all([run(["openapi", "--surface", "control"]), run(["openapi", "--out", file])]);
    expect(JSON.parse(json.out)).toHaveProperty("openapi");
    expect(yaml).toEqual({ code: 0, out: "", error: `Wrote ${file}.\n` });
    expect(await readFile(file, "utf8")).toMatch(/^openapi: /);
  });

  it("npm start says that it compiles before it does", async () => {
    const stubs = join(folder, "stubs");
    await mkdir(stubs);
    for (const name of ["npm", "node"])
      await writeFile(join(stubs, name), `#!/bin/sh\necho "${name} $1" >&2\n`, { mode: 0o755 });
    const script = spawn("/bin/sh", ["-c", packageJson.scripts.start], { env: { PATH: stubs } });
    let said = "";
    script.stderr.setEncoding("utf8").on("data", (text) => (said += text));
    await once(script, "close");
    expect(said.split("\n")).toEqual([
      "Compiling, which takes some seconds...",
      "npm run",
      "node dist/bin/main.js",
      "",
    ]);
  });

  it("the command does not listen for other machines with the well-known secrets", async () => {
    const { code, out, error } = await run(["--host", "0.0.0.0", "--port", "0", "--memory"], { SANDBOX_KEY: "k" });
    expect([code, out]).toEqual([2, ""]);
    expect(error).toContain("SANDBOX_JWT_SECRET is not set");
  });
});

describe("a started sandbox", () => {
  it("a started sandbox prints a request that works, and exits with 0 at SIGTERM", async () => {
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

  it("a started sandbox whose folder was removed refuses changes with a 503, and exits with 1 at SIGTERM", async () => {
    const data = join(folder, "lost");
    const { child, ended, url } = await started(["--data", data, "--auth", "off", "--seed", "empty"]);
    await rm(data, { recursive: true });
    const account = `${url}/_sandbox/accounts/demo`;
    const sent = async (method: string, path: string, body: object) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${account}${path}`, { method, headers, body: JSON.stringify(body) });
      return [response.status, ((await response.json()) as { detail: string }).detail];
    };
    const refused = [503, expect.stringContaining(`The data folder ${data} was removed`)];
    expect([
      await sent("POST", "/clock", { advance: "P1D" }),
      await sent("PUT", "", {}),
      await sent("POST", "/snapshots", { name: "one" }),
    ]).toEqual([refused, refused, refused]);
    child.kill("SIGTERM");
    const { code, error } = await ended;
    expect([code, existsSync(data)]).toEqual([1, false]);
    expect(error).toContain("nothing is written any more");
  });

  it("a started sandbox refuses a second one on its folder or its port, and exits with 0 at SIGINT", async () => {
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
    const fresh = join(folder, "fresh");
    await run(["--data", fresh, "--port", new URL(url).port]);
    expect(await readdir(fresh)).toEqual([]);
    child.kill("SIGINT");
    expect((await ended).code).toBe(0);
  });

  it("a started sandbox finishes a request in flight at the first signal, and cuts it at the second", async () => {
    const body = JSON.stringify({ searchBy: "NAME", value: "novalune" });
    /** A sandbox that stops while it waits for the body of a request. */
    const stopping = async () => {
      const { child, ended, seen, target, authorization = "" } = await started(["--memory", "--seed", "empty"]);
      const headers = { authorization, "content-type": "application/json", "content-length": body.length };
      const sending = request(`${target}/search`, { method: "POST", headers: { ...headers, expect: "100-continue" } });
      const answer = once(sending, "response").then(
        ([response]) => response.statusCode,
        () => "cut",
      );
      // 100 Continue shows that the sandbox has begun to read the request.
      sending.flushHeaders();
      await once(sending, "continue");
      child.kill("SIGTERM");
      while (!seen.error.includes("Stopping")) await waitingFor("the line Stopping", once(child.stderr, "data"));
      return { child, ended, sending, answer };
    };
    const finished = await stopping();
    finished.sending.end(body);
    expect([await finished.answer, (await finished.ended).code]).toEqual([200, 0]);
    const cut = await stopping();
    cut.child.kill("SIGINT");
    expect([await cut.answer, (await cut.ended).code]).toEqual(["cut", 1]);
  });

  it("a started sandbox whose terminal closes ends cleanly, also when SIGHUP comes twice", async () => {
    const data = join(folder, "hung-up");
    const { child, ended } = await started(["--data", data, "--seed", "empty"]);
    child.kill("SIGHUP");
    child.kill("SIGHUP");
    const { code, error } = await ended;
    expect([code, existsSync(join(data, "sandbox.lock"))]).toEqual([0, false]);
    expect(error).toContain("Stopping: ");
  });

  it("stop ends a started sandbox cleanly, by its address or its data folder", async () => {
    const data = join(folder, "stopped");
    const one = await started(["--memory", "--seed", "empty"]);
    const two = await started(["--data", data, "--seed", "empty"]);
    const byUrl = await run(["stop", "--url", one.url]);
    const byData = await run(["stop", "--data", data, "--json"]);
    expect(byUrl).toEqual({ code: 0, out: `${one.url} has stopped.\n`, error: "" });
    expect([byData.code, JSON.parse(byData.out)]).toEqual([0, { stopped: data, pid: two.child.pid }]);
    expect([(await one.ended).code, (await two.ended).code]).toEqual([0, 0]);
    expect(one.seen.error).toContain("Stopping: a client asked for it.");
    expect(await run(["stop", "--data", data])).toMatchObject({ code: 1, error: `No sandbox runs on ${data}.\n` });
  });

  it("a sandbox that npx started ends when npx is killed, which does not tell it", async () => {
    const data = join(folder, "orphaned");
    const line = [process.execPath, main, "--port", "0", "--data", data, "--seed", "empty"].join(" ");
    const npx = spawn("npm", ["exec", "--offline", "-c", line], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
    children.push(npx);
    let out = "";
    npx.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    await expect.poll(() => out).toMatch(/curl .*\n/);
    const url = /Service +(http:\/\/[^/\s]+)/.exec(out)?.[1] ?? "";
    npx.kill("SIGKILL");
    await expect
      .poll(() =>
        fetch(`${url}/health`).then(
          () => "runs",
          () => "ended",
        ),
      )
      .toBe("ended");
    await expect.poll(() => existsSync(join(data, "sandbox.lock"))).toBe(false);
  });

  it("the sandbox fails with a sentence, at once, where the data folder is a file or cannot be made", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const [onFile, inProc] = await Promise.all([
      run(["--data", file, "--port", "0"]),
      run(["--data", "/proc/x/y", "--port", "0"]),
    ]);
    expect(onFile).toEqual({ code: 1, out: "", error: `${file} is a file, not a folder: name another data folder.\n` });
    expect(inProc).toMatchObject({
      code: 1,
      out: "",
      error: expect.stringMatching(/^\/proc\/x\/y could not be written: .+\n$/),
    });
  });

  it("the sandbox takes no pipe for a seed or a world to import, and says so", async () => {
    const pipe = join(folder, "pipe");
    await once(spawn("mkfifo", [pipe]), "close");
    expect(await run(["--memory", "--port", "0", "--seed", pipe])).toMatchObject({
      code: 2,
      error: expect.stringContaining(`${pipe} is no regular file`),
    });
    expect(await run(["import", pipe])).toMatchObject({ code: 1, error: `${pipe} is a pipe: give a regular file.\n` });
  });

  it("a signal ends the sandbox at once while it is starting", async () => {
    const seed = join(folder, "large.json");
    const script = [{ do: "populate", at: "-P30D", count: 20_000, visits: 1 }];
    const world = { format: "tiers-sandbox/world@1", name: "large", description: "Takes long.", script };
    await writeFile(seed, JSON.stringify(world));
    const data = join(folder, "starting");
    const { child, ended } = launch(["--data", data, "--port", "0", "--seed", seed]);
    await expect.poll(() => existsSync(join(data, "sandbox.lock"))).toBe(true);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: null, out: "" });
    expect(child.signalCode).toBe("SIGTERM");
  });

  it("the sandbox does not start on a damaged file, names it and leaves it as it is", async () => {
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

  it("the token command asks a running sandbox for a token, and says when none runs", async () => {
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
