import fc from "fast-check";

const character = (max: number) =>
  fc.integer({ min: 0, max: max < 0xd800 ? max : max - 0x800 }).map((nth) =>
    // Halves of a pair are left out.
    String.fromCodePoint(nth < 0xd800 ? nth : nth + 0x800),
  );

/** Any character, a third of them ASCII. The unit "binary" of fast-check takes most of a second to begin with. */
export const anyCharacter = fc.oneof(character(0x7f), character(0xffff), character(0x10ffff));
