import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export type Role = "regular" | "bold" | "italic" | "serif" | "serifBold" | "serifItalic";

/** A font that pdfkit's own reader has opened. */
type OpenFont = object;

export interface Typeface {
  fonts: Record<Role, string>;
  /** Fonts to embed, by the name that `fonts` calls them. */
  embedded: Record<string, OpenFont>;
  /** The text as these fonts can show it: what they cannot is replaced by a visible sign, never by another letter. */
  clean: (text: string) => string;
}

// The fourteen fonts every reader has: nothing to embed, but nothing beyond Western Europe either.
const standard: Record<Role, string> = {
  regular: "Helvetica",
  bold: "Helvetica-Bold",
  italic: "Helvetica-Oblique",
  serif: "Times-Roman",
  serifBold: "Times-Bold",
  serifItalic: "Times-Italic",
};
const wide: Record<Role, string> = {
  regular: "wide",
  bold: "wideBold",
  italic: "wide",
  serif: "wide",
  serifBold: "wideBold",
  serifItalic: "wide",
};

const WESTERN = "\\n\\x20-\\x7e\\xa0-\\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
const onlyWestern = new RegExp(`^[${WESTERN}]*$`, "u");
const notWestern = new RegExp(`[^${WESTERN}]`, "gu");
const notWide = new RegExp(`[^${WESTERN}\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{M}№−≤≥□]`, "gu");

/** The standard fonts when they suffice, which costs a tenth of embedding one. */
export function typefaceFor(text: string): Typeface {
  if (onlyWestern.test(plain(text))) return { fonts: standard, embedded: {}, clean: plain };
  const embedded = wideFonts();
  return embedded
    ? { fonts: wide, embedded, clean: (raw) => plain(raw).replace(notWide, "□") }
    : { fonts: standard, embedded: {}, clean: (raw) => plain(raw).replace(notWestern, "?") };
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

let loaded: Record<string, OpenFont> | undefined;

// Opened once, by the reader that pdfkit brings: opening them for every document takes longer than drawing it.
function wideFonts(): Record<string, OpenFont> | undefined {
  if (loaded) return loaded;
  const { resolve } = createRequire(import.meta.url);
  const path = (file: string) => {
    try {
      return resolve(`dejavu-fonts-ttf/ttf/${file}`);
    } catch {
      return undefined;
    }
  };
  const [regular, bold] = [path("DejaVuSans.ttf"), path("DejaVuSans-Bold.ttf")];
  if (!regular || !bold) return undefined;
  const reader = createRequire(resolve("pdfkit"))("fontkit") as { create: (font: Buffer) => OpenFont };
  loaded = { wide: reader.create(readFileSync(regular)), wideBold: reader.create(readFileSync(bold)) };
  return loaded;
}
