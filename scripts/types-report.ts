import { execFileSync } from "node:child_process";

let report: string | undefined;

/** The declarations of all entries, as a package has them, without those of the OpenAPI documents. */
export const typesReport = (clone = "."): string =>
  (report ??= execFileSync(process.execPath, ["--import", "tsx", "scripts/types.ts", "--report"], {
    cwd: clone,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }));
