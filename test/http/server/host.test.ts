import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHostCheck, exposureRefusal, hostName, isLoopback } from "../../../src/http/server/host.ts";
import { anyCharacter } from "../../support/characters.ts";

const check = createHostCheck(["sandbox.test", "Other.Test:8080", "[fd00::7]"], "127.0.0.1");

/** Between spaces, because no header of these holds one. */
const accepted = `
  localhost localhost:4600 LOCALHOST:4600 localhost. localhost: front.localhost:4600 a.b.localhost
  127.0.0.1 127.0.0.1:4600 127.1.2.3:1 127.255.255.255:65535
  [::1] [::1]:4600 [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1]:80
  sandbox.test SANDBOX.test:4600 sandbox.test. other.test:1 [fd00::7]:4600`;
const refused = `
  [ ] [] [::1 ::1 [::1]x [::1]:99999 [:::] [127.0.0.1] [::1%25lo] : :4600 a:99999
  localhost:65536 localhost:-1 localhost:80:80 localhost:http localhost,localhost localhost/evil evil.test@localhost
  localhost# evil.test localhost.evil.test evillocalhost .localhost ..localhost a..localhost localhost.. .
  sandbox.test.evil.test sub.sandbox.test 127.0.0.1.evil.test 127.1 2130706433 0x7f.0.0.1 127.0.0.256 128.0.0.1
  0.0.0.0 192.168.1.5 [::] [::2] [fd00::8] ʟocalhost localhost\u3002 ｌｏｃａｌｈｏｓｔ \ud800`;
const oddlySpaced = ["", " ", "localhost ", "localhost, evil.test", "localhost\0", "localhost\n", undefined];
const words = (text: string) => text.trim().split(/ +|\n +/);

describe("createHostCheck", () => {
  it("accepts loopback and allowed hosts in any spelling, and refuses all other headers", () => {
    expect(words(accepted).filter((header) => !check(header))).toEqual([]);
    const others = [...words(refused), ...oddlySpaced, "x".repeat(100_000), "localhost".repeat(50)];
    expect(others.filter(check)).toEqual([]);
  });

  it("refuses an unknown host after it accepted a known one", () => {
    const asked = ["localhost:4600", "evil.test", undefined, "localhost:4600"];
    expect(asked.map(check)).toEqual([true, false, false, true]);
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

  it.each([
    ["192.168.1.5", ["192.168.1.5:4600"], ["192.168.1.6:4600", "[fe80::1]:4600"]],
    ["BOX.lan", ["box.LAN:4600"], ["lan", "192.168.1.5"]],
    ["0.0.0.0", ["192.168.1.5:4600", "[fe80::1]:4600", "localhost:4600"], ["evil.test"]],
    ["::", ["192.168.1.5:4600", "[fe80::1]:4600", "localhost:4600"], ["evil.test"]],
  ])(
    "accepts the host %s that it listens on, and every address but no name when that is all of them",
    (own, good, bad) => {
      const isAccepted = createHostCheck([], own);
      expect([...good, ...bad].filter(isAccepted)).toEqual(good);
    },
  );
});

describe("exposureRefusal", () => {
  const published = { trustedProxies: [], ownJwtSecret: false, sandboxKey: null };
  const sandboxKey = "sixteen-letters!";
  const danger =
    "not set: anyone could sign a token with the well-known secret, or reset the sandbox. " +
    "Set them, or listen on 127.0.0.1.";

  it("allows to listen on loopback without secrets", () => {
    for (const host of ["127.0.0.1", "127.8.8.8", "localhost", "LOCALHOST", "::1"])
      expect([host, exposureRefusal({ ...published, host })]).toEqual([host, undefined]);
  });

  it.each(["0.0.0.0", "::", "192.168.1.5", "box.lan", ""])("demands both secrets to listen on %j", (host) => {
    const refusal = (own: object) => exposureRefusal({ ...published, host, ...own });
    const how = `Listening on ${host} lets other machines in, and`;
    expect([
      refusal({}),
      refusal({ ownJwtSecret: true }),
      refusal({ sandboxKey }),
      refusal({ ownJwtSecret: true, sandboxKey }),
      refusal({ ownJwtSecret: true, sandboxKey: sandboxKey.slice(1) }),
    ]).toEqual([
      `${how} SANDBOX_JWT_SECRET and SANDBOX_KEY are ${danger}`,
      `${how} SANDBOX_KEY is ${danger}`,
      `${how} SANDBOX_JWT_SECRET is ${danger}`,
      undefined,
      "SANDBOX_KEY lets other machines in, and has under 16 characters: openssl rand -hex 16 makes one.",
    ]);
  });

  it("demands both secrets behind a proxy, also on loopback", () => {
    expect(exposureRefusal({ ...published, host: "LOCALHOST", trustedProxies: ["10.0.0.1"] })).toBe(
      `A proxy in front lets other machines in, and SANDBOX_JWT_SECRET and SANDBOX_KEY are ${danger}`,
    );
  });
});
