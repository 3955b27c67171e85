import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

interface Played {
  thirdpartyId: number;
  dossierId: number;
  documentId: number;
}
interface Read {
  statusCode: string;
  evidences: { responseId: number; fileName?: string; formdata?: { key: string; value: string }[] }[];
}

describeConsole("acting on what the console shows", { width: 1600 }, (opened) => {
  const { detail, dialog } = opened;
  const play = (scenario: string) => opened.control<Played>("accounts/demo/scenarios", { scenario });
  const show = ({ dossierId, documentId }: Played) => opened.open(`inbox/${dossierId}/${documentId}`);
  const read = ({ dossierId, documentId }: Played) =>
    opened.service<Read>(`dossiers/${dossierId}/documents/${documentId}`);
  const button = (name: string | RegExp) => detail().getByRole("button", { name });
  /** A clock that is moved ends the links of files, also that of a file which a frame is about to load. */
  const errors = () => opened.errors.filter((error) => !/^403 .*\/files\/|frame-ancestors/.test(error));
  const status = () => detail().locator("h1 .tag").innerText();
  const answer = async (choose: () => Promise<unknown>) => {
    await button("Answer…").click();
    await choose();
    await dialog().getByRole("button", { name: "Answer", exact: true }).click();
    await expect.poll(() => dialog().count()).toBe(0);
  };

  it.each([
    ["valid", "Valid", "VALID"],
    ["review", "Action required", "ACTION_REQUIRED"],
    ["invalid", "Invalid", "INVALID"],
    ["pending", "Ongoing", "ONGOING"],
  ])("answers as the third party with the outcome %s, and an hour later it is %s", async (outcome, word, code) => {
    const missing = await play("missing-document");
    await show(missing);
    await answer(() => dialog().getByLabel("Outcome").selectOption(outcome));
    await opened.control("accounts/demo/clock", { advance: "PT1H" });
    await expect.poll(status).toBe(word);
    expect((await read(missing)).statusCode).toBe(code);
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

  it("approves by a click, and the list of what waits loses it", async () => {
    const review = await play("document-to-review");
    await show(review);
    const letter = opened.page.locator(`.letters a[href*="${review.documentId}"]`);
    await letter.waitFor();
    await button(/^Approve/).click();
    await expect.poll(status).toBe("Valid");
    await expect.poll(() => letter.count()).toBe(0);
    expect((await read(review)).statusCode).toBe("VALID");
  });

  it("rejects by the key r, for a reason that is not shared", async () => {
    const review = await play("document-to-review");
    await show(review);
    await detail().locator("h1").waitFor();
    await opened.page.keyboard.press("r");
    await dialog().getByLabel("Reason", { exact: true }).fill("The address is not the seat.");
    await dialog().getByLabel("Is the reason shared?").selectOption("no");
    await dialog().getByRole("button", { name: "Reject" }).click();
    await expect.poll(status).toBe("Below expectation");
    expect((await read(review)).statusCode).toBe("BELOW_EXPECTATION");
    await detail().locator(".decision").getByText("The address is not the seat.").waitFor();
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
    await expect.poll(errors).toEqual([expect.stringMatching(/^409 .*\/reject$/)]);
    opened.errors.length = 0;
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
    await expect.poll(() => choices.count()).toBe(100);
    const impossible = content.filter(({ possible }) => !possible);
    expect(await dialog().locator(".events button[aria-disabled]").count()).toBe(impossible.length);
    const [first] = impossible;
    const greyed = choices.filter({ has: opened.page.getByText(first?.event ?? "", { exact: true }) });
    expect(await greyed.innerText()).toContain(first?.detail);
    await dialog().getByLabel("Filter the 100 events").fill("DOCUMENT_COMMENT_ADDED");
    await choices.first().click();
    await dialog().getByLabel("text").fill("From the console");
    await dialog().getByRole("button", { name: "Bring it about" }).click();
    await detail().getByText("COMMENT_ADDED").first().waitFor();
    expect(errors()).toEqual([]);
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
