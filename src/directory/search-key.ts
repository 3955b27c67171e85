/** Removes accents, case and punctuation. Dots vanish without a space, so that "S.A.S." is one word. */
export const searchKey = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
