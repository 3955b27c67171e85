import { basename, posix } from "node:path";
import { describe, expect, it } from "vitest";
import {
  generated,
  importsOf,
  layerOf,
  lineOf,
  linesOf,
  resolved,
  type Source,
  sourcesIn,
  staticImportsOf,
  within,
} from "./support/sources.ts";

/** The places that may import each of these packages. */
const importers: Record<string, readonly string[]> = {
  preact: ["src/console/"],
  "@preact/signals": ["src/console/"],
  express: ["src/http/", "src/app.ts"],
  "swagger-ui-express": ["src/http/"],
  "swagger-ui-dist": ["src/http/", "src/files/typeface.ts"],
  jose: ["src/sandbox/"],
  lowdb: ["src/store/"],
  pg: ["src/team/postgres/"],
  "@modelcontextprotocol/server": ["src/mcp/serve.ts"],
  pdfkit: ["src/files/"],
  yazl: ["src/files/"],
  "@asteasolutions/zod-to-openapi": ["contract/openapi.ts"],
  "@faker-js/faker": ["src/directory/"],
  "node:http": ["src/http/", "src/app.ts", "src/commands/record-proxy.ts"],
  "node:os": ["src/system/"],
  "cross-spawn": ["src/commands/exec.ts"],
  "node:net": ["src/http/", "src/start.ts", "src/commands/"],
  "node:fs": [
    ...["src/client/bundle-folder.ts", "src/client/coverage-folder.ts", "src/directory/fixtures.ts"],
    ...["src/files/", "src/store/", "src/seed/", "src/sandbox/", "src/commands/", "src/system/"],
  ],
};

