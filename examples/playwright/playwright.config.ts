import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** A browser of the system; without one, run `npx playwright install chromium`. */
const executablePath = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);

const baseURL = "http://127.0.0.1:4617";

export default defineConfig({
  testDir: ".",
  fullyParallel: true,
  webServer: { command: "node serve.js", url: baseURL },
  use: { baseURL, launchOptions: { executablePath, args: ["--no-sandbox", "--disable-gpu"] } },
});
