import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { KeyedQueue, SerialQueue } from "../../src/store/serial-queue.ts";

/** Pieces of work that end when the test says so, and a record of their begins and ends. */
function heldWork() {
  const record: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    record.push(`${name} begins`);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    record.push(`${name} ends`);
    return name;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { record, work, end };
}

describe("SerialQueue", () => {
  it("work runs one piece at a time, in the order of the calls", async () => {
    const { record, work, end } = heldWork();
    const turns = new SerialQueue();
    const results = ["a", "b", "c"].map((name) => turns.run(work(name)));
    for (const name of ["c", "b", "a", "b", "c"]) await end(name);
    expect([record, await Promise.all(results)]).toEqual([
      ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"],
      ["a", "b", "c"],
    ]);
  });

  it("work starts within the call when nothing is running, also right after earlier work has ended", async () => {
    const { record, work, end } = heldWork();
    const turns = new SerialQueue();
    expect(turns.idle).toBe(true);
    const first = turns.run(work("a"));
    expect([record, turns.idle]).toEqual([["a begins"], false]);
    const queued = turns.run(work("b"));
    expect(record).toEqual(["a begins"]);
    await end("a");
    await end("b");
    await Promise.all([first, queued]);
    expect(turns.idle).toBe(true);
    const third = turns.run(work("c"));
    expect(record.at(-1)).toBe("c begins");
    await end("c");
    await third;
  });

  it("work that fails rejects its own call, and the next work runs", async () => {
    const turns = new SerialQueue();
    const failed = turns.run(() => Promise.reject(new Error("refused")));
    const next = turns.run(async () => "done");
    expect(await Promise.allSettled([failed, next])).toEqual([
      { status: "rejected", reason: new Error("refused") },
      { status: "fulfilled", value: "done" },
    ]);
    expect(turns.idle).toBe(true);
  });
});

describe("KeyedQueue", () => {
  it("work of one key runs in order, and work of different keys runs side by side", async () => {
    const { record, work, end } = heldWork();
    const turns = new KeyedQueue();
    const results = ["a1", "b1", "a2"].map((name) => turns.run(name.slice(0, 1), work(name)));
    expect(record).toEqual(["a1 begins", "b1 begins"]);
    for (const name of ["b1", "a1", "a2"]) await end(name);
    expect([record.slice(2), await Promise.all(results)]).toEqual([
      ["b1 ends", "a1 ends", "a2 begins", "a2 ends"],
      ["a1", "b1", "a2"],
    ]);
  });

  it("settled resolves when all work of all keys has ended, also work that failed", async () => {
    const { record, work, end } = heldWork();
    const turns = new KeyedQueue();
    const failed = turns.run("c", () => Promise.reject(new Error("refused"))).catch(String);
    const results = ["a1", "b1", "a2"].map((name) => turns.run(name.slice(0, 1), work(name)));
    const settled = turns.settled().then(() => record.push("settled"));
    for (const name of ["b1", "a1", "a2"]) await end(name);
    await Promise.all([...results, settled]);
    expect([await failed, record.slice(-2)]).toEqual(["Error: refused", ["a2 ends", "settled"]]);
  });

  it("a key without work is forgotten, and a key with queued work is not", async () => {
    const { work, end } = heldWork();
    const turns = new KeyedQueue();
    await turns.run("a", async () => {});
    await turns.run("b", () => Promise.reject(new Error("refused"))).catch(() => {});
    const before = turns.idle;
    const results = ["c1", "c2"].map((name) => turns.run("c", work(name)));
    await end("c1");
    const during = turns.idle;
    await end("c2");
    await Promise.all(results);
    expect([before, during, turns.idle]).toEqual([true, false, true]);
  });
});
