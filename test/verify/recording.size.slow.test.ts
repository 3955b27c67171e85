import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { HarFile } from "../../src/commands/har-file.ts";
import { harText } from "../../src/control/har.ts";
import { learn } from "../../src/verify/learn/learn.ts";
import { Disguise } from "../../src/verify/record/disguise.ts";
import { EntryWriter, type Passed } from "../../src/verify/record/entry.ts";
import { verifyRecording } from "../../src/verify/recording.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { served } from "../support/served.ts";

const target = "http://127.0.0.1:4600";
const json = new Headers({ "content-type": "application/json" });

/** Each with ids, links and words of its own, so that all that is kept of one grows. */
function* passing(count: number): Generator<Passed> {
  const [sent, requestHeaders] = [Buffer.alloc(0), new Headers({ authorization: "Bearer hidden" })];
  for (let nth = 0; nth < count; nth++) {
    const [dossierId, documentId, id] = [1_324_000 + nth, 11_031_000 + nth, 6_876_000 + nth];
    const url = `${target}/files/${id}?account=demo&expires=1&signature=${nth}abcdef`;
    const [path, body] = [
      [
        `thirdparties/${924_000 + nth}/attributes`,
        { content: [{ label: `Zone ${nth % 50}`, type: "string", values: [`v${nth}`] }] },
      ],
      [
        `dossiers/${dossierId}/documents/${documentId}/files/${id}/link`,
        { url, expiresAt: "2026-01-15T09:05:00.000", expiresIn: 300 },
      ],
      [`thirdparties?page=${nth}`, { content: [], page: { number: nth, size: 20, totalElements: 0, totalPages: 0 } }],
    ][nth % 3] as [string, object];
    yield {
      ...{ method: "GET", url: new URL(`${target}/api/v1/account/demo/${path}`), requestHeaders, sent, status: 200 },
      ...{ headers: json, received: Buffer.from(JSON.stringify(body)), at: 1_768_467_600_000 + nth, took: 3 },
    };
  }
}

function recorded(count: number, path: string): string {
  const file = new HarFile(path, { name: "recorder", version: "1" });
  const writer = new EntryWriter(target, new Disguise("key"), false);
  for (const passed of passing(count)) file.add(writer.entry(passed) as object);
  file.close();
  return readFileSync(path, "utf8");
}

async function exported(count: number): Promise<void> {
  const requestHeaders = ["host", "127.0.0.1"];
  const rows = Array.from({ length: count }, (_, nth) =>
    served({ requestId: `${nth}`, path: `/x?page=${nth}`, requestHeaders }),
  );
  for await (const _ of harText(rows));
}

/** In milliseconds of the processor, which another program takes nothing from. */
async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const [few, many] = [1_000, 10_000];
const texts = new Map<number, string>();
const record = (count: number) => texts.set(count, recorded(count, join(temporaryFolder(), "run.har")));
const textOf = (count: number) => (texts.has(count) ? texts : record(count)).get(count) as string;

it.each<[what: string, work: (count: number) => unknown, prepare?: (count: number) => unknown]>([
  ["recorded", record],
  ["exported", exported],
  ["held against the contract", (count) => verifyRecording(textOf(count)), textOf],
  ["made a configuration of", (count) => learn([textOf(count)]), textOf],
])(
  "a HAR of 10,000 entries is %s in a time that grows with them, and not with their square",
  async (_what, work, prepare) => {
    if (prepare) for (const count of [few, many]) prepare(count);
    await work(few);
    const small: number[] = [];
    while (small.length < 3) small.push(await costOf(() => work(few)));
    // Ten times as many take ten times as long, or a hundred; garbage is collected in some runs and not in others.
    expect(await costOf(() => work(many))).toBeLessThan(40 * Math.max(...small));
  },
);
