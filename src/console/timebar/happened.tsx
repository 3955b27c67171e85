import { effect, signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { distance } from "../parts/moments.ts";
import { Tag } from "../parts/values.tsx";
import { eventTone, figure } from "../parts/words.ts";
import { account, href } from "../route.ts";
import { clock, sentenceOf } from "../state.ts";

interface Passage {
  account: string;
  from: string;
  to: string;
  /** The last event before. */
  after: number;
  counts: Readonly<Record<string, number | undefined>>;
}
/** What the last advance brought about. */
export const eventsThatHappened = signal<Passage | undefined>(undefined);
// A clock that is back before the end of the passage is that of a world without these events.
effect(() => {
  const { accountId, now = "" } = clock.value ?? {};
  const passage = eventsThatHappened.peek();
  if (passage && accountId === passage.account && now < passage.to) eventsThatHappened.value = undefined;
});

/** More kinds of events than these are folded. */
const mostKinds = 8;

/** What happened on the way, counted by event; each leads to those very events in the journal. */
export function Happened() {
  const passage = eventsThatHappened.value;
  const [unfolded, unfold] = useState<Passage>();
  if (passage?.account !== account.value) return null;
  const { from, to, after, counts } = passage;
  const events = Object.entries(counts).sort(([, one = 0], [, other = 0]) => other - one);
  const sumOf = (some: typeof events) => some.reduce((sum, [, count = 0]) => sum + count, 0);
  const total = sumOf(events);
  const shown = unfolded === passage || events.length <= mostKinds + 1 ? events : events.slice(0, mostKinds);
  const folded = events.slice(shown.length);
  return (
    <section class="happened" aria-label="What happened">
      <p>
        <strong>
          {distance(from, to)} passed:{" "}
          {total === 0 ? "nothing happened." : `${figure(total)} event${total === 1 ? "" : "s"}`}
        </strong>
        <button type="button" class="plain" aria-label="Close" onClick={() => (eventsThatHappened.value = undefined)}>
          ×
        </button>
      </p>
      <div class="eventcounts">
        {shown.map(([name, count]) => (
          <a
            key={name}
            href={href({ view: "journal", rest: [], query: { names: name, after } })}
            title={sentenceOf(name)}
          >
            <Tag tone={eventTone(name)}>{count}</Tag> <span class="mono">{name}</span>
          </a>
        ))}
        {folded.length > 0 && (
          <button type="button" class="plain" onClick={() => unfold(passage)}>
            and {figure(sumOf(folded))} events of {folded.length} other kinds
          </button>
        )}
      </div>
    </section>
  );
}
