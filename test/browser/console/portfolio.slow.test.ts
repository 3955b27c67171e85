import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

interface Listed {
  thirdpartyId: number;
  name: string;
}
interface Page {
  content: Listed[];
  totalElements: number;
}

describeConsole("the portfolio of the console", { address: "portfolio" }, (opened) => {
  const { detail, hash } = opened;
  const table = () => opened.page.getByRole("table", { name: "Third parties" });
  const names = () => table().locator("tbody tr td:first-child").allInnerTexts();
  const filter = () => opened.page.getByLabel("Filter by name, SIREN or SIRET");
  const charpentes = 924004;

  it("lists the third parties by pages, as the service does", async () => {
    const { content, totalElements } = await opened.service<Page>("thirdparties?size=30");
    await expect.poll(names).toEqual(content.map(({ name }) => name));
    await opened.page.getByRole("button", { name: "Next page" }).click();
    const next = await opened.service<Page>("thirdparties?size=30&page=1");
    await expect.poll(names).toEqual(next.content.map(({ name }) => name));
    expect(await opened.page.locator(".paging span").innerText()).toBe(`31–${totalElements} of ${totalElements}`);
  });

  it("shows how many dossiers each has and how many documents wait", async () => {
    await opened.open(`portfolio?filter=Charpentes`);
    const { content } = await opened.service<{
      content: { monitored: boolean; documents: { statusCode: string }[] }[];
    }>(`thirdparties/${charpentes}/dossiers`);
    const own = content.filter(({ monitored }) => monitored);
    const waiting = own.flatMap(({ documents }) => documents).filter((one) => one.statusCode === "ACTION_REQUIRED");
    await expect
      .poll(() => table().locator("tbody tr td").allInnerTexts())
      .toEqual(["Charpentes Morvandelles", "Dijon", "Active", String(own.length), String(waiting.length)]);
  });

  it("a changed filter goes to page one and is in the address, and an empty list names it", async () => {
    await opened.open("portfolio?page=1");
    await filter().fill("no such company");
    await opened.page.getByText("Nothing passes filter “no such company”.").waitFor();
    expect(await hash()).toBe("#/demo/portfolio?filter=no+such+company");
    await opened.page.getByRole("button", { name: "Clear the filter" }).click();
    await expect.poll(async () => (await names()).length).toBe(30);
  });

  it("opens a third party with its identity, indicators, dossiers and events, and back keeps the filter", async () => {
    await filter().fill("charpentes");
    await table().getByRole("link", { name: "Charpentes Morvandelles" }).click();
    await detail()
      .getByRole("heading", { name: /Charpentes Morvandelles/ })
      .waitFor();
    expect(await hash()).toBe(`#/demo/portfolio/${charpentes}?filter=charpentes`);
    const { content } = await opened.service<{ content: { name: string; score: number | null }[] }>(
      `thirdparties/${charpentes}/indicators`,
    );
    const cards = detail().locator(".indicators .card");
    await expect.poll(() => cards.count()).toBe(content.length);
    for (const [at, { name, score }] of content.entries())
      expect(await cards.nth(at).innerText()).toContain(`${name}\n${score ?? "–"}`);
    expect(await detail().locator(".facts").innerText()).toContain("21992014700010");
    await detail()
      .getByRole("table", { name: "Dossiers" })
      .getByRole("link", { name: /VIG-2025-0002/ })
      .waitFor();
    await opened.page.goBack();
    await expect.poll(hash).toBe("#/demo/portfolio?filter=charpentes");
    expect(await filter().inputValue()).toBe("charpentes");
  });

  it("edits an attribute, and shows the new value and the event", async () => {
    await opened.open(`portfolio/${charpentes}/attributes`);
    await detail().getByRole("button", { name: "Edit Criticité" }).click();
    await opened.page.getByRole("dialog").getByLabel("Criticité").selectOption("High");
    await opened.page.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(() =>
        detail()
          .getByRole("row", { name: /Criticité/ })
          .innerText(),
      )
      .toContain("High");
    const { content } = await opened.service<{ content: { label: string; values: unknown[] }[] }>(
      `thirdparties/${charpentes}/attributes`,
    );
    expect(content.find(({ label }) => label === "Criticité")?.values).toEqual(["High"]);
    await opened.open(`portfolio/${charpentes}/journal`);
    await detail().getByText("THIRD_PARTY_ATTRIBUTE_UPDATED").first().waitFor();
  });

  it("shows contacts, comments and the relations with their counts", async () => {
    await opened.open(`portfolio/${charpentes}`);
    const { counts } = await opened.control<{ counts: Record<string, number> }>(
      `accounts/demo/thirdparties/${charpentes}`,
    );
    await detail()
      .getByRole("link", { name: `documents ${counts.documents}` })
      .waitFor();
    await detail()
      .getByRole("link", { name: `Comments ${counts.comments}`, exact: true })
      .click();
    await detail().getByLabel("Write a comment").fill("Seen in the console");
    await detail().getByRole("button", { name: "Comment", exact: true }).click();
    await detail().locator("article", { hasText: "Seen in the console" }).waitFor();
    await detail()
      .getByRole("link", { name: `Comments ${(counts.comments ?? 0) + 1}`, exact: true })
      .waitFor();
  });

  it("list and detail show the same third party when another client changes it", async () => {
    await opened.open(`portfolio/${charpentes}?filter=Charpentes`);
    await detail()
      .getByRole("heading", { name: /Charpentes/ })
      .waitFor();
    await opened.control("accounts/demo/occurrences", {
      event: "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
      thirdpartyId: charpentes,
      data: { type: "SAUVEGARDE" },
    });
    await detail().locator("h1").getByText("In procedure").waitFor();
    await table().locator("tbody").getByText("In procedure").waitFor();
  });

  it("adds a company by its SIRET", async () => {
    await opened.page.getByRole("button", { name: "Add…" }).click();
    await opened.page.getByRole("dialog").getByLabel("Value").fill("219 973 054 00014");
    await opened.page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    const added = async () => (await opened.service<Page>("thirdparties?siret=21997305400014")).content[0]?.name;
    await expect.poll(added).toBeDefined();
    await detail()
      .getByRole("heading", { name: (await added()) as string })
      .waitFor();
  });

  it("shows the texts of a world as text, whatever they contain", async () => {
    const markup = `<script>document.title = "struck"</script><img src=x onerror=alert(1)>`;
    const long = `${markup} \u202Eאבג ${"long ".repeat(700)}`;
    await opened.control("accounts/demo/occurrences", {
      event: "THIRD_PARTY_COMMENT_ADDED",
      thirdpartyId: charpentes,
      data: { text: long.trim() },
    });
    await opened.open(`portfolio/${charpentes}/comments`);
    const said = detail().locator("article", { hasText: "struck" });
    await said.waitFor();
    expect(await said.locator("script, img").count()).toBe(0);
    expect(await opened.page.title()).not.toContain("struck");
    const overflow = await opened.page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    expect(overflow).toBeLessThanOrEqual(0);
    expect(opened.errors).toEqual([]);
  });
});
