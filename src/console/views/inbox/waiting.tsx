import { useCall } from "../../load.ts";

/** How many documents wait for a decision. */
export function WaitingCount() {
  const { data } = useCall("portfolio.documents", { query: { statusCode: "ACTION_REQUIRED", size: 1 } });
  if (!data?.totalElements) return null;
  return (
    <small class="tag warn num badge" title="Documents that wait for a decision">
      {data.totalElements}
    </small>
  );
}
