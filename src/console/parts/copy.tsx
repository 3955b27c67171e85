import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { toast } from "../toasts.ts";

/** The clipboard exists in secure contexts alone, which a server of a team may not be. */
async function write(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export async function copy(text: string, said = "Copied."): Promise<void> {
  await write(text);
  toast(said);
}

/** A small button that copies; with children, a button with words. */
export function Copy({
  text,
  title = "Copy",
  children,
}: {
  text: string;
  title?: string;
  children?: ComponentChildren;
}) {
  const [done, setDone] = useState(false);
  const run = async (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    await write(text);
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button
      type="button"
      class={children ? undefined : "copy"}
      title={title}
      aria-label={children ? undefined : title}
      onClick={run}
    >
      {children && (done ? "Copied" : children)}
      {!children && <i class={done ? "icon done" : "icon"} aria-hidden="true" />}
    </button>
  );
}

/** An id in monospace that can be copied. */
export const Id = ({ of }: { of: string | number }) => (
  <span class="id">
    {of}
    <Copy text={String(of)} title={`Copy ${of}`} />
  </span>
);