/** Packages that open connections. The sandbox is offline; only the clients of a running sandbox connect to it. */
const outbound = "node:https node:http2 node:tls node:dgram node:dns undici axios got ky node-fetch ws".split(" ");
const callers = ["src/client/", "src/console/", "src/commands/", "src/verify/"];
const call = /(?<![.\w#])fetch\(|\b(?:http|https|net|tls)\.(?:request|get|connect|createConnection)\(|new WebSocket\(/;

/** The places that may read the wall clock or draw random numbers; all others receive time and chance as arguments. */
const clockReaders = [
  ...["src/client/", "src/console/", "src/http/", "src/store/", "src/sandbox/", "src/team/", "src/commands/"],
  "src/main.ts",
];
const clock = /\bDate\.now\b|\bnew Date\(\)|(?<!new )\bDate\(\)|\bperformance\.now\b/;
const randomness = /\bMath\.random\b|\b(?:randomUUID|randomBytes|randomInt|getRandomValues)\(/;
const clockOrChance = new RegExp(`${clock.source}|${randomness.source}`);

/** What is not the same on Linux, macOS and Windows. Ctrl-C is, and so are octal numbers inside an archive. */
const differs = [
  /\bprocess\.(?:platform|arch|kill|ppid|getuid|getgid|umask)\b/,
  /\bO_(?:D?SYNC|NONBLOCK|DIRECT\w*|NOFOLLOW|NOATIME|RDONLY|RDWR|CREAT|EXCL)\b/,
  /["'`]\/(?:proc|dev|tmp|etc|sys)\//,
  /["'`]SIG(?!INT\b)[A-Z]+["'`]/,
  /\b0o[0-7]{3}\b/,
  /\b(?:chmod|chown|symlink)(?:Sync)?\(/,
  /["'`](?:win32|darwin|linux)["'`]/,
];
const ofOneSystem = new RegExp(differs.map(({ source }) => source).join("|"));

const vagueFile = /^(?:utils?|helpers?|common|misc|shared-?utils?|managers?|lib|tools?|index\.d)\.ts$/;
const vagueWord = /Manager|Helpers?|Utils?|Info|Factory|Repository|Controller|Dto|DTO|Mapper/.source;
const declared = /^(?:export )?(?:class|interface|type|function|const|let)/.source;
const vagueName = new RegExp(`${declared}\\s+(\\w*(?:${vagueWord}))\\b`, "m");

const packageOf = (target: string) =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
function complaintsAbout(source: Source): string[] {
  const { path } = source;
  const own = layerOf(path);
  if (!own) return [`${path} has no layer: give it one in test/support/sources.ts.`];
  return importsOf(source).flatMap((target) => {
    if (!target.startsWith(".")) return packageComplaint(path, target) ?? [];
    const imported = resolved(path, target);
    const other = layerOf(imported);
    if (!other) return [`${path} imports ${imported}, which is outside contract/ and src/.`];
    if (other.group === own.group || other.row < own.row) return [];
    return [`${path} imports ${imported}: imports go one way, and ${other.group} is not below ${own.group}.`];
  });
}

/** What an import of the package must not load: the control plane's contract and what is asked for later. */
const later = ["contract/control", "contract/openapi.ts", "src/control/", "src/http/pages/docs.ts", "src/team/"];
/** Read as they are used: the one schema that a fixture shares, and a refusal. */
const small = ["contract/control-shapes.ts", "contract/control-reference.ts", "src/control/snapshot-refusals.ts"];

/** The files that are loaded with one, itself included: imports of types alone are left out. */
function loadedWith(start: string): string[] {
  const loaded = new Set([start]);
  for (const path of loaded) {
    const text = sources.find((source) => source.path === path)?.text.replace(/^(?:im|ex)port type [^;]*;/gm, "") ?? "";
    for (const target of staticImportsOf({ text })) if (target.startsWith(".")) loaded.add(resolved(path, target));
  }
  return [...loaded];
}

/** The places that load what serves several servers, when a database is named: nothing else may know of it. */
const teamLoaders = ["src/start.ts", "src/commands/database.ts"];

function teamComplaints(source: Source): string[] {
  const { path } = source;
  const isOfTeam = (target: string) => target.startsWith(".") && within(resolved(path, target), ["src/team/"]);
  if (within(path, ["src/team/"]) || !importsOf(source).some(isOfTeam)) return [];
  if (!within(path, teamLoaders)) return [`${path} imports src/team/: only ${teamLoaders.join(" and ")} may.`];
  if (!staticImportsOf(source).some(isOfTeam)) return [];
  return [`${path} imports src/team/ when it is loaded: use await import(), so that only a database loads it.`];
}

function packageComplaint(path: string, target: string): string | undefined {
  const name = packageOf(target);
  if (outbound.includes(name)) return `${path} imports ${name}: the sandbox is offline and opens no connection.`;
  const allowed = importers[name];
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
const scripts = sourcesIn("scripts");
const isTest = ({ path }: Source) => path.endsWith(".test.ts");
const outside = (places: readonly string[]) => sources.filter(({ path }) => !within(path, places));

/** Files of the domain that say what papers hold, what a stored world may be, how long a day is, where ids begin. */
const withoutTerms = [
  ...["src/domain/terms.ts", "src/domain/time.ts", "src/domain/working-requests.ts", "src/domain/stored/"],
  ...["src/domain/document/company-habits.ts", "src/domain/document/form-values.ts", "src/domain/sequences.ts"],
];
/**
 * Numbers that decide nothing over time: a coin, a house, a capital, limits of forms, five past midnight, the ids of
 * indicators, the check digits of an IBAN, a percentage that differs from another.
 */
const noTerms = [
  ...[".bool(0.5)", ".int(1, 180)", ".int(1, 20)", ".int(0, oldest)", "score > 50", "text.length > 80"],
  ...["value <= 100", "next <= 9999", "next < 9999", "5 * minute", "calculationId: 10", "index >= 4", "before === 10"],
];
/** More than two, or a fraction. */
const number = String.raw`-?(?:[3-9]|\d[\d_]+|\d*\.\d+)(?![\w.])`;
/** A number of days or minutes, a draw within fixed bounds, a share, a threshold; one of a list, a value, a bound. */
const term = new RegExp(
  [
    /\b[\d_.]+ \* (?:day|hour|minute|second)\b/,
    /\baddMonths\([^\n]*, -?\d/,
    /\.int\(\d|\.bool\([\d.]|\b1 \/ \d/,
    new RegExp(String.raw`(?<![\w)\]])\[(?:[^\][]*,\s*)?${number}(?:\s*,[^\][]*)?\]`),
    new RegExp(String.raw`(?<=[{,]\s*|\n\s*)["'\w]+: ${number}(?=\s*[,}\n])`),
    new RegExp(String.raw` (?:[<>]=?|[=!]==) ${number}|\b${number} [<>]=? `),
    /(?:Years|Months|Days|Hours|Minutes|Share|Percent|Cap|Penalty) = \d/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
const rulesWithTerms = sources
  .filter(({ path }) => path.startsWith("src/domain/") && !within(path, withoutTerms))
  .map(({ path, text }) => ({ path, text: noTerms.reduce((left, known) => left.replaceAll(known, ""), text) }));

/** A title, where no text may match, the pattern, and the sentence that follows what was found. */
const texts: [title: string, of: readonly Source[], pattern: RegExp, sentence: string][] = [
  [
    "the rules read no wall clock and draw no random number",
    outside(clockReaders),
    clockOrChance,
    "take the time or the chance as an argument.",
  ],
  ["the sandbox opens no connection", outside(callers), call, "the sandbox is offline."],
  [
    "only src/system/ knows what differs between Linux, macOS and Windows",
    outside(["src/system/"]),
    ofOneSystem,
    "src/system/ asks the system, and says what holds where the system has less.",
  ],
  [
    "only src/main.ts, and the client for the address of its sandbox, read arguments and the environment",
    outside(["src/main.ts", "src/client/environment.ts"]),
    /\bprocess\.(?:env|argv)\b/,
    "src/main.ts reads it and passes it on.",
  ],
  [
    "terms, thresholds and periods stand in fixtures/terms.json",
    rulesWithTerms,
    term,
    "give it a row there that names its assumption.",
  ],
  [
    "no name is looked up with `in`, which finds the names of every object, as constructor",
    sources,
    /(?<!const |let )(?<!["'`\w.])[a-z]\w*(?:\.\w+)* in [a-z][\w.]*(?: \?|\)| &&| \|\|)/,
    "use Object.hasOwn, a Map, or a dictionary.",
  ],
  ["no declaration has a vague name", sources, vagueName, "name it after what it is."],
  [
    "time limits are set in vitest.config.ts alone",
    tests.filter(isTest),
    /\btimeout: [\d_]{4,}|\b(?:test|hook)Timeout\b|\},\s*[\d_]{5,},?\s*\);/,
    "on a busy machine it ends a test that would pass.",
  ],
];

/** Imports that are refused, each with a part of the sentence. */
const refused: [path: string, text: string, sentence: string][] = [
  ["contract/shared.ts", `import { x } from "../src/app.ts";`, "imports go one way"],
  ["contract/shared.ts", `import { readFileSync } from "node:fs";`, "the contract is plain data"],
  ["src/domain/rows.ts", `import {\n  x,\n  y,\n} from "../store/store.ts";`, "imports go one way"],
  ["src/domain/rows.ts", `import type { World } from "../world/world.ts";`, "imports go one way"],
  ["src/domain/rows.ts", `import { readFileSync } from "node:fs";`, "may"],
  ["src/service/files.ts", `const { x } = await import("../http/auth.ts");`, "imports go one way"],
  ["src/control/clock.ts", `import { x } from "../service/files.ts";`, "imports go one way"],
  ["src/service/files.ts", `import express from "express";`, "only src/http/, src/app.ts may"],
  ["src/http/bind.ts", `import https from "node:https";`, "opens no connection"],
  ["src/http/bind.ts", `import { x } from "../../test/sample.ts";`, "outside contract/ and src/"],
  ["src/novelty/thing.ts", "", "has no layer"],
  ["src/start.ts", `import { openTeam } from "./team/team.ts";`, "use await import()"],
  ["src/http/bind.ts", `const { openTeam } = await import("../team/team.ts");`, "only src/start.ts and"],
];

describe("architecture", () => {
  it("scans the whole tree", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap(importsOf).length).toBeGreaterThan(400);
    expect(sources.filter((source) => importsOf(source).some((target) => target.includes("/team/")))).not.toEqual([]);
  });

  it("imports go one way, from upper layers to lower ones", () => {
    expect(sources.flatMap(complaintsAbout)).toEqual([]);
  });

  it("only the start and the command database load src/team/, and only when they need it", () => {
    expect(sources.flatMap(teamComplaints)).toEqual([]);
  });

  it("an import of the package loads neither the control plane nor the documents", () => {
    const loaded = loadedWith("src/start.ts");
    expect(loaded.length).toBeGreaterThan(150);
    const early = loaded.filter((path) => later.some((place) => path.startsWith(place)) && !within(path, small));
    expect(early).toEqual([]);
  });

  it.each(refused)("%s is refused with the text %j: %s", (path, text, sentence) => {
    const complaints = [...complaintsAbout({ path, text }), ...teamComplaints({ path, text })];
    expect(complaints).toContainEqual(expect.stringContaining(sentence));
  });

  it.each(texts)("%s", (_, of, pattern, sentence) => {
    expect(findings(of, pattern, (found) => `has ${found}: ${sentence}`)).toEqual([]);
  });

  it.each([
    'if (process.platform === "win32") return;',
    "constants.O_RDWR | constants.O_DSYNC",
    "readFileSync(`/proc/${pid}/stat`)",
    'child.kill("SIGTERM")',
    "mkdir(folder, 0o700)",
    "symlinkSync(from, to)",
  ])("a file that says %s knows the system", (text) => {
    expect(findings([{ path: "src/store/x.ts", text }], ofOneSystem, (found) => found)).toHaveLength(1);
  });

  it.each([
    "x + 30 * day",
    "addMonths(draft.now, -12)",
    "chance.int(4, 8)",
    "bool(1 / 600)",
    "score < 50",
    "noticeDays = 7",
    "const patience = [14, 21] as const",
    'weights(["capital", 40], ["name", 2])',
    "const escalateAfter = { silent: 9, late: 12 }",
    "if (weeks > 8)",
    "weeks === 8 || 8 < weeks",
  ])("a rule that says %s states a term", (text) => {
    expect(findings([{ path: "src/domain/x.ts", text }], term, (found) => found)).toHaveLength(1);
  });

  it("no file has a vague name", () => {
    const paths = [...sources, ...tests, ...scripts].map(({ path }) => path);
    expect(paths.filter((path) => vagueFile.test(basename(path)))).toEqual([]);
  });

  it("files and lines are short", () => {
    const long = (lines: number) =>
      sources
        .filter(({ text }) => linesOf(text).length >= lines)
        .map(({ path }) => `${path} has ${lines} lines or more.`);
    expect(long(251).length / sources.length).toBeLessThan(0.1);
    const wide = [...sources, ...tests].flatMap(({ path, text }) =>
      linesOf(text).flatMap((line, at) => (line.length > 120 ? [`${path}:${at + 1} has ${line.length} columns.`] : [])),
    );
    expect([...long(400), ...wide]).toEqual([]);
  });
});

/** Packages and modules that start processes, browsers or compilers: only slow tests may use them. */
const slowImports = ["node:child_process", "node:cluster", "node:worker_threads", "playwright-core", "esbuild", "vite"];
const isSlow = ({ path }: Source) => path.endsWith(".slow.test.ts");

/** A test file and the files of test/ and scripts/ that it imports, directly or not. */
function withImports(start: Source, byPath: ReadonlyMap<string, Source>): Source[] {
  const reached = new Set<Source>([start]);
  for (const source of reached)
    for (const target of importsOf(source)) {
      const imported = target.startsWith(".") ? byPath.get(resolved(source.path, target)) : undefined;
      if (imported) reached.add(imported);
    }
  return [...reached];
}

function slowImportsOf(test: Source, byPath: ReadonlyMap<string, Source>): string[] {
  return withImports(test, byPath).flatMap((source) =>
    importsOf(source)
      .filter((target) => slowImports.includes(packageOf(target)))
      .map((target) => `${test.path} is fast and reaches ${target} through ${source.path}: name it *.slow.test.ts.`),
  );
}

describe("fast and slow tests", () => {
  const byPath = new Map([...tests, ...scripts].map((source) => [source.path, source]));
  const fast = tests.filter((source) => isTest(source) && !isSlow(source));

  it("fast tests start no process, browser or compiler", () => {
    expect(fast.flatMap((test) => slowImportsOf(test, byPath))).toEqual([]);
  });

  it("fast tests run a property at most 2,000 times", () => {
    const long = fast.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnumRuns: ([\d_]+)/g)]
        .filter(([, runs]) => Number(runs?.replaceAll("_", "")) > 2_000)
        .map(([found]) => `${path} has ${found}: name it *.slow.test.ts.`),
    );
    expect(long).toEqual([]);
  });

  it("finds a slow import through another file", () => {
    const imported = { path: "test/support/a.ts", text: `import { spawn } from "node:child_process";` };
    const test = { path: "test/a.test.ts", text: `import { a } from "./support/a.ts";` };
    const found = slowImportsOf(test, new Map([imported, test].map((source) => [source.path, source])));
    expect(found).toEqual([expect.stringContaining("reaches node:child_process through test/support/a.ts")]);
  });
});

/** Folders whose tests are not about one source file. */
const crossCutting = ["browser", "journeys", "properties", "mutants", "reliability", "support", "types"].map(
  (folder) => `test/${folder}/`,
);
/** Tests of the repository as a whole. */
const repositoryTests = ["action", "architecture", "package", "promises", "readme", "workflows"];

/**
 * The sources that a test may be named after: the file or folder of the same name in the mirrored folder, or the
 * mirrored folder itself. A subject may follow the name, as in thirdparties.find.test.ts.
 */
function namesakesOf(path: string): string[] {
  const [folder, name] = [posix.dirname(path).slice("test/".length), basename(path).split(".")[0] as string];
  if (folder === "") return [`src/${name}.ts`];
  const mirrored = folder === "contract" ? folder : `src/${folder}`;
  return [`${mirrored}/${name}.ts`, name === basename(folder) ? mirrored : `${mirrored}/${name}`];
}

describe("the layout of test", () => {
  it("every test is named after the source file or the folder that it tests", () => {
    const paths = new Set([...sources.flatMap(({ path }) => [path, posix.dirname(path)]), ...generated]);
    const misnamed = tests
      .filter((source) => isTest(source) && !within(source.path, crossCutting))
      .map(({ path }) => ({ path, namesakes: namesakesOf(path) }))
      .filter(({ path }) => !repositoryTests.includes(basename(path).split(".")[0] as string))
      .filter(({ namesakes }) => !namesakes.some((namesake) => paths.has(namesake)))
      .map(({ path, namesakes }) => `${path}: there is no ${namesakes.join(" and no ")}.`);
    expect(misnamed).toEqual([]);
  });
});
