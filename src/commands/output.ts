import { z } from "zod";
import { control } from "../../contract/control.ts";
import { isBinary, operationsOf } from "../../contract/endpoint.ts";
import { Violation } from "../../contract/shared.ts";
import { People } from "../../contract/tempers.ts";
import { SandboxProblem } from "../client/problem.ts";
import { Usage } from "./command.ts";

/** What a form of a command prints with --json: the body that an operation answers with, or a shape of its own. */
export interface Output {
  /** A command line that works at the demo account. */
  line: string;
  /** An operation of the control plane, and the part of its body that is printed. */
  body?: `${string}.${string}`;
  part?: string;
  shape?: z.ZodType;
  /** One value a line, as they come, in place of one text. */
  lines?: true;
}

const address = { version: z.string(), url: z.string(), place: z.string(), token: z.string().nullable() };
const written = z.object({ file: z.string(), bytes: z.number() });
const eventTypes = z.array(z.looseObject({ name: z.string(), sentence: z.string(), needs: z.string() }));
const Help = z.object({
  ...{ name: z.string(), summary: z.string(), usage: z.string(), details: z.array(z.string()) },
  examples: z.array(z.object({ line: z.string(), purpose: z.string() })),
  options: z.array(
    z.object({
      flag: z.string().optional().meta({ description: "Left out where only the environment gives it." }),
      ...{ short: z.string().optional(), takes: z.string().optional(), environment: z.string().optional() },
      choices: z.array(z.string()).optional(),
      summary: z.string(),
    }),
  ),
});
const place = { operationId: z.string(), where: z.string(), assumption: z.string().nullable() };
const Finding = z.looseObject({
  ...place,
  deviation: z.object({ expected: z.string(), received: z.string() }),
  times: z.number(),
});
/** Of an operation or an assumption. */
const outcome = (...outcomes: [string, ...string[]]) => ({
  outcome: z.enum(outcomes),
  findings: z.array(Finding),
  reason: z.string().optional(),
});
const Report = z.looseObject({
  ...{ target: z.string(), account: z.string(), wrote: z.boolean(), checks: z.number() },
  operations: z.array(z.looseObject({ operationId: z.string(), ...outcome("passed", "failed", "not reached") })),
  assumptions: z.array(z.looseObject({ key: z.string(), ...outcome("confirmed", "contradicted", "not exercised") })),
  findings: z.array(Finding),
});
const told = { part: z.string(), entries: z.number(), records: z.number(), of: z.string() };
const operations = z.record(z.string(), z.number());
const sandbox = z.string().nullable();
const Learned = z.looseObject({
  ...{ file: z.string(), exchanges: z.number(), sandbox },
  parts: z.array(z.object({ ...told, unsure: z.array(z.string()), record: z.array(z.string()) })),
});
const difference = z.object({ pointer: z.string(), sentence: z.string() });
const deleted = z.object({ deleted: z.union([z.string(), z.array(z.string())]) });

