import { describe, expect, it } from "vitest";
import { addKey, shortcutAt, shortcuts } from "../../src/console/shortcuts.ts";

const add = (keys: string, title: string) => addKey({ keys, title, run: () => {} });
/** The titles that keys lead to, each pressed some milliseconds after the one before. */
function press(...keys: (readonly [key: string, after: number])[]) {
  let at = 1_000_000_000;
  return keys.map(([key, after]) => shortcutAt(key, (at += after))?.title);
}

describe("shortcuts", () => {
  it("are one key, or two within a second and a half", () => {
    shortcuts.value = [];
    for (const [keys, title] of [
      ["p", "Pause"],
      ["g p", "Portfolio"],
      ["g g", "Top"],
    ] as const)
      add(keys, title);
    const none = undefined;
    expect(press(["p", 0])).toEqual(["Pause"]);
    expect(press(["g", 5000], ["p", 1499])).toEqual([none, "Portfolio"]);
    expect(press(["g", 5000], ["p", 1500])).toEqual([none, "Pause"]);
    expect(press(["g", 5000], ["x", 10], ["p", 10])).toEqual([none, none, "Pause"]);
    expect(press(["g", 5000], ["g", 10], ["p", 10])).toEqual([none, "Top", "Pause"]);
    expect(press(["p", 5000], ["p", 10])).toEqual(["Pause", "Pause"]);
  });

  it("of a part that is shown later come first, until it is gone", () => {
    shortcuts.value = [];
    add("a", "Add");
    const remove = add("a", "Approve");
    expect(press(["a", 0])).toEqual(["Approve"]);
    remove();
    expect(press(["a", 0])).toEqual(["Add"]);
    expect(shortcuts.value.map(({ title }) => title)).toEqual(["Add"]);
  });
});
