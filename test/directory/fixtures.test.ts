import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fixtureReader } from "../../src/directory/fixtures.ts";

describe("a reader of fixtures", () => {
  it("reads a file of fixtures/ through its schema", () => {
    const readFixture = fixtureReader({});
    expect(readFixture("workforce.json", z.array(z.object({ code: z.string() })))[0]).toEqual({ code: "NN" });
  });

  it("refuses a second reader of a file, which might have another schema", () => {
    const readFixture = fixtureReader({});
    readFixture("naf.json", z.array(z.object({ code: z.string() })));
    expect(() => readFixture("naf.json", z.array(z.object({ label: z.string() })))).toThrow(
      "fixtures/naf.json has a reader already: import what that one reads",
    );
  });

  it("names a missing file", () => {
    expect(() => fixtureReader({})("absent.json", z.unknown())).toThrow(/^fixtures\/absent\.json: ENOENT/);
  });

  it("names the file and the place that do not fit the schema", () => {
    const schema = z.array(z.looseObject({ form: z.string(), code: z.literal("5710") }));
    expect(() => fixtureReader({})("legal-forms.json", schema)).toThrow(
      /^fixtures\/legal-forms\.json does not fit its schema at \/2\/code: /,
    );
  });
});
