import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type OpenApi, undotted, withLiveExamples } from "./document.ts";
import { type Gate, openGate, type Spoiler } from "./gate.ts";
import { mutants } from "./mutants.ts";
import { narrowed } from "./narrow.ts";
import { ownAccount } from "./own-account.ts";
import { portmanConfig } from "./portman.ts";
import { refusals } from "./refusals.ts";
import { account, type RunningSandbox, startSandbox } from "./sandbox.ts";
import {
  type Coverage,
  drift,
  generateWorkflows,
  type Har,
  hasJava,
  logDrift,
  portman,
  record,
  respect,
  specmatic,
  type Verdict,
} from "./tools.ts";
import { type Prepared, prepare, restorePath } from "./world.ts";

const { values } = parseArgs({
  options: {
    main: { type: "string", default: "dist/main.js" },
    reports: { type: "string", default: "reports/conformance" },
    mutants: { type: "boolean", default: false },
  },
});

const read = async (url: string) => (await (await fetch(url)).json()) as OpenApi;
/** Writes the documents that the tools read, with the address and the ids of this run. */
async function write(folder: string, sandbox: RunningSandbox, url: string, prepared: Prepared): Promise<void> {
  const servers = [{ url, description: "This run" }];
  const published = { ...(await read(`${sandbox.url}/openapi.json`)), servers };
  const control = { ...(await read(`${sandbox.url}/_sandbox/openapi.json`)), servers };
  const examples = withLiveExamples(published, prepared);
  const service = undotted(examples);
  const files = {
    "examples.json": examples,
    "narrowed.json": narrowed(examples, prepared),
    "service.json": service,
    "control.json": undotted(control),
    "portman.json": portmanConfig,
    "refusals.arazzo.yaml": refusals(service, prepared),
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content, null, 1));
  cpSync(join(import.meta.dirname, "workflows"), folder, { recursive: true });
  await generateWorkflows(folder);
}

interface Outcome {
  verdicts: Verdict[];
  coverage: Coverage | undefined;
}

/** Runs every tool in turn through one recorder, each on the prepared world. */
async function round(
  folder: string,
  sandbox: RunningSandbox,
  gate: Gate,
  prepared: Prepared,
  spoil?: Spoiler,
): Promise<Outcome> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  gate.spoil = undefined;
  const recorder = await record(folder, gate.url);
  await write(folder, sandbox, recorder.url, prepared);
  const { url } = recorder;
  const { token } = sandbox;
  const tools: { restoring: boolean; run: () => Promise<Verdict> }[] = [
    ...((await hasJava()) ? [{ restoring: true, run: () => specmatic(folder, url, token) }] : []),
    { restoring: true, run: () => portman(folder, url, token) },
    { restoring: true, run: () => respect("Redocly respect, generated", folder, "generated", token) },
    { restoring: true, run: () => respect("Redocly respect, refusals", folder, "refusals", token) },
    { restoring: false, run: () => respect("Redocly respect, state", folder, "state", token) },
  ];
  const verdicts: Verdict[] = [];
  for (const { restoring, run } of tools) {
    await sandbox.control("POST", restorePath.replace("/_sandbox", ""));
    gate.restoring = restoring;
    gate.spoil = spoil;
    const verdict = await run();
    gate.restoring = false;
    verdicts.push(verdict);
    say(verdict);
  }
  await recorder.close();
  const { verdict, coverage } = await drift(folder, gate.url);
  verdicts.push(verdict);
  say(verdict);
  return { verdicts, coverage };
}

const say = ({ tool, checks, failures, seconds }: Verdict) => {
  const figures = [checks, failures.length, Math.round(seconds)].map((figure) => String(figure).padStart(6));
  console.log(`${tool.padEnd(28)} ${figures[0]} checks ${figures[1]} failures ${figures[2]} s`);
};

/** The least coverage, in percent. */
const wanted: Record<keyof Coverage, number> = { operations: 100, parameters: 100, responses: 100, properties: 95 };

async function conform(folder: string, sandbox: RunningSandbox, gate: Gate, prepared: Prepared): Promise<boolean> {
  const { verdicts, coverage } = await round(folder, sandbox, gate, prepared);
  const ofLog = await logDrift(folder, await sandbox.control<Har>("GET", `/requests.har?accountId=${account}`));
  const ofOwn = await ownAccount(join(folder, "own"), sandbox);
  for (const verdict of [ofLog, ...ofOwn]) {
    verdicts.push(verdict);
    say(verdict);
  }
  let fine = true;
  if (coverage)
    for (const [what, least] of Object.entries(wanted) as [keyof Coverage, number][]) {
      const { covered, total } = coverage[what];
      const percent = (100 * covered) / total;
      fine &&= percent >= least;
      const reached = `${String(covered).padStart(6)} of ${total}: ${percent.toFixed(1)} %`;
      console.log(`covered ${what.padEnd(20)} ${reached} (${least} % wanted)`);
    }
  for (const { tool, failures } of verdicts)
    for (const failure of failures.slice(0, 20)) console.log(`\n${tool}: ${failure.slice(0, 1000)}`);
  if (verdicts.every(({ tool }) => tool !== "Specmatic"))
    console.log("\nThere is no Java here: Specmatic was left out.");
  return fine && coverage !== undefined && verdicts.every(({ failures }) => failures.length === 0);
}

const harnessOf = (tool: string) => tool.split(",")[0] as string;

/** Plants each fault in turn; at least two of the harnesses must find it. Writes the findings into the README. */
async function hunt(folder: string, sandbox: RunningSandbox, gate: Gate, prepared: Prepared): Promise<boolean> {
  const rows: string[] = [];
  let columns: string[] = [];
  let fine = true;
  for (const [fault, spoil] of Object.entries(mutants(sandbox.token))) {
    console.log(`\n${fault}`);
    const { verdicts } = await round(join(folder, fault.replaceAll(" ", "-")), sandbox, gate, prepared, spoil);
    columns = verdicts.map(({ tool }) => tool);
    const finders = new Set(verdicts.filter(({ failures }) => failures.length > 0).map(({ tool }) => harnessOf(tool)));
    if (finders.size < 2) fine = false;
    rows.push(`| ${[fault, ...verdicts.map(({ failures }) => failures.length || ""), finders.size].join(" | ")} |`);
  }
  const head = ["Planted fault", ...columns, "harnesses"];
  const table = [`| ${head.join(" | ")} |`, `|${head.map(() => "---|").join("")}`, ...rows].join("\n");
  console.log(`\n${table}`);
  const page = join(import.meta.dirname, "README.md");
  writeFileSync(
    page,
    readFileSync(page, "utf8").replace(/(<!-- mutants -->\n)[\s\S]*(\n<!-- \/mutants -->)/, `$1${table}$2`),
  );
  return fine;
}

const folder = resolve(values.reports);
const sandbox = await startSandbox(resolve(values.main));
const gate = await openGate(sandbox.url);
try {
  const prepared = await prepare(sandbox);
  process.exitCode = (await (values.mutants ? hunt : conform)(folder, sandbox, gate, prepared)) ? 0 : 1;
} finally {
  await gate.close();
  await sandbox.close();
}
