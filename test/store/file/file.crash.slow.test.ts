import { expect, it } from "vitest";
import { crash } from "../../../scripts/crash.ts";
import { crashServer } from "../../../scripts/crash-server.ts";

it("a writer that is killed twenty times loses no acknowledged change", async () => {
  const tally = await crash(20, 20_260_115);
  expect(tally).toEqual({
    rounds: 20,
    acknowledged: expect.toSatisfy((count: number) => count > 200),
    unacknowledged: expect.toSatisfy((count: number) => count >= 0),
    killedAtStart: expect.toSatisfy((count: number) => count > 0),
    halfMade: expect.toSatisfy((count: number) => count > 0),
  });
});

it("a server that is killed twelve times loses no answered write and breaks no invariant", async () => {
  const { answered, killedAtStart } = await crashServer(12, 20_260_115);
  expect(answered).toBeGreaterThan(200);
  expect(killedAtStart).toBeGreaterThan(0);
});
