import { expect, it } from "vitest";
import { checksummedLines, hex, readLine } from "../../src/store/checksummed-line.ts";

const lines = checksummedLines(['"a":1}', '"b":"é"}']);
const [first, second] = lines.toString("latin1").trimEnd().split("\n") as [string, string];
const read = (line: string) => readLine(Buffer.from(line, "latin1"));

it("an object comes back from its line, with its checksum in eight digits", () => {
  expect(lines.at(-1)).toBe(10);
  expect([read(first), read(second)]).toEqual([
    { crc: expect.stringMatching(/^[\da-f]{8}$/), a: 1 },
    { crc: expect.stringMatching(/^[\da-f]{8}$/), b: "é" },
  ]);
  expect([hex(0), hex(0xabc), hex(0xffffffff)]).toEqual(["00000000", "00000abc", "ffffffff"]);
});

it.each([
  ["is empty", ""],
  ["ends after its checksum", first.slice(0, '{"crc":"00000000",'.length)],
  ["has no checksum", '{"a":1,"b":22222222222}'],
  ["has another value", first.replace('"a":1', '"a":2')],
  ["has its checksum in capitals", first.replace(/[\da-f]{8}/, (sum) => sum.toUpperCase())],
  ["has another mark behind its checksum", first.replace('",', '";')],
  ["begins with another name", first.replace("crc", "crd")],
])("a line that %s was changed", (_, line) => {
  expect(line).not.toBe(first);
  expect(read(line)).toBe(undefined);
});
