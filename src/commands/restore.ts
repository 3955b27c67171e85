import { command } from "./command.ts";
import { worldLine } from "./lines.ts";
import { withProgress } from "./progress.ts";
import { accountOptions, ask } from "./running-sandbox.ts";

export const restore = command({
  name: "restore",
  summary: "Put an account's world back to a snapshot.",
  takes: "NAME",
  examples: [["restore before-renewal", "Go back to what snapshot before-renewal kept."]],
  options: accountOptions,
  async run({ values, argument: name, remark, show }) {
    const world = await withProgress(values, remark, () => ask(values, "accounts.restore", { params: { name } }));
    show(world, () => [worldLine(world)]);
  },
});
