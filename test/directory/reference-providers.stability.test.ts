import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { directory } from "../../src/directory/name-search.ts";
import { resolve } from "../../src/directory/reference-providers.ts";

const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

it("keeps the whole directory, byte for byte", () => {
  expect(digest(directory())).toMatchInlineSnapshot(`"50e9847f2eee65e2"`);
});

it("keeps the companies of numbers outside the directory", () => {
  const lookups = [
    { by: "SIREN", value: "732829320" },
    { by: "VAT", value: "DE319988015" },
    { by: "DUNS", value: "123456789" },
    { by: "LOCAL_ID", value: "C-12345", countryCode: "KE" },
  ] as const;
  expect(lookups.map((lookup) => digest(resolve(lookup)))).toMatchInlineSnapshot(`
    [
      "b2866a3b720aac29",
      "315acdae462412ba",
      "3279dba500d05587",
      "01b7085c9ac5e1ea",
    ]
  `);
});
