import { describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/start.ts";
import { hasChromium, launch, openPage } from "./chromium.ts";

describe.skipIf(!hasChromium)("a fault of kind disconnect in a browser", () => {
  it.each(["GET", "POST"])(
    "is seen by a %s, which the browser does not repeat on a kept connection",
    async (method) => {
      const sandbox = await startSandbox({ auth: "off" });
      const browser = await launch();
      onTestFinished(async () => {
        await browser.close();
        await sandbox.close();
      });
      const page = await openPage(browser);
      await page.goto(`${sandbox.url}/health`);
      // The body is longer than what a connection takes at once, and is not read by the fault.
      const ask = () =>
        page.evaluate(
          `fetch("/api/v1/account/demo/thirdparties", {
          method: "${method}", headers: { "content-type": "application/json" },
          body: "${method}" === "GET" ? undefined : JSON.stringify({ companyIdType: "x".repeat(500_000) }) })
          .then(({ status }) => status, ({ name }) => name)`,
        );
      const usual = method === "GET" ? 200 : 400;
      for (let time = 0; time < 3; time++) expect(await ask()).toBe(usual);
      const world = await sandbox.world("demo");
      await world.faults.set({ kind: "disconnect", times: 1 });
      expect(await ask()).toBe("TypeError");
      expect(await ask()).toBe(usual);
      expect((await world.requests()).slice(-2).map(({ status, fault }) => [status, fault])).toEqual([
        [0, "disconnect"],
        [usual, null],
      ]);
    },
  );
});
