import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, it } from "vitest";
import { serverSent } from "../../src/client/stream.ts";

const text =
  'retry: 1000\n\nevent: event\ndata: {"text":"é€𝄞: a"}\n\n: a comment\n\nid: 7\nevent: request\ndata: {}\n\n';
const bytes = new TextEncoder().encode(`${text}event: cut`);

it("a message arrives whole wherever the network cuts the stream, and one that never ends is none", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length)), async (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const parts = places.slice(1).map((end, at) => bytes.slice(places[at], end));
      const found: unknown[] = [];
      for await (const arrived of serverSent(Readable.toWeb(Readable.from(parts)) as never)) found.push(...arrived);
      expect(found).toEqual([
        { retry: "1000" },
        { event: "event", data: '{"text":"é€𝄞: a"}' },
        {},
        { id: "7", event: "request", data: "{}" },
      ]);
    }),
    { numRuns: 50, seed: 20260115 },
  );
});
