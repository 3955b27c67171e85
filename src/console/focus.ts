/** The element with the focus and its ancestors, the innermost first. */
let around: readonly HTMLElement[] = [];

/** A browser moves the focus to the body when the focused element is removed: the nearest place left takes it. */
function regain(): void {
  if (document.activeElement !== document.body) return;
  const left = around.filter((one) => one.checkVisibility());
  // An element that is still there has lost the focus to a click on the background, which is meant.
  const isLost = left[0] !== around[0];
  around = [];
  if (!isLost) return;
  const place =
    left.find((one) => one.matches("tr, li, [data-list], dialog, .timebar, main")) ?? document.querySelector("main");
  if (!place) return;
  // The place itself takes the focus and no button in it, so that a second Enter presses nothing.
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** Keeps the focus near where it was, when what had it is removed or hidden. */
export function startFocus(): void {
  addEventListener("focusin", (event) => {
    around = event.composedPath().filter((one) => one instanceof HTMLElement);
  });
  // Not every browser fires focusout for an element that is removed.
  addEventListener("focusout", () => queueMicrotask(regain));
  new MutationObserver(regain).observe(document.body, { childList: true, subtree: true });
}
