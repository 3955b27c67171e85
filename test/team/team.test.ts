import { expect, it } from "vitest";
import { completeOptions } from "../../src/sandbox/options.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { memoryStorage } from "../../src/store/memory/storage.ts";
import type { NewRequest, SharedStorage } from "../../src/store/store.ts";
import { sharedParts } from "../../src/team/team.ts";
import { served } from "../support/served.ts";

it("a server that stops sends its last requests and counts before it closes its storage", async () => {
  const sent: string[] = [];
  const seen = {
    add: async (group: readonly NewRequest[]) => void sent.push(`${group.length} requests`),
    count: async () => void sent.push("counts"),
    trim: async () => {},
    late: async () => false,
    inTime: async () => {},
  };
  const storage = {
    ...memoryStorage(),
    seen,
    notes: { get: () => undefined },
    worldOf: () => "life/0",
    close: async () => void sent.push("closed"),
  } as unknown as SharedStorage;
  const options = completeOptions({ log: "silent" });
  const sandbox = new Sandbox(options, storage, sharedParts(options, storage));
  sandbox.seen(served({ path: "/api/v1/account/demo/thirdparties", accountId: "demo" }));
  await sandbox.close();
  expect(sent).toEqual(["1 requests", "counts", "closed"]);
});
