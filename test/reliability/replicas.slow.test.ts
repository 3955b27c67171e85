import { describe, expect, it } from "vitest";
import { replicas } from "../../scripts/reliability/replicas.ts";
import { programs } from "../support/postgres.ts";
import { shortForm } from "./short-form.ts";

describe.skipIf(!programs)("three servers and a database that are killed, paused, restarted and cut off", () => {
  it("lose no answered write in 20 rounds, do none twice, and leave no gap", async () => {
    const { count, failures, figures } = await shortForm(replicas);
    expect([count, failures]).toEqual([20, []]);
    expect(figures["answered writes"]).toBeGreaterThan(100);
  });
});
