import { beforeAll, describe, expect, it, vi } from "vitest";
import { verifyRecording } from "../../src/verify/recording.ts";
import { verify } from "../../src/verify/verify.ts";
import { running } from "../control/running.ts";
import { type HarEntry, harOf, recorder } from "../support/recorder.ts";

const on = running({ seed: "portfolio" });
let recorded: readonly HarEntry[] = [];

beforeAll(async () => {
  const world = await on.sandbox.world("recorded");
  const { entries, fetch } = recorder();
  vi.stubGlobal("fetch", fetch);
  await verify({ url: on.sandbox.url, account: "recorded", token: world.token, write: true });
  vi.unstubAllGlobals();
  recorded = entries;
});

describe("x", () => {
  it("y", () => {
    const text = harOf(recorded);
    const begun = performance.now();
    verifyRecording(text);
    console.log(text.length, performance.now() - begun);
    const report = verifyRecording(harOf(recorded));
    console.log(JSON.stringify(report.findings, null, 1), report.recording);
    console.log(report.assumptions.map((a) => `${a.key} ${a.outcome} ${a.reason ?? a.seen}`).join("\n"));
    console.log(report.operations.map((a) => `${a.operationId} ${a.outcome} ${a.checks}`).join("\n"));
    expect(report.findings).toEqual([]);
  });
});
