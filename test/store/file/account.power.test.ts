import { expect, it } from "vitest";
import { cutMigrations } from "./power-cuts.ts";

it("a migration from version 1 whose power is cut at any call of the disk loses nothing", async () => {
  expect(await cutMigrations(1)).toBeGreaterThan(20);
});
