import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create } from "fontkit";

export type Role = "regular" | "bold" | "italic" | "serif" | "serifBold" | "serifItalic";

/** A font that pdfkit's own reader, fontkit, has opened. */
type OpenFont = object;

export interface Typeface {
  fonts: Record<Role, string>;
  /** Fonts to embed, by their names in `fonts`. */
  embedded: Record<string, OpenFont>;
  /** Replaces the characters that these fonts lack by a visible sign, never by another letter. */
  clean: (text: string) => string;
}

// Every PDF reader has these fonts, so that none is embedded; they cover Western Europe alone.
const standard: Record<Role, string> = {
  regular: "Helvetica",
  bold: "Helvetica-Bold",
  italic: "Helvetica-Oblique",
  serif: "Times-Roman",
  serifBold: "Times-Bold",
  serifItalic: "Times-Italic",
};
const upright = { regular: "wide", italic: "wide", serif: "wide", serifItalic: "wide" };
const wide: Record<Role, string> = { ...upright, bold: "wideBold", serifBold: "wideBold" };

const WESTERN = "\\n\\x20-\\x7e\\xa0-\\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
const onlyWestern = new RegExp(`^[${WESTERN}]*$`, "u");
const notWide = new RegExp(`[^${WESTERN}\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{M}№−≤≥□]`, "gu");

/** A name in a script that these fonts lack, with its Latin form in brackets, which is printed alone. */
const romanised = new RegExp(`${notWide.source}(?:${notWide.source}| )*\\(([^()]+)\\)`, "gu");

/** The standard fonts where they suffice: embedding a font costs ten times as much. */
export function typefaceFor(text: string): Typeface {
  if (onlyWestern.test(plain(text))) return { fonts: standard, embedded: {}, clean: plain };
  return {
    fonts: wide,
    embedded: wideFonts(),
    clean: (raw) => plain(raw).replace(romanised, "$1").replace(notWide, "□"),
  };
}

function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/\t|[\u2000-\u200a]/g, " ")
    .replace(/[\u202f\u2007]/g, "\u00a0")
    .replace(/[\u2010\u2011]/g, "-")
    .replace(/[\p{Cf}\p{Cs}]|\p{Variation_Selector}|(?!\n)\p{Cc}/gu, "");
}

let opened: Record<string, OpenFont> | undefined;

// Opened once: opening the fonts for every document takes longer than drawing it.
function wideFonts(): Record<string, OpenFont> {
  if (opened) return opened;
  const { resolve } = createRequire(import.meta.url);
  const open = (file: string) => create(readFileSync(resolve(`dejavu-fonts-ttf/ttf/${file}`)));
  opened = { wide: open("DejaVuSans.ttf"), wideBold: open("DejaVuSans-Bold.ttf") };
  return opened;
}
