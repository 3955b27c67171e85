import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { launch } from "./commands/launch.ts";
import { temporaryFolder } from "./store/file/folders.ts";
import { compiledCommand } from "./support/compiled-command.ts";
import { waitingFor } from "./support/waiting.ts";

const main = compiledCommand();
const start = (args: readonly string[], environment?: Record<string, string>) =>
  launch(process.execPath, [main, ...args], environment);
const run = (...args: string[]) => start(args).ended;
const inFolder = (name: string) => join(temporaryFolder(), name);

/** A started sandbox of an empty world that has printed its banner. */
async function started(...args: string[]) {
  const launched = start(["--port", "0", "--seed", "empty", ...args]);
  await Promise.race([
    expect.poll(() => launched.seen.out).toMatch(/curl .*\n/),
    launched.ended.then(({ code, error }) => Promise.reject(new Error(`it ended with ${code}: ${error}`))),
  ]);
  const [, authorization = "", target = ""] = /curl (?:-H "Authorization: ([^"]+)" )?(http\S+)/.exec(
    launched.seen.out,
  ) as unknown as string[];
  return { ...launched, url: new URL(target).origin, authorization, target };
}

describe("the command", () => {
  it("the command shows its help and its version", async () => {
    const usage = expect.stringContaining("Usage: tiers-sandbox [command] [options]");
    const version = { code: 0, error: "", out: `${packageJson.version}\n` };
    expect(await Promise.all([run("--help"), run("--version")])).toEqual([{ code: 0, error: "", out: usage }, version]);
  });

  it.each([
    [["strat"], 'There is no command "strat". Did you mean start?', "tiers-sandbox"],
    [["trigger", "--lst"], "There is no option --lst. Did you mean --list?", "tiers-sandbox trigger"],
  ])("the command answers %j with a sentence, the way to the help and exit code 2", async (args, sentence, command) => {
    expect(await run(...args)).toEqual({ code: 2, out: "", error: `${sentence}\nSee ${command} --help.\n` });
  });

  it.each([
    ["no sandbox where it is asked for", ["export", "--url", "http://127.0.0.1:1"], "http://127.0.0.1:1"],
    ["a file that is not there", ["import", "absent.json"], "absent.json"],
    ["a bundle that is none", ["open", "package.json", "--port", "0"], "no ZIP archive"],
    ["a recording that is none", ["verify", "--har", "package.json"], "no HAR"],
    ["a port that is no number", ["start", "--port", "x"], "--port"],
    ["a folder that cannot be made", ["start", "--port", "0", "--data", "package.json/data"], "package.json"],
  ])("the command says once what is wrong, as a sentence and as JSON: %s", async (_what, words, said) => {
    const json = words[0] === "start" ? [] : [[...words, "--json"]];
    for (const { code, out, error } of await Promise.all([words, ...json].map((each) => run(...each)))) {
      const lines = `${out}${error}`.split("\n").filter((line) => line !== "");
      expect({ code: code !== 0, twice: lines.filter((line, nth) => lines.indexOf(line) < nth) }).toEqual({
        code: true,
        twice: [],
      });
      expect(lines.filter((line) => line.includes(said) && !line.startsWith("See "))).toHaveLength(1);
    }
  });

  it("the command writes the OpenAPI document in JSON and in YAML", async () => {
    const file = inFolder("openapi.yaml");
    const [json, yaml] = await Promise.all([run("openapi", "--surface", "control"), run("openapi", "--out", file)]);
    expect(JSON.parse(json.out)).toHaveProperty("openapi");
    expect(yaml).toEqual({ code: 0, out: "", error: `Wrote ${file}.\n` });
    expect(readFileSync(file, "utf8")).toMatch(/^openapi: /);
  });

  it("npm start says that it compiles before it does", async () => {
    const stubs = temporaryFolder();
    for (const name of ["npm", "node"])
      writeFileSync(join(stubs, name), `#!/bin/sh\necho "${name} $1" >&2\n`, { mode: 0o755 });
    const { error } = await launch("/bin/sh", ["-c", packageJson.scripts.start], { PATH: stubs }).ended;
    expect(error).toBe("Compiling, which takes some seconds...\nnpm run\nnode dist/main.js\n");
  });
});

