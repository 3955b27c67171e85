import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

describeConsole("the about page of the console", { address: "about" }, (opened) => {
  const { main } = opened;

  it("shows the version of the server, and links that all answer", async () => {
    const { version } = await opened.control<{ version: string }>("server");
    await expect.poll(() => main().locator(".facts").innerText()).toContain(version);
    const links = await main()
      .locator(".links a")
      .evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href));
    expect(links).toHaveLength(5);
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  });

  it("lists every assumption with its standing, and filters them", async () => {
    const { content } = await opened.control<{ content: { key: string; gap: string; confirmed: string | null }[] }>(
      "assumptions",
    );
    const rows = main().locator(".assumptions > div");
    await expect.poll(() => rows.count()).toBe(content.length);
    const texts = await rows.allInnerTexts();
    for (const [at, { gap, confirmed }] of content.entries()) {
      expect(texts[at]).toContain(gap);
      expect(texts[at]).toContain(confirmed ? `confirmed ${confirmed}` : "assumed");
    }
    await main()
      .getByLabel("Filter the assumptions")
      .fill(content[3]?.key ?? "");
    await expect.poll(() => rows.first().innerText()).toContain(content[3]?.gap);
    expect(await rows.count()).toBeLessThan(content.length);
    expect(opened.errors).toEqual([]);
  });
});
