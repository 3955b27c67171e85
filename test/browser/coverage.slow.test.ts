import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { page as pageOf } from "../../src/commands/coverage/page.ts";
import { Collector } from "../../src/coverage/collector.ts";
import { declaredHere } from "../../src/coverage/declared.ts";
import { coverageOf } from "../../src/coverage/report.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { errorsOf, hasChromium, launch, openPage } from "./chromium.ts";

it.skipIf(!hasChromium)("the page of coverage loads no other file, and is no wider than its window", async () => {
  const collector = new Collector();
  collector.served({ operation: "thirdparties.list", accountId: "a", status: 200, fault: null, forced: false });
  const file = join(temporaryFolder(), "coverage.html");
  writeFileSync(file, pageOf(coverageOf(collector.counted(), declaredHere())));
  const address = pathToFileURL(file).href;
  const browser = await launch();
  onTestFinished(() => browser.close());
  for (const width of [1200, 400]) {
    const page = await openPage(browser, width);
    const errors = errorsOf(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(address);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${width} pixels`).toBe(true);
    expect([asked.filter((url) => !url.startsWith("data:")), errors]).toEqual([[address], []]);
  }
});
