import { afterAll, beforeAll, describe } from "vitest";
import { Postgres, programs, sayMissing } from "../support/postgres.ts";

/** Tests that share one PostgreSQL server, and are skipped where there is none. */
export function describePostgres(title: string, tests: (on: { readonly postgres: Postgres }) => void): void {
  sayMissing();
  describe.skipIf(!programs)(title, () => {
    const on = {} as { postgres: Postgres };
    beforeAll(async () => {
      on.postgres = await Postgres.start();
    });
    afterAll(() => on.postgres?.stop());
    tests(on);
  });
}
