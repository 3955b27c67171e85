import { Button } from "../../parts/button.tsx";
import { account, href } from "../../route.ts";
import { clock, worlds } from "../../state.ts";
import { preference } from "../../theme.ts";
import { askedTo, steps } from "../../timebar/steps.ts";

export const welcome = preference<"shown" | "done">("welcome", "shown");

/** For the first visit: three things to try. */
export function Welcome() {
  const isEmpty = worlds.value?.find(({ accountId }) => accountId === account.value)?.documents === 0;
  const week = () => (askedTo.value = clock.value && steps[1].after(clock.value.now));
  return (
    <div class="welcome">
      <h1>Three things to try</h1>
      <ol>
        <li>
          <b>{isEmpty ? "Make a document that waits." : "Decide a document that waits."}</b>
          <p>
            {isEmpty
              ? "This world is empty: a scenario adds a company with what you need."
              : "Look at its PDF, approve it or reject it, and see the indicators of the third party move."}
          </p>
          <a class="button" href={href({ view: isEmpty ? "scenarios" : "inbox", rest: [] })}>
            {isEmpty ? "Choose a scenario" : "Open the inbox"}
          </a>
        </li>
        <li>
          <b>Let a week pass.</b>
          <p>See what is due, then what happened. Undo brings the world back.</p>
          <Button onClick={week}>+1 week…</Button>
        </li>
        <li>
          <b>Point your client here.</b>
          <p>Its requests appear below as they arrive, with what was wrong with them and the events they caused.</p>
          <a class="button" href={href({ view: "connect", rest: [] })}>
            Connect
          </a>
        </li>
      </ol>
      <p class="quiet">
        <kbd>?</kbd> shows the keys.{" "}
        <Button kind="plain" onClick={() => (welcome.value = "done")}>
          Do not show this again
        </Button>
      </p>
    </div>
  );
}
