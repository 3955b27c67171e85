import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

const run = async (script: string) => (await promisify(execFile)("bash", ["-c", script])).stdout;

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

  it("gives the base URL and lines for .env that work", async () => {
    expect(await main().locator(".line").innerText()).toBe(`${opened.running.url}/api/v1/account/demo`);
    const lines = await copied("Copy .env");
    const path = "api/v1/account/demo/thirdparties/924004";
    const ask = `curl -s "$TIERS_SANDBOX_URL/${path}" -H "Authorization: Bearer $TIERS_SANDBOX_TOKEN"`;
    expect(JSON.parse(await run(`${lines}\n${ask}`))).toMatchObject({ thirdpartyId: 924004 });
  });

  it("gives a curl for the service and two for OAuth that work", async () => {
    const list = JSON.parse(await run((await copied("Copy curl")).replace("curl", "curl -s")));
    expect(list.content).toHaveLength(5);
    for (const name of [/^Copy OAuth.*password$/, /^Copy OAuth.*client$/])
      expect(JSON.parse(await run((await copied(name)).replace("curl", "curl -s")))).toHaveProperty("access_token");
  });
});
