/** What can hold the focus after something inside it is gone: a row, a list, a dialog, or a part of the page. */
const places = "tr, li, [data-list], dialog, .timebar, .drawer, main";

/** What has the focus, and all around it, from inside out. */
let around: readonly HTMLElement[] = [];

const isThere = (element: HTMLElement) => element.isConnected && element.checkVisibility();

/** Not reached by Tab, which goes on from there, and pressed by no Enter that comes too late. */
function hold(place: HTMLElement): void {
  if (!place.hasAttribute("tabindex")) {
    place.tabIndex = -1;
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  place.focus({ preventScroll: true });
}

/** Of what was pressed and went away by that, the browser gives the focus to nothing. */
function regain(): void {
  const [last] = around;
  if (!last || document.activeElement !== document.body) return;
  const place = isThere(last)
    ? undefined // A person has left it, by a click beside everything.
    : (around.find((one) => one.matches(places) && isThere(one)) ?? document.querySelector<HTMLElement>("main"));
  around = [];
  if (place) hold(place);
}

/** Keeps the focus near where it was, when what had it is removed or hidden. */
export function startFocus(): void {
  document.addEventListener("focusin", (event) => {
    around = event.composedPath().filter((one) => one instanceof HTMLElement);
  });
  // Some browsers say that the focus is lost where its element goes, and some do not.
  document.addEventListener("focusout", () => queueMicrotask(regain));
  new MutationObserver(regain).observe(document.body, { childList: true, subtree: true });
}
