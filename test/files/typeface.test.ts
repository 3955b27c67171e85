import { describe, expect, it } from "vitest";
import { typefaceFor } from "../../src/files/typeface.ts";

const shownAs = (text: string) => {
  const { fonts, embedded, clean } = typefaceFor(text);
  return { text: clean(text), font: fonts.regular, bold: fonts.serifBold, embedded: Object.keys(embedded) };
};
const standard = { font: "Helvetica", bold: "Times-Bold", embedded: [] };
const wide = { font: "wide", bold: "wideBold", embedded: ["wide", "wideBold"] };

describe("the typeface of a text", () => {
  it.each(["Çà & Là, œuvre d'été - Noël à 5 € « naïf »", "A4\nB"])(
    "is a standard one that is not embedded for %j",
    (text) => expect(shownAs(text)).toEqual({ text, ...standard }),
  );

  it.each(["Łódź Żółć Spółka", "Αθήνα Ελληνική", "Москва Ёлка", "Škoda Čedok ő ű", "№ 5 ≤ 6 − 1"])(
    "is a wide one that is embedded for %j",
    (text) => expect(shownAs(text)).toEqual({ text, ...wide }),
  );

  it.each([
    ["a character without a glyph by a visible sign", "Wang 漢字 🏗️ SARL\u202e\u0000", "Wang □□ □ SARL", wide],
    [
      "a name without glyphs by its Latin form",
      "Chez 晨光 贸易 (Chenguang Co., Ltd.)",
      "Chez Chenguang Co., Ltd.",
      wide,
    ],
    ["an accent of its own by the letter that bears it", "e\u0301te\u0301", "été", standard],
    ["any line break by one", "a\r\nb\rc\u2028d\u2029e", "a\nb\nc\nd\ne", standard],
    ["tabs and typographic spaces by spaces", "a\tb\u2003c\u202fd\u2007e", "a b c\u00a0d e", standard],
    ["typographic hyphens by hyphens", "a\u2010b\u2011c", "a-b-c", standard],
    ["control characters by nothing", "a\u0007b\u00adc\u200bd\ufe0f", "abcd", standard],
  ])("replaces %s", (_, text, shown, face) => expect(shownAs(text)).toEqual({ text: shown, ...face }));

  it("opens its fonts once", () => expect(typefaceFor("Ł").embedded).toBe(typefaceFor("Ж").embedded));
});
