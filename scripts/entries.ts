interface Entry {
  /** Of its files in dist/. */
  name: string;
  /** The module whose exports it has. */
  source: string;
  /** Whether it needs nothing of the sandbox: it is a file of its own, which a browser can load too. */
  alone?: boolean;
}

/** The entries of the package. */
export const entries: readonly Entry[] = [
  { name: "start", source: "src/start.ts" },
  { name: "client", source: "src/client/client.ts", alone: true },
  { name: "matchers", source: "src/client/matchers.ts", alone: true },
  { name: "contract", source: "src/client/contract.ts" },
  { name: "vitest", source: "src/runners/vitest.ts" },
  { name: "playwright", source: "src/runners/playwright.ts" },
  { name: "jest", source: "src/runners/jest.ts" },
];
