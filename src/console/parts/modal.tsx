import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

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
  // What is typed right after the key that opens a dialog is meant for the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const dialog = box.current;
    dialog?.showModal();
    const wanted = focus.map((selector) => box.current?.querySelector<HTMLElement>(selector));
    wanted.find((element) => element)?.focus();
    return () => {
      // Beside an open dialog nothing takes the focus.
      dialog?.close();
      before?.focus();
    };
  }, []);
  /** At once: a key that follows Esc is meant for the page. A file chooser that is left says "cancel" too. */
  const leave = (event: Event) => {
    if (event.target !== box.current) return;
    event.preventDefault();
    close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it too
    <dialog ref={box} class={name} aria-label={label} onCancel={leave} onClose={leave} onClick={leave}>
      {children}
    </dialog>
  );
}
