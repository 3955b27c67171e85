import { expect, it } from "vitest";
import { runRow } from "../../scripts/reliability/row.ts";
import { rows } from "../../scripts/reliability/rows.ts";

/** A row as the suite runs it: few attacks, always the same, and more than so many of what shows that they attacked. */
export function shows(name: string, title: string, done: Record<string, number> = {}, skipped = false): void {
  it.skipIf(skipped)(title, async () => {
    const row = rows[name] as (typeof rows)[string];
    const attack = { count: row.short, seed: 1, node: process.execPath, edits: [], say: () => {} };
    const { failures, figures } = await runRow(row, attack);
    expect(failures).toEqual([]);
    for (const [figure, count] of Object.entries(done))
      expect([figure, figures[figure]]).toSatisfy(([, many]) => many > count);
  });
}
