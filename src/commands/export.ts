import { command } from "./command.ts";
import { outOption, printOrWrite } from "./file.ts";
import { accountOptions, ask } from "./running-sandbox.ts";

export const exportWorld = command({
  name: "export",
  summary: "Write an account's whole world as JSON, to import or to start from.",
  options: { out: outOption, ...accountOptions },
  async run({ values, print, say }) {
    const world = await ask(values, "accounts.export");
    await printOrWrite(JSON.stringify(world, null, 2), values.out, { print, say });
  },
});
