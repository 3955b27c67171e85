import { command, flag, option, optional, Usage } from "./command.ts";
import { outOption, printOrWrite } from "./file.ts";

export const openapi = command({
  name: "openapi",
  summary: "Write the OpenAPI document.",
  examples: [
    ["openapi --out openapi.yaml", "Of the service, as YAML."],
    ["openapi --surface control", "Of the control plane, as JSON."],
  ],
  options: {
    json: flag("Print JSON; with --out, the name of the file and its bytes."),
    out: outOption,
    format: optional<"json" | "yaml">(
      { takes: "FORMAT", choices: ["json", "yaml"] },
      "json or yaml; by the file's name without it.",
    ),
    surface: option<"service" | "control">(
      { takes: "SURFACE", fallback: "service", choices: ["service", "control"] },
      "service, or control for the sandbox's own.",
    ),
  },
  async run({ values: { out, format, surface, json }, ...outputs }) {
    if (json && format === "yaml" && out === undefined)
      throw new Usage("--json and --format yaml cannot both be printed: leave one out, or give --out.");
    const { openapiDocument } = await import("../../contract/openapi.ts");
    const document = openapiDocument(surface);
    const yaml = format === "yaml" || (format === undefined && /\.ya?ml$/i.test(out ?? ""));
    const text = yaml
      ? (await import("yaml")).stringify(document, { aliasDuplicateObjects: false }).trimEnd()
      : JSON.stringify(document, null, 2);
    await printOrWrite(text, out, outputs);
  },
});
