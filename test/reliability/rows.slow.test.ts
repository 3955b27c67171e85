import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as stage from "../../scripts/reliability/disk/stage.ts";
import * as replicas from "../../scripts/reliability/replicas.ts";
import { rows } from "../../scripts/reliability/rows.ts";

const project = join(import.meta.dirname, "../..");

it("can make every edit, of a row itself or of a planted fault, in the sources as they are", () => {
  const planted = Object.values(rows).flatMap(({ planted }) => Object.values(planted).flat());
  const edits = [stage.foldingEarly, replicas.foldingEarly, ...planted];
  const missing = edits.filter(({ file, from }) => !readFileSync(join(project, file), "utf8").includes(from));
  expect(missing).toEqual([]);
});
