import { command } from "./command.ts";
import { worldLine } from "./lines.ts";
import { withProgress } from "./progress.ts";
import { accountOptions, ask } from "./running-sandbox.ts";

export const reset = command({
  name: "reset",
  summary: "Put an account back to how it was created.",
  options: accountOptions,
  async run({ values, print, say }) {
    print(worldLine(await withProgress(values, say, () => ask(values, "accounts.reset"))));
  },
});
