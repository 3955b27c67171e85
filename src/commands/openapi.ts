import { writeFile } from "node:fs/promises";
import { command, Failure, option } from "./command.ts";
import { oneOf } from "./values.ts";

export const openapi = command({
  name: "openapi",
  summary: "Write the OpenAPI document.",
  options: {
    out: option<string | null>({
      summary: "File to write; the terminal without it.",
      takes: "FILE",
      short: "o",
      fallback: null,
    }),
    format: option<"json" | "yaml" | null>({
      summary: "json or yaml; by the file's name without it.",
      takes: "FORMAT",
      fallback: null,
      parse: oneOf("json", "yaml"),
    }),
    surface: option<"service" | "control">({
      summary: "service, or control for the sandbox's own.",
      takes: "SURFACE",
      fallback: "service",
      parse: oneOf("service", "control"),
    }),
  },
  async run({ values: { out, format, surface }, print, say }) {
    const { openapiDocument } = await import("../../contract/openapi.ts");
    const document = openapiDocument(surface);
    const yaml = format === "yaml" || (format === null && /\.ya?ml$/i.test(out ?? ""));
    const text = yaml
      ? (await import("yaml")).stringify(document, { aliasDuplicateObjects: false }).trimEnd()
      : JSON.stringify(document, null, 2);
    if (out === null) return print(text);
    await writeFile(out, `${text}\n`).catch((error: Error) => {
      throw new Failure(`${out} cannot be written: ${error.message}`);
    });
    say(`Wrote ${out}.`);
  },
});
