import { signal } from "@preact/signals";
import { Button } from "./button.tsx";

interface Toast {
  id: number;
  text: string;
  isProblem: boolean;
  undo?: (() => unknown) | undefined;
}
const toasts = signal<readonly Toast[]>([]);
let last = 0;
const remove = (id: number) => (toasts.value = toasts.value.filter((toast) => toast.id !== id));

/** Says what was done; with `undo` it stays longer and offers the way back. */
export function toast(text: string, { undo, isProblem = false }: { undo?: () => unknown; isProblem?: boolean } = {}) {
  const id = ++last;
  toasts.value = [...toasts.value.slice(-3), { id, text, isProblem, undo }];
  setTimeout(() => remove(id), undo ? 30_000 : isProblem ? 12_000 : 5_000);
}

export const problemToast = (error: Error): void => toast(error.message, { isProblem: true });

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, isProblem, undo }) => (
      <div class={isProblem ? "toast bad" : "toast"} key={id}>
        <span>{text}</span>
        {undo && (
          <Button
            onClick={async () => {
              await undo();
              remove(id);
            }}
          >
            Undo
          </Button>
        )}
        <button type="button" class="plain" aria-label="Close" onClick={() => remove(id)}>
          ×
        </button>
      </div>
    ))}
  </div>
);
