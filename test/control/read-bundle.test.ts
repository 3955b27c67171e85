import { existsSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { InvalidBundle, readBundle } from "../../src/control/read-bundle.ts";
import { version } from "../../src/sandbox/version.ts";
import { startSandbox } from "../../src/start.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { filesOf, zipped } from "../support/archive.ts";
import { ask, running } from "./running.ts";

const on = running();
let bundle: Buffer;
let files: Record<string, string>;
beforeAll(async () => {
  const world = await on.sandbox.world("torn", { seed: "empty" });
  await world.scenario("new-thirdparty");
  await ask(world, "/thirdparties");
  while ((await world.requests()).length === 0);
  bundle = Buffer.from(await world.bundle());
  files = filesOf(bundle);
});

/** The same bundle with other contents; undefined leaves a file out. */
const bundleOf = (changed: Record<string, string | undefined>): Buffer => {
  const all = Object.entries({ ...files, ...changed });
  return zipped(all.flatMap(([name, content]) => (content === undefined ? [] : { name, content })));
};
type Json = Record<string, unknown>;
const edited = (name: string, edit: (json: Json) => Json) => ({
  [name]: JSON.stringify(edit(JSON.parse(files[name] as string))),
});
const manifest = (edit: Json) => bundleOf(edited("manifest.json", (json) => ({ ...json, ...edit })));
const entry = (edit: Json) =>
  bundleOf(
    edited("requests.har", ({ log }) => {
      const { entries, ...rest } = log as Json & { entries: Json[] };
      return { log: { ...rest, entries: entries.map((each) => ({ ...each, ...edit })) } };
    }),
  );
const state = (edit: Json) =>
  bundleOf(edited("world.json", (json) => ({ ...json, state: { ...(json.state as Json), ...edit } })));

const elsewhere = { fault: { kind: "status", accountId: "other" }, position: 0, draws: 0 };
const at = (now: string) => manifest({ clock: { now, frozen: true } });
const fault = (kind: string) => manifest({ faults: [{ ...elsewhere, fault: { kind } }] });
const serves = `and this is ${version}: npx tiers-sandbox@99.1.0 open serves it as it was.`;
const inManifest = "Its manifest.json is wrong. ";
const inWorld = "Its world.json is wrong. ";
const inEntry = "Its requests.har is wrong at entry 0. ";
/** The bundle with a file that does not fit its checksum. */
const damaged = (name: string) =>
  zipped(
    Object.entries(files).map(([each, content]) =>
      each === name ? { name, content: `${content.slice(0, -1)} `, checksum: crc32(content) } : { name: each, content },
    ),
  );
type Lines = (string | undefined)[];
const journal = (edit: (lines: string[]) => Lines) => {
  const lines = (files["events.jsonl"] as string).split("\n").slice(0, -1);
  return bundleOf({
    "events.jsonl": edit(lines)
      .map((line) => `${line}\n`)
      .join(""),
  });
};
const changedLine = (line = "") =>
  line.replace(/"occurredAt":"(\d)/, (_, digit) => `"occurredAt":"${(+digit + 1) % 10}`);
const inJournal = (line: number | string) =>
  new RegExp(`^Its events\\.jsonl is not the journal of its world\\.json: line ${line} differs\\.$`);
const wrong: [what: string, bytes: () => Uint8Array, reason: string | RegExp][] = [
  ["nothing", () => new Uint8Array(), "It is no ZIP archive."],
  ["a world", () => Buffer.from(files["world.json"] as string), "It is no ZIP archive."],
  ["half a bundle", () => bundle.subarray(0, bundle.length / 2), "It is damaged, or was not copied whole."],
  [
    "a file that leads out",
    () => bundleOf({ "../world.json": "" }),
    'It holds "../world.json", and may hold README.md,',
  ],
  ["another archive", () => zipped([{ name: "word/document.xml", content: "" }]), 'It holds "word/document.xml", and'],
  ["no manifest", () => bundleOf({ "manifest.json": undefined }), "It holds no manifest.json."],
  ["no world", () => bundleOf({ "world.json": undefined }), "It holds no world.json."],
  ["no requests", () => bundleOf({ "requests.har": undefined }), "It holds no requests.har."],
  ["a manifest that is none", () => bundleOf({ "manifest.json": "null" }), "It is no bundle: its manifest.json has no"],
  ["a manifest that is a text", () => bundleOf({ "manifest.json": "{" }), "Its manifest.json is not JSON."],
  ["a later form", () => manifest({ format: "tiers-sandbox/bundle@2" }), "has no format tiers-sandbox/debug-bundle@1."],
  ["another version", () => manifest({ version: "99.1.0", faults: 0 }), `It was made by version 99.1.0, ${serves}`],
  ["a version that is a command", () => manifest({ version: "1.0.0; rm -rf ~" }), "It is no bundle"],
  [
    "another contract",
    () => manifest({ contract: "x" }),
    "with another contract: open it there, or import the world.json",
  ],
  ["an account that leads out", () => manifest({ accountId: "../demo" }), `${inManifest}/accountId: `],
  ["a moment that does not exist", () => at("2026-02-30T09:00:00.000"), `${inManifest}/clock/now`],
  ["a moment before every clock", () => at("0001-01-01T00:00:00.000"), `${inManifest}/clock/now`],
  ["a fault that is none", () => fault("x"), `${inManifest}/faults/0/fault/kind`],
  ["a fault of another account", () => manifest({ faults: [elsewhere] }), "It is of torn, and has a fault for other."],
  ["a surplus field", () => manifest({ path: "/etc" }), `${inManifest}/: `],
  ["no README", () => bundleOf({ "README.md": undefined }), "It holds no README.md."],
  ["a damaged README", () => damaged("README.md"), "It holds README.md, which is damaged."],
  ["a damaged journal", () => damaged("events.jsonl"), "It holds events.jsonl, which is damaged."],
  ["no events", () => bundleOf({ "events.jsonl": undefined }), "It holds no events.jsonl."],
  ["an event that was changed", () => journal((lines) => lines.with(2, changedLine(lines[2]))), inJournal(3)],
  [
    "the first event in the place of the second",
    () => journal(([first, , ...rest]) => [first, first, ...rest]),
    inJournal(2),
  ],
  ["an event less", () => journal((lines) => lines.slice(0, -1)), inJournal("\\d+")],
  ["an event more", () => journal((lines) => [...lines, lines.at(-1)]), inJournal("\\d+")],
  ["an empty line more", () => journal((lines) => [...lines, ""]), inJournal("\\d+")],
  ["no event", () => journal(() => []), inJournal(1)],
  ["another number of events", () => manifest({ events: 1 }), /Its world\.json has \d+ events, and should have 1\./],
  ["a world of another form", () => bundleOf({ "world.json": "{}" }), `${inWorld}/format: must be`],
  ["a world without its row", () => state({ world: [] }), `${inWorld}/state/world: must be one row`],
  ["a world whose rows do not fit", () => state({ thirdparties: [{}] }), `${inWorld}/state/thirdparties/0`],
  ["a world that lacks what others name", () => state({ thirdparties: [] }), "is not among the thirdparties."],
  ["a HAR that is none", () => bundleOf({ "requests.har": "{}" }), "Its requests.har is wrong. /log: "],
  ["a HAR of a browser", () => entry({ _requestId: undefined }), `${inEntry}/requestId: `],
  [
    "a request of another account",
    () => entry({ _accountId: "demo" }),
    `${inEntry}It is of another account than torn.`,
  ],
  ["a request at no moment", () => entry({ _at: "yesterday" }), `${inEntry}/at: `],
  [
    "a status that does not exist",
    () => entry({ response: { status: 9000 } }),
    "Its requests.har is wrong. /log/entries/0",
  ],
];

describe("readBundle", () => {
  it("reads a bundle that was packed again by another program", async () => {
    expect(await readBundle(bundleOf({}))).toEqual(await readBundle(bundle));
  });

  it.each(wrong)("refuses %s with a sentence, and changes nothing", async (_, bytes, reason) => {
    const reading = readBundle(bytes());
    await expect(reading).rejects.toThrow(InvalidBundle);
    await expect(reading).rejects.toThrow(reason);
    const data = join(temporaryFolder(), "data");
    await expect(startSandbox({ bundle: bytes(), data })).rejects.toThrow(reason);
    expect(existsSync(data)).toBe(false);
  });

  it("reads a bundle with notes in its README", async () => {
    const noted = bundleOf({ "README.md": `${files["README.md"]}\nLook at dossier 1324000.\n` });
    expect(await readBundle(noted)).toEqual(await readBundle(bundle));
  });

  it("refuses a bundle that is cut anywhere", async () => {
    for (let length = 0; length < bundle.length; length += 97)
      await expect(readBundle(bundle.subarray(0, length))).rejects.toThrow(InvalidBundle);
  });

  it("reads the same or refuses when a byte has changed, and never fails otherwise", async () => {
    const right = await readBundle(bundle);
    for (let at = 0; at < bundle.length; at += 211) {
      const changed = Buffer.from(bundle);
      changed[at] = (changed[at] as number) ^ 0x55;
      const read = await readBundle(changed).catch((error: unknown) => error);
      if (!(read instanceof InvalidBundle)) expect(read).toEqual(right);
    }
  });

  it("refuses bytes that are no bytes", async () => {
    await expect(startSandbox({ bundle: "demo.zip" as never })).rejects.toThrow(
      'bundle is "demo.zip", and must be the bytes of a bundle, or null.',
    );
  });
});
