import { beforeEach, expect, it } from "vitest";
import { clock } from "../../../src/console/state.ts";
import { eventsThatHappened } from "../../../src/console/timebar/happened.tsx";

const passage = {
  account: "demo",
  from: "2026-01-15T09:00:00.000",
  to: "2026-02-15T09:00:00.000",
  after: 7,
  counts: {},
};
beforeEach(() => {
  eventsThatHappened.value = passage;
});

it.each([
  ["goes on", "demo", "2026-02-15T09:00:00.000", passage],
  ["is back before its end", "demo", "2026-02-15T08:59:59.999", undefined],
  ["is that of another account", "other", "2026-01-01T00:00:00.000", passage],
])("what an advance brought about is shown until the clock is back: it %s", (_, accountId, now, shown) => {
  clock.value = { accountId, now, frozen: true } as never;
  expect(eventsThatHappened.value).toEqual(shown);
});
