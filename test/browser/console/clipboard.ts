import type { Page } from "playwright-core";

/** Lets the page use the clipboard, which a browser without a window refuses at first. */
export const allowClipboard = (page: Page): Promise<void> =>
  page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

/** What a click copies. */
export async function copiedBy(page: Page, click: () => Promise<unknown>): Promise<string> {
  const read = () => page.evaluate<string>("navigator.clipboard.readText()");
  await page.evaluate("navigator.clipboard.writeText('nothing yet')");
  await click();
  for (;;) {
    const text = await read();
    if (text !== "nothing yet") return text;
  }
}
