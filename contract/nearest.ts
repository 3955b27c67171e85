const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] as number;
};

/** The most similar valid word, if it is similar enough to be a typing error. */
export function nearest(word: string, valid: readonly string[]): string | undefined {
  const asked = word.slice(0, 80).toUpperCase();
  const [best] = valid
    .map((name) => ({ name, far: distance(asked, name.toUpperCase()) }))
    .sort((a, b) => a.far - b.far);
  return best && best.far <= Math.max(2, Math.floor(asked.length / 3)) ? best.name : undefined;
}
