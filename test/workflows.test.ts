import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Manifest, missingFields } from "../scripts/release-fields.ts";
import { packageRoot } from "../src/directory/fixtures.ts";

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  shell?: string;
  if?: string;
  with?: Record<string, unknown>;
}
interface Job {
  "runs-on": string;
  needs?: string;
  "timeout-minutes"?: number;
  permissions?: Record<string, string>;
  outputs?: Record<string, string>;
  strategy?: { matrix: Record<string, unknown[]> };
  steps: Step[];
}
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}
interface Action {
  inputs: Record<string, { description: string; default?: string }>;
  outputs: Record<string, { description: string; value: string }>;
  runs: { using: string; steps: Step[] };
}

const read = (path: string) => readFileSync(join(packageRoot, path), "utf8");
const action = parse(read("action.yml")) as Action;
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
const folder = ".github/workflows";
const workflows = readdirSync(join(packageRoot, folder)).map((name) => `${folder}/${name}`);

/** What an expression may name, with a list of what there is. */
type Known = Record<string, readonly string[]>;

const namesIn = (record: object | undefined) => Object.keys(record ?? {});
const written = ({ run = "" }: Step) => Array.from(run.matchAll(/\b([a-z]+)=\$/g), ([, name]) => name as string);
const knownOf = (steps: readonly Step[], others: Known): Known => ({
  ...others,
  ...Object.fromEntries(
    steps.flatMap((step) => {
      const outputs = step.uses === "./" ? namesIn(action.outputs) : written(step);
      return step.id === undefined ? [] : [[`steps.${step.id}.outputs`, outputs]];
    }),
  ),
});

/** What is wrong with the expressions of a text: not closed, or of something that is not there. */
function wrongExpressions(text: string, known: Known): string[] {
  const expressions = Array.from(text.matchAll(/\$\{\{(.*?)\}\}/g), ([, inner]) => inner as string);
  const opened = text.split("${{").length - 1;
  const unclosed = opened === expressions.length ? [] : [`${opened - expressions.length} expressions are not closed.`];
  const references = [
    ...expressions,
    ...Array.from(text.matchAll(/^\s*-? ?if: (.*)$/gm), ([, inner]) => inner as string),
  ]
    .flatMap((inner) => inner.replace(/'[^']*'/g, "").match(/[a-z]+(?:\.[\w-]+)+/gi) ?? [])
    .filter((name) => {
      const at = name.lastIndexOf(".");
      return known[name.slice(0, at)]?.includes(name.slice(at + 1)) !== true;
    });
  return [...unclosed, ...references.map((name) => `${name} is not there.`)];
}

/** What is wrong with a step, whatever file it is in. */
function wrongStep({ uses, run, shell, with: given = {} }: Step, text: string): string[] {
  if (uses === "./") return namesIn(given).flatMap((name) => (action.inputs[name] ? [] : [`No input ${name}.`]));
  if (uses !== undefined)
    return /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses) &&
      /# v\d+\.\d+\.\d+$/m.exec(text.split(uses)[1] ?? "")?.index === 1
      ? []
      : [`${uses} is not pinned to a commit with its version beside it.`];
  if (run === undefined) return ["A step neither uses nor runs anything."];
  const named = Array.from(run.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(test|start)\b)/g), ([, a, b]) => a ?? b);
  return [
    ...named.filter((name) => !Object.hasOwn(scripts, name ?? "")).map((name) => `There is no script ${name}.`),
    ...(run.includes("${{") ? [`An expression in a shell can be a command: give it by env.\n${run}`] : []),
    ...(run.includes("\n") && shell !== "bash" ? ["Several lines need shell: bash, which Windows has too."] : []),
    ...(run.includes(".ci/run") && !existsSync(join(packageRoot, ".ci/run")) ? ["There is no .ci/run."] : []),
  ];
}

function wrongIn(text: string): string[] {
  const { jobs, permissions } = parse(text) as Workflow;
  const wrong = JSON.stringify(permissions) === '{"contents":"read"}' ? [] : ["The workflow may do more than read."];
  for (const [name, job] of Object.entries(jobs)) {
    const needed = job.needs === undefined ? [] : [job.needs];
    const known = knownOf(job.steps, {
      github: ["ref", "token"],
      secrets: ["NPM_TOKEN"],
      matrix: namesIn(job.strategy?.matrix),
      ...Object.fromEntries(needed.map((other) => [`needs.${other}.outputs`, namesIn(jobs[other]?.outputs)])),
    });
    const own = new RegExp(`^  ${name}:\\n(?:    .*\\n|\\n)*`, "m").exec(text)?.[0] ?? "";
    const images = job.strategy?.matrix.os ?? [job["runs-on"]];
    const about = [
      ...(job["timeout-minutes"] === undefined ? ["There is no limit of time."] : []),
      ...needed.filter((other) => jobs[other] === undefined).map((other) => `There is no job ${other}.`),
      ...images
        .filter((image) => !/^(?:ubuntu|macos|windows)-\d+/.test(String(image)))
        .map((image) => `${image}: which?`),
      ...wrongExpressions(own, known),
      ...job.steps.flatMap((step) => wrongStep(step, text)),
    ];
    wrong.push(...about.map((sentence) => `${name}: ${sentence}`));
  }
  return wrong;
}

