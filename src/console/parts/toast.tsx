import { removeToast, toasts } from "../toasts.ts";
import { Button } from "./button.tsx";

/** What was just done, with the way back. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, isProblem, undo }) => (
      <div class={isProblem ? "toast bad" : "toast"} key={id}>
        <span>{text}</span>
        {undo && (
          <Button
            onClick={async () => {
              await undo();
              removeToast(id);
            }}
          >
            Undo
          </Button>
        )}
        <button type="button" class="plain" aria-label="Close" onClick={() => removeToast(id)}>
          ×
        </button>
      </div>
    ))}
  </div>
);
