import { visible } from "../keys.ts";
import { go } from "../route.ts";
import { toast } from "../toasts.ts";
import type { Item } from "./matching.ts";

const controls =
  "main :is(button, a.button, .pill, .tabs a), .timebar button, .strip :is(button, a), .drawer header > *";

/** The text of a control, without its key; of a button without text, its label for screen readers. */
function nameOf(control: HTMLElement): string {
  const copy = control.cloneNode(true) as HTMLElement;
  for (const key of copy.querySelectorAll("kbd, [aria-hidden]")) key.remove();
  return control.ariaLabel ?? copy.textContent.trim();
}

/** As by a click, with the focus there, so that a dialog gives it back. */
function press(control: HTMLElement): void {
  if (control.ariaDisabled) return void toast(control.title);
  control.focus();
  control.click();
}

/** Every control that is seen now; those of a row are named with it, and listed only when they are asked for. */
export function controlsHere(): Item[] {
  return visible(controls).map((control) => {
    const { does, words = "" } = control.dataset;
    const name = nameOf(control);
    const row = control.closest("tr")?.cells[0]?.innerText;
    const isHead = control.closest("th") !== null;
    return {
      group: isHead || row !== undefined || control.matches(".copy, .pill, .tabs a") ? "Here" : "Action",
      label: isHead ? `Sort by ${name}` : [does ?? name, ...(row === undefined ? [] : [row])].join(": "),
      detail: control.ariaDisabled ? control.title : control.querySelector("kbd")?.innerText,
      words: `${name} ${words}`,
      run: () => press(control),
    };
  });
}

/** Presses a button of another view, or the label of a field, once it is there. */
export async function pressAt(view: string, rest: readonly (string | number)[], name: string): Promise<void> {
  go({ view, rest });
  for (let frame = 0; frame < 600; frame++) {
    const found = visible(`${controls}, main label`).find((control) => nameOf(control) === name);
    if (found) return found instanceof HTMLLabelElement ? found.control?.focus() : press(found);
    await new Promise(requestAnimationFrame);
  }
}
