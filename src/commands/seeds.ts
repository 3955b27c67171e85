import { command } from "./command.ts";

export const seeds = command({
  name: "seeds",
  summary: "List the worlds to start from.",
  options: {},
  async run({ print }) {
    const { seedNames } = await import("../seed/seed-file.ts");
    const { readSeed } = await import("../seed/new-world.ts");
    const names = seedNames();
    const width = Math.max(0, ...names.map((name) => name.length));
    for (const name of names) print(`${name.padEnd(width)}  ${readSeed(name).description}`);
  },
});
