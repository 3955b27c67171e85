import { describe, expect, it } from "vitest";
import type { EventName } from "../../contract/events.ts";
import { audit, type Wish } from "../../src/sync/audit.ts";
import { grouped, Journal, type JournalEvent } from "../../src/sync/poll.ts";
import { type LoggedRequest, searchOf } from "../../src/sync/search.ts";
import { atOnce } from "../support/at-once.ts";

const added: EventName = "DOCUMENT_ANSWER_ADDED";
const denied: EventName = "DOCUMENT_ANSWER_DENIED";
const at = (time: string) => `2026-01-15T${time}`;

/** Events of nine o'clock; each is on a resource of its own, which has the number of the event. */
const happened = (...events: [time: string, name?: EventName][]): JournalEvent[] =>
  events.map(([time, eventName = added], nth) => ({
    eventId: nth + 1,
    eventName,
    resourceId: nth + 1,
    occurredAt: at(`09:${time}.000`),
  }));

interface Asked extends Partial<LoggedRequest> {
  names?: EventName[];
  page?: number;
  size?: number;
  more?: string;
}
/** A search of nine o'clock that was answered at the end of its window and sees every event, unless told otherwise. */
function asked(start: string, end: string, { names = [added], page = 0, size = 20, more = "", ...rest }: Asked = {}) {
  const bounds = `eventOccurrenceStartDate=${at(`09:${start}`)}&eventOccurrenceEndDate=${at(`09:${end}`)}`;
  return {
    requestId: `${start} ${end} ${page}`,
    method: "GET",
    path: `/api/v1/account/a/documents/search?eventNames=${names}&${bounds}&page=${page}&size=${size}${more}`,
    operation: "documents.search",
    status: 200,
    caller: "worker",
    violations: [],
    fault: null,
    forced: false,
    clock: at(`09:${end.slice(0, 5)}.999`),
    lastEventId: 1000,
    ...rest,
  };
}

function report(requests: readonly LoggedRequest[], events: readonly JournalEvent[], wish?: Wish) {
  const searches = requests.flatMap((request, nth) => searchOf(request, nth) ?? []);
  return atOnce(audit(searches, new Journal(grouped(events, ({ eventName }) => eventName)), wish));
}
/** The kind, the missed events and the sentence of each finding, those of other names left aside. */
const findings = (...args: Parameters<typeof report>) =>
  report(...args)
    .findings.filter(({ kind }) => kind !== "names")
    .map(({ kind, missed, events, sentence }) => [
      kind,
      missed,
      events.content.map(({ eventId }) => eventId),
      sentence,
    ]);

const failing = { status: 503 };

