import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readFixture } from "../../src/directory/fixtures.ts";

describe("readFixture", () => {
  it("reads a file of fixtures/ through its schema", () => {
    expect(readFixture("workforce.json", z.array(z.object({ code: z.string() })))[0]).toEqual({ code: "NN" });
  });

  it("names a missing file", () => {
    expect(() => readFixture("absent.json", z.unknown())).toThrow(/^fixtures\/absent\.json: ENOENT/);
  });

  it("names the file and the place that do not fit the schema", () => {
    const schema = z.array(z.looseObject({ form: z.string(), code: z.literal("5710") }));
    expect(() => readFixture("legal-forms.json", schema)).toThrow(
      /^fixtures\/legal-forms\.json does not fit its schema at \/2\/code: /,
    );
  });
});
