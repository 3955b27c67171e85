import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Store } from "../../../src/store/store.ts";
import { commit, step, world } from "../samples.ts";
import { contents, temporaryFolder } from "./folders.ts";

type Edit = (accountFile: string) => string | Buffer;

const row = "line 11, /state/world/0";
const expected = (kind: string, received: string) => `Invalid input: expected ${kind}, received ${received}`;
const marked = "expected the number, the size and the checksum of the file of events";

/** A folder with an edited account file and a write-ahead log, as a killed process leaves it. */
async function folderWith(edit: Edit): Promise<string> {
  const source = temporaryFolder();
  const storage = await fileStorage(source);
  const store = await storage.create("demo", world());
  await commit(store, step(0));
  const { "demo.json": account, ...others } = contents(source);
  await storage.close();
  const folder = temporaryFolder();
  writeFileSync(join(folder, "demo.json"), edit(Buffer.from(account as string, "latin1").toString("utf8")));
  for (const name of ["demo.log", "demo.events-1.jsonl"])
    writeFileSync(join(folder, name), others[name] as string, "latin1");
  return folder;
}

describe("a damaged account file", () => {
  const notJson = (reason: string) => `it is not JSON: ${reason}`;
  const unknown = "is not a field that is known here";
  const format = "expected tiers-sandbox/account@1";
  const changes = '"changes": 1,';
  const files = '"files": []';
  const seed = '"randomSeed": 1,';
  const zeros = ({ length }: string) => Buffer.alloc(length);
  const counted = "expected the number of changes that it holds";
  const point = "expected the number of the reset point, or null";
  const collections = "expected an object of collections";
  const loads = "expected how many times the world was replaced";
  const bom = "it begins with a byte-order mark; save it as UTF-8 without one";
  const ahead = "the log begins after change 1, and the file was changed since the sandbox wrote it";
  const newer = "a newer tiers-sandbox wrote it (this one reads tiers-sandbox/account@1)";
  const latin1 = (text: string) => Buffer.from(text, "latin1");
  /** What is said of a file, its place and the reason; and the text that takes the place of another one. */
  it.each<[what: string, where: string, reason: string, edit: [from: string | RegExp, to: string] | Edit]>([
    ["is empty", "", "the file is empty", () => ""],
    ["is filled with zeros", "line 1", "there are zero bytes where JSON should be", zeros],
    ["begins with a byte-order mark", "line 1", bom, ["{", "\ufeff{"]],
    ["holds null", "/format", format, () => "null"],
    ["counts other changes than its log begins after", "/changes", ahead, [changes, '"changes": 2,']],
    ["was cut off", "line 19", notJson("value expected at the end"), [/(?<="frozenAt": ).*/s, ""]],
    ["has a comma too many", "line 3", notJson('property name expected at ","'), [changes, `${changes},`]],
    ["lacks a comma", "line 16", notJson('comma expected at "\\"size\\": null,"'), [seed, '"randomSeed": 1']],
    ["holds a comment", "line 3", notJson('invalid comment token at "// mine"'), ['"changes"', '// mine\n  "changes"']],
    ["has bytes that are not UTF-8", "line 42", "it holds bytes that are not UTF-8", latin1],
    ["is of a newer version, whatever its rows", "/format", newer, [/account@1(.*)"randomSeed"/s, 'account@2$1"dice"']],
    ["has no format", "/format", format, [/"format".*/, ""]],
    ["has a field that is not known", "/changed", unknown, [changes, `${changes} "changed": 1,`]],
    ["has no rows", "/state", collections, ['"state"', '"stated"']],
    ["has a list of rows", "/state", collections, [/"state": .*/s, '"state": [] }']],
    ["has a number of changes below 0", "/changes", counted, [changes, '"changes": -1,']],
    ["has lost its number of changes", "/changes", counted, [changes, ""]],
    ["has no mark of its events", "/events", marked, [/"events": .*/, '"events": null,']],
    ["has a mark without a file", "/events", marked, ['"file": 1', '"file": 0.5']],
    ["has a mark without a size", "/events", marked, ['"bytes": ', '"bytes": -']],
    ["has a mark with half a checksum", "/events", marked, [/"checksum": "(\w{4})\w{4}" }/, '"checksum": "$1" }']],
    ["has a mark that is not packed", "/events", marked, [/("checksum": "\w+") }/, '$1, "packed": false }']],
    ["has a reset point below 0", "/resetsTo", point, ["null", "-1"]],
    ["has no reset point", "/resetsTo", "the reset point …/demo.start-7.world is missing", ["null", "7"]],
    ["has no number of loads", "/loads", loads, [/"loads".*/, '"loads": "1",']],
    ["has a shape that is no text", "/shape", "expected a text", [/"shape".*/, '"shape": 1,']],
    ["has a checksum that is no text", "/checksum", "expected a text", [/\n {2}"checksum".*/, '\n "checksum": 1,']],
    ["lacks a collection", "/state/files", "is missing", [`${files},`, ""]],
    ["has an unknown collection", "/state/f", "is not a collection that is known here", [files, `${files}, "f": []`]],
    ["has a collection that is not a list", "/state/files", "expected an array", [files, '"files": {}']],
    ["has a collection twice", "/state/sequences", "is there twice", [files, `${files}, "sequences": []`]],
    ["has a member twice", "/changes", "is there twice", [changes, `${changes} ${changes}`]],
    ["has a text for a number", `${row}/randomSeed`, expected("number", "string"), [seed, '"randomSeed": "1",']],
    ["lacks a field", `${row}/seed`, expected("string", "undefined"), ['"seed": "portfolio",', ""]],
    ["has a field too many deep inside", `${row}/clock/toString`, unknown, ['"offset"', '"toString": 1, "offset"']],
    ["has two rows with one key", "", "jobs: two rows have the key 40000000", ["40000001", "40000000"]],
  ])(
    "an account file that %s is refused with its place and the reason, and left as it is",
    async (_, where, words, edit) => {
      const folder = await folderWith(Array.isArray(edit) ? (text) => text.replace(...edit) : edit);
      const reason = words.replace("…", folder);
      const before = contents(folder);
      const storage = await fileStorage(folder);
      const path = join(folder, "demo.json");
      await expect(storage.open("demo")).rejects.toMatchObject({
        name: "Damaged",
        file: path,
        where,
        reason,
        message: `${path}${where && `, ${where}`}: ${reason}. The file was left as it is.`,
      });
      await expect(storage.create("demo", world())).rejects.toThrow("exists already");
      await storage.close();
      expect(contents(folder)).toEqual(before);
    },
  );

  it.each([
    ["version 1", Buffer.from('{\n  "version": 1,\n  "changes": 0,\n  "world": []\n}\n')],
    ["version 2", Buffer.from('{\n  "version": 2,\n  "changes": 0,\n  "events": {}\n}\n')],
    ["gzip", gzipSync('{\n  "version": 2,\n')],
  ])("an account file of %s is refused with what to do, and left as it is", async (_, bytes) => {
    const folder = temporaryFolder();
    for (const name of ["demo.json", "demo.journal", "demo.start-1.json", "demo.events-1.jsonl"])
      writeFileSync(join(folder, name), bytes);
    const before = contents(folder);
    const storage = await fileStorage(folder);
    await expect(storage.open("demo")).rejects.toThrow(
      `${join(folder, "demo.json")}: an earlier version of tiers-sandbox wrote it; export the worlds of this folder ` +
        "with that version and import them here, or name another folder. The file was left as it is.",
    );
    await storage.close();
    expect(contents(folder)).toEqual(before);
  });

  it.each([
    ["demo.json", '"randomSeed": 1', '"randomSeed": 2'],
    ["demo.json", /\n {2}"shape".*/, ""],
    ["demo.events-1.jsonl", '"name":"demo"', '"name":"dema"'],
  ])("a change of %s is said in one warning until the sandbox writes the file again", async (file, from, to) => {
    const folder = await folderWith((text) => text);
    const path = join(folder, file);
    const before = readFileSync(path, "utf8");
    writeFileSync(path, before.replace(from, to));
    expect(readFileSync(path, "utf8")).not.toBe(before);
    const edits: unknown[] = [];
    const opened = async (change: boolean) => {
      const said: string[] = [];
      const storage = await fileStorage(folder, { report: (message) => said.push(message) });
      const store = (await storage.open("demo")) as Store;
      edits.push(store.editedFile);
      if (change) await commit(store, step(1));
      await storage.close();
      return said;
    };
    const used = "It is used as it is, where a rule could have written it.";
    const warning = `${path} was changed since the sandbox wrote it. ${used}`;
    expect([await opened(true), await opened(false), edits]).toEqual([[warning], [], [path, undefined]]);
  });

  it("a damaged account file does not prevent other accounts from opening", async () => {
    const folder = await folderWith(() => "");
    const storage = await fileStorage(folder);
    await storage.create("other", world());
    await expect(storage.open("demo")).rejects.toThrow("the file is empty");
    expect(await (await storage.open("other"))?.dump()).toEqual(world());
    await storage.close();
  });
});
