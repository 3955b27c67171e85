import { type ChildProcess, execFile, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { service } from "../contract/service.ts";
import { startSandbox } from "../src/start.ts";

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

const temporary = mkdtempSync(join(tmpdir(), "tiers-sandbox-package-"));
const tree = join(temporary, "tree");
const user = join(temporary, "user");
const children: ChildProcess[] = [];

/** Without the variables of the npm that runs the tests: a user's npm has none of them. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|VITEST|NODE_ENV|SANDBOX_|PORT$|HOST$)/.test(name)),
);

function run(folder: string, file: string, ...args: string[]): Promise<Outcome> {
  return new Promise((done) => {
    execFile(file, args, { cwd: folder, env: environment, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

async function succeed(...command: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...command);
  if (code !== 0) throw new Error(`${command.slice(1).join(" ")} failed with ${code}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** Packing rebuilds dist/, which other tests read, so it works on a copy. */
function copyTree(): void {
  mkdirSync(tree);
  for (const name of readdirSync(".")) {
    if (!/^(?:contract|src|fixtures|seeds|docs|test|scripts|package\.json|tsconfig.*|[A-Z]+(?:\.md)?)$/.test(name))
      continue;
    cpSync(name, join(tree, name), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"), "junction");
  mkdirSync(join(tree, "dist/src"), { recursive: true });
  writeFileSync(join(tree, "dist/src/stale.js"), "");
}

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED|ENETUNREACH/;

/** False without a registry and a warm cache: tests skip then, but fail on CI. */
async function install(tarball: string): Promise<boolean> {
  mkdirSync(user);
  writeFileSync(join(user, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  const { code, stderr } = await run(user, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", tarball);
  if (code === 0) return true;
  if (unreachable.test(stderr) && !process.env.CI) return false;
  throw new Error(`npm install failed:\n${stderr}`);
}

/** Starts the installed command and waits for the request that its banner shows. */
function startCommand(...options: string[]): Promise<{ child: ChildProcess; url: string; authorization: string }> {
  const child = spawn("npx", ["--no-install", "tiers-sandbox", "--port", "0", "--memory", ...options], {
    cwd: user,
    env: environment,
    detached: true,
  });
  children.push(child);
  return new Promise((done, fail) => {
    let said = "";
    const listen = (chunk: Buffer) => {
      said += chunk;
      const line = /curl -H "Authorization: ([^"]+)" (\S+)\n/.exec(said);
      if (line) done({ child, authorization: line[1] as string, url: line[2] as string });
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", (code) => fail(new Error(`the command ended with ${code}:\n${said}`)));
  });
}

/** npx starts a child process of its own, so the whole process group is ended. */
function stop({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // The process has ended already.
  }
}

describe("the package", () => {
  let packed: string[];
  let installed: boolean;

  beforeAll(async () => {
    copyTree();
    const [{ filename, files }] = JSON.parse(
      await succeed(tree, "npm", "pack", "--silent", "--json", "--pack-destination", temporary),
    );
    packed = files.map(({ path }: { path: string }) => path).sort();
    installed = await install(join(temporary, filename));
  });

  afterAll(() => {
    for (const child of children) stop(child);
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  it("the package holds compiled files, the data that they read and its papers, and nothing else", () => {
    const sources = ["contract", "src"].flatMap((folder) =>
      readdirSync(join(tree, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .map((path) => `dist/${folder}/${path.replaceAll("\\", "/").slice(0, -".ts".length)}`),
    );
    const compiled = sources.flatMap((path) => [`${path}.d.ts`, `${path}.js`]);
    const data = ["docs/images", "fixtures", "seeds"].flatMap((folder) =>
      readdirSync(join(tree, folder)).map((name) => `${folder}/${name}`),
    );
    const papers = ["CHANGELOG.md", "LICENSE", "README.md", "docs/assumptions.md", "package.json"].filter((path) =>
      existsSync(join(tree, path)),
    );
    // The names of the bundle's files depend on their content.
    const bundled = readdirSync(join(tree, "dist/bin")).map((name) => `dist/bin/${name}`);
    expect(packed).toEqual([...bundled, ...compiled, ...data, ...papers].sort());
  });

  it("package.json names only files that the package holds", () => {
    const { bin, exports } = JSON.parse(readFileSync("package.json", "utf8"));
    const named = [
      Object.values(bin),
      Object.values(exports).flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry as object))),
    ].flat();
    expect(packed).toEqual(expect.arrayContaining(named.map((path) => String(path).replace(/^\.\//, ""))));
    expect(readFileSync(join(tree, "dist/bin/main.js"), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it("npx starts the command, and the request that it prints works", async (context) => {
    if (!installed) return context.skip("no registry and no warm npm cache on this machine");
    const { child, url, authorization } = await startCommand();
    const answer = await fetch(url, { headers: { authorization } });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 200,
      body: { page: 0, content: expect.arrayContaining([]) },
    });
    stop(child);
  });

  it("the command makes the same world as the sources", async (context) => {
    if (!installed) return context.skip("no registry and no warm npm cache on this machine");
    const { child, url } = await startCommand();
    const sources = await startSandbox();
    const headers = { "content-type": "application/json" };
    const exports = [new URL(url).origin, sources.url].map(async (origin) => {
      const account = `${origin}/_sandbox/accounts/same`;
      const body = JSON.stringify({ seed: "portfolio", now: "2026-01-15T09:00:00", freeze: true });
      await fetch(account, { method: "PUT", headers, body });
      await fetch(`${account}/clock`, { method: "POST", headers, body: JSON.stringify({ advance: "P90D" }) });
      return (await fetch(`${account}/state`)).text();
    });
    const [bundled, source] = await Promise.all(exports);
    await sources.close();
    stop(child);
    expect(bundled === source).toBe(true);
    expect(JSON.parse(source as string).state.thirdparties.length).toBe(40);
  });

  it("a program imports startSandbox and the contract from the package", async (context) => {
    if (!installed) return context.skip("no registry and no warm npm cache on this machine");
    writeFileSync(
      join(user, "use.mjs"),
      `import { startSandbox } from "tiers-sandbox";
       import { service } from "tiers-sandbox/contract";
       const sandbox = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true });
       const path = service.thirdparties.list.path.replace(":accountId", "demo");
       const headers = { authorization: "Bearer " + (await sandbox.token()) };
       const { status } = await fetch(sandbox.url + path, { headers });
       await sandbox.close();
       console.log(JSON.stringify({ status, keys: Object.keys(service) }));`,
    );
    expect(JSON.parse(await succeed(user, process.execPath, "use.mjs"))).toEqual({
      status: 200,
      keys: Object.keys(service),
    });
  });

  it("the package has types for startSandbox and the contract", async (context) => {
    if (!installed) return context.skip("no registry and no warm npm cache on this machine");
    writeFileSync(
      join(user, "use.ts"),
      `import { startSandbox } from "tiers-sandbox";
       import { service } from "tiers-sandbox/contract";
       const sandbox = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true });
       export const url: string = sandbox.url;
       export const method: "get" = service.thirdparties.list.method;
       // @ts-expect-error a port is a number
       await startSandbox({ port: "4600" });
       // @ts-expect-error there is no such endpoint
       service.thirdparties.burn;\n`,
    );
    const options = "--noEmit --strict --skipLibCheck --target es2023 --module nodenext --ignoreConfig".split(" ");
    expect(
      await run(user, process.execPath, resolve("node_modules/typescript/bin/tsc"), ...options, "use.ts"),
    ).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("the lock file", () => {
  type Locked = Record<
    string,
    { resolved?: string; dependencies?: object; optionalDependencies?: object; devDependencies?: object }
  >;
  const packages: Locked = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;

  /** Node looks for a package in the own folder first, then in those above. */
  const holds = (from: string, name: string): boolean => {
    if (packages[`${from}${from ? "/" : ""}node_modules/${name}`]) return true;
    return from !== "" && holds(from.slice(0, Math.max(from.lastIndexOf("node_modules/") - 1, 0)), name);
  };

  it("the lock file holds every package of every platform, so that npm ci works everywhere", () => {
    const missing = Object.entries(packages).flatMap(
      ([path, { dependencies, optionalDependencies, devDependencies }]) =>
        Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
          .filter((name) => !holds(path, name))
          .map((name) => `${path || "package.json"} wants ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("the lock file names no registry, so that any registry works", () => {
    expect(Object.keys(packages).filter((path) => packages[path]?.resolved)).toEqual([]);
  });
});
