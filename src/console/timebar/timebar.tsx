import "./timebar.css";
import { useEffect, useState } from "preact/hooks";
import { PeopleDialog, peopleHere, peopleShown, whoActs } from "../act/people.tsx";
import { call } from "../api.ts";
import { useKey } from "../keys.ts";
import { useLoad } from "../load.tsx";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import { millis, momentOf, wallClock, zoneOf } from "../parts/moments.ts";
import { account } from "../route.ts";
import { type Clock, clock, clockReadAt, freezeClock, progress } from "../state.ts";
import { problemToast } from "../toasts.ts";
import { AdvanceDialog } from "./advance.tsx";
import { Happened } from "./happened.tsx";
import { askedTo, steps } from "./steps.ts";

/** The account's clock, what is due next, and the ways to let time pass. */
export function TimeBar() {
  const reading = clock.value;
  if (!reading) return <header class="timebar" />;
  return (
    <header class="timebar">
      <div class="bar">
        <Now />
        <NextDue />
        <People />
        <Moves reading={reading} />
        <Button
          onClick={() => freezeClock(!reading.frozen)}
          title={reading.frozen ? "Let the clock run" : "Stop the clock"}
        >
          {reading.frozen ? "Run" : "Freeze"}
        </Button>
      </div>
      {progress.value !== undefined && <Progress percent={progress.value} />}
      <Happened />
      {askedTo.value !== undefined && (
        <AdvanceDialog initial={askedTo.value} close={() => (askedTo.value = undefined)} />
      )}
    </header>
  );
}

/** The ways to let time pass: buttons, or a menu where there is no room for them. */
function Moves({ reading: { now, nextDue } }: { reading: Clock }) {
  const ask = (to: string) => () => (askedTo.value = to);
  const nothing = nextDue === null ? "Nothing is due: nothing happens by itself." : undefined;
  const moves = [
    ...steps.map(({ label, after }) => ({ label, run: ask(after(now)) })),
    { label: "Next due", run: ask(nextDue ?? ""), reason: nothing },
    { label: "To a date", run: ask(steps[0].after(now)) },
  ];
  return (
    <>
      <div class="joined moves">
        {moves.map(({ label, run, ...rest }) => (
          <Button onClick={run} {...rest} key={label}>
            {label}
          </Button>
        ))}
      </div>
      <div class="moves-menu">
        <Menu label="Let time pass ▾" items={moves} />
      </div>
    </>
  );
}

/** The account's clock beside that of the wall; a running one is shown ahead of its last reading. */
function Now() {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const { now = "", frozen } = clock.value ?? {};
  const shown = frozen ? now : momentOf(millis(now) + performance.now() - clockReadAt);
  const here = new Date();
  const [date, time] = wallClock(here);
  return (
    <p class="now" title={`The account's clock; the wall clock (${zoneOf(here)}) says ${date} ${time}`}>
      <time class="mono">{shown.slice(0, 19).replace("T", " ")}</time>
      <span class="quiet">
        <span class="whose">account's clock, </span>
        <b class={frozen ? "frozen" : "running"}>{frozen ? "frozen" : "running"}</b>
        {" · local "}
        {!shown.startsWith(date) && <span class="wall-date">{date} </span>}
        {time}
      </span>
    </p>
  );
}

function NextDue() {
  const { now, nextDue } = clock.value ?? {};
  const until = now && steps[0].after(now);
  const { data } = useLoad(
    async (signal) => (until ? call("clock.due", { query: { until, size: 1 }, signal }) : undefined),
    [account.value, until?.slice(0, 16)],
  );
  if (!nextDue) return <p class="due quiet">nothing is due</p>;
  // As much of the moment as differs from now.
  const from = nextDue.slice(0, 10) === now?.slice(0, 10) ? 11 : nextDue.slice(0, 4) === now?.slice(0, 4) ? 5 : 0;
  return (
    <p class="due quiet">
      next due <b class="num">{nextDue.slice(from, 16).replace("T", " ")}</b>
      {data && ` · ${data.total} until tomorrow`}
    </p>
  );
}

/** Who acts by itself, and the way to change it. */
function People() {
  const who = peopleHere();
  const open = () => (peopleShown.value = true);
  useKey("w", "Who acts by itself", open);
  return (
    <>
      <span class="who">
        <Button kind="plain" onClick={open} title={`${whoActs[who]} (w)`}>
          People: {who}
        </Button>
      </span>
      {peopleShown.value && <PeopleDialog close={() => (peopleShown.value = false)} />}
    </>
  );
}

const Progress = ({ percent }: { percent: number }) => (
  <p class="progress" role="status">
    <progress max={100} value={percent || undefined} aria-label="Time passes" />
    <span class="num">Time passes… {percent} %</span>
    <Button onClick={() => call("clock.cancel").catch(problemToast)}>Cancel</Button>
  </p>
);