describe("the synchronisation audit", () => {
  it("finds nothing in windows that begin one second after the last one has ended", () => {
    expect(report([asked("00:00", "04:59"), asked("05:00", "09:59")], happened(["01:00"], ["05:00"]))).toEqual({
      callers: [
        {
          caller: "worker",
          searches: 2,
          answered: 2,
          polls: 2,
          from: at("09:00:00.000"),
          to: at("09:09:59.999"),
          due: 2,
          missed: 0,
        },
      ],
      findings: [],
      unknowns: [],
    });
  });

  it("names an event between two windows, with both requests", () => {
    const { findings } = report([asked("00:00", "04:59"), asked("06:00", "09:59")], happened(["05:30"]));
    expect(findings).toEqual([
      {
        kind: "gap",
        caller: "worker",
        missed: 1,
        sentence:
          "No window covers the 60 s from 2026-01-15T09:04:59 to 2026-01-15T09:06:00: begin the next window at the " +
          "end of the last one that was read, not at the time of reading.",
        events: {
          content: [{ eventId: 1, eventName: added, resourceId: 1, occurredAt: at("09:05:30.000") }],
          more: 0,
        },
        requests: {
          content: [
            { requestId: "00:00 04:59 0", from: at("09:00:00.000"), to: at("09:04:59.999"), page: 0, status: 200 },
            { requestId: "06:00 09:59 0", from: at("09:06:00.000"), to: at("09:09:59.999"), page: 0, status: 200 },
          ],
          more: 0,
        },
      },
    ]);
  });

  it("remarks a gap in which nothing happened, which missed nothing", () => {
    expect(findings([asked("00:00", "04:59"), asked("06:00", "09:59")], [])).toEqual([
      ["gap", 0, [], expect.stringContaining("No window covers")],
    ]);
  });

  it("takes a gap of a second for a mistake about the bounds", () => {
    expect(findings([asked("00:00", "04:59"), asked("05:01", "09:59")], happened(["05:00"]))).toEqual([
      ["gap", 1, [1], expect.stringMatching(/^1 s between .+ is in neither: both bounds are included/)],
    ]);
  });

  it("remarks windows that overlap, by a second or by more, and misses nothing by them", () => {
    expect(findings([asked("00:00", "05:00"), asked("05:00", "09:59")], happened(["05:00"]))).toEqual([
      ["overlap", 0, [], expect.stringMatching(/share 1 s, because both bounds are included/)],
    ]);
    expect(findings([asked("00:00", "05:00"), asked("02:00", "09:59")], happened(["05:00"]))).toEqual([
      ["overlap", 0, [], expect.stringMatching(/share 3 minutes: right for a look-back/)],
    ]);
  });

  it("remarks windows of one name that overlap although another name is polled in turn", () => {
    const requests = [
      asked("00:00", "04:59"),
      asked("00:00", "05:29", { names: [denied] }),
      asked("05:00", "09:59"),
      asked("05:00", "10:29", { names: [denied] }),
    ];
    expect(findings(requests, [])).toEqual([["overlap", 0, [], expect.stringMatching(/T09:05:29 .+ share 30 s/)]]);
  });

  it("remarks an overlap once although the windows ask for several names", () => {
    const both = { names: [added, denied] };
    expect(findings([asked("00:00", "05:00", both), asked("05:00", "09:59", both)], [])).toEqual([
      ["overlap", 0, [], expect.not.stringContaining("such places")],
    ]);
  });

  it("counts the pages and the repetitions of a window as one poll", () => {
    const three = happened(["01:00"], ["02:00"], ["03:00"]);
    const requests = [
      asked("00:00", "04:59", { size: 2, ...failing }),
      asked("00:00", "04:59", { size: 2 }),
      asked("00:00", "04:59", { size: 2, page: 1 }),
    ];
    expect(findings(requests, three)).toEqual([]);
    expect(report(requests, three).callers).toMatchObject([{ searches: 3, polls: 1, due: 3, missed: 0 }]);
  });

  it("names the events on pages that were never fetched", () => {
    const five = happened(["01:00"], ["02:00"], ["03:00"], ["03:10"], ["03:20"]);
    expect(findings([asked("00:00", "04:59", { size: 2 })], five)).toEqual([
      [
        "pages",
        3,
        [3, 4, 5],
        "Only 1 of 3 pages of the window from 2026-01-15T09:00:00 to 2026-01-15T09:04:59 was read: " +
          "go on until page reaches totalPages.",
      ],
    ]);
  });

  it.each([
    [[1], "the client begins with page 1"],
    [[1, 2, 3], "the client begins with page 1"],
    [[2], "the client begins with page 2"],
  ])("says that pages count from 0 to a client that reads the pages %j", (pages, words) => {
    const five = happened(["01:00"], ["02:00"], ["03:00"], ["03:10"], ["03:20"]);
    const requests = pages.map((page) => asked("00:00", "04:59", { size: 2, page }));
    const [finding] = findings(requests, five);
    expect(finding?.slice(0, 1)).toEqual(["pages"]);
    expect(finding?.[3]).toBe(
      "Page 0 of the window from 2026-01-15T09:00:00 to 2026-01-15T09:04:59 was never read, because " +
        `${words}: pages count from 0, so begin with page 0 and go on until page reaches totalPages.`,
    );
  });

  it("counts no page that is none among those that were read", () => {
    const three = happened(["01:00"], ["02:00"], ["03:00"]);
    const requests = [0, 2, 7].map((page) => asked("00:00", "04:59", { size: 1, page }));
    expect(findings(requests, three)).toEqual([["pages", 1, [2], expect.stringMatching(/^Only 2 of 3 pages/)]]);
  });

  it("includes the events at both bounds, to the millisecond", () => {
    const requests = [asked("01:00.000", "02:00.000", { size: 1, clock: at("09:03:00.000") })];
    expect(findings(requests, happened(["00:59"], ["01:00"], ["02:00"]))).toEqual([
      ["pages", 1, [3], expect.any(String)],
    ]);
    expect(report(requests, happened(["00:59"], ["01:00"], ["02:00"], ["02:01"])).callers).toMatchObject([{ due: 2 }]);
  });

  it("names the events of a page that failed and was never repeated, once the client has gone on", () => {
    const three = happened(["01:00"], ["02:00"], ["03:00"]);
    const begun = [asked("00:00", "04:59", { size: 2 }), asked("00:00", "04:59", { size: 2, page: 1, ...failing })];
    expect([findings(begun, three), report(begun, three).unknowns]).toEqual([
      [],
      ["The last search of worker failed and may still be repeated: 1 event of its window is left aside."],
    ]);
    expect(findings([...begun, asked("05:00", "09:59", { size: 2 })], three)).toEqual([
      [
        "failed",
        1,
        [3],
        "Page 1 of the window from 2026-01-15T09:00:00 to 2026-01-15T09:04:59 was answered with 503 and never " +
          "repeated: move the cursor only after the last page has been read.",
      ],
    ]);
  });

  it.each([
    [{ status: 503, fault: "status" }, "503"],
    [{ status: 0, fault: "disconnect" }, "a connection that was cut"],
    [{ fault: "truncate" }, "half an answer"],
    [{ fault: "malformed" }, "an answer that is no JSON"],
    [{ status: 0 }, "no answer"],
    [{ forced: true }, "an example that Prefer asked for"],
  ])("takes %j for a failure", (failure, words) => {
    const requests = [asked("00:00", "04:59", failure), asked("05:00", "09:59")];
    expect(findings(requests, happened(["01:00"]))).toEqual([
      ["failed", 1, [1], expect.stringContaining(`was answered with ${words} and never repeated`)],
    ]);
    expect(findings(requests, [])).toEqual([["failed", 0, [], expect.stringContaining("never repeated")]]);
  });

  it.each(["delay", "lag"])("takes an answer that a fault of kind %s has changed for an answer", (fault) => {
    expect(findings([asked("00:00", "04:59", { fault }), asked("05:00", "09:59")], happened(["01:00"]))).toEqual([]);
  });

  it("accepts a later window that covers the one that failed", () => {
    const requests = [asked("00:00", "04:59", failing), asked("00:00", "09:59")];
    expect(findings(requests, happened(["01:00"]))).toEqual([]);
  });

  it("accepts later windows that together cover the one that failed", () => {
    const halves = [asked("00:00", "04:59"), asked("05:00", "09:59")];
    expect(findings([asked("00:00", "09:59", failing), ...halves], happened(["01:00"]))).toEqual([]);
    expect(findings([asked("00:00", "09:59", failing), ...halves.toReversed()], [])).toEqual([]);
    const both = { names: [added, denied] };
    const apart = [asked("00:00", "09:59"), asked("00:00", "09:59", { names: [denied] })];
    expect(findings([asked("00:00", "09:59", { ...both, ...failing }), ...apart], [])).toEqual([]);
  });

  it.each([
    ["leave a gap", [asked("00:00", "04:59"), asked("06:00", "09:59")]],
    ["end before it", [asked("00:00", "04:59")]],
    ["begin after it", [asked("05:00", "09:59")]],
    ["are of another name", [asked("00:00", "09:59", { names: [denied] }), asked("10:00", "14:59")]],
    ["failed too", [asked("00:00", "09:59", { ...failing, size: 5 }), asked("10:00", "14:59")]],
  ])("remarks a window that failed when later ones %s", (_, later) => {
    const kinds = findings([asked("00:00", "09:59", failing), ...later], []).map(([kind]) => kind);
    expect(kinds).toContain("failed");
  });

  it("takes a window that failed for open while the last one, which covers it, may still be repeated", () => {
    const growing = [asked("00:00", "04:59", failing), asked("00:00", "05:59", failing)];
    expect(findings(growing, happened(["01:00"]))).toEqual([]);
  });

  it("takes a window that failed at the end of one name for open although another name was polled since", () => {
    expect(findings([asked("00:00", "04:59", failing), asked("00:00", "04:59", { names: [denied] })], [])).toEqual([]);
  });

  it("asks for a look-back by more than the age of an event that became visible late", () => {
    const requests = [asked("00:00", "04:59", { lastEventId: 0 }), asked("05:00", "09:59")];
    expect(findings(requests, happened(["03:00"]))).toEqual([
      [
        "late",
        1,
        [1],
        "An event became visible after the window from 2026-01-15T09:00:00 to 2026-01-15T09:04:59 was read at " +
          "2026-01-15T09:04:59.999: let each window begin more than 2 minutes before the end of the last one, and " +
          "leave aside what is known already.",
      ],
    ]);
    expect(
      findings([asked("00:00", "04:59", { lastEventId: 0 }), asked("02:00", "09:59")], happened(["03:00"])),
    ).toEqual([["overlap", 0, [], expect.any(String)]]);
  });

  it("names a late event of a resource that an earlier event had shown", () => {
    const twice = happened(["03:00"], ["04:00"]).map((event) => ({ ...event, resourceId: 7 }));
    expect(findings([asked("00:00", "04:59", { lastEventId: 1 }), asked("05:00", "09:59")], twice)).toEqual([
      ["late", 1, [2], expect.any(String)],
    ]);
  });

  it("counts the pages of a search by the events that it could see", () => {
    const [first, second] = happened(["03:00"], ["04:00"]) as [JournalEvent, JournalEvent];
    const swapped = [
      { ...first, resourceId: 2 },
      { ...second, resourceId: 1 },
    ];
    expect(findings([asked("00:00", "04:59", { lastEventId: 1, size: 1 })], swapped)).toEqual([]);
  });

  it("leaves aside an event that no answered search could have shown yet, and a failure at the end", () => {
    const read = asked("00:00", "04:59", { lastEventId: 0 });
    expect(findings([read], happened(["03:00"]))).toEqual([]);
    expect(findings([read, asked("05:00", "09:59", failing)], happened(["03:00"]))).toEqual([]);
  });

  it("names the events of windows that a client left behind in an outage that lasts to the end", () => {
    const requests = [
      asked("00:00", "04:59", { lastEventId: 0 }),
      asked("05:00", "09:59", { ...failing, lastEventId: 1 }),
      asked("10:00", "14:59", { ...failing, lastEventId: 2 }),
    ];
    expect(findings(requests, happened(["06:00"], ["11:00"]))).toEqual([
      ["failed", 1, [1], expect.stringMatching(/to 2026-01-15T09:09:59 was answered with 503 and never repeated/)],
    ]);
    expect(report(requests, happened(["06:00"])).callers).toMatchObject([{ searches: 3, answered: 1 }]);
  });

  it.each([
    ["repeated", [0, 0]],
    ["begun at its second page", [1]],
    ["read in part", [0, 1]],
  ])("leaves aside every event of a window that is %s and fails at the end", (_, pages) => {
    const three = happened(["01:00"], ["06:00"], ["07:00"]);
    const requests = [
      asked("00:00", "04:59"),
      asked("05:00", "09:59", { size: 1, lastEventId: 1 }),
      ...pages.map((page) => asked("05:00", "09:59", { size: 1, page, ...failing })),
    ];
    expect(findings(requests, three)).toEqual([]);
  });

  it("names what is wrong with a search that was refused for another reason than its window", () => {
    const misspelt = (start: string, end: string) =>
      asked(start, end, { names: ["DOCUMENT_ANSWER_ADD" as EventName], status: 400, violations: ["no such name"] });
    const sentence =
      "A search was refused with 400 and read nothing (no such name): mend the request, and do not move the cursor " +
      "after it.";
    expect(findings([misspelt("00:00", "04:59")], happened(["01:00"]))).toEqual([["failed", 0, [], sentence]]);
    const twice = [misspelt("00:00", "04:59"), misspelt("05:00", "09:59")];
    expect(findings(twice, happened(["01:00"]))).toEqual([["failed", 0, [], `${sentence} There are 2 such places.`]]);
    expect(findings([misspelt("00:00", "04:59"), asked("00:00", "04:59")], happened(["01:00"]))).toEqual([]);
    const tooLarge = asked("00:00", "04:59", { size: 5000, status: 400, violations: ["too large"] });
    expect(findings([tooLarge, asked("05:00", "09:59")], happened(["01:00"]))).toEqual([
      ["failed", 1, [1], expect.stringMatching(/^A search was refused with 400 and read nothing \(too large\)/)],
    ]);
  });

  it("says that a window ended in a second that was not over, or ahead of the account's clock", () => {
    const read = (clock: string) => [
      asked("00:00", "04:59", { lastEventId: 0, clock: at(clock) }),
      asked("05:00", "09:59"),
    ];
    expect(findings(read("09:04:59.100"), happened(["04:59"]))).toEqual([
      [
        "late",
        1,
        [1],
        expect.stringMatching(/its last second was not over, .+: begin the next window in that second\.$/),
      ],
    ]);
    expect(findings(read("08:05:00.000"), happened(["04:59"]))).toEqual([
      ["late", 1, [1], expect.stringMatching(/ended 60 minutes ahead, .+: take the time from the service, in UTC/)],
    ]);
  });

  it("says that windows lie ahead of the account's clock, although its events are in none of them", () => {
    const requests = [asked("50:00", "54:59", { clock: at("09:00:00.000") }), asked("55:00", "59:59")];
    expect(findings(requests, happened(["03:00"]))).toEqual([
      ["gap", 1, [1], expect.stringMatching(/had not begun: take the time from the service/)],
    ]);
  });

  it("judges no event before the first window and none after the newest, and says so", () => {
    const { findings, callers, unknowns } = report([asked("02:00", "04:59")], happened(["01:00"], ["06:00"]));
    expect([findings, callers[0]?.due]).toEqual([[], 0]);
    expect(unknowns).toEqual([
      "What worker did not ask for yet is not judged: 1 event before its first window (2026-01-15T09:02:00) and " +
        "1 event after its newest one (2026-01-15T09:04:59).",
    ]);
  });

  it("remarks event names that nobody asked for, and takes them for missed when the client has to follow them", () => {
    const events = happened(["01:00"], ["02:00", denied], ["03:00", denied]);
    const names = (wish?: Wish) => report([asked("00:00", "04:59")], events, wish).findings;
    expect(names()).toMatchObject([
      {
        kind: "names",
        caller: null,
        missed: 0,
        sentence:
          "Events happened that no search asked for, DOCUMENT_ANSWER_DENIED (2): add those that the client should " +
          "follow to eventNames.",
      },
    ]);
    expect(names({ names: [added, denied] })).toMatchObject([{ kind: "names", missed: 2 }]);
    expect(names({ names: [added] })).toEqual([]);
  });

  it("takes the names that the client has to follow for missed although it asked for none of them", () => {
    const { findings } = report([asked("00:00", "04:59")], happened(["02:00", denied]), { names: [denied] });
    expect(findings).toMatchObject([{ kind: "names", missed: 1, events: { content: [{ eventId: 1 }] } }]);
  });

  it("judges each caller on its own", () => {
    const requests = [asked("00:00", "04:59"), asked("00:00", "04:59", { caller: "other", size: 1 })];
    const { callers, findings } = report(requests, happened(["01:00"], ["02:00"]));
    expect(callers).toMatchObject([
      { caller: "worker", missed: 0 },
      { caller: "other", missed: 1 },
    ]);
    expect(findings).toMatchObject([{ kind: "pages", caller: "other", missed: 1 }]);
  });

  it("judges only from a moment on", () => {
    const requests = [asked("00:00", "01:00"), asked("03:00", "04:59"), asked("06:00", "09:59")];
    const wish = { from: at("09:05:00.000") };
    expect(findings(requests, happened(["02:00"], ["05:30"]), wish)).toEqual([
      ["gap", 1, [2], expect.stringMatching(/time of reading\.$/)],
    ]);
  });

  it("counts every resource of a window as shown where the search had other filters, and says so", () => {
    const requests = [asked("00:00", "04:59", { size: 1, more: "&statusCode=VALID" })];
    const { findings, unknowns } = report(requests, happened(["01:00"], ["02:00"]));
    expect([findings, unknowns]).toEqual([
      [],
      ["1 search of worker had other filters too: every resource of their windows counts as shown."],
    ]);
  });

  it("remarks a search whose ends are swapped, in the words of its refusal", () => {
    const swapped = asked("04:59", "00:00", { status: 400, violations: ["starts after the range ends"] });
    expect(findings([swapped], happened(["01:00"]))).toEqual([
      [
        "failed",
        0,
        [],
        "A search was refused with 400 and read nothing (starts after the range ends): mend the request, and do not " +
          "move the cursor after it.",
      ],
    ]);
  });

  it("makes one finding of one mistake in many places, with at most ten events and requests", () => {
    const times = Array.from({ length: 30 }, (_, minute) => String(minute).padStart(2, "0"));
    const requests = times.map((minute) => asked(`${minute}:00`, `${minute}:29`));
    const [finding, ...others] = report(requests, happened(...times.map((m): [string] => [`${m}:45`]))).findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ missed: 29, events: { more: 19 }, requests: { more: 20 } });
    expect(finding?.sentence).toMatch(/There are 29 such places\.$/);
  });

  it.each([
    ["another operation", { operation: "dossiers.get" }],
    ["a method that reads no body", { method: "HEAD" }],
    ["an unknown caller", { caller: null }],
  ])("takes no notice of %s", (_, other) => {
    expect(report([asked("00:00", "04:59", other)], happened(["01:00"])).callers).toEqual([]);
  });
});
