import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { end, own } from "./sandbox.ts";

const modules = join(import.meta.dirname, "node_modules");

/** The number of checks that one tool made, and what it found. */
export interface Verdict {
  tool: string;
  checks: number;
  failures: string[];
  seconds: number;
}

/** Turns the telemetry of every tool off. */
const silence = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  SPECMATIC_DISABLE_TELEMETRY: "true",
  NO_COLOR: "1",
};

/** Runs a tool to its end and writes its output to a file. A tool that hangs is killed, and has failed. */
async function run(
  name: string,
  command: string,
  args: string[],
  folder: string,
  seconds: number,
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = own(
    spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...silence, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, seconds * 1000);
  const status = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
  clearTimeout(limit);
  writeFileSync(join(folder, `${name}.log`), Buffer.concat(output));
  if (late) throw new Error(`${name} was not done after ${seconds} s`);
  return status;
}

const bin = (path: string) => join(modules, path);
const node = (name: string, script: string, args: string[], folder: string, seconds: number) =>
  run(name, process.execPath, [bin(script), ...args], folder, seconds);
const redocly = "@redocly/cli/bin/cli.js";
const textOf = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");
const jsonOf = <T>(folder: string, file: string) => JSON.parse(textOf(folder, file)) as T;

const timed = async (tool: string, work: () => Promise<{ checks: number; failures: string[] }>): Promise<Verdict> => {
  const started = performance.now();
  const verdict = await work().catch((error: Error) => ({ checks: 0, failures: [error.message] }));
  return { tool, ...verdict, seconds: (performance.now() - started) / 1000 };
};

export async function hasJava(): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("java", ["-version"], { stdio: "ignore" });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

/** The number of combinations of a request's parts that Specmatic tries. */
const combinations = "3";

/** Specmatic fills lists at random and ignores maxItems and uniqueItems, so it sends these wrong requests as right. */
const mistaken = [/POST \S+\/attributes -> 200 .* values is set to/];

const unescape = (text: string) =>
  text.replace(
    /&(lt|gt|quot|apos|amp|#10);/g,
    (_, name: string) => ({ lt: "<", gt: ">", quot: '"', apos: "'", amp: "&", "#10": "\n" })[name] as string,
  );

/** Specmatic sends right and wrong requests, made up from the schemas. */
export const specmatic = (folder: string, url: string, token: string): Promise<Verdict> =>
  timed("Specmatic", async () => {
    const args = [
      "-Xmx1g",
      "-jar",
      bin("specmatic/specmatic.jar"),
      "test",
      "narrowed.json",
      `--testBaseURL=${url}`,
      "--junitReportDir=specmatic",
      "--timeout=30",
    ];
    const environment = {
      bearerAuth: token,
      SPECMATIC_GENERATIVE_TESTS: "true",
      MAX_TEST_REQUEST_COMBINATIONS: combinations,
    };
    const status = await run("specmatic", "java", args, folder, 300, environment);
    const report = join(folder, "specmatic", "TEST-junit-jupiter.xml");
    if (!existsSync(report)) throw new Error("Specmatic left no report: see specmatic.log");
    const cases = readFileSync(report, "utf8").split("<testcase").slice(1);
    const failures = cases
      .filter((text) => /<(failure|error)/.test(text))
      .map((text) => {
        const name = unescape(/\sname="([^"]*)"/.exec(text)?.[1] ?? "").replace(/^.*contractTest\(\) > /, "");
        const why = unescape(/message="([^"]*)"/.exec(text)?.[1] ?? "").replace(/\s+/g, " ");
        return `${name}: ${/>> .*/.exec(why)?.[0] ?? why}`;
      })
      .filter((failure) => !mistaken.some((pattern) => pattern.test(failure)));
    if (status !== 0 && cases.length < 2) failures.push(`Specmatic ended with ${status}: see specmatic.log`);
    return { checks: cases.length, failures };
  });

interface NewmanReport {
  run: {
    stats: { assertions: { total: number } };
    failures: { source?: { name?: string }; error: { test?: string; message: string } }[];
  };
}

/** Portman and Newman send each operation's example, once without a token and with wrong bodies, and two stories. */
export const portman = (folder: string, url: string, token: string): Promise<Verdict> =>
  timed("Portman + Newman", async () => {
    const formats = ["--extraUnknownFormats", "siren", "siret", "vat", "duns"];
    const converted = await node(
      "portman",
      "@apideck/portman/bin/portman",
      [
        "--local",
        "examples.json",
        "--baseUrl",
        url,
        "--portmanConfigFile",
        "portman.json",
        "--output",
        "collection.json",
        ...formats,
      ],
      folder,
      120,
    );
    if (converted !== 0) throw new Error("Portman made no collection: see portman.log");
    const reporters = [
      "--reporters",
      "json,junit",
      "--reporter-json-export",
      "newman.json",
      "--reporter-junit-export",
      "newman.xml",
    ];
    await node(
      "newman",
      "newman/bin/newman.js",
      ["run", "collection.json", "--env-var", `bearerToken=${token}`, ...reporters],
      folder,
      180,
    );
    const { stats, failures } = jsonOf<NewmanReport>(folder, "newman.json").run;
    return {
      checks: stats.assertions.total,
      failures: failures.map(({ source, error }) => `${source?.name}: ${error.test}: ${error.message}`),
    };
  });

interface RespectReport {
  files: Record<
    string,
    { totalRequests: number; executedWorkflows: { workflowId: string; executedSteps: RespectStep[] }[] }
  >;
}
interface RespectStep {
  stepId: string;
  checks?: { name: string; status?: string; passed?: boolean; message?: string; condition?: string }[];
  executedSteps?: RespectStep[];
}

