/** Without accents, case and punctuation; dots vanish rather than divide, so that "S.A.S." is one word. */
export const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
