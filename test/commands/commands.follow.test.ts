import { expect, it } from "vitest";
import { journal, wholeRequest } from "../../contract/examples/control.ts";
import { asking } from "./asking.ts";

/** The stream of a sandbox that sends some messages and then stops, or breaks off. */
function streamOf(messages: readonly [event: string, data: object][], broken?: Error): Response {
  const text = messages.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join("");
  const parts = [`retry: 1000\nid: 0a-0\n\n${text}`];
  const body = new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part !== undefined) controller.enqueue(Buffer.from(part));
      else if (broken) controller.error(broken);
      else controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

const events = "/_sandbox/accounts/demo/events";
const [last] = journal.content as [(typeof journal.content)[number]];
const shown = "50000001  2026-01-15T09:00:00.000  THIRD_PARTY 924004  THIRD_PARTY_ARCHIVED";

const event = (eventId: number): [string, object] => ["event", { eventId }];
it.each<[string, [string, object][], string[]]>([
  ["of a later event", [event(50_000_002)], ["after=50000001"]],
  ["of a known event", [event(50_000_001)], []],
  ["of a request", [["request", { requestId: "a" }]], []],
  ["that some are lost", [["lost", { count: 2 }]], ["after=50000001"]],
  ["that some may be missed", [["missed", { detail: "x" }]], ["after=50000001"]],
  ["of two later events", [event(50_000_002), event(50_000_003)], ["after=50000001", "after=50000002"]],
])("events --follow reads the journal on after a message %s", async (_name, messages, further) => {
  const answers = { "requests.stream": streamOf(messages) };
  const { asked, printed } = await asking("events --follow -a demo -n THIRD_PARTY_ARCHIVED", answers);
  const query = "names=THIRD_PARTY_ARCHIVED&";
  expect(asked).toEqual([
    `GET ${events}?${query}limit=100&latest=true`,
    ...further.map((after) => `GET ${events}?${query}${after}&limit=1000&latest=true`),
  ]);
  expect(printed).toEqual([shown, ...further.map(() => shown), "The sandbox has stopped."]);
});

it("events --follow reads on until the journal has no more, page by page", async () => {
  let page = 0;
  const pages = [1, 1000, 3].map((length, at) => ({
    content: Array.from({ length }, (_, nth) => ({ ...last, eventId: 50_000_001 + at + nth })),
  }));
  const answers = {
    "requests.stream": streamOf([event(50_000_002)]),
    get "accounts.events"() {
      return pages[page++];
    },
  };
  const { asked, printed } = await asking("events --follow -a demo --json", answers);
  expect(asked.slice(1)).toEqual([
    `GET ${events}?after=50000001&limit=1000&latest=true`,
    `GET ${events}?after=50001001&limit=1000&latest=true`,
  ]);
  expect(printed).toHaveLength(1 + 1000 + 3);
});

const { requestHeaders: _, requestBody: __, responseHeaders: ___, responseBody: ____, ...seen } = wholeRequest;
const another = { ...seen, requestId: "another", operation: "dossiers.list", status: 400 };

it.each([
  ["", ["another"]],
  ["--operation dossiers.list", ["another"]],
  ["--operation thirdparties.list", []],
  ["--status 400", ["another"]],
  ["--status 200", []],
])("requests --follow goes on with requests that are new and wanted: %s", async (words, followed) => {
  const stream = streamOf([
    ...([
      ["request", seen],
      ["event", another],
      ["request", another],
    ] as [string, object][]),
  ]);
  const answers = { "requests.list": { content: [seen] }, "requests.stream": stream };
  const { printed } = await asking(`requests --follow --json ${words}`, answers);
  expect(printed.map((line) => JSON.parse(line).requestId)).toEqual([seen.requestId, ...followed]);
});

it.each(["events", "requests"])(
  "%s --follow says why the first read fails, and where the stream broke off",
  async (name) => {
    const broken = { "requests.stream": streamOf([], new Error("cut")) };
    expect((await asking(`${name} -f --url http://127.0.0.1:9`, broken)).error).toBe(
      "Failure: The stream of http://127.0.0.1:9 broke off.",
    );
    const refused = () => Response.json({ detail: "No." }, { status: 404 });
    const answers = { "accounts.events": refused(), "requests.list": refused() };
    expect((await asking(`${name} --follow`, answers)).error).toBe("Failure: No.");
  },
);