export const outputs: readonly Output[] = [
  { line: "start", shape: z.looseObject({ ...address, people: People }), lines: true },
  { line: "open FILE", shape: z.looseObject({ ...address, accountId: z.string() }), lines: true },
  { line: "stop", shape: z.object({ stopped: z.string(), pid: z.number() }) },
  { line: "token", shape: z.looseObject({ accessToken: z.string(), tokenType: z.literal("Bearer") }) },
  { line: "scenario", shape: z.array(z.object({ scenario: z.string(), sentence: z.string() })) },
  { line: "scenario new-thirdparty", body: "scenarios.play" },
  { line: "trigger THIRD_PARTY_ARCHIVED --thirdparty 1", body: "occurrences.create", part: "content" },
  { line: "trigger --list", shape: eventTypes },
  { line: "events", body: "accounts.events", part: "content", lines: true },
  { line: "events --list document", shape: eventTypes },
  { line: "clock", body: "clock.get" },
  { line: "clock advance P1D", body: "clock.move" },
  { line: "clock set 2027-01-01T00:00:00", body: "clock.move" },
  { line: "clock freeze", body: "clock.move" },
  { line: "clock resume", body: "clock.move" },
  { line: "clock due", body: "clock.due" },
  { line: "people", body: "people.get" },
  { line: "people all", body: "people.put" },
  { line: "people suppliers", body: "people.put" },
  { line: "people none", body: "people.put" },
  { line: "people 7", body: "people.supplier" },
  { line: "people 7 --temper late", body: "people.temper" },
  { line: "answer 7", body: "occurrences.answer", part: "content" },
  { line: "requests", body: "requests.list", part: "content", lines: true },
  { line: "requests 5f3e0c1a-8a6b-4d0e-9f57-2c1d7b6a9e10", body: "requests.get" },
  { line: "requests --har", body: "requests.har" },
  { line: "requests --har --out FILE", shape: written },
  { line: "requests clear", shape: z.object({}) },
  { line: "sync", body: "accounts.sync" },
  { line: "coverage", body: "coverage.read" },
  { line: "faults", body: "faults.list" },
  { line: "faults add status --status 503", body: "faults.replace" },
  { line: "faults remove 1", body: "faults.replace" },
  { line: "faults clear", body: "faults.list" },
  { line: "accounts", body: "accounts.list", part: "content" },
  { line: "accounts make test-17", body: "accounts.put" },
  { line: "accounts delete test-17", shape: deleted },
  { line: "accounts delete --unused-for P7D", shape: deleted },
  { line: "reset", body: "accounts.reset" },
  { line: "snapshot before-renewal", body: "accounts.snapshot" },
  { line: "snapshot", body: "accounts.snapshots", part: "content" },
  { line: "snapshot --delete before-renewal", shape: deleted },
  { line: "restore before-renewal", body: "accounts.restore" },
  { line: "compare demo test-17", body: "accounts.compare" },
  { line: "export", body: "accounts.export" },
  { line: "export --out FILE", shape: written },
  { line: "import FILE", body: "accounts.import" },
  { line: "bundle", shape: written },
  { line: "seeds", shape: z.array(z.object({ name: z.string(), description: z.string() })) },
  { line: "openapi", shape: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }) },
  { line: "openapi --out FILE", shape: written },
  { line: "database --sql", shape: z.object({ sql: z.string() }) },
  { line: "verify", shape: Report },
  {
    line: "record",
    shape: z.object({ file: z.string(), entries: z.number(), operations, missed: z.array(z.string()) }),
  },
  { line: "learn FILE", shape: z.looseObject({ format: z.string(), base: z.string() }) },
  { line: "learn FILE --out FILE", shape: Learned },
  { line: "learn FILE --check FILE", shape: z.looseObject({ differences: z.array(difference), sandbox }) },
  { line: "configuration show", body: "accounts.configuration" },
  { line: "configuration show --out FILE", shape: written },
  { line: "configuration apply FILE", body: "accounts.configure" },
  { line: "configuration diff FILE", shape: z.object({ file: z.string(), differences: z.array(difference) }) },
  { line: "configuration check FILE", shape: z.object({ file: z.string(), violations: z.array(Violation) }) },
  { line: "--version", shape: z.object({ version: z.string() }) },
  { line: "--help", shape: z.object({ version: z.string(), commands: z.array(Help) }) },
  { line: "reset --help", shape: Help },
  { line: "completion bash", shape: z.object({ shell: z.string(), script: z.string() }) },
];

/** The schema of what a form prints; of one line of it where it prints several. */
export function schemaOf({ body, part, shape, lines }: Output): z.ZodType {
  if (shape) return shape;
  const found = operationsOf(control).find(({ operationId }) => operationId === body);
  const answers = Object.entries(found?.endpoint.responses ?? {}).filter(([status]) => Number(status) < 300);
  const [, schema] = answers[0] ?? [];
  if (!schema || isBinary(schema)) throw new Error(`The control plane has no JSON of ${body}.`);
  const printed = part === undefined ? schema : (schema as z.ZodObject).shape[part];
  return (lines ? (printed as z.ZodArray).element : printed) as z.ZodType;
}

/** What every command prints to standard error, with --json, when it fails; the exit code is that of the process. */
export const CommandError = z.object({
  error: z.object({
    kind: z.enum(["usage", "refused", "failed"]),
    exitCode: z.union([z.literal(1), z.literal(2)]),
    message: z.string(),
    /** Of a refusal by the sandbox: its status and its problem document. */
    status: z.number().optional(),
    problem: z.record(z.string(), z.unknown()).optional(),
    help: z.string(),
  }),
});

export function commandError(error: unknown, sentence: string, named = ""): z.output<typeof CommandError> {
  const help = `tiers-sandbox ${named ? `${named} ` : ""}--help`;
  if (error instanceof Usage) return { error: { kind: "usage", exitCode: 2, message: sentence, help } };
  const cause = error instanceof Error && error.cause instanceof SandboxProblem ? error.cause : error;
  if (!(cause instanceof SandboxProblem)) return { error: { kind: "failed", exitCode: 1, message: sentence, help } };
  const { status, problem } = cause;
  return { error: { kind: "refused", exitCode: 1, message: sentence, status, problem: { ...problem }, help } };
}
