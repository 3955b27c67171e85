import { command, flag, option, optional, Usage } from "./command.ts";
import { readConfiguration } from "./configuration-file.ts";
import { outOption, printOrWrite } from "./file.ts";

export const openapi = command({
  name: "openapi",
  summary: "Write the OpenAPI document.",
  examples: [
    ["openapi --out openapi.yaml", "Of the service, as YAML."],
    ["openapi --surface control", "Of the control plane, as JSON."],
    ["openapi --configuration account.json --out openapi.json", "Of the service with the codes of your account."],
  ],
  options: {
    json: flag("Print JSON; with --out, the name of the file and its bytes."),
    out: outOption,
    format: optional<"json" | "yaml">(
      { takes: "FORMAT", choices: ["json", "yaml"] },
      "json or yaml; by the file's name without it.",
    ),
    configuration: optional<string>(
      { takes: "FILE", short: "c" },
      "Describe the codes, dossier types and attributes of this configuration of an account.",
    ),
    surface: option<"service" | "control">(
      { takes: "SURFACE", fallback: "service", choices: ["service", "control"] },
      "service, or control for the sandbox's own.",
    ),
  },
  async run({ values: { out, format, surface, json, configuration }, ...outputs }) {
    if (json && format === "yaml" && out === undefined)
      throw new Usage("--json and --format yaml cannot both be printed: leave one out, or give --out.");
    if (configuration !== undefined && surface === "control")
      throw new Usage("--configuration is of the service: leave out --surface control.");
    const { openapiDocument } = await import("../../contract/openapi.ts");
    const { accountDocument } = await import("../../contract/account-document.ts");
    const document =
      configuration === undefined ? openapiDocument(surface) : accountDocument(await readConfiguration(configuration));
    const yaml = format === "yaml" || (format === undefined && /\.ya?ml$/i.test(out ?? ""));
    const text = yaml ? (await import("../http/yaml.ts")).yamlOf(document) : JSON.stringify(document, null, 2);
    await printOrWrite(text, out, outputs);
  },
});
