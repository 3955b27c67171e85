import { expect, it } from "vitest";
import { wait, wholeWait } from "../../src/team/wait.ts";

it("a whole wait ends after what others begin meanwhile, however long the machine stands still", async () => {
  const order: string[] = [];
  const waiting = wholeWait(80).then(() => order.push("waited"));
  const sending = wait(40)
    .then(() => wait(30))
    .then(() => order.push("sent"));
  const end = performance.now() + 150;
  while (performance.now() < end);
  await Promise.all([waiting, sending]);
  expect(order).toEqual(["sent", "waited"]);
});
