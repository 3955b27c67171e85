import { expect, it } from "vitest";
import * as words from "../../../../src/console/views/faults/words.ts";

const { effectOf, emptyFault, faultOf, takesLag, timesLeft } = words;

it.each([
  [{ kind: "status", status: 429 }, "429"],
  [{ kind: "status" }, "503"],
  [{ kind: "status", delayMs: 0, probability: 0.256 }, "503 after 0 ms, 26 % of the time"],
  [{ kind: "delay", delayMs: 3500 }, "3.5 s late"],
  [{ kind: "delay", probability: 0.5 }, "1 s late, 50 % of the time"],
  [{ kind: "disconnect", delayMs: 20 }, "connection cut after 20 ms"],
  [{ kind: "truncate" }, "cut off half-way"],
  [{ kind: "malformed" }, "no JSON"],
  [{ kind: "lag" }, "events 5m late"],
  [{ kind: "lag", lag: "P1DT2H" }, "events 1d2h late"],
] as [words.Fault, string][])("a client meets %j as %j", (fault, words) => {
  expect(effectOf(fault)).toBe(words);
});

it("a fault hits a number of times, or until it is disarmed", () => {
  const left = [undefined, 1, 2].map((times) => timesLeft({ kind: "malformed", times }));
  expect(left).toEqual(["until disarmed", "next request only", "next 2 requests"]);
});

it("searches lag, and lists with the same filter, and every operation together; nothing else does", () => {
  const operations = [undefined, "thirdparties.search", "dossiers.search", "documents.search", "thirdparties.list"];
  const others = [
    "documents.list",
    "dossiers.listed",
    "old-dossiers.list",
    "thirdparties.searches",
    "my.dossiers.search",
  ];
  expect([...operations, "dossiers.list", ...others].filter(takesLag)).toEqual([...operations, "dossiers.list"]);
});

it.each<[fields: Partial<typeof emptyFault>, fault: object]>([
  [{}, { status: 503, times: 1 }],
  [{ status: "" }, { times: 1 }],
  [{ kind: "delay", delay: "250", times: "" }, { delayMs: 250 }],
  [{ operation: "files.get" }, { status: 503, operation: "files.get", times: 1 }],
  [
    { kind: "malformed", probability: "0.5" },
    { probability: 0.5, times: 1 },
  ],
  [{ kind: "lag", delay: "5", probability: "1" }, { lag: "PT5M" }],
])("the form with %j arms %j, without what is left empty or does not fit", (fields, fault) => {
  expect(faultOf({ ...emptyFault, ...fields })).toEqual({
    kind: "status",
    ...(fields.kind && { kind: fields.kind }),
    ...fault,
  });
});
