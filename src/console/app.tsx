import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { keyWanted } from "./api.ts";
import { Drawer } from "./drawer.tsx";
import { Help } from "./help.tsx";
import { KeyForm } from "./key-form.tsx";
import { visible } from "./keys.ts";
import { Nothing } from "./load.tsx";
import { Navigation } from "./navigation.tsx";
import { NoWorld } from "./no-world.tsx";
import { Palette } from "./palette.tsx";
import { Toasts } from "./parts/toast.tsx";
import { account, go, href, route } from "./route.ts";
import { addKey } from "./shortcuts.ts";
import { worlds } from "./state.ts";
import { TimeBar } from "./timebar/timebar.tsx";
import { FaultStrip } from "./views/faults/strip.tsx";
import { views } from "./views/list.ts";

const helpShown = signal(false);

/** One step up: from a selection to its list, where the row has the focus again. */
function up(): void {
  const { rest } = route.value;
  if (rest.length === 0) return;
  go({ rest: rest.slice(0, -1) });
  requestAnimationFrame(() => visible("main [data-row][aria-current=true]")[0]?.focus());
}

function useFrameKeys(): void {
  useLayoutEffect(() => {
    const added = [
      ...views.map(({ name, title, letter }) =>
        addKey({ keys: `g ${letter}`, title: `Go to ${title}`, run: () => go({ view: name, rest: [] }) }),
      ),
      addKey({ keys: "Escape", title: "Back to the list", run: up }),
      addKey({ keys: "?", title: "Show the keys", run: () => (helpShown.value = true) }),
    ];
    return () => {
      for (const remove of added) remove();
    };
  }, []);
}

export function App() {
  useFrameKeys();
  const { view } = route.value;
  const shown = views.find(({ name }) => name === view);
  useEffect(() => {
    document.title = `${shown?.title ?? "Not found"} · ${account.value} · tiers-sandbox`;
  }, [shown, account.value]);
  const isMissing = worlds.value?.every(({ accountId }) => accountId !== account.value);
  if (keyWanted.value) return <KeyForm />;
  return (
    <div class="frame">
      <Navigation />
      <TimeBar />
      <FaultStrip />
      <main tabIndex={-1} key={`${account.value} ${view}`}>
        {shown ? (
          isMissing && !shown.anywhere ? (
            <NoWorld />
          ) : (
            <shown.Main />
          )
        ) : (
          <div class="page">
            <h1>There is no view “{view}”</h1>
            <Nothing>
              <a href={href({ view: "portfolio", rest: [] })}>To the portfolio</a>
            </Nothing>
          </div>
        )}
      </main>
      <Drawer />
      <Toasts />
      <Palette />
      {helpShown.value && <Help close={() => (helpShown.value = false)} />}
    </div>
  );
}
