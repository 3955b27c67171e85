import { describe, expect, it } from "vitest";
import { encoder } from "../../../src/store/file/encoder.ts";

describe("an encoder", () => {
  it("gives the UTF-8 bytes of each text, longer or shorter than the one before", () => {
    const encoded = encoder();
    const texts = ["", "Société €", "a".repeat(100_000), "𝄞 \ud800 é".repeat(50_000), "x", "日本".repeat(10)];
    for (const text of texts) expect(Buffer.compare(encoded(text), Buffer.from(text))).toBe(0);
  });

  it("takes new memory only for a text that is longer than all before it", () => {
    const encoded = encoder();
    const { buffer } = encoded("a".repeat(1_000));
    expect(encoded("é".repeat(900)).buffer).toBe(buffer);
    expect(encoded("a".repeat(1_001)).buffer).not.toBe(buffer);
  });
});
