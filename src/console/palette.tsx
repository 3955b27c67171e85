import "./palette/palette.css";
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { useFound } from "./palette/found.ts";
import { knownItems } from "./palette/items.ts";
import { bestFirst, type Item, matching } from "./palette/matching.ts";
import { Modal } from "./parts/modal.tsx";
import { eventTypes } from "./state.ts";
import { problemToast } from "./toasts.ts";
import { readScenarios, scenarios } from "./views/scenarios/play.ts";

export const paletteShown = signal(false);
const mostShown = 60;

/** Ctrl-K: to any id, company, view or action. */
export function Palette() {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      paletteShown.value = !paletteShown.value;
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return paletteShown.value ? <Open /> : null;
}

const close = () => (paletteShown.value = false);

/** What was chosen is done after the dialog has given the focus back. */
async function choose(item: Item | undefined): Promise<void> {
  if (!item) return;
  close();
  while (document.querySelector(".palette")) await new Promise(requestAnimationFrame);
  try {
    await item.run();
  } catch (error) {
    problemToast(error as Error);
  }
}

function Open() {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  useEffect(() => void readScenarios().catch(problemToast), []);
  const known = useMemo(knownItems, [eventTypes.value, scenarios.value]);
  const found = useFound(text);
  const items = bestFirst([...matching(known, text), ...found], text).slice(0, mostShown);
  const index = Math.min(at, items.length - 1);
  useEffect(() => {
    document.querySelector(".palette [aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [index]);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((index + step + items.length) % Math.max(1, items.length));
    if (event.key === "Enter") void choose(items[index]);
    if (step !== undefined || event.key === "Enter") event.preventDefault();
  };
  return (
    <Modal label="Go to anything" class="palette" close={close}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={index >= 0 ? `palette-${index}` : undefined}
        aria-label="Any id, company, view or action"
        placeholder="Any id, company, view or action"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
        autocomplete="off"
        spellcheck={false}
      />
      <Results items={items} index={index} point={setAt} />
      {items.length === 0 && <p class="nothing">Nothing is called “{text}”.</p>}
    </Modal>
  );
}

function Results({ items, index, point }: { items: readonly Item[]; index: number; point(at: number): void }) {
  return (
    <div role="listbox" id="palette-list" aria-label="Results">
      {items.map((item, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
        <div
          role="option"
          id={`palette-${place}`}
          tabIndex={-1}
          aria-selected={place === index}
          onClick={() => choose(item)}
          onPointerMove={() => point(place)}
        >
          <small class="group">{item.group}</small>
          <span class="label">{item.label}</span>
          {item.detail && <small class="detail">{item.detail}</small>}
        </div>
      ))}
    </div>
  );
}
