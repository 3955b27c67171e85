import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

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
    // What had the focus may be gone by then, as a button that did its work.
    return () => (before?.isConnected ? before : document.querySelector<HTMLElement>("main"))?.focus();
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
