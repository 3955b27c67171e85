import type { z } from "zod";
import { choice } from "./named.ts";

export const People = choice(
  "People",
  ["all", "suppliers", "none"],
  "Who acts by itself in a world: suppliers and the client's people, suppliers alone, or nobody. What a request does " +
    "comes first: what was answered or decided is not done again.",
);
export type People = z.output<typeof People>;
export const Temper = choice(
  "Temper",
  ["prompt", "ordinary", "late", "careless", "fading", "silent"],
  "How a third party answers what it is asked for.",
);
export type Temper = z.output<typeof Temper>;
