import { command, Failure, flag } from "./command.ts";
import { read } from "./file.ts";
import { worldLine } from "./lines.ts";
import { withProgress } from "./progress.ts";
import { accountOptions, ask } from "./running-sandbox.ts";

const parsed = (file: string, text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${(error as Error).message}`);
  }
};

export const importWorld = command({
  name: "import",
  summary: "Replace an account's whole world by one that was exported.",
  takes: "FILE",
  examples: [
    ["import world.json", "What export wrote, here or elsewhere."],
    ["import odd.json --odd", "A world that no rule could have written, to see how a client takes it."],
  ],
  options: { odd: flag("Take it though it is odd: check only so far that the sandbox can use it."), ...accountOptions },
  async run({ values, argument: file, remark, show }) {
    const query = values.odd ? { check: "shape" as const } : {};
    const body = parsed(file, read(file).toString("utf8"));
    const world = await withProgress(values, remark, () => ask(values, "accounts.import", { query, body }));
    show(world, () => [worldLine(world)]);
  },
});
