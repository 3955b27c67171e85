import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coverageIn } from "../../src/commands/coverage/files.ts";
import { isAlive } from "../../src/system/processes.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { filesOf } from "../support/archive.ts";
import { compiledCommand } from "../support/compiled-command.ts";
import { launch } from "./launch.ts";

const main = compiledCommand();
const exec = (args: readonly string[], environment?: Record<string, string>) =>
  launch(process.execPath, [main, "exec", "--seed", "empty", ...args], environment);
/** Runs a program of JavaScript as the command. */
const node = (program: string, ...args: string[]) => ["--", process.execPath, "-e", program, ...args];
const answers = (url: string) =>
  fetch(`${url}/health`).then(
    () => true,
    () => false,
  );

/** Prints its pid and its sandbox, and then the signals that it gets; the first one ends it with code 3. */
const waiting = (onSignal: string) => `
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2", "SIGALRM", "SIGXCPU", "SIGABRT"];
  for (const signal of signals) process.on(signal, () => { console.log(signal); ${onSignal} });
  setInterval(() => {}, 1000);
  console.log(JSON.stringify({ pid: process.pid, url: process.env.TIERS_SANDBOX_URL }));`;
async function waitingCommand({ args = [] as string[], onSignal = "process.exit(3)", environment = {} } = {}) {
  const launched = exec([...args, ...node(waiting(onSignal))], environment);
  await expect.poll(() => launched.seen.out).toContain("\n");
  return { ...launched, ...(JSON.parse(launched.seen.out.split("\n")[0] as string) as { pid: number; url: string }) };
}

describe("what exec gives to its command", () => {
  it("the command finds a ready sandbox, and its output is all that is printed", async () => {
    const program = `
      const { TIERS_SANDBOX_URL: url, TIERS_SANDBOX_TOKEN: token, TIERS_SANDBOX_KEY: key, OWN: own } = process.env;
      fetch(url + "/api/v1/account/demo/thirdparties", { headers: { authorization: "Bearer " + token } })
        .then(({ status }) => console.log(status, key, own))`;
    const elsewhere = { TIERS_SANDBOX_KEY: "of another", TIERS_SANDBOX_URL: "http://elsewhere" };
    const { ended } = exec(node(program), { ...elsewhere, PORT: "1", HOST: "x y", SANDBOX_KEY: "k-17", OWN: "own" });
    expect(await ended).toEqual({ code: 0, out: "200 k-17 own\n", error: "" });
  });

  it("the command gets its words as they are, options and shell characters included", async () => {
    const words = ["--port", "a b", "$HOME", "", "'\"*;", "--", "--help"];
    const { out } = await exec(node("console.log(JSON.stringify(process.argv.slice(1)))", "--", ...words)).ended;
    expect(JSON.parse(out)).toEqual(words);
  });

  it("the command reads the standard input of exec", async () => {
    const { child, ended } = exec(node("process.stdin.pipe(process.stdout)"));
    child.stdin.end("typed");
    expect(await ended).toEqual({ code: 0, out: "typed", error: "" });
  });

  it("the coverage of the command is added to a folder, and its exit code stays", async () => {
    const folder = temporaryFolder();
    const path = "/api/v1/account/demo/dossiers";
    const program = `fetch(process.env.TIERS_SANDBOX_URL + "${path}").then(() => process.exit(3))`;
    for (const place of [join(folder, "a"), join(main, "b")])
      expect((await exec(["--coverage", place, ...node(program)]).ended).code).toBe(3);
    expect(coverageIn([join(folder, "a")]).counted.statuses).toEqual({ "dossiers.list 401": 1 });
    const { code, error } = await exec(["--coverage", join(main, "b"), ...node("")]).ended;
    expect([code, error]).toEqual([1, expect.stringMatching(/^The coverage cannot be written to .*b: ENOTDIR/)]);
  });

  it("a command that fails leaves a bundle of each account that received requests, and its exit code", async () => {
    const folder = temporaryFolder();
    const program = `
      const { TIERS_SANDBOX_URL: url, TIERS_SANDBOX_TOKEN: token, TIERS_SANDBOX_BUNDLES: bundles } = process.env;
      console.log(bundles);
      fetch(url + "/_sandbox/accounts/untouched", { method: "PUT" })
        .then(() => fetch(url + "/api/v1/account/demo/dossiers", { headers: { authorization: "Bearer " + token } }))
        .then(() => process.exit(Number(process.argv[1])))`;
    const run = (place: string, code: string) => exec(["--bundles", place, ...node(program, code)]).ended;
    const [failed, passed, off] = [join(folder, "failed"), join(folder, "passed"), "off"];
    const ended = await run(failed, "3");
    const [name = ""] = readdirSync(failed);
    expect(name).toMatch(/^demo-\d{8}T\d{9}Z\.zip$/);
    const file = join(failed, name);
    const error = `Bundle of a failure: ${file} (tiers-sandbox open ${file} serves it again)\n`;
    expect(ended).toEqual({ code: 3, out: `${failed}\n`, error });
    await run(failed, "3");
    expect(new Set(readdirSync(failed)).size).toBe(2);
    const { log } = JSON.parse(filesOf(readFileSync(file))["requests.har"] as string);
    expect(log.entries).toMatchObject([{ _operation: "dossiers.list", response: { status: 200 } }]);
    expect(await run(passed, "0")).toMatchObject({ code: 0, error: "" });
    expect(await run(off, "3")).toEqual({ code: 3, out: "off\n", error: "" });
    expect(readdirSync(folder)).toEqual(["failed"]);
    const none = expect.stringMatching(/^No bundle can be written to .*bundles: ENOTDIR/);
    expect(await run(join(main, "bundles"), "3")).toMatchObject({ code: 3, error: none });
  });
});

