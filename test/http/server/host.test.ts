import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHostCheck, exposureRefusal, hostName, isLoopback } from "../../../src/http/server/host.ts";
import { anyCharacter } from "../../support/characters.ts";

const check = createHostCheck(["sandbox.test", "Other.Test:8080", "[fd00::7]"], "127.0.0.1");

describe("createHostCheck", () => {
  it.each([
    "localhost",
    "localhost:4600",
    "LOCALHOST:4600",
    "localhost.",
    "localhost:",
    "front.localhost:4600",
    "a.b.localhost",
    "127.0.0.1",
    "127.0.0.1:4600",
    "127.1.2.3:1",
    "127.255.255.255:65535",
    "[::1]",
    "[::1]:4600",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]:80",
    "sandbox.test",
    "SANDBOX.test:4600",
    "sandbox.test.",
    "other.test:1",
    "[fd00::7]:4600",
  ])("accepts the Host header %j", (header) => {
    expect(check(header)).toBe(true);
  });

  it.each([
    undefined,
    "",
    " ",
    "[",
    "]",
    "[]",
    "[::1",
    "::1",
    "[::1]x",
    "[::1]:99999",
    "[:::]",
    "[127.0.0.1]",
    "[::1%25lo]",
    ":",
    ":4600",
    "a:99999",
    "localhost:65536",
    "localhost:-1",
    "localhost:80:80",
    "localhost:http",
    "localhost ",
    "localhost, evil.test",
    "localhost,localhost",
    "localhost/evil",
    "evil.test@localhost",
    "localhost#",
    "localhost\0",
    "localhost\n",
    "evil.test",
    "localhost.evil.test",
    "evillocalhost",
    ".localhost",
    "..localhost",
    "a..localhost",
    "localhost..",
    ".",
    "sandbox.test.evil.test",
    "sub.sandbox.test",
    "127.0.0.1.evil.test",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "127.0.0.256",
    "128.0.0.1",
    "0.0.0.0",
    "192.168.1.5",
    "[::]",
    "[::2]",
    "[fd00::8]",
    "ʟocalhost",
    "localhost\u3002",
    "ｌｏｃａｌｈｏｓｔ",
    "\ud800",
    "x".repeat(100_000),
    "localhost".repeat(50),
  ])("refuses the Host header %j", (header) => {
    expect(check(header)).toBe(false);
  });

  it("refuses an unknown host after it accepted a known one", () => {
    expect(check("localhost:4600")).toBe(true);
    expect(check("evil.test")).toBe(false);
    expect(check(undefined)).toBe(false);
    expect(check("localhost:4600")).toBe(true);
  });

  it("never throws, and accepts no header that names neither a loopback nor an allowed host", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: fc.constantFrom(..."[]:.%0127afl@ -,") })),
        (header) => {
          if (check(header)) expect(isLoopback(hostName(header) ?? "")).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("accepts the address it listens on, and every address but no name when it listens on all", () => {
    expect(createHostCheck([], "192.168.1.5")("192.168.1.5:4600")).toBe(true);
    expect(createHostCheck([], "192.168.1.5")("192.168.1.6:4600")).toBe(false);
    expect(createHostCheck([], "box.lan")("BOX.lan:4600")).toBe(true);
    for (const all of ["0.0.0.0", "::"]) {
      expect(createHostCheck([], all)("192.168.1.5:4600")).toBe(true);
      expect(createHostCheck([], all)("[fe80::1]:4600")).toBe(true);
      expect(createHostCheck([], all)("localhost:4600")).toBe(true);
      expect(createHostCheck([], all)("evil.test")).toBe(false);
    }
  });
});

describe("exposureRefusal", () => {
  it.each(["127.0.0.1", "127.8.8.8", "localhost", "LOCALHOST", "::1"])(
    "allows to listen on %s without secrets",
    (host) => {
      expect(exposureRefusal({ host, trustedProxies: [], ownJwtSecret: false, ownSandboxKey: false })).toBeUndefined();
    },
  );

  it.each(["0.0.0.0", "::", "192.168.1.5", "box.lan", ""])("demands both secrets to listen on %j", (host) => {
    expect(exposureRefusal({ host, trustedProxies: [], ownJwtSecret: false, ownSandboxKey: false })).toContain(
      "SANDBOX_JWT_SECRET and SANDBOX_KEY are not set",
    );
    expect(exposureRefusal({ host, trustedProxies: [], ownJwtSecret: true, ownSandboxKey: false })).toContain(
      "and SANDBOX_KEY is not set",
    );
    expect(exposureRefusal({ host, trustedProxies: [], ownJwtSecret: false, ownSandboxKey: true })).toContain(
      "and SANDBOX_JWT_SECRET is not set",
    );
    expect(exposureRefusal({ host, trustedProxies: [], ownJwtSecret: true, ownSandboxKey: true })).toBeUndefined();
  });
});
