import { describe, expect, it, onTestFinished, vi } from "vitest";
import { problemToast, removeToast, toast, toasts } from "../../src/console/toasts.ts";

const texts = () => toasts.value.map(({ text }) => text);

describe("a toast", () => {
  it.each([
    ["says what was done for 5 s", () => toast("Done."), 5_000],
    ["says what went wrong for 12 s", () => problemToast(new Error("Refused.")), 12_000],
    ["offers the way back for 30 s", () => toast("Reset.", { undo: () => {} }), 30_000],
  ])("%s", (_, show, stays) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    toasts.value = [];
    show();
    vi.advanceTimersByTime(stays - 1);
    expect(toasts.value).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toasts.value).toEqual([]);
  });

  it("stands below the three before it, with an id of its own by which it is removed", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    toasts.value = [];
    const ids = ["one", "two", "three", "four", "five"].map((text) => toast(text));
    expect(texts()).toEqual(["two", "three", "four", "five"]);
    removeToast(ids[2] ?? 0);
    expect(texts()).toEqual(["two", "four", "five"]);
    problemToast(new Error("six"));
    expect(toasts.value.map(({ text, isProblem }) => ({ text, isProblem })).slice(-2)).toEqual([
      { text: "five", isProblem: false },
      { text: "six", isProblem: true },
    ]);
  });
});
