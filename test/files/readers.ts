import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether a command is installed; a missing one is printed once, because tests are then skipped. */
export function installed(command: string): boolean {
  const present = !spawnSync(command, ["-v"]).error;
  if (!present) console.log(`${command} is not installed: the tests that need it are skipped`);
  return present;
}

export function inFile<T>(bytes: Buffer, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  try {
    const path = join(folder, "file");
    writeFileSync(path, bytes);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text of each page of a PDF with single spaces; fails when pdftotext reports an error. */
export function pagesOf(pdf: Buffer): string[] {
  return inFile(pdf, (path) => {
    const { stdout, stderr } = spawnSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" });
    if (stderr) throw new Error(stderr);
    return stdout
      .replace(/\f$/, "")
      .split("\f")
      .map((page) => page.replace(/\s+/g, " "));
  });
}

export function infoOf(pdf: Buffer): Record<string, string> {
  const lines = inFile(pdf, (path) => execFileSync("pdfinfo", [path], { encoding: "utf8" }))
    .trim()
    .split("\n");
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
}

/** The text of a PDF in the order in which it is drawn; null where pdftotext is not installed. */
export function drawnTextOf(pdf: Uint8Array): string | null {
  const { stdout, error } = spawnSync("pdftotext", ["-raw", "-", "-"], { input: pdf, encoding: "utf8" });
  return error ? null : stdout;
}
