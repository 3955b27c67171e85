import { keysOn } from "./keys.ts";
import { Check, Dialog } from "./parts/form.tsx";
import { shortcuts } from "./shortcuts.ts";

/** What the browser and the palette do with keys. */
const always = [
  { keys: "Enter", title: "Open the row" },
  { keys: "Ctrl K", title: "Go to anything" },
];

/** The keys that work now; single keys can be switched off. */
export const Help = ({ close }: { close(): void }) => (
  <Dialog title="Keys" close={close}>
    <dl class="keys">
      {[...shortcuts.value, ...always].map(({ keys, title }) => (
        <div key={keys}>
          <dt>
            {keys.split(" ").map((key) => (
              <kbd key={key}>{key === "Escape" ? "Esc" : key}</kbd>
            ))}
          </dt>
          <dd>{title}</dd>
        </div>
      ))}
    </dl>
    <Check
      label="Single keys are on (Ctrl-K always works)"
      checked={keysOn.value === "on"}
      onChange={(checked) => (keysOn.value = checked ? "on" : "off")}
    />
  </Dialog>
);