describe("how exec ends", () => {
  it("exec ends with the exit code of its command", async () => {
    expect((await exec(node("process.exit(7)")).ended).code).toBe(7);
  });

  it("exec ends with code 137 where SIGKILL ended its command", async () => {
    expect((await exec(node('process.kill(process.pid, "SIGKILL")')).ended).code).toBe(137);
  });

  it("exec says which command does not exist or cannot be run, and ends with the codes of a shell", async () => {
    const file = join(temporaryFolder(), "data.txt");
    writeFileSync(file, "", { mode: 0o644 });
    const [missing, data] = await Promise.all([exec(["--", "no-such-command"]).ended, exec(["--", file]).ended]);
    const sentence = 'exec cannot find the command "no-such-command", neither on the PATH nor as a file.\n';
    expect(missing).toEqual({ code: 127, out: "", error: sentence });
    expect(data).toMatchObject({ code: 126, error: expect.stringContaining(`cannot run "${file}"`) });
  });

  it("neither the sandbox nor its lock is left when the command has ended", async () => {
    const data = join(temporaryFolder(), "data");
    const { pid, url, ended } = await waitingCommand({ args: ["--data", data] });
    expect([existsSync(join(data, "sandbox.lock")), await answers(url)]).toEqual([true, true]);
    process.kill(pid, "SIGTERM");
    expect((await ended).code).toBe(3);
    expect([existsSync(join(data, "sandbox.lock")), existsSync(join(data, "demo.json"))]).toEqual([false, true]);
    expect([await answers(url), isAlive(pid)]).toEqual([false, false]);
  });

  it("a command cannot stop the sandbox under itself", async () => {
    const { code, out, error } = await exec(["--", process.execPath, main, "stop"]).ended;
    expect([code, out, error]).toEqual([1, "", expect.stringContaining("runs inside another program")]);
  });
});

describe("signals to exec", () => {
  it("every signal is passed on, the command decides, and exec ends after it, without a bundle", async () => {
    const bundles = join(temporaryFolder(), "bundles");
    const ignored = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGALRM", "SIGXCPU", "SIGABRT"] as const;
    const { child, seen, ended, pid, url } = await waitingCommand({
      args: ["--bundles", bundles],
      onSignal: 'signal === "SIGUSR2" && process.exit(4)',
    });
    for (const signal of ignored) {
      child.kill(signal);
      await expect.poll(() => seen.out).toContain(`\n${signal}\n`);
    }
    expect([await answers(url), isAlive(pid)]).toEqual([true, true]);
    child.kill("SIGUSR2");
    const { code, out } = await ended;
    expect([code, out.trim().split("\n").slice(1)]).toEqual([4, [...ignored, "SIGUSR2"]]);
    expect([await answers(url), isAlive(pid), existsSync(bundles)]).toEqual([false, false, false]);
  });

  it("a signal while the sandbox is starting ends exec, and the command does not run", async () => {
    const folder = temporaryFolder();
    const seed = join(folder, "large.json");
    const script = [{ do: "populate", at: "-P30D", count: 2_000, visits: 1 }];
    const world = { format: "tiers-sandbox/world@1", name: "large", description: "Takes long.", script };
    writeFileSync(seed, JSON.stringify(world));
    const data = join(folder, "data");
    const { child, ended } = exec(["--seed", seed, "--data", data, ...node("console.log('ran')")]);
    await expect.poll(() => existsSync(join(data, "sandbox.lock"))).toBe(true);
    child.kill("SIGTERM");
    expect(await ended).toEqual({ code: 143, out: "", error: "" });
  });

  it("a fault that ends exec itself ends its command too", async () => {
    const fault = join(temporaryFolder(), "fault.cjs");
    writeFileSync(fault, `process.on("SIGUSR2", () => { throw new Error("a fault"); });`);
    const environment = { NODE_OPTIONS: `--require ${fault}` };
    const { child, ended, pid } = await waitingCommand({ environment });
    child.kill("SIGUSR2");
    const { out, error } = await ended;
    expect([out.split("\n")[1], error]).toEqual(["SIGTERM", expect.stringContaining("a fault")]);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it.skipIf(spawnSync("script", ["--version"]).status !== 0)(
    "Ctrl-C at a terminal reaches the command once",
    async () => {
      const file = join(temporaryFolder(), "counting.cjs");
      // An answer of the sandbox after the signal shows that exec has seen the signal too.
      writeFileSync(
        file,
        `const health = () => fetch(process.env.TIERS_SANDBOX_URL + "/health");
         let count = 0;
         process.on("SIGINT", async () => {
           if (++count > 1) return;
           for (let asked = 0; asked < 5; asked++) await health();
           console.log("SIGINT " + count);
           process.exit(5);
         });
         setInterval(() => {}, 1000);
         console.log("ready");`,
      );
      const line = [process.execPath, main, "exec", "--seed", "empty", "--", process.execPath, file].join(" ");
      // The shell gives way to exec: it would end by the signal itself.
      const { child, seen, ended } = launch("script", ["-qec", `exec ${line}`, "/dev/null"], { SHELL: "/bin/sh" });
      await expect.poll(() => seen.out).toContain("ready");
      child.stdin.write("\x03");
      const { code, out } = await ended;
      expect([code, out]).toEqual([5, expect.stringContaining("SIGINT 1")]);
    },
  );
});
