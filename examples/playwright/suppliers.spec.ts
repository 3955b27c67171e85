import { expect, type Page } from "@playwright/test";
import type { SandboxWorld } from "tiers-sandbox";
import { test } from "./fixture.ts";

/** Opens the page with the address and the token of a world. Yours may take them from its address or its settings. */
async function open(page: Page, { baseUrl, token }: SandboxWorld) {
  await page.addInitScript((service) => Object.assign(window, { service }), { baseUrl, token });
  await page.goto("/");
}

test("the page is empty without suppliers", async ({ page, world }) => {
  await open(page, world);
  await expect(page.getByRole("status")).toHaveText("0 suppliers");
});

test("the page names a supplier", async ({ page, world }) => {
  const { thirdpartyId } = await world.scenario("new-thirdparty");
  const { data } = await world.client.GET("/thirdparties/{id}", { params: { path: { id: thirdpartyId } } });
  await open(page, world);
  await expect(page.getByRole("status")).toHaveText("1 supplier");
  await expect(page.getByRole("listitem")).toHaveText(data?.name ?? "");
});

test("the page says that the service is down", async ({ page, world }) => {
  await world.scenario("failing-service");
  await open(page, world);
  await expect(page.getByRole("status")).toHaveText("The service answered 503");
});

test.describe("with the portfolio", () => {
  test.use({ worldOptions: { seed: "portfolio" } });

  test("the page names every supplier of the portfolio", async ({ page, world }) => {
    await open(page, world);
    await expect(page.getByRole("status")).toHaveText(/^[1-9]\d* suppliers$/);
  });
});