describe("a started sandbox", () => {
  it("a started sandbox prints a request that works, and exits with 0 at SIGTERM", async () => {
    const data = inFolder("data");
    const { child, ended, url, authorization, target, seen } = await started("--data", data);
    const answer = await fetch(target, { headers: { authorization } });
    expect([answer.status, (await fetch(`${url}/docs/`)).status]).toEqual([200, 200]);
    expect(seen.out).toContain(data);
    child.kill("SIGTERM");
    const { code, error } = await ended;
    expect(code).toBe(0);
    expect(error).not.toContain(authorization);
  });

  it("a started sandbox answers a request alike, however often it is asked", async () => {
    const { child, url, authorization, target } = await started();
    const headers = { Authorization: authorization };
    // Parsers are compiled after 64 uses.
    for (let nth = 0; nth < 80; nth++) expect((await fetch(target, { headers })).status).toBe(200);
    for (let nth = 0; nth < 80; nth++) expect((await fetch(`${url}/_sandbox/accounts`)).status).toBe(200);
    child.kill("SIGTERM");
  });

  it("a started sandbox whose folder was removed refuses changes with a 503, and exits with 1 at SIGTERM", async () => {
    const data = inFolder("lost");
    const { child, ended, url } = await started("--data", data);
    rmSync(data, { recursive: true });
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
    const [data, fresh] = [inFolder("locked"), inFolder("fresh")];
    const { child, ended, url } = await started("--data", data);
    const { port } = new URL(url);
    expect(await Promise.all([run("--data", data, "--port", "0"), run("--data", fresh, "--port", port)])).toEqual([
      { code: 1, out: "", error: expect.stringContaining(data) },
      { code: 1, out: "", error: `Port ${port} is taken; choose another with --port, or 0 for any.\n` },
    ]);
    const made = await start(["accounts", "make", "here", "--seed", "empty"], { SANDBOX_URL: url }).ended;
    expect([made.code, (await fetch(`${url}/_sandbox/accounts/here/clock`)).status]).toEqual([0, 200]);
    expect(readdirSync(fresh)).toEqual([]);
    child.kill("SIGINT");
    expect((await ended).code).toBe(0);
  });

  it("a started sandbox finishes a request in flight at the first signal, and cuts it at the second", async () => {
    const body = JSON.stringify({ searchBy: "NAME", value: "novalune" });
    /** A sandbox that stops while it waits for the body of a request. */
    const stopping = async () => {
      const { child, ended, seen, target, authorization } = await started("--memory");
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

  it("stop ends a started sandbox cleanly, by its address or its data folder", async () => {
    const data = inFolder("stopped");
    const [one, two] = await Promise.all([started("--memory"), started("--data", data)]);
    const byUrl = await run("stop", "--url", one.url);
    const byData = await run("stop", "--data", data, "--json");
    expect(byUrl).toEqual({ code: 0, out: `${one.url} has stopped.\n`, error: "" });
    expect([byData.code, JSON.parse(byData.out)]).toEqual([0, { stopped: data, pid: two.child.pid }]);
    expect([(await one.ended).code, (await two.ended).code]).toEqual([0, 0]);
    expect(one.seen.error).toContain("Stopping: a client asked for it.");
  });

  it("a sandbox that npx started ends when npx is killed, which does not tell it", async () => {
    const data = inFolder("orphaned");
    const line = [process.execPath, main, "--port", "0", "--data", data, "--seed", "empty"].join(" ");
    const npx = launch("npm", ["exec", "--offline", "-c", line], { HOME: temporaryFolder() });
    await expect.poll(() => npx.seen.out).toMatch(/curl .*\n/);
    npx.child.kill("SIGKILL");
    await expect.poll(() => existsSync(join(data, "sandbox.lock"))).toBe(false);
  });

  it("the sandbox fails with a sentence, at once, where the data folder is a file or cannot be made", async () => {
    const file = inFolder("file");
    writeFileSync(file, "");
    const sentence = expect.stringMatching(/^\/proc\/x\/y could not be written: .+\n$/);
    expect(await Promise.all([file, "/proc/x/y"].map((data) => run("--data", data, "--port", "0")))).toEqual([
      { code: 1, out: "", error: `${file} is a file, not a folder: name another data folder.\n` },
      { code: 1, out: "", error: sentence },
    ]);
  });

  it("the sandbox takes no pipe for a seed or a world to import, and says so", async () => {
    const pipe = inFolder("pipe");
    await once(spawn("mkfifo", [pipe]), "close");
    expect(await Promise.all([run("--memory", "--port", "0", "--seed", pipe), run("import", pipe)])).toMatchObject([
      { code: 2, error: expect.stringContaining(`${pipe} is no regular file`) },
      { code: 1, error: `${pipe} is a pipe: give a regular file.\n` },
    ]);
  });

  it("a signal ends the sandbox at once while it is starting", async () => {
    const [seed, data] = [inFolder("large.json"), inFolder("starting")];
    const script = [{ do: "populate", at: "-P30D", count: 20_000, visits: 1 }];
    const world = { format: "tiers-sandbox/world@1", name: "large", description: "Takes long.", script };
    writeFileSync(seed, JSON.stringify(world));
    const { child, ended } = start(["--data", data, "--port", "0", "--seed", seed]);
    await expect.poll(() => existsSync(join(data, "sandbox.lock"))).toBe(true);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: null, out: "" });
    expect(child.signalCode).toBe("SIGTERM");
  });

  it("the sandbox does not start on a damaged file, names it and leaves it as it is", async () => {
    const data = inFolder("damaged");
    const file = join(data, "demo.json");
    mkdirSync(data);
    writeFileSync(file, '{"half": ');
    const { code, out, error } = await run("--data", data, "--port", "0");
    expect([code, out]).toEqual([1, ""]);
    expect(error).toContain(file);
    expect(error).not.toMatch(/^ +at /m);
    expect(readFileSync(file, "utf8")).toBe('{"half": ');
  });
});
