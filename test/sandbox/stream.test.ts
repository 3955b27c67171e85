import { describe, expect, it } from "vitest";
import { type Message, Stream } from "../../src/sandbox/stream.ts";
import { event } from "../store/samples.ts";

const progress = (percent: number) => ({ kind: "progress", accountId: "a", percent }) as const;
/** A stream, and what a subscriber of it learns. */
function subscribed() {
  const stream = new Stream();
  const learnt: string[] = [];
  const end = stream.subscribe({
    wake: () => learnt.push(`message ${stream.last}`),
    dropped: (message: Message, number) =>
      learnt.push(`${number} is dropped: ${(message as { percent: number }).percent}`),
  });
  return { stream, learnt, end };
}

describe("the stream", () => {
  it("numbers its messages from 1, and wakes its subscribers until they leave", () => {
    const { stream, learnt, end } = subscribed();
    expect([stream.first, stream.last, stream.hasSubscribers]).toEqual([1, 0, true]);
    stream.addEvents("a", [event(1, 1), event(2, 2)]);
    expect([stream.at(1), stream.at(2)]).toEqual([
      { kind: "event", accountId: "a", event: event(1, 1) },
      { kind: "event", accountId: "a", event: event(2, 2) },
    ]);
    end();
    stream.add(progress(1));
    expect([learnt, stream.hasSubscribers, stream.poll()]).toEqual([["message 1", "message 2"], false, undefined]);
  });

  it("remembers ten thousand messages, and names each that it drops", () => {
    const { stream, learnt } = subscribed();
    for (let nth = 1; nth <= 10_002; nth++) stream.add(progress(nth));
    expect(learnt.slice(-4)).toEqual(["1 is dropped: 1", "message 10001", "2 is dropped: 2", "message 10002"]);
    expect([stream.first, stream.at(3), stream.at(10_002)]).toEqual([3, progress(3), progress(10_002)]);
    expect(stream.resumeUnknown("x-7")).toEqual({
      after: 2,
      missed: "The server was started again since x-7: what happened before is not known.",
    });
  });

  it("tells how far work has come, each percent once, and 100 at its end, whether it succeeds or fails", async () => {
    const { stream } = subscribed();
    const told = () => Array.from({ length: stream.last }, (_, nth) => stream.at(nth + 1));
    expect(await stream.during("a", async () => "nothing to tell")).toBe("nothing to tell");
    expect(told()).toEqual([]);
    const failing = stream.during("a", async (report) => {
      for (const share of [0, 0.001, 0.5, 0.509]) report(share);
      throw new Error("too bad");
    });
    await expect(failing).rejects.toThrow("too bad");
    expect(told()).toEqual([progress(0), progress(50), progress(100)]);
  });

  it("tells nothing of work without subscribers", () => {
    const stream = new Stream();
    stream.progressOf("a")(0.5);
    expect([stream.last, stream.run.length, stream.run === new Stream().run]).toEqual([0, 8, false]);
  });
});
