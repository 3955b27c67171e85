import { expect, it } from "vitest";
import { reference } from "../../src/control/reference.ts";

it("makes the list of assumptions once, because it takes long", async () => {
  const list = async () => (await reference.assumptions({} as never, {} as never)).body;
  expect(await list()).toEqual(await list());
  expect(Object.values(await list())[0]).toBe(Object.values(await list())[0]);
});
