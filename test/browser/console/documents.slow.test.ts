import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

interface Played {
  dossierId: number;
  documentId: number;
  evidenceId: number;
  responseId: number;
}
interface Inbox {
  content: { documentName: string; thirdpartyName: string; documentId: number }[];
  counts: { statusCode: string; count: number }[];
}

describeConsole("documents in the console", { width: 1600 }, (opened) => {
  const { detail, hash } = opened;
  const play = (scenario: string) => opened.control<Played>("accounts/demo/scenarios", { scenario });
  const show = ({ dossierId, documentId }: Played) => opened.open(`inbox/${dossierId}/${documentId}`);
  const letters = () => opened.page.locator(".letters li");

  it.each([
    ["Waiting", "statusCode=ACTION_REQUIRED"],
    ["Missing", "statusCode=MISSING"],
    ["Refused", "statusCode=INVALID,BELOW_EXPECTATION"],
    ["Expires soon", "statusCode=VALID&expiresBefore=2026-02-15T09:00:00"],
  ])("the inbox lists what is in the box %s as the control plane does, and counts what waits", async (title, query) => {
    await opened.open("inbox");
    await opened.page.getByRole("link", { name: new RegExp(`^${title}`) }).click();
    const { content } = await opened.control<Inbox>(`accounts/demo/documents?size=50&${query}`);
    const { counts } = await opened.control<Inbox>("accounts/demo/documents?size=1");
    expect(content.length).toBeGreaterThan(0);
    await expect.poll(() => letters().locator("b").allTextContents()).toEqual(content.map((one) => one.documentName));
    expect(await letters().locator("bdi").allTextContents()).toEqual(content.map((one) => one.thirdpartyName));
    const waiting = counts.find(({ statusCode }) => statusCode === "ACTION_REQUIRED")?.count;
    await opened.page.getByRole("link", { name: `Waiting ${waiting}` }).waitFor();
  });

  it("shows the PDF in a frame beside what is known of the evidence", async () => {
    const review = await play("document-to-review");
    await show(review);
    await detail().locator("iframe").waitFor();
    const shown = () => opened.page.frames().some((frame) => frame.url().startsWith("chrome-extension://"));
    await expect.poll(shown).toBe(true);
    const { evidences } = await opened.service<{ evidences: { fileName: string; responseId: number }[] }>(
      `dossiers/${review.dossierId}/documents/${review.documentId}`,
    );
    const facts = await detail().locator(".facts").first().innerText();
    expect(facts).toContain(evidences[0]?.fileName);
    expect(facts).toContain(String(review.responseId));
    await detail().getByText("To be judged by you").waitFor();
    await detail().getByText("ANSWER_STATUS_UPDATE_ACTION_REQUIRED").first().waitFor();
  });

  it("shows form data as a form and the bank check as a card", async () => {
    const bank = await play("iban-mismatch");
    await show(bank);
    const { evidences } = await opened.service<{
      evidences: { formdata: { title: string; value: string }[]; metadata: { bank_data_bank?: string } }[];
    }>(`dossiers/${bank.dossierId}/documents/${bank.documentId}`);
    const card = opened.page.getByRole("region", { name: "Bank details" });
    await card.waitFor();
    expect(await card.innerText()).toContain(evidences[0]?.metadata.bank_data_bank ?? "Bank unknown");
    expect(await card.innerText()).toContain("Not verified");
    const form = await opened.page.getByRole("region", { name: "Form data" }).innerText();
    for (const { title, value } of evidences[0]?.formdata ?? []) {
      expect(form).toContain(title);
      if (value && !/^(true|false)$/.test(value)) expect(form).toContain(value);
    }
  });

  it("shows the evidences that came before, each at an address", async () => {
    const review = await play("document-to-review");
    await opened.control(`accounts/demo/documents/${review.documentId}/answers`, { outcome: "review" });
    await show(review);
    const evidences = detail().locator(".earlier a");
    await expect.poll(() => evidences.count()).toBeGreaterThan(1);
    await evidences.last().click();
    await expect.poll(() => hash()).toMatch(/evidence=\d+/);
    await expect.poll(() => evidences.last().getAttribute("aria-current")).toBe("true");
  });

  it("shows that a document is missing", async () => {
    await show(await play("missing-document"));
    await detail().getByText("No evidence yet").waitFor();
    await detail().locator("h1").getByText("Missing").waitFor();
    expect(opened.errors).toEqual([]);
  });
});
