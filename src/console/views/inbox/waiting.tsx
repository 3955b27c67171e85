import { call } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { account } from "../../route.ts";

/** How many documents wait for a decision. */
export function WaitingCount() {
  const { data } = useLoad(
    (signal) => call("portfolio.documents", { query: { statusCode: "ACTION_REQUIRED", size: 1 }, signal }),
    [account.value],
  );
  if (!data?.totalElements) return null;
  return (
    <small class="tag warn num badge" title="Documents that wait for a decision">
      {data.totalElements}
    </small>
  );
}
