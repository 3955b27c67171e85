import { writeFile } from "node:fs/promises";
import { command, Failure, option } from "./command.ts";
import { accountOptions, askAccount } from "./remote.ts";

export const exportWorld = command({
  name: "export",
  summary: "Write an account's whole world as JSON, to import or to start from.",
  options: {
    out: option<string | null>({
      summary: "File to write; the terminal without it.",
      takes: "FILE",
      short: "o",
      fallback: null,
    }),
    ...accountOptions,
  },
  async run({ values, print, say }) {
    const text = JSON.stringify(await askAccount(values, "GET", "/state"), null, 2);
    const { out } = values;
    if (out === null) return print(text);
    await writeFile(out, `${text}\n`).catch((error: Error) => {
      throw new Failure(`${out} cannot be written: ${error.message}`);
    });
    say(`Wrote ${out}.`);
  },
});
