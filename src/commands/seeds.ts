import { command } from "./command.ts";

export const seeds = command({
  name: "seeds",
  summary: "List the worlds to start from.",
  options: {},
  async run({ print }) {
    const [{ seedNames }, { readSeed }] = await Promise.all([
      import("../seed/seed-file.ts"),
      import("../seed/new-world.ts"),
    ]);
    const names = seedNames();
    const width = Math.max(0, ...names.map((name) => name.length));
    for (const name of names) print(`${name.padEnd(width)}  ${readSeed(name).description}`);
  },
});
