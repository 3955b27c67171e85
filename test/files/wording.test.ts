import { expect, it } from "vitest";
import { addDays, countryName, dotted, grouped, longDate, money, shortDate, spaced } from "../../src/files/wording.ts";

it.each([
  [shortDate("2025-01-15T23:59:59.999"), "15/01/2025"],
  [shortDate(null), ""],
  [longDate("2025-01-01"), "1er janvier 2025"],
  [longDate("2025-12-31T23:59:59.999"), "31 décembre 2025"],
  [longDate(undefined), ""],
  [addDays("2024-02-28T09:00:00", 2), "2024-03-01"],
  [grouped(999), "999"],
  [grouped(1234567.6), "1\u00a0234\u00a0568"],
  [grouped("-6150000"), "-6\u00a0150\u00a0000"],
  [money(1500, "EUR"), "1\u00a0500\u00a0€"],
  [money(1500, "CHF"), "1\u00a0500\u00a0CHF"],
  [spaced("219966488", 3), "219 966 488"],
  [spaced("FR761", 4), "FR76 1"],
  [spaced(null, 4), ""],
  [dotted("6201Z"), "62.01Z"],
  [dotted("62011"), "62011"],
  [dotted("X6201Z"), "X6201Z"],
  [dotted("6201ZX"), "6201ZX"],
  [dotted(null), ""],
  [countryName("DE"), "Allemagne"],
  [countryName("XYZ"), "XYZ"],
  [countryName("d"), "d"],
])("a document words a value as %j", (worded, expected) => expect(worded).toBe(expected));
