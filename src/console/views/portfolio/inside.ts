import { call, type Reply } from "../../api.ts";
import { type Loaded, useLoad } from "../../load.ts";
import { account } from "../../route.ts";
import { touchesOf } from "../../state.ts";

/** What is kept on a third party and the service does not show. */
export type Inside = Reply<"portfolio.thirdparty">;
export type Contact = Inside["contacts"][number];
export type Comment = Inside["comments"][number];
export type Submission = Inside["responses"][number];

export function useInside(thirdpartyId: number): Loaded<Inside> {
  const again = touchesOf(thirdpartyId).value;
  return useLoad(
    (signal) => call("portfolio.thirdparty", { path: { thirdpartyId }, signal }),
    [account.value, thirdpartyId],
    { still: true, again },
  );
}
