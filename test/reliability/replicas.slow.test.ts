import { describe, expect, it, onTestFinished } from "vitest";
import { compiledCommand } from "../support/compiled-command.ts";
import { programs, sayMissing } from "../support/postgres.ts";
import { Rounds } from "../support/rounds.ts";

sayMissing();
describe.skipIf(!programs)("three servers and a database that are killed, paused, restarted and cut off", () => {
  const command = compiledCommand("replicas");

  it("lose no answered write in 20 rounds, give no id twice, and leave no gap", async () => {
    const rounds = await Rounds.begin(command, 17);
    onTestFinished(() => rounds.end());
    for (let round = 0; round < 20; round++) {
      await rounds.round();
      expect(rounds.problems).toEqual([]);
    }
    expect(rounds.answered).toBeGreaterThan(20);
  });
});
