import { command } from "./command.ts";
import { columns } from "./help.ts";

export const seeds = command({
  name: "seeds",
  summary: "List the worlds to start from.",
  examples: [
    ["seeds", "Their names and what is in them."],
    ["--seed onboarding", "Start from one."],
  ],
  options: {},
  async run({ show, width }) {
    const { seedNames } = await import("../seed/seed-file.ts");
    const { readSeed } = await import("../seed/new-world.ts");
    const found = seedNames().map((name) => ({ name, description: readSeed(name).description }));
    const rows = found.map(({ name, description }): [string, string] => [name, description]);
    show(found, () => columns(rows, width).map((line) => line.slice(2)));
  },
});
