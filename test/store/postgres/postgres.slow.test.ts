import { afterAll, beforeAll, describe } from "vitest";
import { postgresStorage } from "../../../src/store/postgres/postgres.ts";
import { Postgres, programs, sayMissing } from "../../support/postgres.ts";
import { storageSuite } from "../suite.ts";

sayMissing();
describe.skipIf(!programs)("PostgreSQL", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await Postgres.start();
  });
  afterAll(() => postgres.stop());

  storageSuite("postgres", async () => postgresStorage(await postgres.address()));
});
