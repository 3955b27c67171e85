import { readdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { describe, expect, it } from "vitest";

interface Source {
  path: string;
  text: string;
}

/** From the ground up: a file imports its own group and the rows before it; groups on one row do not import each other. */
const layers: readonly (readonly string[])[] = [
  ["contract/"],
  ["src/client/", "src/directory/"],
  ["src/domain/"],
  ["src/files/", "src/store/", "src/verify/"],
  ["src/world/"],
  ["src/seed/"],
  ["src/sandbox/"],
  ["src/service/", "src/control/"],
  ["src/http/"],
  ["src/app.ts"],
  ["src/start.ts"],
  ["src/commands/"],
  ["src/main.ts"],
];

/** Who has seen which package. */
const acquainted: Record<string, readonly string[]> = {
  express: ["src/http/", "src/app.ts"],
  "swagger-ui-express": ["src/http/"],
  "swagger-ui-dist": ["src/http/", "src/files/typeface.ts"],
  jose: ["src/sandbox/"],
  lowdb: ["src/store/"],
  pdfkit: ["src/files/"],
  yazl: ["src/files/"],
  "@asteasolutions/zod-to-openapi": ["contract/openapi.ts"],
  "@faker-js/faker": ["src/directory/"],
  "node:http": ["src/http/", "src/app.ts"],
  "node:net": ["src/http/", "src/start.ts", "src/commands/"],
  "node:fs": ["src/directory/fixtures.ts", "src/files/", "src/store/", "src/seed/", "src/sandbox/", "src/commands/"],
};

/** The sandbox is offline: nothing in it can call out, but what talks to a running sandbox. */
const outbound = [
  "node:https",
  "node:http2",
  "node:tls",
  "node:dgram",
  "node:dns",
  "undici",
  "axios",
  "got",
  "ky",
  "node-fetch",
  "ws",
];
const callers = ["src/client/", "src/commands/", "src/verify/"];
const call = /(?<![.\w#])fetch\(|\b(?:http|https|net|tls)\.(?:request|get|connect|createConnection)\(|new WebSocket\(/;

/** The only ones that may look at a wall clock or roll a die of their own: everything else is told the time and given its chance. */
const worldly = ["src/client/", "src/http/", "src/store/", "src/sandbox/", "src/commands/", "src/main.ts"];
const hidden =
  /\bDate\.now\b|\bnew Date\(\)|(?<!new )\bDate\(\)|\bMath\.random\b|\b(?:randomUUID|randomBytes|randomInt|getRandomValues)\(|\bperformance\.now\b/;

const vagueFile = /^(?:utils?|helpers?|common|misc|shared-?utils?|managers?|lib|tools?|index\.d)\.ts$/;
const vagueName =
  /^(?:export )?(?:class|interface|type|function|const|let)\s+(\w*(?:Manager|Helper|Helpers|Util|Utils|Info|Factory|Repository|Controller|Dto|DTO|Mapper))\b/m;

const within = (path: string, places: readonly string[]) =>
  places.some((place) => path === place || (place.endsWith("/") && path.startsWith(place)));
const packageOf = (target: string) =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
const lineOf = (text: string, at: number) => text.slice(0, at).split("\n").length;

/** Made by a tool, and as long as it makes it. */
const generated = "src/client/schema.ts";

function sourcesIn(folder: string): Source[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"))
    .filter((path) => !path.includes("/node_modules/") && path !== generated)
    .sort()
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** What a file imports, for its types too. */
function importsOf({ text }: Pick<Source, "text">): string[] {
  const stated = text.matchAll(/^(?:import|export)\s+(?:type\s)?(?:[\w*{}\s,$]+\sfrom\s+)?"([^"\n]+)"/gm);
  const called = text.matchAll(/\b(?:import|require)\(\s*"([^"\n]+)"\s*\)/g);
  return [...stated, ...called].map(([, target]) => target as string);
}

const layerOf = (path: string) => {
  const row = layers.findIndex((groups) => within(path, groups));
  return row < 0 ? undefined : { row, group: layers[row]?.find((group) => within(path, [group])) };
};

function complaintsAbout(source: Source): string[] {
  const { path } = source;
  const own = layerOf(path);
  if (!own) return [`${path} has no layer: give it one in test/architecture.test.ts.`];
  return importsOf(source).flatMap((target) => {
    if (!target.startsWith(".")) return packageComplaint(path, target) ?? [];
    const imported = posix.join(posix.dirname(path), target);
    const other = layerOf(imported);
    if (!other) return [`${path} imports ${imported}, which is outside contract/ and src/.`];
    if (other.group === own.group || other.row < own.row) return [];
    return [`${path} imports ${imported}: imports go one way, and ${other.group} is not below ${own.group}.`];
  });
}

/** Each circle of imports once, types included, as the files that it runs through. */
function circlesIn(files: readonly Source[]): string[] {
  const imports = new Map(
    files.map((source) => {
      const local = importsOf(source).filter((target) => target.startsWith("."));
      return [source.path, local.map((target) => posix.join(posix.dirname(source.path), target))];
    }),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) found.push([...trail.slice(at), path].join(" -> "));
    if (at >= 0 || done.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return found;
}

function packageComplaint(path: string, target: string): string | undefined {
  const name = packageOf(target);
  if (outbound.includes(name)) return `${path} imports ${name}: the sandbox is offline and calls nobody.`;
  const allowed = acquainted[name];
  if (path.startsWith("contract/") && name !== "zod" && !within(path, allowed ?? []))
    return `${path} imports ${name}: the contract is plain data and needs zod alone.`;
  if (allowed && !within(path, allowed)) return `${path} imports ${name}: only ${allowed.join(", ")} may.`;
  return undefined;
}

function findings(sources: readonly Source[], pattern: RegExp, sentence: (found: string) => string): string[] {
  return sources.flatMap(({ path, text }) => {
    const found = pattern.exec(text);
    return found ? [`${path}:${lineOf(text, found.index)} ${sentence(found[1] ?? found[0])}`] : [];
  });
}

const sources = [...sourcesIn("contract"), ...sourcesIn("src")];
const tests = sourcesIn("test");
const everything = [...sources, ...tests, ...sourcesIn("scripts")];

describe("architecture", () => {
  it("reads the whole tree", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap(importsOf).length).toBeGreaterThan(400);
  });

  it("lets imports go one way", () => {
    expect(sources.flatMap(complaintsAbout)).toEqual([]);
  });

  it("has no circle of imports, types included", () => {
    expect(circlesIn(sources)).toEqual([]);
  });

  it("finds a circle through a type", () => {
    const circle = [
      { path: "src/a.ts", text: `import { b } from "./b.ts";` },
      { path: "src/b.ts", text: `import type { C } from "./c/c.ts";` },
      { path: "src/c/c.ts", text: `import type { A } from "../a.ts";` },
    ];
    expect(circlesIn(circle)).toEqual(["src/a.ts -> src/b.ts -> src/c/c.ts -> src/a.ts"]);
  });

  it.each([
    ["contract/shared.ts", `import { x } from "../src/app.ts";`, "imports go one way"],
    ["contract/shared.ts", `import { readFileSync } from "node:fs";`, "the contract is plain data"],
    ["src/domain/rows.ts", `import {\n  x,\n  y,\n} from "../store/store.ts";`, "imports go one way"],
    ["src/domain/rows.ts", `import type { World } from "../world/world.ts";`, "imports go one way"],
    ["src/domain/rows.ts", `import { readFileSync } from "node:fs";`, "may"],
    ["src/service/files.ts", `const { x } = await import("../http/auth.ts");`, "imports go one way"],
    ["src/control/clock.ts", `import { x } from "../service/files.ts";`, "imports go one way"],
    ["src/store/disk.ts", `import { x } from "../files/zip.ts";`, "imports go one way"],
    ["src/sandbox/sandbox.ts", `import type { App } from "../app.ts";`, "imports go one way"],
    ["src/service/files.ts", `import express from "express";`, "only src/http/, src/app.ts may"],
    ["src/http/bind.ts", `import { JSONFile } from "lowdb/node";`, "only src/store/ may"],
    ["src/http/bind.ts", `import https from "node:https";`, "calls nobody"],
    ["src/http/bind.ts", `import { x } from "../../test/sample.ts";`, "outside contract/ and src/"],
    ["src/client/connect.ts", `import { x } from "../domain/time.ts";`, "imports go one way"],
    ["src/world/world.ts", `import { x } from "../service/files.ts";`, "imports go one way"],
    ["src/novelty/thing.ts", "", "has no layer"],
  ])("would complain if %s said %s", (path, text, sentence) => {
    expect(complaintsAbout({ path, text })).toEqual([expect.stringContaining(sentence)]);
  });

  it("leaves the wall clock and the dice outside the rules", () => {
    const told = sources.filter(({ path }) => !within(path, worldly));
    expect(findings(told, hidden, (found) => `says ${found}: take the time or the chance as an argument.`)).toEqual([]);
  });

  it("calls nobody", () => {
    const silent = sources.filter(({ path }) => !within(path, callers));
    expect(findings(silent, call, (found) => `says ${found}: the sandbox is offline.`)).toEqual([]);
  });

  it("reads arguments and environment in the command alone", () => {
    const deaf = sources.filter(({ path }) => path !== "src/main.ts");
    expect(
      findings(deaf, /\bprocess\.(?:env|argv)\b/, (found) => `says ${found}: src/main.ts reads it and hands it on.`),
    ).toEqual([]);
  });

  it("runs every test it has", () => {
    expect(
      findings(
        tests,
        /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:only|skip|todo)\b/,
        (found) => `says ${found}: a test runs or goes; skipIf may say why it cannot.`,
      ),
    ).toEqual([]);
  });

  it("names things", () => {
    const vague = everything
      .filter(({ path }) => vagueFile.test(basename(path)))
      .map(({ path }) => `${path}: name the file after its noun.`);
    expect([...vague, ...findings(sources, vagueName, (found) => `names ${found}: say what it is.`)]).toEqual([]);
  });

  it("keeps files small: nine in ten under 250 lines, none over 600", () => {
    const sizes = sources.map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));
    expect(
      sizes
        .filter(({ lines }) => lines > 600)
        .map(({ path, lines }) => `${path} has ${lines} lines: it holds more than one noun.`),
    ).toEqual([]);
    expect(sizes.filter(({ lines }) => lines > 250).length / sizes.length).toBeLessThan(0.1);
  });
});
