import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

interface Supplier {
  next: { sentence: string; actor: { name: string } };
}

describeConsole("the portfolio of the console", { address: "portfolio" }, (opened) => {
  const { detail, hash } = opened;
  const table = () => opened.page.getByRole("table", { name: "Third parties" });
  const filter = () => opened.page.getByLabel("Filter by name, SIREN or SIRET");
  const charpentes = 924004;

  it("opens a third party with its identity and its dossiers, and back keeps the filter", async () => {
    await filter().fill("charpentes");
    await table().getByRole("link", { name: "Charpentes Morvandelles" }).click();
    await detail()
      .getByRole("heading", { name: /Charpentes Morvandelles/ })
      .waitFor();
    expect(await hash()).toBe(`#/demo/portfolio/${charpentes}?filter=charpentes`);
    expect(await detail().locator(".facts").innerText()).toContain("21992014700010");
    await detail()
      .getByRole("table", { name: "Dossiers" })
      .getByRole("link", { name: /VIG-2025-000\d/ })
      .waitFor();
    await opened.page.goBack();
    await expect.poll(hash).toBe("#/demo/portfolio?filter=charpentes");
    await expect.poll(() => filter().inputValue()).toBe("charpentes");
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

  it("lets people act, sets a temper, and tells the journal as a story", async () => {
    await opened.open(`portfolio/${charpentes}/story`);
    await detail().locator(".story").getByText("The register delivers").first().waitFor();
    await opened.page.keyboard.press("w");
    await opened.dialog().getByRole("button", { name: "suppliers" }).click();
    const { name } = await opened.service<{ name: string }>(`thirdparties/${charpentes}`);
    const acts = opened.dialog().locator("tr", { has: opened.page.getByRole("link", { name }) });
    const { next } = await opened.control<Supplier>(`accounts/demo/people/${charpentes}`);
    await acts.getByText(`${next.actor.name}: ${next.sentence}`).waitFor();
    await opened.page.keyboard.press("Escape");
    await detail().getByLabel("Temper").selectOption("late");
    const people = () => opened.control<object>(`accounts/demo/people?size=1`);
    await expect
      .poll(() => opened.control<object>(`accounts/demo/people/${charpentes}`))
      .toMatchObject({ temper: "late" });
    expect(await people()).toMatchObject({ people: "suppliers" });
    await opened.page.getByRole("button", { name: "People: suppliers" }).waitFor();
    await opened.page.keyboard.press("Control+k");
    await opened.page.getByRole("combobox", { name: "Any id" }).fill("people none");
    await opened.page.keyboard.press("Enter");
    await expect.poll(people).toMatchObject({ people: "none", planned: 0 });
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
  });
});
