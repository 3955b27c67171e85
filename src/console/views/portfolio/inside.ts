import type { Reply } from "../../api.ts";
import { type Loaded, useCall } from "../../load.ts";

/** What is kept on a third party and the service does not show. */
export type Inside = Reply<"portfolio.thirdparty">;
export type Contact = Inside["contacts"][number];
export type Comment = Inside["comments"][number];
export type Submission = Inside["responses"][number];

export const useInside = (thirdpartyId: number): Loaded<Inside> =>
  useCall("portfolio.thirdparty", { path: { thirdpartyId } }, { of: thirdpartyId });
