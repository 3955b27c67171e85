import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { accounts } from "../../src/commands/accounts.ts";
import { startSandbox } from "../../src/start.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { run } from "./invoked.ts";

const hour = 3_600_000;

it("deletes the accounts that were not used for a while, and no other", async () => {
  const data = temporaryFolder();
  const first = await startSandbox({ data, seed: "empty" });
  for (const accountId of ["old", "new"]) await first.world(accountId);
  await first.close();
  const [at, usedAt] = [new Date(), new Date(Date.now() - 2 * hour)];
  utimesSync(join(data, "old.json"), at, usedAt);
  const second = await startSandbox({ data, seed: "empty" });
  onTestFinished(() => second.close());
  const deleteUnused = (period: string) => run(accounts, ["delete", "--unused-for", period, "--url", second.url]);
  expect(await deleteUnused("PT3H")).toBe("No account was unused for so long.");
  expect(await deleteUnused("PT1H")).toBe("Deleted old.");
  const listed = JSON.parse(await run(accounts, ["--json", "--url", second.url])) as { accountId: string }[];
  expect(listed.map(({ accountId }) => accountId)).toEqual(["new"]);
});
