import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const marked = readFileSync("test/types/handlers.test-d.ts", "utf8").split("\n");
const expectations = marked.flatMap((line, index) => {
  const sentence = /@ts-expect-error (.+)$/.exec(line)?.[1];
  return sentence === undefined ? [] : [{ sentence, line: index + 1 }];
});

/** The lines with errors in the file without its marks, in a folder as deep as the original. */
function refusedLines(): number[] {
  const folder = "reports/types";
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/handlers.ts`, marked.map((line) => line.replace("@ts-expect-error", "")).join("\n"));
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({ extends: "../../tsconfig.json", include: ["handlers.ts"] }),
  );
  const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder, "--pretty", "false"], { encoding: "utf8" });
  return [...stdout.matchAll(/^[^\s(]*handlers\.ts\((\d+),\d+\): error/gm)].map(([, line]) => Number(line));
}

describe("the compiler", () => {
  const refused = refusedLines();

  it.each(expectations.map(({ sentence, line }) => [sentence, line] as const))("the compiler %s", (_, line) => {
    const next = expectations.find((other) => other.line > line)?.line ?? marked.length;
    expect(refused.filter((found) => found > line && found < next).length).toBeGreaterThan(0);
  });

  it("the compiler finds no other error", () => {
    const explained = refused.filter((line) => expectations.some((expectation) => line === expectation.line + 1));
    expect(refused).toEqual(explained);
    expect(expectations).toHaveLength(12);
  });
});
