import { execFile } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll } from "vitest";
import { bundleOf, place } from "../../scripts/reliability/build.ts";
import { sharedFolder } from "./shared-folder.ts";

/**
 * The command as the package has it, bundled once for all test files: it starts in half of the time that the sources in
 * another bundle take, and in a small part of that of the sources themselves.
 */
export function compiledCommand(): string {
  const name = "command";
  beforeAll(() =>
    sharedFolder(name, async (folder) => {
      // The test of the container runs it as another user.
      chmodSync(folder, 0o755);
      await promisify(execFile)(process.execPath, ["node_modules/tsx/dist/cli.mjs", "scripts/bundle.ts", folder]);
    }),
  );
  return join(`${place}${name}`, "main.js");
}

/** A program of the tests, bundled once for all test files. */
export function compiledProgram(entry: string): string {
  const { main, made } = bundleOf(entry);
  beforeAll(made);
  return main;
}
