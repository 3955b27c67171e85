import { shows } from "./short-form.ts";

shows("odd", "a world with an odd value is refused with its place, or works, and never stops the server", {
  "taken by its rules": 2,
  "refused by its rules": 2,
});
shows("moves", "a clock that is moved far stands at the end of a part, whatever happens on its way", { stopped: 0 });
shows("stops", "a server that is stopped answers every request that was sent before", { "answered requests": 1_000 });
shows(
  "limits",
  "worlds grow as far as the limits of memory allow, and what they are then takes no more than twice as much",
);
