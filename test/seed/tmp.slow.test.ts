import { it } from "vitest";
import { format, parse } from "../../src/domain/time.ts";
import { expectPortfolioComplete } from "./completeness.ts";
const day = 86_400_000;
it.each(Array.from({ length: 24 }, (_, at) => [at + 1, format(parse("2026-01-15T09:00:00") + at * 37 * day + at * 3_600_000)] as const))("%i %s", expectPortfolioComplete);
