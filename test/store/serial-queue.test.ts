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
  const end = async (...names: string[]) => {
    for (const name of names) {
      ends.get(name)?.();
      await turn();
    }
  };
  return { record, work, end };
}
const refuse = () => Promise.reject(new Error("refused"));

describe("SerialQueue", () => {
  it("work runs one piece at a time, in the order of the calls, and at once when nothing is running", async () => {
    const { record, work, end } = heldWork();
    const queue = new SerialQueue();
    expect(queue.idle).toBe(true);
    const results = ["a", "b", "c"].map((name) => queue.run(work(name)));
    expect([record, queue.idle]).toEqual([["a begins"], false]);
    await end("c", "b", "a", "b", "c");
    expect([record, await Promise.all(results)]).toEqual([
      ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"],
      ["a", "b", "c"],
    ]);
    expect(queue.idle).toBe(true);
    void queue.run(work("d"));
    expect(record.at(-1)).toBe("d begins");
    await end("d");
  });

  it("work that fails rejects its own call, and the next work runs", async () => {
    const queue = new SerialQueue();
    expect(await Promise.allSettled([queue.run(refuse), queue.run(async () => "done")])).toEqual([
      { status: "rejected", reason: new Error("refused") },
      { status: "fulfilled", value: "done" },
    ]);
    expect(queue.idle).toBe(true);
  });
});

describe("KeyedQueue", () => {
  it("work of one key runs in order, work of different keys side by side, and all of it settles", async () => {
    const { record, work, end } = heldWork();
    const queue = new KeyedQueue();
    const failed = queue.run("c", refuse).catch(String);
    const results = ["a1", "b1", "a2"].map((name) => queue.run(name.slice(0, 1), work(name)));
    const settled = queue.settled().then(() => record.push("settled"));
    expect(record).toEqual(["a1 begins", "b1 begins"]);
    await end("b1", "a1", "a2");
    expect([await failed, ...(await Promise.all(results))]).toEqual(["Error: refused", "a1", "b1", "a2"]);
    await settled;
    expect(record.slice(2)).toEqual(["b1 ends", "a1 ends", "a2 begins", "a2 ends", "settled"]);
  });

  it("a key without work is forgotten, and a key with queued work is not", async () => {
    const { work, end } = heldWork();
    const queue = new KeyedQueue();
    await queue.run("a", async () => {});
    await queue.run("b", refuse).catch(() => {});
    const before = queue.idle;
    const results = ["c1", "c2"].map((name) => queue.run("c", work(name)));
    await end("c1");
    const during = queue.idle;
    await end("c2");
    await Promise.all(results);
    expect({ before, during, after: queue.idle }).toEqual({ before: true, during: false, after: true });
  });
});
