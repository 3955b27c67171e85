import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, posix, relative, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { service } from "../contract/service.ts";
import { entries } from "../scripts/entries.ts";
import { publicInterface } from "../scripts/public-interface.ts";
import { type RunningSandbox, startSandbox } from "../src/start.ts";
import { copyOfClone, environment, install, run, succeed } from "./support/package.ts";
import { program } from "./support/package-use.ts";

/** The first and the last TypeScript that users have; the last is also that of the project. */
const compilers = { "5.4": "5.4.5", "7": "7.0.2" };
/** Of definitions, for a program that imports startSandbox; TypeScript's own and those of Node apart. */
const mostLines = 10_000;
/** What the package may weigh, packed and installed with all that it needs, in bytes. */
const most = { tarball: 1_200_000, files: 150, installed: 55_000_000 };

/** Starts the installed command and waits for the request that its banner shows. */
function startCommand(user: string): Promise<{ child: ChildProcess; url: string; authorization: string }> {
  const options = { cwd: user, env: environment, detached: true };
  const child = spawn("npx", ["--no-install", "tiers-sandbox", "--port", "0", "--memory", "--seed", "empty"], options);
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

/** Digests of the files of a few dossiers, and of what the pages load; its text is also a program for the package. */
async function filesOf(sandbox: RunningSandbox): Promise<Record<string, string>> {
  const world = await sandbox.world("files", { size: 8, now: "2026-01-15T09:00:00", freeze: true });
  const found = await world.client.GET("/dossiers/search", {
    params: {
      query: {
        eventNames: ["DOSSIER_ADDED"],
        eventOccurrenceStartDate: "2020-01-01T00:00:00.000",
        eventOccurrenceEndDate: "2026-01-15T09:00:00.000",
      },
    },
  });
  const rows = (found.data as { content: { dossierId: number }[] }).content.slice(0, 5);
  const zips = rows.map(({ dossierId }) => `${world.baseUrl}/dossiers/${dossierId}/files/download`);
  const pages = ["/docs/", "/docs/swagger-ui.css", "/openapi.yaml", "/assumptions", "/llms.txt"];
  const digests: Record<string, string> = {};
  for (const url of [...zips, ...pages.map((path) => sandbox.url + path)]) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${world.token}` } });
    const hash = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
    const digest = Buffer.from(hash).toString("hex");
    digests[new URL(url).pathname] = `${response.status} ${response.headers.get("content-type")} ${digest}`;
  }
  await sandbox.close();
  return digests;
}

describe("the package", () => {
  const [, block = ""] = /## Install\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(readFileSync("README.md", "utf8")) ?? [];
  const [prepare, pack = "", add = "", version = ""] = block.trim().split("\n");
  let packed: string[];
  let tarball: string;
  let tree: string;
  let temporary: string;
  let user: string;
  let installed: boolean;

  beforeAll(async () => {
    ({ folder: temporary, tree, user } = copyOfClone());
    const { code, stderr } = await run(user, "sh", "-c", pack);
    expect([code, stderr]).toEqual([0, expect.stringContaining("takes about a minute")]);
    tarball = join(user, readdirSync(user)[0] as string);
    // .ci/run goes on with it.
    const { TEST_LEAVES_BUILT: built } = process.env;
    if (built !== undefined) cpSync(join(tree, "dist"), built, { recursive: true });
    const files = await succeed(user, "tar", "-tzf", tarball);
    packed = files
      .trim()
      .replaceAll(/^package\//gm, "")
      .split("\n")
      .sort();
    // One run of npm installs what the other tests need too.
    installed = await install(user, `${add} typescript@${compilers["5.4"]} @types/node@20.19.43`);
  });

  afterAll(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

  it("the package holds its entries, the data that they read and its papers, and nothing else", () => {
    const left = /^docs\/(?:decisions\/|images\/|promises\.md|public-interface\.md|(?:reliability|mutants)\.json)/;
    const data = ["docs", "examples", "seeds", "skills"].flatMap((folder) =>
      readdirSync(join(tree, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(tree, join(parentPath, name)).replaceAll("\\", "/"))
        .filter((path) => !left.test(path)),
    );
    const papers = [
      ...["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"],
      ...["package.json", "AGENTS.md", "llms.txt", "llms-full.txt"],
    ].filter((path) => existsSync(join(tree, path)));
    const built = [
      ...entries.flatMap(({ name }) => [`${name}.cjs`, `${name}.d.cts`]),
      ...["main.js", "sandbox.cjs", "pdf.cjs", "shared.d.cts", "LICENCES.txt"],
      ...["LICENCES.txt", "console.css", "console.js", "index.html"].map((name) => `console/${name}`),
    ].map((name) => `dist/${name}`);
    expect(packed).toEqual([...built, ...data, ...papers].sort());
    expect(packed.length).toBeLessThanOrEqual(most.files);
    expect(statSync(tarball).size).toBeLessThanOrEqual(most.tarball);
  });

  it("no module of the sources is in the package twice, but for two that also check the client's options", () => {
    const modules = ["sandbox", "client", "matchers"].flatMap((name) => {
      const text = readFileSync(join(tree, `dist/${name}.cjs`), "utf8");
      const named = text.matchAll(/(?:"|^\/\/ )((?:src|contract)\/[^"\s]+\.ts)/gm);
      return [...new Set([...named].map(([, path]) => path))];
    });
    expect(modules.length).toBeGreaterThan(300);
    const twice = new Set(modules.filter((path, at) => modules.indexOf(path) !== at));
    expect([...twice].sort()).toEqual(["contract/nearest.ts", "src/client/known-names.ts"]);
  });

  it("the pages of the package link only to what it holds", () => {
    const dead = packed
      .filter((path) => path.endsWith(".md"))
      .flatMap((page) =>
        // Pictures are for the page of the repository.
        [...readFileSync(join(tree, page), "utf8").matchAll(/(?<!!\[[^\]]*)\]\((?!https?:|#|mailto:)([^)\s#]+)/g)]
          .map(([, target]) => posix.join(posix.dirname(page), target as string).replace(/\/$/, ""))
          .filter((target) => !packed.some((path) => path === target || path.startsWith(`${target}/`)))
          .map((target) => `${page} links to ${target}`),
      );
    expect(dead).toEqual([]);
  });

  it.each([
    ["publint", "run", "--strict"],
    ["attw", "--format", "ascii"],
  ])("%s finds nothing wrong with the package", async (linter, ...options) => {
    await succeed(".", "npx", "--no-install", linter, ...options, tarball);
  });

  it("package.json names only files that the package holds", () => {
    const { bin, exports } = JSON.parse(readFileSync("package.json", "utf8"));
    const pathsIn = (entry: unknown): string[] =>
      typeof entry === "string" ? [entry] : Object.values(entry as object).flatMap(pathsIn);
    const named = [bin, exports].flatMap(pathsIn);
    expect(packed).toEqual(expect.arrayContaining(named.map((path) => path.replace(/^\.\//, ""))));
    expect(readFileSync(join(tree, "dist/main.js"), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  describe("installed", () => {
    beforeEach((context) => context.skip(!installed, "no registry and no warm npm cache on this machine"));

    it("the install lines of the README work as they stand, in an empty folder beside the clone", async () => {
      // The copy of the clone shares the packages of this one, which npm ci would remove; CI runs it at its start.
      expect(prepare).toBe("npm --prefix ../tiers-sandbox ci");
      const said = await succeed(user, "sh", "-c", version);
      expect(said.trim()).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
    });

    it("npx starts the command, whose printed request works, and it makes the same world as the sources", async () => {
      const { child, url, authorization } = await startCommand(user);
      expect((await fetch(url, { headers: { authorization } })).status).toBe(200);
      const sources = await startSandbox({ seed: "empty" });
      const headers = { "content-type": "application/json" };
      const exports = [new URL(url).origin, sources.url].map(async (origin) => {
        const account = `${origin}/_sandbox/accounts/same`;
        const sent = async (method: string, path: string, body: object) => {
          const response = await fetch(account + path, { method, headers, body: JSON.stringify(body) });
          expect([response.status, await response.text()]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
        };
        await sent("PUT", "", { seed: "onboarding", now: "2026-01-15T09:00:00", freeze: true });
        await sent("PUT", "/people", { people: "all" });
        await sent("POST", "/clock", { advance: "P90D" });
        return (await fetch(`${account}/state`)).text();
      });
      const [bundled, source] = await Promise.all(exports);
      await sources.close();
      // npx starts a child process of its own, so the whole process group is ended.
      process.kill(-(child.pid as number), "SIGTERM");
      expect(bundled === source).toBe(true);
      expect(JSON.parse(source as string).state.thirdparties.length).toBe(3);
    });

    it("PDFs, archives, pages and documents of the package are those of the sources, byte by byte", async () => {
      const text = `import { startSandbox } from "tiers-sandbox";
        const __name = (value) => value;
        ${filesOf}
        console.log(JSON.stringify(await filesOf(await startSandbox({ seed: "empty" }))));`;
      writeFileSync(join(user, "files.mjs"), text);
      const fromPackage = JSON.parse(await succeed(user, process.execPath, "files.mjs"));
      expect(Object.keys(fromPackage).length).toBe(10);
      expect(fromPackage).toEqual(await filesOf(await startSandbox({ seed: "empty" })));
    });

    it("a program imports startSandbox and the contract from the package", async () => {
      writeFileSync(
        join(user, "use.mjs"),
        `import { startSandbox } from "tiers-sandbox";
       import { service } from "tiers-sandbox/contract";
       const sandbox = await startSandbox({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
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

    it("a CommonJS program requires every part of the package, without a warning", async () => {
      writeFileSync(
        join(user, "require.cjs"),
        `const { startSandbox } = require("tiers-sandbox");
       const parts = ["client", "contract", "matchers", "vitest", "playwright", "jest"];
       const names = parts.map((part) => "tiers-sandbox/" + part);
       const functions = names.map((name) => Object.values(require(name)).filter((each) => typeof each === "function"));
       startSandbox({ seed: "empty" }).then(async (sandbox) => {
         const { client } = await sandbox.world("test-17");
         const { response } = await client.GET("/thirdparties");
         await sandbox.close();
         console.log(response.status, functions.every(({ length }) => length > 0));
       });`,
      );
      for (const option of ["--no-warnings=none", "--no-experimental-require-module"])
        expect(await run(user, process.execPath, option, "require.cjs")).toEqual({
          code: 0,
          stdout: "200 true\n",
          stderr: "",
        });
    });

    it("what is installed with the package is small", async () => {
      const bytes = (path: string): number =>
        readdirSync(join(user, "node_modules", path), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
      const needed = ["tiers-sandbox", ...Object.keys(JSON.parse(readFileSync("package.json", "utf8")).dependencies)];
      expect(needed).toEqual(["tiers-sandbox", "dejavu-fonts-ttf", "swagger-ui-dist"]);
      expect(needed.reduce((sum, name) => sum + bytes(name), 0)).toBeLessThanOrEqual(most.installed);
    });

    describe("that makes worlds", () => {
      const folder = () => join(user, "node_modules/.cache/tiers-sandbox");
      const made = (...how: string[]) => succeed(user, process.execPath, "made.mjs", ...how);
      beforeEach(() => {
        rmSync(folder(), { recursive: true, force: true });
        const script = [{ do: "populate", at: "-P2Y", count: 8 }];
        const seed = { format: "tiers-sandbox/world@1", name: "few", description: "Eight third parties.", script };
        writeFileSync(join(user, "few.json"), JSON.stringify(seed));
        writeFileSync(
          join(user, "made.mjs"),
          `import { startSandbox } from "tiers-sandbox";
         const usual = { seed: "few.json", now: "2026-01-15T09:00:00", freeze: true, demo: true };
         const sandbox = await startSandbox({ ...usual, worldCache: process.argv[2] !== "off" });
         console.log(await (await fetch(sandbox.url + "/_sandbox/accounts/demo/state")).text());
         await sandbox.close();`,
        );
      });

      it("a world that one process has made is read by the next, with the bytes of one that is made anew", async () => {
        const anew = await made("off");
        expect([existsSync(folder()), JSON.parse(anew).state.events.length > 1_000]).toEqual([false, true]);
        expect(await made()).toBe(anew);
        const [file = "", ...others] = readdirSync(folder());
        expect(others).toEqual([]);
        utimesSync(join(folder(), file), 1, 1);
        expect(await made()).toBe(anew);
        // It was used.
        expect(statSync(join(folder(), file)).mtimeMs).toBeGreaterThan(1_000_000);
        const setUp = `import { sandboxSetup } from "tiers-sandbox/vitest";
          await (await sandboxSetup({ seed: "few.json" })())();`;
        for (const words of [
          ["node_modules/.bin/tiers-sandbox", "exec", "--seed", "few.json", "--", "true"],
          [process.execPath, "--input-type=module", "-e", setUp],
        ]) {
          rmSync(folder(), { recursive: true });
          await succeed(user, ...(words as [string]));
          expect([words[1], readdirSync(folder()).length]).toEqual([words[1], 1]);
        }
      });

      it("a world that three processes make at once is kept once, and once more by another program", async () => {
        const [state, ...others] = await Promise.all([made(), made(), made()]);
        expect(others).toEqual([state, state]);
        const kept = readdirSync(folder());
        expect(kept).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.world$/)]);
        const program = join(user, "node_modules/tiers-sandbox/dist/sandbox.cjs");
        const text = readFileSync(program, "utf8");
        writeFileSync(program, `${text}\n// another program\n`);
        expect(await made()).toBe(state);
        writeFileSync(program, text);
        expect([readdirSync(folder()).length, readdirSync(folder())]).toEqual([2, expect.arrayContaining(kept)]);
        rmSync(folder(), { recursive: true });
        const words = ["exec", "--no-world-cache", "--seed", "few.json", "--", "true"];
        await succeed(user, "node_modules/.bin/tiers-sandbox", ...words);
        expect(existsSync(folder())).toBe(false);
      });
    });

    it("mcp names the package that it needs and how to install it, and works with it", async () => {
      const command = join(user, "node_modules/.bin/tiers-sandbox");
      const { code, stdout, stderr } = await run(user, command, "mcp", "--own");
      const line = "npm install --save-dev @modelcontextprotocol/server";
      expect([code, stdout, stderr.trim().endsWith(line)]).toEqual([1, "", true]);
      symlinkSync(resolve("node_modules/@modelcontextprotocol"), join(user, "node_modules/@modelcontextprotocol"));
      const args = ["mcp", "--own"];
      const client = new Client({ name: "test", version: "0" });
      await client.connect(new StdioClientTransport({ command, args, cwd: user, stderr: "ignore" }));
      expect((await client.listTools()).tools).toHaveLength(10);
      await client.close();
    });

    it("npx passes what follows -- to the command of exec", async () => {
      const program = "console.log(process.argv.slice(1).join(), process.env.TIERS_SANDBOX_URL)";
      const words = ["exec", "--seed", "empty", "--", process.execPath, "-e", program, "a b", "--port"];
      const { code, stdout } = await run(user, "npx", "--no-install", "tiers-sandbox", ...words);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^a b,--port http:\/\/127\.0\.0\.1:\d+\n$/)]);
    });

    const compile = (version: keyof typeof compilers, resolution: string, ...files: string[]) => {
      const compiler = join(version === "5.4" ? user : ".", "node_modules/typescript/bin/tsc");
      const module = resolution === "bundler" ? "esnext" : resolution;
      const options = `--noEmit --strict --skipLibCheck false --target es2022 --lib es2022 --types node -m ${module}`;
      const all = [...options.split(" "), "--moduleResolution", resolution, ...files];
      return run(user, process.execPath, resolve(compiler), ...all);
    };

    it.for([
      ["5.4", "nodenext", "use.mts", "use.cts"],
      ["7", "nodenext", "use.mts", "use.cts"],
      ["7", "bundler", "use.mts"],
    ] as const)(
      "the types compile with TypeScript %s and %s, strict and with every library checked",
      async ([version, resolution, ...files]) => {
        writeFileSync(join(user, "use.mts"), program);
        writeFileSync(join(user, "use.cts"), program);
        expect(existsSync(join(user, "node_modules/@types/express"))).toBe(false);
        expect(await compile(version, resolution, ...files)).toEqual({ code: 0, stdout: "", stderr: "" });
      },
    );

    it("a program that imports startSandbox loads few lines of definitions", async () => {
      writeFileSync(join(user, "small.mts"), `export { startSandbox } from "tiers-sandbox";\n`);
      const { stdout } = await compile("7", "nodenext", "small.mts", "--listFilesOnly");
      const files = stdout.split("\n").filter((path) => /tiers-sandbox|openapi/.test(path.slice(user.length)));
      const others = stdout
        .split("\n")
        .filter((path) => path !== "" && !files.includes(path))
        .filter((path) => !/[\\/](?:typescript|@typescript|undici-types|@types[\\/]node)[\\/]|small\.mts$/.test(path));
      expect(others).toEqual([]);
      const lines = files.reduce((sum, path) => sum + readFileSync(path, "utf8").split("\n").length, 0);
      expect(lines).toBeGreaterThan(1_000);
      expect(lines).toBeLessThanOrEqual(mostLines);
    });
  });

  it("the public interface is the committed one: npm run generate writes it, and the commit says why", () => {
    expect(publicInterface(tree)).toBe(readFileSync("docs/public-interface.md", "utf8"));
  });
});

it("the public interface names every format, variable and header, and no module that is not packed", () => {
  const text = readFileSync("docs/public-interface.md", "utf8");
  const source = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join("src", name), "utf8"))
    .join("\n");
  // That of an earlier bundle is named in order to be refused.
  const formats = [...source.matchAll(/tiers-sandbox\/[a-z-]+@\d+/g)].map(([name]) => name);
  const named = [...new Set(formats)].filter((name) => name !== "tiers-sandbox/bundle@1");
  expect([named.length, named.filter((name) => !text.includes(`${name}: `))]).toEqual([7, []]);
  const others = ["TIERS_SANDBOX_TOKEN", "SANDBOX_JWT_SECRET", "X-Sandbox-Key", "WORLD_TOO_LARGE", "128 + N"];
  expect(others.filter((name) => !text.includes(name))).toEqual([]);
  const modules = [...text.matchAll(/ from '(.*)'/g)].map(([, name]) => name as string);
  const packed = [...entries.map(({ name }) => `./${name}.cjs`), "./shared.cjs"];
  expect([modules.length > 0, modules.filter((name) => !packed.includes(name))]).toEqual([true, []]);
  expect(text).not.toMatch(/^import '/m);
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
