import { describe, expect, it } from "vitest";
import { EventName } from "../../contract/events.ts";
import type { Wish } from "../../src/sync/audit.ts";
import { added, asked, at, denied, happened, report } from "./requests.ts";

const failing = { status: 503 };
const first = asked("00:00", "04:59");
const second = asked("05:00", "09:59");

describe("the synchronisation audit", () => {
  it("finds nothing in windows that begin one second after the last one has ended", () => {
    const figures = { caller: "worker", from: at("00:00.000"), to: at("09:59.999"), missed: 0 };
    expect(report([first, second], happened(["01:00"], ["05:00"]))).toEqual({
      callers: [{ ...figures, searches: 2, answered: 2, polls: 2, due: 2 }],
      findings: [],
      unknowns: [],
    });
    expect(report([], happened(["01:00"]))).toEqual({ callers: [], findings: [], unknowns: [] });
  });

  it("names an event between two windows, with both requests", () => {
    const request = (start: string, end: string) => ({
      requestId: `${start} ${end} 0`,
      from: at(`${start}.000`),
      to: at(`${end}.999`),
      page: 0,
      status: 200,
    });
    // A window with the same end, or inside a longer one, changes nothing.
    const requests = [
      first,
      asked("04:00", "04:59", failing),
      asked("01:00", "02:00", failing),
      asked("06:00", "09:59"),
    ];
    expect(report(requests, happened(["05:30"])).findings.slice(0, 1)).toEqual([
      {
        kind: "gap",
        caller: "worker",
        missed: 1,
        fails: true,
        sentence:
          `No window covers the 60 s from ${at("04:59")} to ${at("06:00")}: begin the next window at the end of the ` +
          "last one that was read, not at the time of reading.",
        events: {
          content: [{ eventId: 1, eventName: added, resourceId: 1, occurredAt: at("05:30.000") }],
          more: 0,
        },
        requests: { content: [request("00:00", "04:59"), request("06:00", "09:59")], more: 0 },
      },
    ]);
  });

  it("counts the pages and the repetitions of a window as one poll", () => {
    const page = (page: number, rest = {}) => asked("00:00", "04:59", { size: 2, page, ...rest });
    const three = happened(["01:00"], ["02:00"], ["03:00"]);
    expect(report([page(0, failing), page(0), page(1)], three)).toMatchObject({
      callers: [{ searches: 3, answered: 2, polls: 1, due: 3, missed: 0 }],
      findings: [],
    });
  });

  it("includes the events at both bounds, and says how many are before the first window or after the newest", () => {
    const around = (...events: Parameters<typeof happened>) =>
      report([asked("01:00.000", "02:00.000", { clock: at("03:00.000") })], happened(["01:00"], ["02:00"], ...events));
    const [before, after] = [`before its first window (${at("01:00")})`, `after its newest one (${at("02:00.000")})`];
    const unjudged = "What worker did not ask for yet is not judged:";
    expect(around()).toMatchObject({ callers: [{ due: 2, missed: 0 }], unknowns: [] });
    const two = happened(["00:59.998"], ["00:59.999"], ["01:00"], ["02:00.001"]);
    expect(report([asked("01:00.000", "02:00.000")], two)).toMatchObject({
      callers: [{ due: 1, missed: 0 }],
      unknowns: [`${unjudged} 2 events ${before} and 1 event ${after}.`],
    });
    expect(around(["02:00.001"]).unknowns).toEqual([`${unjudged} 1 event ${after}.`]);
    expect(report([first], happened(["08:00:00"])).unknowns).toEqual([
      `${unjudged} 1 event before its first window (${at("00:00")}).`,
    ]);
  });

  it("remarks event names that no search asked for, which are missed when the client has to follow them", () => {
    const events = happened(["01:00"], ["03:00", "DOCUMENT_ANSWER_EXPIRED"], ["02:00", denied], ["06:00", denied]);
    const names = (wish?: Wish) => report([first, { ...second, caller: "other" }], events, wish).findings;
    const finding = { kind: "names", caller: null, requests: { content: [], more: 0 } };
    const happenedToo = "Events happened that no search asked for, DOCUMENT_ANSWER_DENIED (2)";
    expect(names()).toMatchObject([
      {
        ...finding,
        missed: 0,
        sentence: `${happenedToo}, DOCUMENT_ANSWER_EXPIRED (1): add those that the client should follow to eventNames.`,
        events: { content: [{ eventId: 2 }, { eventId: 3 }, { eventId: 4 }] },
      },
    ]);
    expect(names({ names: [added, denied] })).toMatchObject([
      {
        ...finding,
        missed: 2,
        sentence: `${happenedToo}: add them to eventNames, or take them out of the names to follow.`,
      },
    ]);
    expect(names({ names: [added] })).toEqual([]);
    expect(names({ names: [denied] })).toMatchObject([{ kind: "names", missed: 2 }]);
  });

  it("lists ten of the names that no search asked for, and says how many more there are", () => {
    const others = EventName.options.filter((name) => name !== added).slice(0, 12);
    const [finding] = report([first], happened(...others.map((name): [string, EventName] => ["01:00", name]))).findings;
    expect(finding?.sentence).toContain(`${others[8]} (1), ${others[9]} (1) and 2 other types: add`);
  });

  it("judges each caller on its own, by the names that it has to follow, and shows what lost events first", () => {
    const events = happened(["01:00"], ["02:00"], ["02:30", denied]);
    const other = asked("00:00", "04:59", { caller: "other", size: 1, names: [added, denied] });
    const judged = (wish?: Wish) => {
      const { callers, findings } = report([first, asked("04:00", "05:00"), other], events, wish);
      const figures = callers.map(({ caller, due, missed }) => `${caller} missed ${missed} of ${due}`);
      return [...figures, ...findings.map(({ caller, kind }) => `${caller}: ${kind}`)];
    };
    const both = ["other: pages", "worker: overlap"];
    expect(judged()).toEqual(["worker missed 0 of 2", "other missed 2 of 3", ...both]);
    expect(judged({ names: [added] })).toEqual(["worker missed 0 of 2", "other missed 1 of 2", ...both]);
    expect(judged({ names: [denied] })).toEqual(["worker missed 0 of 0", "other missed 1 of 1", "other: pages"]);
  });

  it.each([
    ["02:00.000", 2, ["the 119 s"]],
    ["03:00.000", 1, ["the 60 s"]],
    ["06:00.000", 0, []],
  ])("judges only from a moment on: %s", (from, due, gaps) => {
    const requests = [asked("00:00", "01:00"), asked("03:00", "04:59"), asked("06:00", "09:59")];
    const { callers, findings } = report(requests, happened(["02:00"], ["05:30"]), { from: at(from) });
    expect(callers).toMatchObject([{ from: at(from), due }]);
    expect(findings.map(({ sentence }) => /the \d+ \w+/.exec(sentence)?.[0])).toEqual(gaps);
  });

  it("counts every resource of a window as shown where the search had other filters, and says so", () => {
    const filtered = asked("00:00", "04:59", { size: 1, more: "&statusCode=VALID" });
    const events = happened(["01:00"], ["02:00"]);
    const words = "of worker had other filters too: every resource of their windows counts as shown.";
    expect(report([filtered], events)).toMatchObject({ findings: [], unknowns: [`1 search ${words}`] });
    expect(report([filtered, filtered], events).unknowns).toEqual([`2 searches ${words}`]);
  });

  it("shows the places of one mistake as one, in the words of the worst, with at most ten events and requests", () => {
    const minutes = Array.from({ length: 30 }, (_, minute) => String(minute).padStart(2, "0"));
    const requests = [...minutes.map((minute) => asked(`${minute}:00`, `${minute}:29`)), asked("29:30.500", "31:00")];
    const inGaps = [...minutes.map((minute) => `${minute}:45`), "10:40", "10:41", "00:40"];
    const byTime = happened(["31:00", denied], ...inGaps.map((time): [string] => [time])).toSorted((a, b) =>
      a.occurredAt < b.occurredAt ? -1 : 1,
    );
    const [gaps, bounds] = report(requests, byTime).findings;
    expect(gaps).toMatchObject({ missed: 32, events: { more: 22 }, requests: { more: 20 } });
    expect([gaps?.sentence, gaps?.events.content.at(-1)?.eventId]).toEqual([
      `No window covers the 30 s from ${at("10:29")} to ${at("11:00")}: begin the next window at the end of the last ` +
        "one that was read, not at the time of reading. There are 29 such places.",
      11,
    ]);
    expect(bounds).toMatchObject({ kind: "gap", missed: 0, sentence: expect.stringMatching(/^500 ms between/) });
  });
});
