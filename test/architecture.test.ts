import { readdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { describe, expect, it } from "vitest";

interface Source {
  path: string;
  text: string;
}
interface Import {
  target: string;
  typeOnly: boolean;
}

/** What lies loose in src/ and is named nowhere else: an account's world and what happens in it. */
const world = ["src/*.ts"];

/** From the ground up: a file imports its own group and the rows before it; groups on one row do not know each other. */
const layers: readonly (readonly (readonly string[])[])[] = [
  [["contract/"]],
  [["src/fixtures.ts"], ["src/client/"]],
  [["src/directory/"]],
  [["src/domain/"]],
  [["src/files/"], ["src/store/"], ["src/handlers.ts"]],
  [world],
  [["src/service/"]],
  [["src/http/", "src/options.ts"]],
  [["src/control/"]],
  [["src/app.ts"]],
  [["src/sandbox.ts"], ["src/verify/"]],
  [["src/commands/"]],
  [["src/main.ts"]],
];

/** `import type` leaves nothing behind, so what is handed a Sandbox may name it; nothing else looks up. */
const mayBeNamedFromBelow = "src/sandbox.ts";

/** Rows are an order; these two are also strangers. */
const strangers = [
  ["src/control/", "src/service/"],
  ["src/service/", "src/control/"],
] as const;

/** Who has seen which package. */
const acquainted: Record<string, readonly string[]> = {
  express: ["src/http/", "src/app.ts"],
  "swagger-ui-express": ["src/http/"],
  "swagger-ui-dist": ["src/http/", "src/files/typeface.ts"],
  jose: ["src/http/"],
  lowdb: ["src/store/"],
  pdfkit: ["src/files/"],
  yazl: ["src/files/"],
  "@asteasolutions/zod-to-openapi": ["contract/openapi.ts"],
  "@faker-js/faker": ["src/directory/", "src/http/examples.ts"],
  "node:http": ["src/http/", "src/app.ts"],
  "node:net": ["src/http/", "src/sandbox.ts", "src/commands/"],
};

/** The sandbox is offline: nothing in it can call out, but what talks to a running sandbox. */
const outbound = ["node:https", "node:http2", "node:tls", "node:dgram", "node:dns", "undici", "axios", "got", "ky", "node-fetch", "ws"];
const callers = ["src/client/", "src/commands/", "src/verify/"];
const call = /(?<![.\w#])fetch\(|\b(?:http|https|net|tls)\.(?:request|get|connect|createConnection)\(|new WebSocket\(/;

/** The only ones that may look at a wall clock or roll a die of their own: everything else is told the time and given its chance. */
const worldly = ["src/client/", "src/http/", "src/store/", "src/sandbox.ts", "src/commands/", "src/main.ts"];
const hidden =
  /\bDate\.now\b|\bnew Date\(\)|(?<!new )\bDate\(\)|\bMath\.random\b|\b(?:randomUUID|randomBytes|randomInt|getRandomValues)\(|\bperformance\.now\b/;

const vagueFile = /^(?:utils?|helpers?|common|misc|shared-?utils?|managers?|lib|tools?|index\.d)\.ts$/;
const vagueName =
  /^(?:export )?(?:class|interface|type|function|const|let)\s+(\w*(?:Manager|Helper|Helpers|Util|Utils|Info|Factory|Repository|Controller|Dto|DTO|Mapper))\b/m;

const within = (path: string, places: readonly string[]) => places.some((place) => path === place || (place.endsWith("/") && path.startsWith(place)));
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

function importsOf({ text }: Pick<Source, "text">): Import[] {
  const stated = [...text.matchAll(/^(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+\sfrom\s+)?"([^"\n]+)"/gm)];
  const called = [...text.matchAll(/\b(?:import|require)\(\s*"([^"\n]+)"\s*\)(\.\w+)?/g)];
  return [
    ...stated.map(([, type, target]) => ({ target: target as string, typeOnly: type !== undefined })),
    ...called.map(([, target]) => ({ target: target as string, typeOnly: false })),
  ];
}

function placeOf(path: string): { row: number; group: readonly string[] } | undefined {
  const rows = layers.flatMap((groups, row) => groups.map((group) => ({ row, group })));
  return rows.find(({ group }) => within(path, group)) ?? (/^src\/[^/]+$/.test(path) ? rows.find(({ group }) => group === world) : undefined);
}

function complaintsAbout(source: Source): string[] {
  const { path } = source;
  const own = placeOf(path);
  if (!own) return [`${path} has no layer: give it one in test/architecture.test.ts.`];
  return importsOf(source).flatMap(({ target, typeOnly }) => {
    if (!target.startsWith(".")) return packageComplaint(path, target) ?? [];
    const imported = posix.join(posix.dirname(path), target);
    if (imported.endsWith(".json")) return [];
    const other = placeOf(imported);
    if (!other) return [`${path} imports ${imported}, which is outside contract/ and src/.`];
    if (strangers.some(([one, another]) => path.startsWith(one) && imported.startsWith(another)))
      return [`${path} imports ${imported}: service and control never import each other.`];
    if (other.group === own.group || other.row < own.row) return [];
    if (typeOnly && imported === mayBeNamedFromBelow) return [];
    return [`${path} imports ${imported}: imports go one way, and ${other.group.join(", ")} is not below ${own.group.join(", ")}.`];
  });
}

function packageComplaint(path: string, target: string): string | undefined {
  const name = packageOf(target);
  if (outbound.includes(name)) return `${path} imports ${name}: the sandbox is offline and calls nobody.`;
  const allowed = acquainted[name];
  if (allowed && !within(path, allowed)) return `${path} imports ${name}: only ${allowed.join(", ")} may.`;
  if (path.startsWith("contract/") && name !== "zod" && !allowed) return `${path} imports ${name}: the contract is plain data and needs zod alone.`;
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

  it("lets imports go one way: contract, directory, domain, store, world, service, http, control, app, sandbox, commands", () => {
    expect(sources.flatMap(complaintsAbout)).toEqual([]);
  });

  it.each([
    ["contract/shared.ts", `import { x } from "../src/app.ts";`, "imports go one way"],
    ["contract/shared.ts", `import { readFileSync } from "node:fs";`, "the contract is plain data"],
    ["src/domain/rows.ts", `import {\n  x,\n  y,\n} from "../store/store.ts";`, "imports go one way"],
    ["src/domain/rows.ts", `import type { Sandbox } from "../world.ts";`, "imports go one way"],
    ["src/service/files.ts", `const { x } = await import("../http/auth.ts");`, "imports go one way"],
    ["src/control/clock.ts", `import { x } from "../service/files.ts";`, "never import each other"],
    ["src/store/disk.ts", `import { x } from "../files/zip.ts";`, "imports go one way"],
    ["src/http/docs.ts", `import { Sandbox } from "../sandbox.ts";`, "imports go one way"],
    ["src/service/files.ts", `import express from "express";`, "only src/http/, src/app.ts may"],
    ["src/http/auth.ts", `import { JSONFile } from "lowdb/node";`, "only src/store/ may"],
    ["src/http/auth.ts", `import https from "node:https";`, "calls nobody"],
    ["src/http/auth.ts", `import { x } from "../../test/sample.ts";`, "outside contract/ and src/"],
    ["src/client/connect.ts", `import { x } from "../domain/time.ts";`, "imports go one way"],
    ["src/world.ts", `import { x } from "./service/files.ts";`, "imports go one way"],
    ["src/novelty/thing.ts", "", "has no layer"],
  ])("would complain if %s said %s", (path, text, sentence) => {
    expect(complaintsAbout({ path, text })).toEqual([expect.stringContaining(sentence)]);
  });

  it("lets what is handed a Sandbox name its type", () => {
    expect(complaintsAbout({ path: "src/http/docs.ts", text: `import type { Sandbox } from "../sandbox.ts";` })).toEqual([]);
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
    expect(findings(deaf, /\bprocess\.(?:env|argv)\b/, (found) => `says ${found}: src/main.ts reads it and hands it on.`)).toEqual([]);
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
    const vague = everything.filter(({ path }) => vagueFile.test(basename(path))).map(({ path }) => `${path}: name the file after its noun.`);
    expect([...vague, ...findings(sources, vagueName, (found) => `names ${found}: say what it is.`)]).toEqual([]);
  });

  it("keeps files small: nine in ten under 250 lines, none over 600", () => {
    const sizes = sources.map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));
    expect(sizes.filter(({ lines }) => lines > 600).map(({ path, lines }) => `${path} has ${lines} lines: it holds more than one noun.`)).toEqual([]);
    expect(sizes.filter(({ lines }) => lines > 250).length / sizes.length).toBeLessThan(0.1);
  });
});
