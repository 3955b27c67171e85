import { describe, expect, it } from "vitest";
import { chance } from "../../src/directory/chance.ts";
import { type Activity, activities } from "../../src/directory/profile.ts";
import { nameFor } from "../../src/directory/redraw.ts";

describe("a new activity of a company", () => {
  it("keeps a French name that fits the new activity, and every foreign name", () => {
    const activity = (code: string) => activities.find((candidate) => candidate.code === code) as Activity;
    const french = { addressCountryCode: "FR", activityCode: null, legalForm: null };
    const renamed = (name: string, code: string, kind = french) => nameFor(chance(1, name), kind, name, activity(code));
    expect(renamed("Constructions Estalieu", "4120B")).toBe("Constructions Estalieu");
    expect(renamed("Estalieu Services aux Bâtiments", "4120B")).toMatch(/^Estalieu (Constructions|Bâtiments)$/);
    expect(renamed("Hébergia Cloud", "4322A")).toContain("Plomberie");
    expect(renamed("Doriltal Gruppe AG", "4322A", { ...french, addressCountryCode: "DE" })).toBe("Doriltal Gruppe AG");
  });
});
