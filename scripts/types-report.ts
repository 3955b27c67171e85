import { execFileSync } from "node:child_process";

let report: string | undefined;

/** What is left out of the report, by the module that it is imported from; the package has it in shared.d.cts. */
const elsewhere: Record<string, string> = {
  "./client/schema.ts": "the OpenAPI document of the service",
  "./client/control-schema.ts": "the OpenAPI document of the control plane",
  "openapi-fetch": "openapi-fetch",
};
const isElsewhere = (path: string) => Object.hasOwn(elsewhere, path);

/** Says where a name is from in place of an import that the package does not have. */
const withoutImports = (text: string) =>
  text
    .replace(/^import '(.*)';\n/gm, (line, path: string) => (isElsewhere(path) ? "" : line))
    .replace(/^(import|export) \{ (.*) \} from '(.*)';$/gm, (line, kind: string, names: string, path: string) => {
      if (!isElsewhere(path)) return line;
      return kind === "export" ? `export { ${names} }; // of ${elsewhere[path]}` : `// ${names}: of ${elsewhere[path]}`;
    });

/** The declarations of all entries, as a package has them, without those of the OpenAPI documents. */
export const typesReport = (clone = "."): string =>
  (report ??= withoutImports(
    execFileSync(process.execPath, ["--import", "tsx", "scripts/types.ts", "--report"], {
      cwd: clone,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    }),
  ));
