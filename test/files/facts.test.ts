import { describe, expect, it } from "vitest";
import { compositionOf } from "../../src/files/composition.ts";
import type { FileSubject } from "../../src/files/subject.ts";
import { charpentes } from "./sample.ts";

/** Every text of a document. */
const textOf = (subject: FileSubject) => JSON.stringify(compositionOf(subject).sheet);

const procedure = {
  type: "REDRESSEMENT_JUDICIAIRE",
  openingDate: "2025-02-01",
  court: "Tribunal de commerce de Dijon",
};

describe("a document", () => {
  it("names nothing that happened after it was issued", () => {
    const [head, ...others] = charpentes.executives as [FileSubject["executives"][number]];
    const executives = [{ ...head, since: "2025-02-02" }, ...others];
    const later = {
      executives,
      collectiveProcedure: procedure,
      struckOffOn: "2025-02-03",
      status: "STRUCK_OFF",
    } as const;
    for (const documentCode of ["KBIS", "RNE"]) {
      const before = textOf({ ...charpentes, ...later, documentCode });
      expect(before).not.toMatch(/02\/02\/2025|février 2025/);
      expect(before).toContain("Néant");
      const after = { ...charpentes, ...later, documentCode, issueDate: "2025-03-01" };
      expect(textOf(after)).toContain("depuis le 02/02/2025");
      expect(textOf(after)).toContain("Jugement du 1er février 2025");
      expect(textOf({ ...after, collectiveProcedure: null })).toContain(
        "Personne radiée du registre le 3 février 2025.",
      );
    }
  });

  it("without the day of a strike-off only says that the company is struck off", () => {
    expect(textOf({ ...charpentes, status: "STRUCK_OFF" })).toContain("Personne radiée du registre.");
  });
});
