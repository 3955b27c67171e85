import { expect, it } from "vitest";
import type { SandboxWorld } from "../../src/client/world.ts";
import { running, send } from "./running.ts";

const on = running();
const get = (world: SandboxWorld, path: string) =>
  send(world.baseUrl + path, "GET", undefined, { authorization: `Bearer ${world.token}` });

it("the request log keeps the last thousand requests of an account, whatever other accounts send", async () => {
  const [quiet, busy] = [await on.sandbox.world(), await on.sandbox.world()];
  await get(quiet, "/thirdparties");
  for (let at = 0; at < 21; at++)
    await Promise.all(Array.from({ length: 50 }, (_, index) => get(busy, `/attributes?at=${at * 50 + index}`)));
  expect(await quiet.requests()).toHaveLength(1);
  expect(await busy.requests()).toHaveLength(1000);
});
