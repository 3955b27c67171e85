import "./faults.css";
import { useEffect } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { account, href } from "../../route.ts";
import { seen, version } from "../../state.ts";
import { armed, disarmAll, readFaults } from "./armed.ts";
import { effectOf, timesLeft } from "./words.ts";

/** Another client may arm a fault, of which the stream says nothing. */
const interval = 3000;

/** A red strip while a fault is armed, so that its effect is not taken for a mistake of the client or the server. */
export function FaultStrip() {
  const hit = seen.value.findLast(({ fault }) => fault !== null)?.requestId;
  useEffect(() => void readFaults(), [account.value, hit, version.value]);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && void readFaults(), interval);
    return () => clearInterval(timer);
  }, []);
  const [first, ...others] = armed.value;
  if (!first) return null;
  return (
    <div class="strip" role="status">
      <b>{others.length === 0 ? "A fault is armed" : `${others.length + 1} faults are armed`}</b>
      <span class="what">
        {armed.value
          .slice(0, 3)
          .map((fault) => `${fault.operation ?? "every operation"}: ${effectOf(fault)}, ${timesLeft(fault)}`)
          .join(" · ")}
        {others.length > 2 && ` · and ${others.length - 2} more`}
      </span>
      <a class="push" href={href({ view: "faults", rest: [] })}>
        Faults
      </a>
      <Button onClick={disarmAll}>Disarm</Button>
    </div>
  );
}
