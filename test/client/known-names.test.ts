import { expect, it } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { connectSandbox } from "../../src/client/connect.ts";
import type { SandboxWorld } from "../../src/client/world.ts";
import { startSandbox } from "../../src/start.ts";
import { running } from "../control/running.ts";

const on = running();
const unknown = <T>(options: object) => options as T;

it.each<[string, (world: SandboxWorld) => unknown]>([
  ["startSandbox has no option sed; did you mean seed?", () => startSandbox(unknown({ sed: "nope" }))],
  ["connectSandbox has no option URL; did you mean url?", () => connectSandbox(unknown({ URL: on.sandbox.url }))],
  ["createClient has no option baseURI; did you mean baseUrl?", () => createClient(unknown({ baseURI: "http://x" }))],
  ["/sed is not known here; did you mean seed?", () => on.sandbox.world("a", unknown({ sed: "empty" }))],
  ["events has no option name; did you mean names?", (world) => world.events(unknown({ name: [] }))],
  [
    "requests has no option path; it has operation, status, from, to, limit.",
    (world) => world.requests(unknown({ path: "/" })),
  ],
  ["answer has no option filename; did you mean fileName?", (world) => world.answer(1, unknown({ filename: "x.pdf" }))],
  [
    "/thirdpartyID is not known here; did you mean thirdpartyId?",
    (world) => world.trigger("THIRD_PARTY_ARCHIVED", unknown({ thirdpartyID: 1 })),
  ],
  ["/0/operatoin is not known here; did you mean operation?", ({ faults }) => faults.set(unknown({ operatoin: "x" }))],
])("an option that does not exist is refused: %s", async (message, act) => {
  const world = await on.sandbox.world();
  await expect((async () => act(world))()).rejects.toThrow(message);
});