/** Redocly respect runs workflows written in Arazzo. */
export const respect = (tool: string, folder: string, name: string, token: string): Promise<Verdict> =>
  timed(tool, async () => {
    const report = `${name}.json`;
    const status = await node(
      name,
      redocly,
      [
        "respect",
        `${name}.arazzo.yaml`,
        "--input",
        `bearerAuth=${token}`,
        "--json-output",
        report,
        "--execution-timeout",
        "100000",
      ],
      folder,
      120,
    );
    if (!existsSync(join(folder, report))) throw new Error(`respect left no report: see ${name}.log`);
    const summary = /Checks:.*?(\d+) total/.exec(textOf(folder, `${name}.log`));
    const failures = Object.values(jsonOf<RespectReport>(folder, report).files).flatMap(({ executedWorkflows }) =>
      executedWorkflows.flatMap(({ workflowId, executedSteps }) =>
        executedSteps.flatMap(({ stepId, checks = [] }) =>
          checks
            .filter((check) => check.passed === false || (check.status !== undefined && check.status !== "success"))
            .map((check) => `${workflowId} / ${stepId}: ${check.name}: ${check.condition ?? check.message}`),
        ),
      ),
    );
    if (status !== 0 && failures.length === 0) failures.push(`respect ended with ${status}: see ${name}.log`);
    return { checks: Number(summary?.[1] ?? 0), failures };
  });

/** Redocly generates a workflow of each operation from its example. */
export async function generateWorkflows(folder: string): Promise<void> {
  if (
    (await node(
      "generate-arazzo",
      redocly,
      ["generate-arazzo", "service.json", "--output-file", "generated.arazzo.yaml"],
      folder,
      60,
    )) !== 0
  )
    throw new Error("redocly generate-arazzo failed: see generate-arazzo.log");
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

export interface Recorder {
  url: string;
  /** Ends the recording and writes it to a file. */
  close(): Promise<void>;
}

/** Redocly proxy records all traffic. */
export async function record(folder: string, target: string): Promise<Recorder> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [bin(redocly), "proxy", "--target", target, "--port", String(port), "--har", "traffic.har"];
  const child: ChildProcess = own(
    spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...silence }, stdio: "ignore" }),
  );
  for (let attempt = 0; attempt < 150; attempt++) {
    if (child.exitCode !== null) throw new Error(`redocly proxy ended with ${child.exitCode}`);
    const up = await fetch(`${url}/health`).then(
      () => true,
      () => false,
    );
    if (up) return { url, close: () => end(child, "SIGINT") };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("redocly proxy is not up after 30 s");
}

export interface Har {
  log: {
    entries: { request: { url: string }; response: { content: { _kept?: string } }; _operation?: string | null }[];
  };
}
interface DriftReport {
  run: { undocumentedExchanges: number; skippedExchanges: number };
  problems: { severity: string; target: string; status: number; operationId: string; message: string }[];
}
export type Coverage = Record<
  "operations" | "parameters" | "responses" | "properties",
  { covered: number; total: number }
>;

/** Redocly drift compares the recorded traffic with the document, and measures how much of the document it reaches. */
export async function drift(
  folder: string,
  target: string,
): Promise<{ verdict: Verdict; coverage: Coverage | undefined }> {
  let coverage: Coverage | undefined;
  const verdict = await timed("Redocly drift", async () => {
    const found = await drifted(folder, "service", jsonOf<Har>(folder, "traffic.har"), target);
    coverage = jsonOf<{ totals: Coverage }>(folder, "service.coverage.json").totals;
    return found;
  });
  return { verdict, coverage };
}

/** Redocly drift reads the HAR of the sandbox's own request log, too, but for wrong paths and bodies that were cut. */
export const logDrift = (folder: string, har: Har): Promise<Verdict> =>
  timed("Redocly drift, request log", async () => {
    const isWhole = ({ response, _operation }: Har["log"]["entries"][number]) =>
      _operation !== null && response.content._kept !== "cut";
    har.log.entries = har.log.entries.filter(isWhole);
    return drifted(folder, "requests", har, new URL(har.log.entries[0]?.request.url ?? "http://none").origin);
  });

async function drifted(folder: string, name: string, har: Har, target: string) {
  const entries = har.log.entries.filter(({ request }) => new URL(request.url).pathname.startsWith("/api/"));
  writeFileSync(join(folder, `${name}.har`), JSON.stringify({ log: { ...har.log, entries } }));
  const [report, coverage] = [`${name}.drift.json`, `${name}.coverage.json`];
  const words = ["drift", `${name}.har`, "--api", "service.json", "--server", target, "--min-severity", "warning"];
  const options = ["--format", "json", "--output", report, "--coverage", "--coverage-output", coverage];
  await node("drift", redocly, [...words, ...options], folder, 180);
  const { problems, run: traffic } = jsonOf<DriftReport>(folder, report);
  // A request that is wrong on purpose is a finding only when the service accepts it.
  const found = problems.filter(({ target, status }) => target !== "request" || status < 300);
  const failures = found.map(
    ({ operationId, status, target, message }) => `${operationId}, ${target}, ${status}: ${message}`,
  );
  if (entries.length === 0 || traffic.undocumentedExchanges + traffic.skippedExchanges > 0)
    failures.push(`Some of the traffic is of no operation of the document, or there is none: see ${report}`);
  return { checks: entries.length, failures };
}
