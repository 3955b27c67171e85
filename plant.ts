import { runRow } from "./scripts/reliability/row.ts";
import { rows } from "./scripts/reliability/rows.ts";
const [name, at, count] = process.argv.slice(2) as [string, string, string];
const row = rows[name]!;
const [title, edits] = Object.entries(row.planted)[Number(at)]!;
const o = await runRow(row, { count: Number(count), seed: 1, node: process.execPath, edits: [edits].flat(), say: () => {} });
console.log(name, "|", title, "|", o.failures.length, (o.failures[0] ?? "").slice(0, 100));
