import { expect, it } from "vitest";
import { syscalls } from "../../scripts/reliability/syscalls.ts";
import { shortForm } from "./short-form.ts";

it("an operation whose server is killed at a call to the disk is whole or absent", async () => {
  const { count, failures, figures } = await shortForm(syscalls);
  expect(failures).toEqual([]);
  expect(figures.killed).toBeGreaterThan(count / 2);
});
