import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rows } from "../../scripts/reliability/rows.ts";

const project = join(import.meta.dirname, "../..");

it("can build every planted fault into the sources as they are", () => {
  const edits = Object.values(rows).flatMap(({ planted }) => Object.values(planted).flat());
  const missing = edits.filter(({ file, from }) => !readFileSync(join(project, file), "utf8").includes(from));
  expect(missing).toEqual([]);
});
