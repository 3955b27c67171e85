import { mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { smallPng } from "../small-png.ts";
import { describeConsole } from "./console.ts";

const thirdpartyId = 924004;
const folder = "docs/images/console";
const drawsPictures = process.env.CONSOLE_PICTURES !== undefined;

interface Indicators {
  content: { name: string; score: number | null }[];
}
interface Answered {
  statusCode: string;
  evidences: { id: number }[];
}

/** One story in the order in which a person lives it: each test goes on where the one before has ended. */
describeConsole("a first hour with the console", { showsPdf: drawsPictures }, (opened) => {
  let address = "";
  const compliance: (number | null | undefined)[] = [];
  beforeAll(async () => {
    await opened.control("accounts/demo/snapshots", { name: "before" });
    if (drawsPictures) mkdirSync(folder, { recursive: true });
  });
  const { main, detail, dialog } = opened;

  let isBroken = false;
  beforeEach(({ skip, onTestFailed }) => {
    if (isBroken) skip("The story has broken off before.");
    onTestFailed(() => {
      isBroken = true;
    });
  });

  const status = () => detail().locator("h1 .tag").innerText();
  const side = (name: RegExp) => opened.page.locator(".side").getByRole("link", { name }).click();
  const read = () => {
    const [, dossierId, documentId] = /inbox\/(\d+)\/(\d+)/.exec(address) ?? [];
    return opened.service<Answered>(`dossiers/${dossierId}/documents/${documentId}`);
  };
  const noteCompliance = async () => {
    const { content } = await opened.service<Indicators>(`thirdparties/${thirdpartyId}/indicators`);
    compliance.push(content.find(({ name }) => name === "Legal compliance")?.score);
  };
  /** A PDF has no moment at which a page could know that it is drawn; no test depends on the pause. */
  const picture = async (name: string, pause = 600) => {
    if (!drawsPictures) return;
    await opened.page.mouse.move(700, 899);
    await opened.page.waitForTimeout(pause);
    writeFileSync(`${folder}/${name}.png`, smallPng(await opened.page.screenshot()));
  };

  it("begins with three things to try, of which the first leads to what waits", async () => {
    await opened.page.goto(opened.running.url);
    await opened.page.locator(".now time").waitFor();
    await picture("first-visit");
    await main().getByRole("link", { name: "Open the inbox" }).click();
    await main().getByRole("link", { name: "Waiting" }).waitFor();
    await noteCompliance();
  });

  it("finds a document that waits, and looks at its PDF", async () => {
    const waiting = main().locator(".letters a", { hasText: "Charpentes Morvandelles" }).first();
    const [file] = await Promise.all([
      opened.page.waitForResponse((response) => new URL(response.url()).pathname.startsWith("/files/")),
      waiting.click(),
    ]);
    expect([file.status(), file.headers()["content-type"]]).toEqual([200, "application/pdf"]);
    address = await opened.hash();
    expect(await status()).toBe("Action required");
    await picture("document", 6000);
  });

  it("rejects it with a reason that the third party is told", async () => {
    await opened.page.keyboard.press("r");
    await dialog().getByLabel("Reason", { exact: true }).fill("The certificate does not name the site in Dijon.");
    await picture("reject");
    const decided = await opened.hash();
    await dialog().getByRole("button", { name: "Reject" }).click();
    // A decision leads to the next document that waits.
    await expect.poll(opened.hash).not.toBe(decided);
    await opened.page.goBack();
    await expect.poll(status).toBe("Invalid");
    await noteCompliance();
  });

  it("sends a better one as the third party, and lets a week pass", async () => {
    const { evidences: before } = await read();
    await detail().getByRole("button", { name: "Answer…" }).click();
    await dialog().getByLabel("Outcome").selectOption("review");
    await dialog().getByRole("button", { name: "Answer", exact: true }).click();
    await expect.poll(status).toBe("Ongoing");
    await opened.page.getByRole("button", { name: "+1 week" }).click();
    await dialog().getByRole("table", { name: "What is due until then" }).waitFor();
    await picture("week");
    await dialog().getByRole("button", { name: "Advance" }).click();
    await opened.page.getByRole("region", { name: "What happened" }).getByText("7 days passed").waitFor();
    await expect.poll(() => opened.page.locator(".now time").innerText()).toContain("2026-01-22");
    expect((await read()).evidences.length).toBe(before.length + 1);
  });

  it("sees the new answer, which the automatic check has left to a person", async () => {
    await expect.poll(status).toBe("Action required");
    await expect.poll(() => detail().locator(".judged").innerText()).toContain("To be judged by you");
    await picture("new-answer", 6000);
    await opened.page.getByRole("region", { name: "What happened" }).getByRole("button", { name: "Close" }).click();
  });

  it("approves it, and sees the indicator of the third party move", async () => {
    const decided = await opened.hash();
    // The list knows what comes next.
    await main().locator(".letters [aria-current=true]").waitFor();
    await opened.page.keyboard.press("a");
    await expect.poll(opened.hash).not.toBe(decided);
    await opened.page.goBack();
    await expect.poll(status).toBe("Valid");
    await noteCompliance();
    const [first, rejected, approved] = compliance.map(Number) as [number, number, number];
    expect(rejected).toBeLessThanOrEqual(first);
    expect(approved).toBeGreaterThan(rejected);
    await detail().getByRole("link", { name: "Charpentes Morvandelles", exact: true }).click();
    const card = detail().locator(".card", { hasText: "Legal compliance" });
    await expect.poll(() => card.locator("strong").innerText()).toBe(String(approved));
    await opened.page.evaluate(
      "for (const button of document.querySelectorAll('.toast [aria-label=Close]')) button.click()",
    );
    await picture("portfolio");
  });

  it("copies the search that finds what happened, and runs it", async () => {
    await opened.page.emulateMedia({ colorScheme: "dark" });
    await side(/^Journal/);
    await main().locator("tbody tr").first().waitFor();
    await picture("journal");
    await main().getByLabel("Event name or id").fill("DOCUMENT_ANSWER_ACCEPTED");
    await main().locator("tbody tr", { hasText: "Charpentes Morvandelles" }).first().click();
    const url = await opened.copiedBy(() => detail().getByRole("button", { name: "Copy as search" }).click());
    const path = url.replace(`${opened.running.url}/api/v1/account/demo/`, "");
    expect(path).toMatch(/^documents\/search\?eventNames=DOCUMENT_ANSWER_ACCEPTED/);
    const found = await opened.service<{ content: { documentId: number }[] }>(path);
    expect(found.content.map(({ documentId }) => documentId)).toContain(Number(/\d+$/.exec(address)?.[0]));
  });

  it("sees that very search, and one that was wrong, among the requests of the client", async () => {
    await opened.service("thirdparties?status=ASLEEP").catch(() => {});
    await opened.service("documents/search?eventNames=DOCUMENT_ANSWER_EXPIRED").catch(() => {});
    await opened.service("thirdparties?size=5");
    await side(/^Requests/);
    await main().getByText("eventNames=DOCUMENT_ANSWER_ACCEPTED").waitFor();
    await main().getByText("status must be one of").click();
    await detail().locator("h1").waitFor();
    await picture("requests");
  });

  it("undoes everything by a reset, and no row differs from before", async () => {
    await opened.page.emulateMedia({ colorScheme: "light" });
    await side(/^Worlds/);
    await detail().getByRole("button", { name: "Reset" }).click();
    await opened.page.locator(".toast").getByText("demo is as it was made.").waitFor();
    await detail().getByRole("button", { name: "More for before" }).click();
    await detail().getByRole("menuitem", { name: "Compare with now" }).click();
    await detail().getByText("No row differs").waitFor();
    await picture("undone");
    const compared = await opened.control<{ totalElements: number; before: { now: string }; after: { now: string } }>(
      "compare?before=demo&beforeSnapshot=before",
    );
    expect([compared.totalElements, compared.after.now]).toEqual([0, compared.before.now]);
  });
});
