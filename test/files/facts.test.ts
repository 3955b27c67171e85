import { describe, expect, it } from "vitest";
import { documentTypes } from "../../src/domain/configuration.ts";
import { canHave } from "../../src/domain/dossier/requirements.ts";
import { compositionOf } from "../../src/files/composition.ts";
import type { FileSubject } from "../../src/files/subject.ts";
import { charpentes, munich } from "./sample.ts";

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

describe("the words of a document", () => {
  const owner = { lastName: "ROUSSEL", firstName: "Lucie", role: "Entrepreneuse individuelle", since: "2012-03-15" };
  const soleTrader: FileSubject = {
    ...charpentes,
    name: "Lucie Roussel",
    legalCategoryCode: "1000",
    legalCategoryLabel: "Entrepreneur individuel",
    ceo: "ROUSSEL Lucie",
    executives: [owner],
    capital: null,
    workforce: 0,
  };

  const possible = [...documentTypes.keys()].filter((code) => canHave(soleTrader as never, code));
  it.each(possible)("%s of a sole trader speaks of a person, not of a body with a seat", (documentCode) => {
    const text = textOf({ ...soleTrader, documentCode });
    expect(text).not.toMatch(
      /représentée? par|Siège social|[Pp]ersonne morale|pour le compte|civile qu'elle|pour elle/,
    );
    expect(text).not.toMatch(/Direction (développement|de la conformité)/);
  });

  it("a screening searches a sole trader once, and finds the same person", () => {
    const text = textOf({ ...soleTrader, documentCode: "SCR_SANCTIONS", sanctioned: true });
    expect(text).toContain('["ROUSSEL Lucie","Entrepreneuse individuelle","CORRESPONDANCE à examiner"]');
    expect(text).not.toContain("Aucune correspondance");
  });

  it.each([...documentTypes.keys()])(
    "the office that signs %s has no gender that its signatory may not have",
    (code) => {
      for (const subject of [charpentes, munich]) {
        const { signature = [] } = compositionOf({ ...subject, documentCode: code }).sheet;
        expect(signature.join(" | ")).not.toMatch(/\| (Le|La) |directeur \||greffier|gestionnaire/);
      }
    },
  );

  it("statutes name the partners as the legal form does, without the marks of the nomenclature", () => {
    const statutes = { ...charpentes, documentCode: "STATUTS" };
    const limited = {
      legalCategoryCode: "5499",
      legalCategoryLabel: "Société à responsabilité limitée (sans autre indication)",
    };
    const shares = { legalCategoryCode: "5599", legalCategoryLabel: "SA à conseil d'administration (s.a.i.)" };
    expect(textOf({ ...statutes, ...limited })).toMatch(/Les associés sont.*approbation des associés/);
    expect(textOf({ ...statutes, ...limited })).not.toMatch(/actionnaires|sans autre indication/);
    expect(textOf({ ...statutes, ...shares })).toMatch(/Les actionnaires sont.*approbation des actionnaires/);
    expect(textOf({ ...statutes, ...shares })).not.toMatch(/associés|s\.a\.i\./);
    expect(textOf({ ...munich, documentCode: "STATUTS" })).not.toContain("France");
  });

  it("an A1 certificate does not post the whole staff", () => {
    expect(textOf({ ...munich, documentCode: "A1", workforce: 391 })).not.toContain("391");
  });

  it("a bank statement without an account says so, and names no bank", () => {
    const without = textOf({ ...charpentes, documentCode: "RIB", iban: null, bic: null, bankName: null });
    expect(without).toContain("Aucun compte n'est connu");
    expect(without).not.toMatch(/Agence|IBAN|tenu en/);
  });

  it("the scorecard of a provider shows its score, and themes whose mean it is", () => {
    for (const score of [0, 38, 100]) {
      const { sheet } = compositionOf({ ...charpentes, documentCode: "SCORE_RSE", score });
      const rows = sheet.body.flatMap((block) => (block.kind === "table" ? block.rows : []));
      const notes = rows.map(([, note = ""]) => Number(note.split("/")[0]));
      expect(notes.at(-1)).toBe(score);
      expect(notes.slice(0, 4).reduce((sum, note) => sum + note, 0)).toBe(4 * score);
      expect(notes.filter((note) => note < 0 || note > 100)).toEqual([]);
    }
  });

  it("the insurance of a company in North America covers its country", () => {
    const insurance = { ...munich, documentCode: "ASS_RC_PRO" };
    expect(textOf(insurance)).toContain("hors États-Unis et Canada");
    for (const addressCountryCode of ["US", "CA"])
      expect(textOf({ ...insurance, addressCountryCode })).not.toContain("hors États-Unis");
  });
});
