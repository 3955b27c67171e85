import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Refused } from "../api.ts";
import { Failed } from "./state.tsx";

interface Props {
  title: string;
  close(): void;
  children: ComponentChildren;
  /** What the form does; the dialog closes when it is done, and shows why it was refused. */
  submit?: (() => unknown) | undefined;
  action?: string;
  danger?: boolean;
  wide?: boolean;
  /** Gives the focus to the action in place of the first field. */
  ready?: boolean;
}

/** A modal dialog, closed by Esc; the browser keeps the focus inside and gives it back. */
export function Dialog({ title, close, children, submit, action = "OK", danger, wide, ready }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState<Refused>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.showModal();
    const field = box.current?.querySelector<HTMLElement>(".body :is(input, select, textarea)");
    const button = box.current?.querySelector<HTMLElement>("[type=submit]");
    (ready ? button : (field ?? button))?.focus();
    return () => before?.focus?.();
  }, []);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await submit?.();
      close();
    } catch (error) {
      setProblem(error instanceof Refused ? error : new Refused(0, { detail: (error as Error).message }));
    } finally {
      setBusy(false);
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it too
    <dialog
      ref={box}
      class={wide ? "wide" : undefined}
      aria-label={title}
      onClose={close}
      onClick={(event) => event.target === box.current && close()}
    >
      <form onSubmit={send}>
        <header>
          <h2>{title}</h2>
          <button type="button" class="plain" aria-label="Close" onClick={close}>
            ×
          </button>
        </header>
        <div class="body">
          {children}
          {problem && <Failed problem={problem} />}
        </div>
        {submit && (
          <footer>
            <button type="button" onClick={close}>
              Cancel
            </button>
            <button type="submit" class={danger ? "danger" : "primary"} disabled={busy}>
              {action}
            </button>
          </footer>
        )}
      </form>
    </dialog>
  );
}
