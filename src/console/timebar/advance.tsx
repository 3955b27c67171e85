import { useState } from "preact/hooks";
import { call, type Reply } from "../api.ts";
import { Nothing, Shown, useLoad } from "../load.tsx";
import { Dialog, Field } from "../parts/form.tsx";
import { type Column, Table } from "../parts/list.tsx";
import { distance } from "../parts/moments.ts";
import { Moment } from "../parts/values.tsx";
import { type JobKind, jobWord } from "../parts/words.ts";
import { account, thirdpartyAddress } from "../route.ts";
import { clock, happened, progress, showClock } from "../state.ts";
import { problemToast } from "../toasts.ts";
import { withUndo } from "../undo.ts";
import { eventsThatHappened } from "./happened.tsx";

type Due = Reply<"clock.due">;
const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?$/;
const mostRows = 50;

const isPerson = (actor: Due["content"][number]["actor"]) => /^(CLIENT|THIRD_PARTY)$/.test(actor?.type ?? "");

const columns: readonly Column<Due["content"][number]>[] = [
  { head: "Due", cell: ({ dueAt }) => <Moment at={dueAt} short /> },
  {
    head: "What",
    cell: ({ sentence, times, thirdpartyName, thirdpartyId, actor }) => (
      <>
        {isPerson(actor) && <b>{actor?.name}: </b>}
        {sentence} {times > 1 && <b class="num">×{times}</b>}{" "}
        {thirdpartyName !== null && thirdpartyId !== null && (
          <a class="a" href={thirdpartyAddress(thirdpartyId)}>
            {thirdpartyName}
          </a>
        )}
      </>
    ),
    class: "wrap what",
  },
  {
    head: "Events, as things are now",
    cell: ({ events }) => <small class="mono">{events.join(", ") || "–"}</small>,
    class: "wrap wide",
  },
];

/** Moves the clock, with a snapshot before; afterwards the bar shows what happened. */
async function advance(to: string): Promise<void> {
  const { after } = await call("accounts.events", { query: { latest: true, limit: 1 } });
  const from = clock.value?.now ?? to;
  const move = () => {
    // Only a move that was sent can be cancelled.
    progress.value = 0;
    return call("clock.move", { body: { set: to } });
  };
  try {
    await withUndo(account.value, move, ({ accountId, now, cancelled, stopped }) =>
      [
        ...(cancelled ? ["Cancelled."] : []),
        `It is ${now.slice(0, 16).replace("T", " ")} in ${accountId} now.`,
        ...(stopped ? [`The clock does not go on: ${stopped}`] : []),
      ].join(" "),
    ).then((reading) => {
      showClock(reading);
      eventsThatHappened.value = {
        account: account.value,
        from,
        to: reading.now,
        after: after ?? 0,
        counts: reading.happened,
      };
    });
  } finally {
    progress.value = undefined;
    happened();
  }
}

/** Shows what is due until a moment, and goes there. */
export function AdvanceDialog({ initial, close }: { initial: string; close(): void }) {
  const [to, setTo] = useState(initial);
  const { now = "" } = clock.value ?? {};
  const isLater = isMoment.test(to) && to > now;
  const due = useLoad(
    async (signal) => (isLater ? call("clock.due", { query: { until: to, size: mostRows }, signal }) : undefined),
    [account.value, to],
    { once: true },
  );
  return (
    <Dialog
      title={isLater ? `To ${to.slice(0, 16).replace("T", " ")}, in ${distance(now, to)}` : "To a date"}
      close={close}
      submit={() => {
        // The dialog gives way to the progress in the bar, where a refusal is shown too.
        void advance(to).catch(problemToast);
      }}
      action="Advance"
      wide
      ready={isLater}
    >
      <Field label="To, on the account's clock" type="moment" value={to.slice(0, 19)} onInput={setTo} />
      {isLater ? (
        <Shown of={due}>{(found) => found && <Preview due={found} />}</Shown>
      ) : (
        <Nothing>{isMoment.test(to) ? "Time only passes forwards." : "A moment such as 2026-01-15 09:00."}</Nothing>
      )}
    </Dialog>
  );
}

function Preview({ due: { content, kinds, total, totalElements } }: { due: Due }) {
  if (total === 0) return <Nothing>Nothing is due until then: only the clock moves.</Nothing>;
  const counts = (Object.entries(kinds) as [JobKind, number][]).sort(([, one], [, other]) => other - one);
  return (
    <div>
      <p class="counts">
        <strong>{total} due</strong>
        {counts.map(([kind, count]) => (
          <span class="quiet" key={kind}>
            {jobWord(kind)} <b class="num">{count}</b>
          </span>
        ))}
      </p>
      <div class="duelist">
        <Table label="What is due until then" columns={columns} rows={{ data: content }} keyOf={({ jobId }) => jobId} />
      </div>
      {totalElements > content.length && <p class="quiet">and {totalElements - content.length} more</p>}
    </div>
  );
}
