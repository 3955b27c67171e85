import { describe, expect, it } from "vitest";
import { signLink, verifyLink } from "../../src/files/links.ts";

const secret = "un secret de test, assez long pour servir";
const file = { accountId: "demo", fileUUID: "5f0c1c9e-6f2f-4c0b-9d53-1f8f3d1a7a10", secret };
const expires = 1_737_388_800;
const now = (expires - 1) * 1000;

const link = signLink({ ...file, expires });
const query = new URL(link, "http://localhost").searchParams;
const received = { ...file, expires: query.get("expires") ?? "", signature: query.get("signature") ?? "", now };

describe("verifyLink", () => {
  it("a signed link names the file, the account, the end and the signature", () => {
    expect(link).toMatch(
      /^\/files\/5f0c1c9e-6f2f-4c0b-9d53-1f8f3d1a7a10\?account=demo&expires=1737388800&signature=[\w-]{43}$/,
    );
  });

  it("a signed link is valid until the second in which it expires", () => {
    expect(verifyLink(received)).toBe("ok");
    expect(verifyLink({ ...received, now: expires * 1000 - 1 })).toBe("ok");
    expect(verifyLink({ ...received, now: expires * 1000 })).toBe("expired");
  });

  it("a signed link is tampered with when any bit of its signature is flipped", () => {
    const bytes = Buffer.from(received.signature, "latin1");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verifyLink({ ...received, signature: flipped.toString("latin1") })).toBe("tampered");
    }
  });

  it("a signed link with a changed part is tampered with, even when it has expired", () => {
    const signatures = ["", `${received.signature}=`, received.signature.repeat(2), "é".repeat(43)];
    for (const change of [
      ...[{ accountId: "autre" }, { fileUUID: "5f0c1c9e-6f2f-4c0b-9d53-1f8f3d1a7a11" }, { secret: "un autre secret" }],
      // A character moves from the account to the file.
      { accountId: "dem", fileUUID: `o${file.fileUUID}` },
      ...[String(expires + 1), `0${expires}`, "1e99", ""].map((wrong) => ({ expires: wrong })),
      ...signatures.map((signature) => ({ signature })),
    ])
      expect(verifyLink({ ...received, now: expires * 2000, ...change })).toBe("tampered");
  });
});
