import type { Configuration } from "../../contract/configuration.ts";
import type { Violation } from "../../contract/shared.ts";
import { withRemedy } from "../../contract/wording.ts";
import { Failure } from "./command.ts";
import { read } from "./file.ts";

/** The JSON of a file, or why it is none. */
export function jsonIn(file: string): unknown {
  try {
    return JSON.parse(
      read(file)
        .toString("utf8")
        .replace(/^\uFEFF/, ""),
    );
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/**
 * The configuration that a file means, or all that is wrong with it; attributes that have an id in `ids` keep it. Needs
 * no sandbox.
 */
export async function checkedConfiguration(
  json: unknown,
  ids?: ReadonlyMap<string, number>,
): Promise<{ configuration: Configuration } | { violations: readonly Violation[]; further: number }> {
  const { readConfiguration: reading } = await import("../domain/configuration/violations.ts");
  const { configurationOf } = await import("../domain/configuration/default.ts");
  const read = reading(json);
  return "file" in read ? { configuration: configurationOf(read.file, ids) } : read;
}

export async function readConfiguration(file: string, ids?: ReadonlyMap<string, number>): Promise<Configuration> {
  const checked = await checkedConfiguration(jsonIn(file), ids);
  if ("configuration" in checked) return checked.configuration;
  const { violations, further } = checked;
  const count = violations.length + further;
  const lines = violations.map((violation) => `  ${withRemedy(violation)}`);
  throw new Failure([`${file} has ${count === 1 ? "1 violation" : `${count} violations`}:`, ...lines].join("\n"));
}
