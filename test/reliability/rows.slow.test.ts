import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { foldingEarly } from "../../scripts/reliability/disk/points.ts";
import { withoutWorst } from "../../scripts/reliability/neighbours/worst.ts";
import * as replicas from "../../scripts/reliability/replicas.ts";
import { rows } from "../../scripts/reliability/rows.ts";
import { revealing } from "../../scripts/reliability/server.ts";

it("every row but the matrix has a short form here", () => {
  const texts = ["disk", "requests", "load", "neighbours", "worlds"].map((name) =>
    readFileSync(`test/reliability/${name}.slow.test.ts`, "utf8"),
  );
  const shown = [...texts.join("").matchAll(/^shows\(\s*"(\w+)"/gm)].map(([, name]) => name);
  expect([...shown, "matrix"].sort()).toEqual(Object.keys(rows).sort());
});

it("has a worst request for every operation of both planes that takes a query or a body", () => {
  expect(withoutWorst).toEqual([]);
});

it("can make every edit, of a row itself or of a planted fault, in the sources as they are", () => {
  const planted = Object.values(rows).flatMap((row) => Object.values(row.planted).flat());
  const edits = [revealing, foldingEarly, replicas.foldingEarly, ...planted];
  const absent = edits.filter(({ file, from }) => !readFileSync(file, "utf8").includes(from));
  expect(absent).toEqual([]);
});
