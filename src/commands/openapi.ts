import { command, option, optional } from "./command.ts";
import { outOption, printOrWrite } from "./file.ts";
import { oneOf } from "./values.ts";

export const openapi = command({
  name: "openapi",
  summary: "Write the OpenAPI document.",
  options: {
    out: outOption,
    format: optional<"json" | "yaml">(
      { takes: "FORMAT", parse: oneOf("json", "yaml") },
      "json or yaml; by the file's name without it.",
    ),
    surface: option<"service" | "control">(
      { takes: "SURFACE", fallback: "service", parse: oneOf("service", "control") },
      "service, or control for the sandbox's own.",
    ),
  },
  async run({ values: { out, format, surface }, print, say }) {
    const { openapiDocument } = await import("../../contract/openapi.ts");
    const document = openapiDocument(surface);
    const yaml = format === "yaml" || (format === undefined && /\.ya?ml$/i.test(out ?? ""));
    const text = yaml
      ? (await import("yaml")).stringify(document, { aliasDuplicateObjects: false }).trimEnd()
      : JSON.stringify(document, null, 2);
    await printOrWrite(text, out, { print, say });
  },
});
