import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { SandboxProblem } from "../../src/client/problem.ts";
import { Failure, Usage } from "../../src/commands/command.ts";
import { CommandError, commandError, outputs, schemaOf } from "../../src/commands/output.ts";
import { commands, everyCommand } from "../../src/commands/table.ts";
import { asking } from "./asking.ts";

/** These need a server, which output.slow.test.ts gives them, or files, which tests of their own have. */
const files = ["record", "learn", "configuration"];
const own = ["start", "open", "stop", "verify", ...files, "--version", "--help", "reset --help"];
const isOwn = ({ line }: { line: string }) => own.includes(line) || own.includes(nameOf(line));
const nameOf = (line: string) => line.split(" ")[0] as string;

it("every command that prints something says what it prints with --json", () => {
  const said = new Set(outputs.map(({ line }) => nameOf(line)));
  expect(Object.keys(commands).filter((name) => !said.has(name))).toEqual(["exec", "mcp"]);
});

it("each word and each list that the usage of a command names has a row of its own", async () => {
  const missing = (await everyCommand()).flatMap(({ name, takes = "" }) =>
    (takes.startsWith("--") ? [] : [...takes.matchAll(/(?<![\w-])(?:--)?[a-z][a-z-]+/g)])
      .map(([word]) => `${name} ${word}`)
      .filter((form) => !outputs.some(({ line }) => `${line} `.startsWith(`${form} `))),
  );
  expect(missing).toEqual(["accounts --unused-for"]);
  expect(outputs.map(({ line }) => line)).toContain("accounts delete --unused-for P7D");
});

it.for(outputs.filter((output) => !isOwn(output)))(
  "$line --json prints what its schema says, and nothing else",
  async (output) => {
    const folder = mkdtempSync(join(tmpdir(), "output-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "world.json");
    writeFileSync(file, "{}");
    const out = output.line === "bundle" ? ` --out ${join(folder, "a.zip")}` : "";
    const faults = [{ kind: "delay" }];
    const { printed, error } = await asking(`${output.line.replace("FILE", file)} --json${out}`, {
      ...(output.line.startsWith("faults") && { "faults.list": faults }),
    });
    // The example of a report has a missed event, which is an exit code of 1 beside the report.
    expect(output.line === "sync" ? undefined : error).toBeUndefined();
    const values = output.lines ? printed.map((line) => JSON.parse(line)) : [JSON.parse(printed.join("\n"))];
    const schema = schemaOf(output);
    expect(values.flatMap((value) => schema.safeParse(value).error?.issues ?? [])).toEqual([]);
    if (output.line.includes("--out")) expect(values).toEqual([{ file, bytes: readFileSync(file).length }]);
  },
);

it("YAML and Markdown are not printed where JSON is asked for, but written to their files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "output-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "openapi.yaml");
  const { printed } = await asking(`openapi --json --format yaml --out ${file}`);
  expect(JSON.parse(printed.join())).toEqual({ file, bytes: readFileSync(file).length });
  expect(readFileSync(file, "utf8")).toMatch(/^openapi: /);
  const summary = { GITHUB_STEP_SUMMARY: join(folder, "summary.md") };
  expect(await asking("coverage --json --summary", {}, summary)).not.toHaveProperty("error");
  expect(readFileSync(summary.GITHUB_STEP_SUMMARY, "utf8")).toMatch(/^#/m);
  for (const line of ["openapi --json --format yaml", "coverage --json --summary"])
    expect(await asking(line)).toMatchObject({
      asked: [],
      printed: [],
      error: expect.stringMatching(/^Usage: --json/),
    });
});

it("people are told of progress and of the end of a stream, programs are not", async () => {
  const sse = (...lines: string[]) => new Response(lines.map((line) => `${line}\n\n`).join(""));
  const moved = (json: string) =>
    asking(`clock advance P1D${json}`, { "requests.stream": sse('event: progress\ndata: {"percent":50}') });
  expect((await moved("")).printed).toContain("50 % done");
  expect((await moved(" --json")).printed).toHaveLength(1);
  for (const name of ["events", "requests"]) {
    const followed = (json: string) => asking(`${name} --follow${json}`, { "requests.stream": sse(": hello") });
    expect((await followed("")).printed.at(-1)).toBe("The sandbox has stopped.");
    expect((await followed(" --json")).printed.map((line) => typeof JSON.parse(line))).not.toContain("string");
  }
});

describe("an error of a command", () => {
  const refusal = new SandboxProblem(404, { code: "ACCOUNT_NOT_FOUND", detail: "There is no account x." });
  it.for([
    ["usage", 2, new Usage("There is no option --sed.")],
    ["failed", 1, new Error("The disk is full.")],
    ["refused", 1, new Failure("There is no account x.", { cause: refusal })],
  ] as const)("of the kind %s has the exit code %i and the one shape", ([kind, exitCode, error]) => {
    const printed = commandError(error, error.message, "reset");
    expect(CommandError.parse(JSON.parse(JSON.stringify(printed)))).toEqual(printed);
    expect(printed.error).toMatchObject({ kind, exitCode, message: error.message, help: "tiers-sandbox reset --help" });
    expect(printed.error.problem?.code).toBe(kind === "refused" ? "ACCOUNT_NOT_FOUND" : undefined);
  });
});
