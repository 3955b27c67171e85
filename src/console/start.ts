import { effect } from "@preact/signals";
import { account } from "./route.ts";
import { clock, happened, progress, readClock, readEventTypes, readRequests, readWorlds, receive } from "./state.ts";
import { startStream } from "./stream.ts";

export function startState(): void {
  startStream(receive);
  effect(() => {
    account.value;
    clock.value = undefined;
    progress.value = undefined;
    void readClock();
  });
  void readWorlds();
  void readRequests();
  void readEventTypes();
  // Another client may move the clock or replace the world, of which the stream says nothing.
  setInterval(() => !document.hidden && void readClock(), 3000);
  document.addEventListener("visibilitychange", () => !document.hidden && happened());
}
