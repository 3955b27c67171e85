/** What has the focus, and all around it, from inside out. */
let around: readonly HTMLElement[] = [];

/** Of what was pressed and went away by that, the browser gives the focus to nothing: a place around it takes it. */
function regain(): void {
  if (document.activeElement !== document.body) return;
  const left = around.filter((one) => one.checkVisibility());
  // What is still there was left by a person, as by a click beside everything.
  const isLost = left[0] !== around[0];
  around = [];
  if (!isLost) return;
  const place =
    left.find((one) => one.matches("tr, li, [data-list], dialog, .timebar, main")) ?? document.querySelector("main");
  if (!place) return;
  // Tab goes on from there, and an Enter that comes too late presses nothing.
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** Keeps the focus near where it was, when what had it is removed or hidden. */
export function startFocus(): void {
  addEventListener("focusin", (event) => {
    around = event.composedPath().filter((one) => one instanceof HTMLElement);
  });
  // Some browsers say that the focus is lost where its element goes, and some do not.
  addEventListener("focusout", () => queueMicrotask(regain));
  new MutationObserver(regain).observe(document.body, { childList: true, subtree: true });
}
