import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

describeConsole("the page that connects a client", { address: "connect" }, (opened) => {
  const { main } = opened;
  const copied = (name: string | RegExp) =>
    opened.copiedBy(() => main().getByRole("button", { name, exact: true }).click());

  it.each([
    ["Valid", 200],
    ["Expired", 401],
    ["Other account", 403],
  ])("gives a token that is %s: the service answers %i", async (name, status) => {
    const token = await copied(`Copy a token: ${name}`);
    const response = await fetch(`${opened.running.url}/api/v1/account/demo/thirdparties`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(status);
  });

  it("gives the base URL of the account", async () => {
    expect(await main().locator(".line").innerText()).toBe(`${opened.running.url}/api/v1/account/demo`);
  });
});
