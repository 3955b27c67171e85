import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { DRAWING_VERSION, entityTag, producedTag } from "../../src/files/composition.ts";
import { drawPdf } from "../../src/files/page.ts";
import type { Sheet } from "../../src/files/sheet.ts";
import { charpentes } from "./sample.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("producedTag", () => {
  it("tags a form by its entries", () => {
    const entry = { type: "string", key: "k", title: "Question", order: 1, value: "Oui" } as const;
    const form = { ...charpentes, kind: "form" as const, formdata: [entry] };
    expect(producedTag(structuredClone(form))).toBe(producedTag(form));
    expect(producedTag({ ...form, formdata: [{ ...entry, value: "Non" }] })).not.toBe(producedTag(form));
  });

  it("writes a strong entity tag of 22 characters", () => {
    expect(producedTag(charpentes)).toMatch(/^"[\w-]{22}"$/);
    expect(entityTag("a")).toBe(entityTag(Buffer.from("a")));
    expect(entityTag("a")).not.toBe(entityTag("b"));
  });

  it("draws the same sheets to the same bytes unless DRAWING_VERSION is raised", () => {
    const rows = [["1.", "Première", "valeur"]] as const;
    const sheet: Omit<Sheet, "style"> = {
      ink: "#24476b",
      authority: ["Autorité", "Service"],
      aside: ["À droite", "N° 1"],
      title: "Titre",
      subtitle: "Sous-titre",
      body: [
        { kind: "heading", text: "Intitulé" },
        { kind: "text", text: "Texte" },
        { kind: "lead", text: "Accroche" },
        { kind: "notice", text: "Avis" },
        { kind: "fields", rows },
        { kind: "cells", rows },
        { kind: "table", columns: { "N°": 20, Nom: 30, Valeur: 50 }, rows },
        { kind: "questions", rows },
      ],
      signature: ["Fait à Dijon", "Claire Martin", "Présidente"],
      seal: "SCEAU",
      mentions: "Mentions.",
      reference: "R-1",
    };
    const drawn = (["register", "letter", "certificate", "band", "deed"] as const).map((style) =>
      drawPdf({ sheet: { ...sheet, style }, created: "2025-01-15", subject: "Sujet" }),
    );
    expect([DRAWING_VERSION, sha256(Buffer.concat(drawn))]).toEqual([
      3,
      "6006baafa9a8e6389b18f39e546b7e201524d6cbc87cca1578209c3da1a872f3",
    ]);
  });
});
