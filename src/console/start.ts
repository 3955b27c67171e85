import { effect } from "@preact/signals";
import { account, adjust, route } from "./route.ts";
import {
  clock,
  happened,
  progress,
  readClock,
  readEventTypes,
  readRequests,
  readWorlds,
  receive,
  worlds,
} from "./state.ts";
import { startStream } from "./stream.ts";

/** An address that names no account leads to the only one there is, and Back to where the visitor came from. */
export function toOnlyWorld(): void {
  const all = worlds.peek()?.map(({ accountId }) => accountId) ?? [];
  const [only] = all;
  if (location.hash === "" && only !== undefined && all.length === 1) adjust({ account: only });
}

export function startState(): void {
  startStream(receive);
  effect(() => {
    account.value;
    clock.value = undefined;
    progress.value = undefined;
    void readClock();
    void readWorlds().then(toOnlyWorld);
  });
  void readRequests();
  void readEventTypes();
  // Another client may move the clock, or make, replace or delete a world, of which the stream says nothing.
  setInterval(() => {
    if (document.hidden) return;
    void readClock();
    const isKnown = worlds.value?.some(({ accountId }) => accountId === account.value);
    if (!isKnown || route.value.view === "worlds") void readWorlds();
  }, 3000);
  document.addEventListener("visibilitychange", () => !document.hidden && happened());
}
