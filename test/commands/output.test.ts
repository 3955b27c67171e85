import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { SandboxProblem } from "../../src/client/problem.ts";
import { Failure, Usage } from "../../src/commands/command.ts";
import { CommandError, commandError, outputs, schemaOf } from "../../src/commands/output.ts";
import { commands } from "../../src/commands/table.ts";
import { asking } from "./asking.ts";

/** These start or need a server of their own: output.slow.test.ts runs them. */
const own = ["start", "open", "stop", "verify"];
const nameOf = (line: string) => line.split(" ")[0] as string;

it("every command that prints something says what it prints with --json", () => {
  const said = new Set(outputs.map(({ line }) => nameOf(line)));
  expect(Object.keys(commands).filter((name) => !said.has(name))).toEqual(["exec", "mcp"]);
});

it.for(outputs.filter(({ line }) => !own.includes(nameOf(line))))(
  "$line --json prints what its schema says, and nothing else",
  async (output) => {
    const folder = mkdtempSync(join(tmpdir(), "output-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "world.json");
    writeFileSync(file, "{}");
    const out = output.line === "bundle" ? ` --out ${join(folder, "a.zip")}` : "";
    const { printed, error } = await asking(`${output.line.replace("FILE", file)} --json${out}`);
    // The example of a report has a missed event, which is an exit code of 1 beside the report.
    expect(output.line === "sync" ? undefined : error).toBeUndefined();
    const values = output.lines ? printed.map((line) => JSON.parse(line)) : [JSON.parse(printed.join("\n"))];
    const schema = schemaOf(output);
    expect(values.flatMap((value) => schema.safeParse(value).error?.issues ?? [])).toEqual([]);
  },
);

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
