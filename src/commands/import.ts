import { readFile } from "node:fs/promises";
import { command, Failure } from "./command.ts";
import { figures } from "./journal.ts";
import { accountOptions, askAccount } from "./remote.ts";

export const importWorld = command({
  name: "import",
  summary: "Replace an account's whole world by one that was exported.",
  takes: "FILE",
  options: accountOptions,
  async run({ values, argument: file, print }) {
    const text = await readFile(file, "utf8").catch((error: Error) => {
      throw new Failure(`${file} cannot be read: ${error.message}`);
    });
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (error) {
      throw new Failure(`${file} is not JSON: ${(error as Error).message}`);
    }
    print(figures(await askAccount(values, "PUT", "/state", { body })));
  },
});
