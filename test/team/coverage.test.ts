import { expect, it } from "vitest";
import { sumOf } from "../../src/coverage/counted.ts";
import type { SharedStorage } from "../../src/store/store.ts";
import { SharedCoverage } from "../../src/team/coverage.ts";
import type { SharedRequests } from "../../src/team/requests.ts";

it("counts since the last DELETE on any server, also on one that has not heard of it by an account", async () => {
  const sent = (operation: string) =>
    JSON.stringify({ counted: { ...sumOf([]), operations: { [operation]: 1 } }, pending: [] });
  const rows: Record<string, string> = { "": sent("dossiers.list"), newer: sent("thirdparties.list") };
  const storage = {
    notes: {
      get: () => undefined,
      list: async () => [
        { accountId: "", text: "newer" },
        { accountId: "a", text: "a note of the same name" },
      ],
    },
    seen: { count: async () => {}, counts: async (period: string) => [rows[period]] },
  } as unknown as SharedStorage;
  const { operations } = await new SharedCoverage(storage, {} as SharedRequests).counted();
  expect(operations).toEqual({ "thirdparties.list": 1 });
});
