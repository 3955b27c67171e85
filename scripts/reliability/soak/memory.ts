const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
/**
 * Whether memory grows with the answers in the last two thirds of a run, by a straight line through the samples: when
 * the slope is more than three of its own standard errors above zero, and amounts to `share` of the memory.
 */
export function growth(
  samples: readonly { at: number; used: number }[],
  share: number,
): { grows: boolean; words: string } {
  const last = samples.slice(Math.floor(samples.length / 3));
  const count = last.length;
  const mean = (of: (sample: { at: number; used: number }) => number) =>
    last.reduce((sum, each) => sum + of(each), 0) / count;
  const [time, used] = [mean(({ at }) => at), mean((each) => each.used)];
  const spread = last.reduce((sum, { at }) => sum + (at - time) ** 2, 0);
  const slope = last.reduce((sum, each) => sum + (each.at - time) * (each.used - used), 0) / spread;
  const residuals = last.reduce((sum, each) => sum + (each.used - used - slope * (each.at - time)) ** 2, 0);
  const error = Math.sqrt(residuals / (count - 2) / spread);
  const span = (last.at(-1)?.at ?? 0) - (last[0]?.at ?? 0);
  const words = `${megabytes(slope * span)} ± ${megabytes(error * span)} MB on ${megabytes(used)} MB in ${span} answers`;
  return { grows: slope > 3 * error && slope * span > share * used, words };
}
