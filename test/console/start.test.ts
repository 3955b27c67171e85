import { expect, it } from "vitest";
import { route } from "../../src/console/route.ts";
import { toOnlyWorld } from "../../src/console/start.ts";
import { worlds } from "../../src/console/state.ts";
import { openPage } from "./page.ts";

it.each([
  ["", ["packed"], "packed"],
  ["", ["one", "two"], "demo"],
  ["", [], "demo"],
  ["#/elsewhere/inbox", ["packed"], "demo"],
])("the address “%s” where the worlds %j are leads to that of %s", (hash, names, account) => {
  openPage(hash);
  worlds.value = names.map((accountId) => ({ accountId })) as never;
  toOnlyWorld();
  expect(route.value.account).toBe(account);
});
