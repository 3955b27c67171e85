import { keysOn, shortcuts } from "./keys.ts";
import { Dialog } from "./parts/dialog.tsx";
import { Check } from "./parts/field.tsx";

/** The keys that work now; single keys can be switched off. */
export const Help = ({ close }: { close(): void }) => (
  <Dialog title="Keys" close={close}>
    <dl class="keys">
      {shortcuts.value.map(({ keys, title }) => (
        <div key={keys}>
          <dt>
            {keys.split(" ").map((key) => (
              <kbd key={key}>{key === "Escape" ? "Esc" : key}</kbd>
            ))}
          </dt>
          <dd>{title}</dd>
        </div>
      ))}
      <div>
        <dt>
          <kbd>Enter</kbd>
        </dt>
        <dd>Open the row</dd>
      </div>
      <div>
        <dt>
          <kbd>Ctrl</kbd>
          <kbd>K</kbd>
        </dt>
        <dd>Go to anything</dd>
      </div>
    </dl>
    <Check
      label="Single keys are on (Ctrl-K always works)"
      checked={keysOn.value === "on"}
      onChange={(checked) => (keysOn.value = checked ? "on" : "off")}
    />
  </Dialog>
);
