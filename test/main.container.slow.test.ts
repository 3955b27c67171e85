import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { compiledCommand } from "./support/compiled-command.ts";
import { freePort } from "./support/free-port.ts";

const main = compiledCommand();
const dockerfile = readFileSync(new URL("../Dockerfile", import.meta.url), "utf8").replaceAll("\\\n", " ");
/** Of the last stage, which is the image. */
const image = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
const instruction = (name: string) => new RegExp(`^${name} +(.+)$`, "m").exec(image)?.[1] ?? "";
const words = (name: string) => JSON.parse(/\[.*\]$/.exec(instruction(name))?.[0] ?? "[]") as string[];

const environment = Object.fromEntries(
  instruction("ENV")
    .split(/ +/)
    .map((pair) => pair.split("=")),
) as Record<string, string>;
const [user] = instruction("USER").split(":").map(Number) as [number];
const secrets = { SANDBOX_JWT_SECRET: "a secret of the test, of thirty-two bytes", SANDBOX_KEY: "a key of the test" };

/** As a container runs: the first process of its name space, as the user of the image. Only root can start one so. */
const asContainer = ["--pid", "--fork", "--mount-proc", "--kill-child"];
const setUser = ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
const canContain = spawnSync("unshare", [...asContainer, ...setUser, "cat", import.meta.filename]).status === 0;

async function run(volume: string) {
  const [node = "", entry = "", ...others] = words("ENTRYPOINT");
  expect([node, entry]).toEqual(["node", "/app/dist/main.js"]);
  const port = String(await freePort());
  const env = { ...environment, ...secrets, PATH: process.env.PATH ?? "", PORT: port, SANDBOX_DATA: volume };
  const command = [process.execPath, main, ...others];
  const [program = "", ...args] = canContain ? ["unshare", ...asContainer, ...setUser, ...command] : command;
  const child = spawn(program, args, { env, cwd: volume, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let log = "";
  child.stderr.on("data", (text) => (log += text));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!/^ *curl /.test(line)) continue;
    // What a container prints is kept, and a token opens an account.
    expect(line).toContain('"Authorization: Bearer $TOKEN"');
    break;
  }
  const inside = () =>
    canContain ? Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim()) : child.pid;
  return {
    url: `http://127.0.0.1:${port}`,
    env,
    log: () => log,
    async stop(): Promise<number> {
      const exit = once(child, "exit");
      process.kill(inside() as number, instruction("STOPSIGNAL"));
      return (await exit)[0];
    },
  };
}

function newVolume(): string {
  const volume = mkdtempSync(join(tmpdir(), "tiers-sandbox-volume-"));
  if (canContain) chownSync(volume, user, user);
  onTestFinished(() => rmSync(volume, { recursive: true, force: true }));
  return volume;
}

/** The accounts, by the key of the control plane. */
const accounts = (url: string, path = "", method = "GET") =>
  fetch(`${url}/_sandbox/accounts${path}`, { method, headers: { "X-Sandbox-Key": secrets.SANDBOX_KEY } });

describe("the container", () => {
  it("its user is not root, and its data is a volume that belongs to that user", () => {
    expect(user).toBeGreaterThan(0);
    expect(instruction("VOLUME")).toBe("/data");
    expect(image).toContain(`--chown=${user}:${user} /build/data /data`);
  });

  it("it is built from the files that its context has, and every file that it copies is there", () => {
    const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-context-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [all, ...admitted] = readFileSync(".dockerignore", "utf8").trim().split("\n");
    expect(all).toBe("*");
    const isAdmitted = (name: string) =>
      admitted.some((line) => new RegExp(`^${line.slice(1).replaceAll(".", "\\.").replace("*", ".*")}$`).test(name));
    for (const name of readdirSync(".").filter(isAdmitted)) cpSync(name, join(folder, name), { recursive: true });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    const [, build = ""] = /RUN (npm run compile)/.exec(dockerfile) ?? [];
    const { status, stderr } = spawnSync("sh", ["-c", build], { cwd: folder, encoding: "utf8" });
    expect(status, stderr).toBe(0);
    const copied = [...image.matchAll(/^COPY .*$/gm)].flatMap(([line]) => line.match(/\/build\/\S+/g) ?? []);
    const missing = copied.filter((path) => !existsSync(join(folder, path.slice("/build/".length))));
    expect({ copied: copied.length > 5, missing }).toEqual({ copied: true, missing: ["/build/data"] });
    const command = [join(folder, "dist/main.js"), "--version"];
    expect(spawnSync(process.execPath, command, { encoding: "utf8" }).stdout.trim()).toBe(packageJson.version);
  });

  it("it has the driver of PostgreSQL, which its package only recommends", () => {
    const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-build-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    // The other dependencies would take long and change nothing.
    const { dependencies: _, devDependencies, ...others } = packageJson;
    const recommended = { ...others, devDependencies: { pg: devDependencies.pg } };
    writeFileSync(join(folder, "package.json"), JSON.stringify(recommended));
    const [install = ""] = /npm install [^&]*/.exec(dockerfile) ?? [];
    const commands = `${install} --prefer-offline && node -e 'require("pg")'`;
    const { status, stderr } = spawnSync("sh", ["-c", commands], { cwd: folder, encoding: "utf8" });
    expect(status, stderr).toBe(0);
  });

  it("its entry point serves with its environment, passes its health check, and ends at its signal", async () => {
    const volume = newVolume();
    const { url, env, log, stop } = await run(volume);
    const [node = "", ...check] = words("HEALTHCHECK");
    const healthy = () => spawnSync(node, check, { env }).status;
    expect([healthy(), (await fetch(`${url}/ready`)).status]).toEqual([0, 200]);
    expect((await accounts(url, "/ci", "PUT")).status).toBe(201);
    expect((await fetch(`${url}/_sandbox/accounts`)).status).toBe(401);
    expect(statSync(join(volume, "ci.json")).uid).toBe(canContain ? user : process.getuid?.());
    expect(await stop()).toBe(0);
    expect(healthy()).toBe(1);
    const operations = log()
      .split("\n")
      .map((line) => JSON.parse(line || "{}").operation);
    expect(operations).toContain("accounts.put");
    expect(log()).not.toContain(secrets.SANDBOX_KEY);
    const again = await run(volume);
    const kept = { content: [{ accountId: "ci" }, { accountId: "demo" }] };
    expect(await (await accounts(again.url)).json()).toMatchObject(kept);
    expect(await again.stop()).toBe(0);
  });
});
