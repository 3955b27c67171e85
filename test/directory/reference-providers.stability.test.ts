import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { directory } from "../../src/directory/name-search.ts";
import { resolve } from "../../src/directory/reference-providers.ts";

const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

it("keeps the whole directory, byte for byte", () => {
  expect(digest(directory())).toMatchInlineSnapshot(`"ebe6085f9b29445c"`);
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
      "e1c64675c28ecf6e",
      "0d086b94bdf948db",
      "bd3502b9848686a7",
      "fba05cbdd2009a3b",
    ]
  `);
});
