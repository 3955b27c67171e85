import { describe, expect, it } from "vitest";
import type { LoggedRequest } from "../../src/sync/search.ts";
import { added, asked, at, denied, findings, happened, report } from "./requests.ts";

const failing = { status: 503 };
const ownTime = "take the time from the service, in UTC, and not from the client's own clock or time zone";
const mendIt = "mend the request, and do not move the cursor after it.";
const neverRepeated = "and never repeated: move the cursor only after the last page has been read.";
const first = asked("00:00", "04:59");
const second = asked("05:00", "09:59");
const firstWindow = `window from ${at("00:00")} to ${at("04:59")}`;

describe("a mistake of a client that polls", () => {
  it.each([
    ["05:00.000", "05:00.002", "1 ms"],
    ["05:00", "05:02", "1 s"],
    ["05:00.000", "05:01.500", "1 s"],
    ["05:00", "05:02.999", "2 s"],
  ])("takes a gap from %s to %s, of %s, for a mistake about the bounds", (to, start, span) => {
    expect(findings([asked("00:00", to), asked(start, "09:59")], [])).toEqual([
      {
        kind: "gap",
        missed: [],
        sentence:
          `${span} between the window that ends at ${at(to)} and the one that begins at ${at(start)} is in neither: ` +
          "both bounds are included, and an end without milliseconds covers its whole second, so begin the next " +
          "window at the end of the last one.",
      },
    ]);
  });

  it.each([
    [at("05:03"), "2 s"],
    [at("07:00"), "119 s"],
    [at("07:01"), "2 minutes"],
    [at("11:05:00"), "120 minutes"],
    [at("11:05:01"), "2 hours"],
    ["2026-01-17T09:05:00", "48 hours"],
    ["2026-01-17T09:05:01", "2 days"],
    ["2026-01-18T01:00:00", "3 days"],
  ])("counts the span of a gap that ends at %s as %s, also where the clock is not known", (start, span) => {
    const requests = [asked("00:00", "05:00"), asked(start, "2026-02-15T10:00:00", { clock: null })];
    const [finding, ...others] = findings(requests, []);
    expect([finding?.sentence.split(" from ")[0], others]).toEqual([`No window covers the ${span}`, []]);
  });

  it("says that windows lie ahead of the account's clock, although its events are in none of them", () => {
    const ahead = asked("50:00", "54:59", { clock: at("00:00.000") });
    const found = (other: LoggedRequest) =>
      report([ahead, other], happened(["03:00"])).findings.map(({ missed, sentence, requests }) => ({
        missed,
        words: sentence.split(": ")[0],
        requests: requests.content.map(({ requestId }) => requestId),
      }));
    const window = `the window from ${at("50:00")} to ${at("54:59")}`;
    const stood = `The account's clock stood at ${at("00:00.000")} when ${window}`;
    expect(found(asked("55:00", "59:59"))).toEqual([
      { missed: 1, words: `${stood} was asked for, which had not begun`, requests: ["50:00 54:59 0"] },
    ]);
    const gap = `No window covers the 40 minutes from ${at("00:00.000")} to ${at("40:00")}`;
    expect(found(asked("40:00", "49:59", { clock: at("40:00.000") }))).toEqual([
      { missed: 1, words: gap, requests: ["40:00 49:59 0"] },
    ]);
    expect(findings([ahead], happened(["03:00"]))[0]?.sentence).toContain(`: ${ownTime}.`);
  });

  const twice = "because both bounds are included: its events come twice, and none is lost.";
  const lookBack = "right for a look-back, if the client leaves aside what comes twice.";
  it.each([
    ["00:00", "05:00", "05:00", "09:59", `1 s, ${twice}`],
    ["00:00", "05:00", "04:59.999", "09:59", `1 s: ${lookBack}`],
    ["00:00", "05:00", "02:00", "09:59", `3 minutes: ${lookBack}`],
    ["00:00", "09:59", "02:00", "04:59", `3 minutes: ${lookBack}`],
    ["02:00", "05:00.500", "05:00.500", "09:59", `1 ms, ${twice}`],
    ["02:00", "04:59", "02:00", "09:59", `3 minutes: ${lookBack}`],
  ])("remarks that windows from %s to %s and from %s to %s overlap", (from, to, start, end, share) => {
    const place = `The window that ends at ${at(to)} and the one that begins at ${at(start)}`;
    expect(findings([asked(from, to), asked(start, end)], happened(["04:00"]))).toEqual([
      { kind: "overlap", missed: [], sentence: `${place} share ${share}` },
    ]);
  });

  it("remarks an overlap once for each name, although names are polled together or in turn", () => {
    const both = { names: [added, denied] };
    const [together] = report([asked("00:00", "05:00", both), asked("05:00", "09:59", both)], []).findings;
    expect(together?.sentence).toMatch(/none is lost\.$/);
    expect(together?.requests.content).toMatchObject([{ requestId: "00:00 05:00 0" }, { requestId: "05:00 09:59 0" }]);
    // A window inside a longer one does not hide that the longer one reaches into the next.
    const other = (start: string, end: string) => asked(start, end, { names: [denied] });
    const inTurn = [first, other("00:00", "05:29"), second, other("05:00", "10:29"), other("00:30", "00:59")];
    const [finding, ...others] = findings(inTurn, []);
    expect(others).toEqual([]);
    expect(finding?.sentence).toMatch(/T09:05:29 .+T09:00:30 share 30 s.+There are 2 such places\.$/);
  });

  const goOn = "go on until page reaches totalPages.";
  const notFirst = (page: number) =>
    `Page 0 of the ${firstWindow} was never read, because the client begins with page ${page}: ` +
    "pages count from 0, so " +
    `begin with page 0 and ${goOn}`;
  it.each([
    [[0], [3, 4, 5], `Only 1 of 3 pages of the ${firstWindow} was read: ${goOn}`],
    [[0, 2, 3, 7], [3, 4], `Only 2 of 3 pages of the ${firstWindow} were read: ${goOn}`],
    [[1, 2, 3], [1, 2], notFirst(1)],
    [[2], [1, 2, 3, 4], notFirst(2)],
  ])(
    "names the events on pages that were never fetched by a client that reads the pages %j",
    (pages, missed, sentence) => {
      const five = happened(["01:00"], ["02:00"], ["03:00"], ["03:10"], ["03:20"]);
      const requests = pages.map((page) => asked("00:00", "04:59", { size: 2, page }));
      expect(findings(requests, five)).toEqual([{ kind: "pages", missed, sentence }]);
    },
  );

  it("names the events of a page that failed and was never repeated, once the client has gone on", () => {
    const events = happened(["01:00"], ["02:00"], ["03:00"], ["04:00"]);
    const page = (page: number, rest = {}) => asked("00:00", "04:59", { size: 2, page, ...rest });
    const begun = [page(0), page(1, failing)];
    const may = "The last search of worker failed and may still be repeated";
    expect(findings(begun, events)).toEqual([]);
    expect(report(begun, events).unknowns).toEqual([`${may}: 2 events of its window are left aside.`]);
    expect(report(begun, events.slice(0, 3)).unknowns).toEqual([`${may}: 1 event of its window is left aside.`]);
    const sentence = `Page 1 of the ${firstWindow} was answered with 503 ${neverRepeated}`;
    expect(findings([...begun, second], events)).toEqual([{ kind: "failed", missed: [3, 4], sentence }]);
  });

  it("names the events of a window that failed, and remarks one in which nothing happened", () => {
    const requests = [asked("00:00", "04:59", { fault: "truncate" }), second];
    const remark = {
      ...{ kind: "failed", missed: [] },
      sentence: `The ${firstWindow} was answered with half an answer ${neverRepeated}`,
    };
    expect(findings(requests, happened(["01:00"]))).toEqual([{ ...remark, missed: [1] }]);
    expect(findings(requests, [])).toEqual([remark]);
    expect(findings(requests, [], { from: at("04:59.999") })).toEqual([remark]);
    expect(findings(requests, [], { from: at("05:00.000") })).toEqual([]);
  });

  it("takes a window that failed for repeated when later ones cover it together, to the millisecond", () => {
    const again = (...ends: string[]) =>
      findings([asked("00:00.000", "00:00.001", failing), ...ends.map((end) => asked(end, end))], []);
    expect(again("00:00.000", "00:00.001")).toEqual([]);
    expect(again("00:00.000")).toMatchObject([{ kind: "failed", missed: [] }]);
  });

  it("asks for a look-back by more than the age of the oldest event that became visible late", () => {
    const early = asked("00:00", "04:59", { lastEventId: 0 });
    const sentence = (span: string) =>
      `An event became visible after the ${firstWindow} was read at ${at("04:59.999")}: let each window ` +
      `begin more than ${span} before the end of the last one, and leave aside what is known already.`;
    const late = (...times: [string][]) => findings([early, second], happened(...times).toReversed());
    expect(late(["03:00"])).toEqual([{ kind: "late", missed: [1], sentence: sentence("2 minutes") }]);
    expect(late(["04:58"], ["04:57.500"])).toEqual([{ kind: "late", missed: [1, 2], sentence: sentence("3 s") }]);
    expect(late(["04:59.999"])).toEqual([{ kind: "late", missed: [1], sentence: sentence("0 ms") }]);
    expect(findings([early, asked("02:00", "09:59")], happened(["03:00"]))).toMatchObject([{ kind: "overlap" }]);
  });

  const inThatSecond = "begin the next window in that second";
  it.each([
    ["04:59.998", "its last second was not over", inThatSecond],
    ["04:59.000", "its last second was not over", inThatSecond],
    ["04:58.999", "it ended 1 s ahead", ownTime],
    ["08:05:00.000", "it ended 60 minutes ahead", ownTime],
  ])("says of a window that was read too early, at %s, that %s", (clock, how, mend) => {
    const early = asked("00:00", "04:59", { lastEventId: 0, clock: at(clock) });
    const sentence =
      `The ${firstWindow} was read when the account's clock stood at ${at(clock)}, and ${how}, so that ` +
      `events came into it afterwards: ${mend}.`;
    expect(findings([early, second], happened(["04:59"]))).toEqual([{ kind: "late", missed: [1], sentence }]);
  });

  it.each([
    ["late", "came to a page after it was read", [2, 1], "page 0 up to 1, page 1 up to 2", 2],
    ["late", "came after a page that is not the first was read", [1], "page 1 up to 0", 1],
    ["late", "was there when an attempt failed", [1], "failed 0 up to 1, page 0 up to 0", 1],
    ["pages", "is on a page that is not read", [1, 2, 3], "page 0 up to 1, page 1 up to 3", 3],
  ])("takes for %s an event that %s", (kind, _, resources, asks, missed) => {
    const events = happened(["01:00"], ["02:00"], ["03:00"])
      .slice(0, resources.length)
      .map((event, nth) => ({ ...event, resourceId: resources[nth] as number }));
    const requests = asks.split(", ").map((text) => {
      const [how, page, , , lastEventId] = text.split(" ");
      const status = how === "page" ? 200 : 503;
      const pages = { size: 1, page: Number(page), lastEventId: Number(lastEventId) };
      return asked("00:00", "04:59", { ...pages, status, requestId: text });
    });
    const [finding, ...others] = report([...requests, asked("05:00", "09:59", { size: 1 })], events).findings;
    const read = requests.filter(({ status }) => status === 200).map(({ requestId }) => ({ requestId }));
    expect(finding).toMatchObject({ kind, events: { content: [{ eventId: missed }] }, requests: { content: read } });
    expect(others).toEqual([]);
  });

  it.each([
    [{ names: ["DOCUMENT_ANSWER_ADD"] }, "no such name", []],
    [{ size: 5000 }, "too large", [1]],
  ])("names what is wrong with a search for %j, which was refused", (wrong, why, missed) => {
    const refused = (start: string, end: string) => asked(start, end, { ...wrong, status: 400, violations: [why] });
    const sentence = `A search was refused with 400 and read nothing (${why}): ${mendIt}`;
    const remark = { kind: "failed", missed: [], sentence };
    const other = asked("00:00", "04:59", { operation: "dossiers.search", names: ["DOSSIER_ADDED"] });
    const followedBy = (...later: LoggedRequest[]) =>
      findings([refused("00:00", "04:59"), ...later], happened(["01:00"]));
    expect(followedBy(other, second)).toEqual([{ ...remark, missed }]);
    expect(followedBy(asked("00:00", "05:00", failing))).toEqual([remark]);
    expect(followedBy(refused("05:00", "09:59"))).toMatchObject([{ sentence: `${sentence} There are 2 such places.` }]);
    expect(followedBy(first)).toEqual([]);
  });

  it("remarks each search whose bounds are no window, in the words of its refusal", () => {
    const swapped = (violations: string[], status: number) => asked("04:59", "00:00", { status, violations });
    const requests = [swapped(["starts after the range ends"], 400), swapped([], 429)];
    const { findings, callers, unknowns } = report(requests, []);
    const refusal = "A search was refused with 400 and read nothing (starts after the range ends)";
    expect(findings).toMatchObject([
      {
        missed: 0,
        sentence: `${refusal}: ${mendIt} There are 2 such places.`,
        requests: { content: [400, 429].map((status) => ({ from: null, to: null, status })) },
      },
    ]);
    expect([callers, unknowns]).toMatchObject([[{ polls: 0, from: null, to: null, due: 0, missed: 0 }], []]);
    expect(report([swapped([], 429)], []).findings).toMatchObject([
      { sentence: expect.stringContaining("(no reason was given)") },
    ]);
  });
});
