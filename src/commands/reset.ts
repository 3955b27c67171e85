import { command } from "./command.ts";
import { worldLine } from "./lines.ts";
import { withProgress } from "./progress.ts";
import { accountOptions, ask } from "./running-sandbox.ts";

export const reset = command({
  name: "reset",
  summary: "Put an account back to how it was created.",
  examples: [
    ["reset", "The account demo."],
    ["reset --account test-17", "Another one."],
  ],
  options: accountOptions,
  async run({ values, remark, show }) {
    const world = await withProgress(values, remark, () => ask(values, "accounts.reset"));
    show(world, () => [worldLine(world)]);
  },
});
