const day = 86_400_000;

/** Months between two dates as the service writes them, with parts of a month; undefined where one is no date. */
export function monthsBetween(from: unknown, to: unknown): number | undefined {
  const [start, end] = [from, to].map((text) => (typeof text === "string" ? dayOf(text) : Number.NaN)) as [
    number,
    number,
  ];
  if (Number.isNaN(start) || Number.isNaN(end) || end <= start) return undefined;
  const [a, b] = [new Date(start), new Date(end)];
  const whole = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return whole + (b.getUTCDate() - a.getUTCDate()) / 31;
}
const dayOf = (text: string): number => {
  const time = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return Math.floor(time / day) * day;
};
