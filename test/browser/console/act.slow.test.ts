import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

interface Played {
  thirdpartyId: number;
  dossierId: number;
  documentId: number;
}
interface Read {
  evidences: {
    responseId: number;
    fileName?: string;
    formdata?: { title: string; value: string }[];
    metadata?: { bank_data_bank?: string };
  }[];
}

/** A clock that is moved ends the links of files, also that of a file which a frame is about to load. */
const expected = /^403 .*\/files\/|frame-ancestors|^409 .*\/reject$/;

describeConsole("acting on what the console shows", { width: 1600, expected }, (opened) => {
  const { detail, dialog } = opened;
  const play = (scenario: string) => opened.control<Played>("accounts/demo/scenarios", { scenario });
  const show = ({ dossierId, documentId }: Played) => opened.open(`inbox/${dossierId}/${documentId}`);
  const read = ({ dossierId, documentId }: Played) =>
    opened.service<Read>(`dossiers/${dossierId}/documents/${documentId}`);
  const button = (name: string | RegExp) => detail().getByRole("button", { name });
  const status = () => detail().locator("h1 .tag").innerText();
  const answer = async (choose: () => Promise<unknown>) => {
    await button("Answer…").click();
    await choose();
    await dialog().getByRole("button", { name: "Answer", exact: true }).click();
    await expect.poll(() => dialog().count()).toBe(0);
  };

  it("plays a scenario of the list, which says what each makes and needs", async () => {
    const { content } = await opened.control<{ content: { scenario: string; makes: string; needs: string[] }[] }>(
      "scenarios",
    );
    await opened.open("scenarios");
    const rows = opened.main().locator("tbody tr");
    const plain = (text: string) => text.replaceAll(/\u200b|\s+/g, " ");
    const texts = (await rows.allInnerTexts()).map(plain);
    expect(texts).toHaveLength(content.length);
    for (const { scenario, makes, needs } of content)
      expect(texts.find((text) => text.startsWith(`${scenario} `))).toContain(
        plain(`Makes: ${makes}. Needs: ${needs.join(", ") || "nothing"}.`),
      );
    await rows.filter({ hasText: "document-to-review" }).getByRole("button", { name: "Play" }).click();
    await expect.poll(opened.hash).toMatch(/^#\/demo\/inbox\/\d+\/\d+$/);
    await expect.poll(status).toBe("Action required");
  });

  it("answers with a file of one's own, which is shown", async () => {
    const missing = await play("missing-document");
    await show(missing);
    await answer(async () => {
      await dialog().getByLabel("With").selectOption("file");
      await dialog()
        .getByLabel("File")
        .setInputFiles({ name: "mine <b>.txt", mimeType: "text/plain", buffer: Buffer.from("Mine.") });
    });
    await detail().locator(".facts").getByText("mine _b_.txt").waitFor();
    expect((await read(missing)).evidences[0]?.fileName).toBe("mine _b_.txt");
  });

  it("answers with form data of one's own", async () => {
    const bank = await play("iban-mismatch");
    await show(bank);
    await answer(async () => {
      await dialog().getByLabel("With").selectOption("form");
      await dialog()
        .getByLabel(/titulaire/i)
        .fill("Console et Fils");
    });
    await opened.page.getByRole("region", { name: "Form data" }).getByText("Console et Fils").waitFor();
    const { evidences } = await read(bank);
    expect(evidences[0]?.formdata?.some(({ value }) => value === "Console et Fils")).toBe(true);
  });

  it("shows the sentence of the API when a decision is refused", async () => {
    const review = await play("document-to-review");
    await show(review);
    await button(/^Reject/).click();
    const { evidences } = await read(review);
    await opened.control("accounts/demo/occurrences", { event: "DOSSIER_ARCHIVED", dossierId: review.dossierId });
    const refused = await opened
      .service(`responses/${evidences[0]?.responseId}/reject`, { shareRejectionReason: true })
      .catch((error: Error) => /"detail":"([^"]*)"/.exec(error.message)?.[1]);
    expect(refused).toContain("archived");
    await dialog().getByRole("button", { name: "Reject" }).click();
    await dialog()
      .getByRole("alert")
      .getByText(refused as string)
      .waitFor();
    await opened.page.keyboard.press("Escape");
  });

  it("opens a free dossier, asks for one more document in it, and archives it", async () => {
    const { thirdpartyId } = await play("new-thirdparty");
    await opened.open(`portfolio/${thirdpartyId}`);
    await button("Open a dossier…").click();
    await dialog().getByLabel("Type").selectOption("");
    await dialog()
      .getByLabel(/\bKBIS$/)
      .check();
    await dialog().getByRole("button", { name: "Open" }).click();
    await button("Ask for more…").click();
    await dialog()
      .getByLabel(/ISO_27001$/)
      .check();
    await dialog().getByRole("button", { name: "Ask" }).click();
    const documents = detail().getByRole("table", { name: "Documents" });
    await documents.getByText("ISO_27001").waitFor();
    await button("Archive").click();
    await expect.poll(status).toBe("Archived");
  });

  it("greys events that cannot happen with the reason of the API, and brings about one that can", async () => {
    const review = await play("document-to-review");
    await show(review);
    await button(/^Any event/).click();
    const { content } = await opened.control<{
      content: { event: string; possible: boolean; detail: string | null }[];
    }>(`accounts/demo/triggers?documentId=${review.documentId}`);
    const choices = dialog().locator(".events button");
    // A third party that joins is another one.
    await expect.poll(() => choices.count()).toBe(99);
    const impossible = content.filter(({ possible }) => !possible);
    expect(await dialog().locator(".events button[aria-disabled]").count()).toBe(impossible.length);
    const [first] = impossible;
    const greyed = choices.filter({ has: opened.page.getByText(first?.event ?? "", { exact: true }) });
    expect(await greyed.innerText()).toContain(first?.detail);
    await dialog().getByLabel("Filter the events").fill("DOCUMENT_COMMENT_ADDED");
    await choices.first().click();
    await dialog().getByLabel("text").fill("From the console");
    await dialog().getByRole("button", { name: "Trigger", exact: true }).click();
    await detail().getByText("COMMENT_ADDED").first().waitFor();
  });

  it("shows form data as a form and the bank check as a card", async () => {
    const bank = await play("iban-mismatch");
    await show(bank);
    const { evidences } = await read(bank);
    const card = opened.page.getByRole("region", { name: "Bank details" });
    await card.waitFor();
    expect(await card.innerText()).toContain(evidences[0]?.metadata?.bank_data_bank ?? "Bank unknown");
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
    await expect.poll(() => opened.hash()).toMatch(/evidence=\d+/);
    await expect.poll(() => evidences.last().getAttribute("aria-current")).toBe("true");
  });

  it("archives a third party, and takes it out of the archive", async () => {
    const { thirdpartyId } = await play("new-thirdparty");
    await opened.open(`portfolio/${thirdpartyId}`);
    await button("Archive").click();
    await expect.poll(status).toBe("Archived");
    await button("Take out of the archive").click();
    await expect.poll(status).toBe("Active");
  });
});
