import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startSandbox } from "../src/start.ts";

const readme = readFileSync("README.md", "utf8");

it("the README's example runs in a test", async () => {
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const run = Object.getPrototypeOf(async () => {}).constructor as new (
    ...words: string[]
  ) => (start: typeof startSandbox) => Promise<string>;
  const body = code.replace(/^import .*$/m, "");
  expect(body).toContain("world.trigger");
  await expect(new run("startSandbox", `${body}; return "done"`)(startSandbox)).resolves.toBe("done");
});
