import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { speedTable, withSpeedTable } from "../bench/readme.ts";
import { control } from "../contract/control.ts";
import { type Contract, operationsOf } from "../contract/endpoint.ts";
import { service } from "../contract/service.ts";
import { installFaults } from "../scripts/release-fields.ts";
import { commands } from "../src/commands/table.ts";
import { packageRoot } from "../src/directory/fixtures.ts";
import { testIdentifiers } from "../src/directory/test-identifiers.ts";

const read = (path: string) => readFileSync(join(packageRoot, path), "utf8");
const readme = read("README.md");
const reference = read("docs/reference.md");

it("the README has at most 150 lines", () => {
  expect(readme.split("\n").length).toBeLessThanOrEqual(150);
});

it("every link of the README, the guides and the decisions leads to a file or a heading of the project", () => {
  const guides = ["docs", "docs/decisions"].flatMap((folder) =>
    readdirSync(join(packageRoot, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  );
  const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", ...guides];
  const anchors = (text: string) =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [path = "", anchor] = target.split("#");
        const file = path === "" ? page : join(dirname(page), path);
        if (!existsSync(join(packageRoot, file))) return true;
        return anchor !== undefined && !anchors(read(file)).includes(anchor);
      })
      .map((target) => `${page}: ${target}`),
  );
  expect(dead).toEqual([]);
});

it("the README has the figures of the last run of the bench", () => {
  const results = read("bench/RESULTS.md");
  expect(speedTable(results)).toContain(" x (");
  expect(readme).toContain(`\n\n${speedTable(results)}\n\n`);
  expect(withSpeedTable(readme, results)).toBe(readme);
});

it("the reference lists every test identifier, and only those", () => {
  const listed = [...reference.matchAll(/^\| .* \| (\d{14}) \| (DE\d{9}) \| (\d{9}) \|$/gm)].flatMap(
    ([, siret, vat, duns]) => [siret, vat, duns],
  );
  const section = reference.split("## Test identifiers")[1]?.split("\n## ")[0] ?? "";
  const made = [...section.matchAll(/^\| [^|]+ \| ([A-Z\d]{9,14}) \|$/gm)].map(([, value]) => value);
  expect(new Set([...listed, ...made])).toEqual(new Set(testIdentifiers.map(({ value }) => value)));
});

it("the reference names every option of the start command", async () => {
  const { start } = await import("../src/commands/start.ts");
  const flags = Object.entries(start.options).filter(
    ([, option]) => !(option as { environmentOnly?: boolean }).environmentOnly,
  );
  for (const [name] of flags) expect(reference).toContain(`| \`--${name}`);
});

it("decisions are numbered from 1 on, in their file names and their titles", () => {
  const folder = join(packageRoot, "docs/decisions");
  const names = readdirSync(folder).sort();
  const numbers = names.map((_, at) => at + 1);
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(numbers);
  const titles = names.map((name) => readFileSync(join(folder, name), "utf8").split("\n")[0]);
  expect(titles.map((title = "") => Number(/^# (\d+)\. /.exec(title)?.[1]))).toEqual(numbers);
});

it("the changelog, the lock file and the lines of installation have the version of the package", () => {
  const read = (name: string) => readFileSync(join(packageRoot, name), "utf8");
  const { version } = JSON.parse(read("package.json"));
  const [first] = read("CHANGELOG.md").match(/^## (?!Unreleased$).*$/m) ?? [];
  const [tarball] = readme.match(/tiers-sandbox-\S+\.tgz/) ?? [];
  const lock = JSON.parse(read("package-lock.json"));
  expect([first, tarball, lock.version, lock.packages[""].version]).toEqual([
    `## ${version}`,
    `tiers-sandbox-${version}.tgz`,
    version,
    version,
  ]);
});

it("the first block of the README runs a clone, and installs from a registry only once there is a repository", () => {
  expect(installFaults(JSON.parse(read("package.json")), readme)).toEqual([]);
  const [, first = ""] = /```sh\n([\s\S]*?)```/.exec(readme.split("\n").slice(0, 25).join("\n")) ?? [];
  const lines = first.trim().split("\n");
  const commands = lines.map((line) => line.split(" #")[0]?.trim());
  expect(commands.filter((line) => line !== "npm i -D tiers-sandbox")).toEqual([
    "npm ci && npm start",
    "npm ci && npm test",
  ]);
});

it.each([
  ["no repository and no such line", undefined, "npm ci && npm start", []],
  ["no repository, but a line of a registry", undefined, "npm i -D tiers-sandbox # the package", [/from a registry/]],
  ["no repository, but a version of a registry", undefined, "npm install tiers-sandbox@1", [/from a registry/]],
  ["no repository, and a tarball", undefined, "npm i -D ./tiers-sandbox-1.0.0.tgz", []],
  ["a repository and no such line", "https://x", "npm ci && npm start", [/must begin with/]],
  ["a repository and the line", "https://x", "npm i -D tiers-sandbox", []],
])("with %s a release says what is wrong", (_, repository, line, faults) => {
  const found = installFaults(repository ? { repository } : {}, `# x\n\n\`\`\`sh\n${line}\n\`\`\`\n`);
  expect(found).toEqual(faults.map((pattern) => expect.stringMatching(pattern)));
});

it("the skill is short, has a section of each part, and its commands and paths exist", () => {
  const skill = readFileSync(join(packageRoot, "skills/tiers-sandbox/SKILL.md"), "utf8");
  expect(skill.split("\n").length).toBeLessThanOrEqual(120);
  const named = [...skill.matchAll(/`(?:npx )?tiers-sandbox ([a-z]+)/g)].map(([, name]) => name as string);
  expect(named.filter((name) => !Object.hasOwn(commands, name))).toEqual([]);
  expect([...skill.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
    ...["Start", "A world per test", "A state by its name", "Clock", "Trigger", "People", "Configuration"],
    ...["When a request is refused", "Check a synchronisation", "What is assumed"],
  ]);
  const known = [service, control].flatMap((contract: Contract) =>
    operationsOf(contract).map(
      ({ endpoint: { method, path } }) =>
        new RegExp(
          `^${method.toUpperCase()} ${path.replace(/.*:accountId/, "(?:…|.*/[^/]+)").replace(/:\w+/g, "[^/]+")}$`,
        ),
    ),
  );
  const asked = [...skill.matchAll(/`((?:GET|POST) [^`]+)`/g)].map(([, request]) => request as string);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((request) => !known.some((pattern) => pattern.test(request)))).toEqual([]);
});
