/** An amount, rounded to a number of significant figures. */
export function rounded(amount: number, figures: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) + 1 - figures);
  return Math.round(amount / unit) * unit;
}
