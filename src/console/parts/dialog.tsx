import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Refused, refusalOf } from "../api.ts";
import { Failed } from "./state.tsx";

interface ModalProps {
  label: string;
  close(): void;
  class?: string | undefined;
  /** What has the focus first, by a selector; the first that is there. */
  focus?: readonly string[];
  children: ComponentChildren;
}

/** Lies over the page until Esc or a click beside it; the browser keeps the focus inside and gives it back. */
export function Modal({ label, close, class: name, focus = [], children }: ModalProps) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.showModal();
    const wanted = focus.map((selector) => box.current?.querySelector<HTMLElement>(selector));
    wanted.find((element) => element)?.focus();
    return () => before?.focus?.();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it too
    <dialog
      ref={box}
      class={name}
      aria-label={label}
      onClose={close}
      onClick={(event) => event.target === box.current && close()}
    >
      {children}
    </dialog>
  );
}

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

const submitButton = "[type=submit]";
const fields = ".body :is(input, select, textarea)";

/** A form, or only a text, over the page. */
export function Dialog({ title, close, children, submit, action = "OK", danger, wide, ready }: Props) {
  const [problem, setProblem] = useState<Refused>();
  const [busy, setBusy] = useState(false);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await submit?.();
      close();
    } catch (error) {
      setProblem(refusalOf(error as Error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      label={title}
      close={close}
      class={wide ? "wide" : undefined}
      focus={ready ? [submitButton] : [fields, submitButton]}
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
    </Modal>
  );
}