describe("workflows and the action", () => {
  it.each(workflows)("%s names only scripts, actions, outputs and jobs that exist, and pins what it uses", (path) => {
    expect(wrongIn(read(path))).toEqual([]);
  });

  it("the action names only inputs and outputs that exist, and pins what it uses", () => {
    const { inputs, outputs, runs } = action;
    const known = knownOf(runs.steps, { inputs: namesIn(inputs) });
    expect(wrongExpressions(read("action.yml"), known)).toEqual([]);
    expect(runs.steps.flatMap((step) => wrongStep(step, read("action.yml")))).toEqual([]);
    expect(namesIn(inputs).filter((name) => !read("action.yml").includes(`inputs.${name}`))).toEqual([]);
    expect({ outputs: namesIn(outputs), using: runs.using }).toEqual({ outputs: ["url", "token"], using: "composite" });
  });

  it("the guide uses the action with inputs that exist, and names all of them", () => {
    const [, section = ""] = read("docs/ci.md").split("\n## GitHub Actions\n");
    const [, block = ""] = /```yaml\n([\s\S]*?)```/.exec(section) ?? [];
    const steps = (parse(block) as Step[]).filter(({ uses }) => uses?.startsWith("OWNER/tiers-sandbox@"));
    expect(steps.flatMap((step) => wrongStep({ ...step, uses: "./" }, block))).toEqual([]);
    expect(steps.map(({ with: given }) => given?.step)).toEqual([undefined, "failed"]);
    expect(namesIn(action.inputs).filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });

  it("every npm script but one for pictures runs in cmd.exe as it does in a shell", () => {
    const ofOneShell = /(?:^|&& )\w+=|'[^']*\s|\$\w|\$\(|(?:^|&& )(?:rm|cp|mv|mkdir|test|sh|bash|\.\/)\b|;|\|(?!\|)|`/;
    const wrong = Object.entries(scripts).filter(([, line]) => ofOneShell.test(line.replace(/"[^"]*"/g, "")));
    expect(wrong.map(([name]) => name)).toEqual(["console:pictures"]);
  });

  it("each job has the permissions that it needs, and no others", () => {
    const jobs = workflows.flatMap((path) => Object.entries((parse(read(path)) as Workflow).jobs));
    const asked = jobs.flatMap(([name, { permissions }]) => (permissions ? [[name, permissions]] : []));
    expect(Object.fromEntries(asked)).toEqual({
      publish: { contents: "write", "id-token": "write" },
      image: { contents: "write", packages: "write" },
    });
  });

  it("a release pushes nothing before the package is published, and names the image by its digest", () => {
    const { jobs } = parse(read(`${folder}/release.yml`)) as Workflow;
    const does = (pattern: RegExp) =>
      Object.keys(jobs).filter((name) => jobs[name]?.steps.some(({ run = "" }) => pattern.test(run)));
    expect([does(/npm run release/), does(/docker push|gh release edit/), does(/gh release create/)]).toEqual([
      ...[["publish"], ["image"], ["publish"]],
    ]);
    expect([jobs.publish?.needs, jobs.image?.needs]).toEqual(["test", "publish"]);
    expect(jobs.image?.steps.at(-1)?.run).toMatch(/RepoDigests[\s\S]*>>notes\.md[\s\S]*--notes-file notes\.md/);
  });

  const url = "git+https://host.example/owner/tiers-sandbox.git";
  it.for<[string, Manifest, string[]]>([
    ["nothing set", {}, ["repository", "homepage", "bugs"]],
    ["an empty object", { repository: {}, homepage: "x", bugs: { url: "x" } }, ["repository"]],
    ["all of them", { repository: { url }, homepage: "x", bugs: "x" }, []],
    ["a repository as text", { repository: url, homepage: "x", bugs: "x" }, []],
  ])("a release with %s of package.json asks for what is missing", ([, manifest, names]) => {
    const asked = missingFields(manifest, "owner/tiers-sandbox").map(
      (sentence) => /needs "(\w+)": /.exec(sentence)?.[1],
    );
    expect(asked).toEqual(names);
  });

  it("a release from another repository than that of package.json is refused", () => {
    expect(missingFields({ repository: url, homepage: "x", bugs: "x" }, "fork/tiers-sandbox")).toEqual([
      '"repository" of package.json must be fork/tiers-sandbox, whose workflow makes this release.',
    ]);
  });

  it("CI runs on every Node of the package and on three systems, and knows no registry but the usual ones", () => {
    const { jobs } = parse(read(`${folder}/ci.yml`)) as Workflow;
    const node = [20, 22, 24, 26];
    expect([jobs.linux?.strategy?.matrix, jobs.others?.strategy?.matrix]).toEqual([
      { node },
      { os: ["macos-15", "windows-2025"], node },
    ]);
    const texts = [...workflows, "action.yml"].map(read).join("\n");
    expect([...new Set(texts.match(/\b[\w-]+\.(?:npmjs\.org|io|com|org|dev|net)\b/g))].sort()).toEqual([
      "ghcr.io",
      "registry.npmjs.org",
    ]);
  });

  it("each fault of a workflow is named", () => {
    const faulty = `
permissions: write-all
jobs:
  one:
    needs: none
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: ./
        with: { seed: empty }
      - run: npm run missing && echo \${{ github.actor }} \${{ matrix.node
`;
    expect(wrongIn(faulty).map((sentence) => sentence.split("\n")[0])).toEqual([
      "The workflow may do more than read.",
      "one: There is no limit of time.",
      "one: There is no job none.",
      "one: ubuntu-latest: which?",
      "one: 1 expressions are not closed.",
      "one: github.actor is not there.",
      "one: actions/checkout@v5 is not pinned to a commit with its version beside it.",
      "one: No input seed.",
      "one: There is no script missing.",
      "one: An expression in a shell can be a command: give it by env.",
    ]);
  });
});
