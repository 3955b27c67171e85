import { command, flag } from "./command.ts";
import { outOption, printOrWrite } from "./file.ts";
import { accountOptions, ask } from "./running-sandbox.ts";

export const exportWorld = command({
  name: "export",
  summary: "Write an account's whole world as JSON, to import or to start from.",
  examples: [
    ["export --out world.json", "Into a file."],
    ["import world.json --account copy", "And into another account."],
  ],
  options: {
    json: flag("It is JSON anyway; with --out, print the name of the file and its bytes."),
    out: outOption,
    ...accountOptions,
  },
  async run({ values, ...outputs }) {
    const world = await ask(values, "accounts.export");
    await printOrWrite(JSON.stringify(world, null, 2), values.out, outputs, { isData: true });
  },
});
