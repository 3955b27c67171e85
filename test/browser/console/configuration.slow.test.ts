import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

describeConsole("the configuration in the console", { address: "configuration", expected: /^40[09] / }, (opened) => {
  const text = () => opened.main().getByLabel("The configuration as JSON");
  const apply = () => opened.main().getByRole("button", { name: "Apply" }).click();
  const selected = () =>
    text().evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
  const own = { format: "tiers-sandbox/configuration@1", documentTypes: { PLAN: { label: "Plan" } } };

  it("shows each entry with where it comes from, and leads to its place in the text", async () => {
    await opened
      .main()
      .getByRole("link", { name: /^Documents/ })
      .click();
    await opened.main().getByLabel("Filter the entries").fill("KBIS");
    await opened.main().locator("tbody tr").first().getByText("default").waitFor();
    await opened.main().locator("tbody a").first().click();
    await expect.poll(selected).toBe('"KBIS"');
  });

  it("says what is wrong beside the text, applies what is right, and takes it back", async () => {
    await opened.open("configuration/edit");
    await text().fill(JSON.stringify({ ...own, rules: { X: { label: "X", create: "NOPE" } } }, null, 2));
    await apply();
    const wrong = opened.main().getByLabel("What is wrong");
    await wrong.getByText("NOPE").first().waitFor();
    await wrong.getByRole("button", { name: /^line/ }).first().click();
    expect(await selected()).toBe('"create"');
    await text().fill("{");
    await apply();
    await opened.main().getByText("The text is not JSON").waitFor();
    await text().fill(JSON.stringify(own));
    await apply();
    await opened.page.getByText("demo has another configuration.").waitFor();
    await opened.open("configuration/difference");
    await opened.main().getByText('"Plan"', { exact: true }).waitFor();
    await opened.page.getByRole("button", { name: "Undo" }).click();
    await opened.main().getByText('"Plan"', { exact: true }).waitFor({ state: "hidden" });
    await opened.main().getByText("What differs from what every account begins with.").waitFor();
  });

  it("asks before it stops what is removed and still asked for", async () => {
    const { documentTypes, ...base } = { ...own, base: "empty" };
    await opened.open("configuration/edit");
    await text().fill(JSON.stringify({ ...base, documentTypes }));
    await apply();
    await opened.dialog().getByText("What is removed is in use").first().waitFor();
    await opened.dialog().getByRole("button", { name: "Stop them, and apply" }).click();
    await opened.page.getByText("demo has another configuration.").waitFor();
  });
});
