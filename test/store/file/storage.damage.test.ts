import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Store } from "../../../src/store/store.ts";
import { commit, step, world } from "../samples.ts";
import { contents, temporaryFolder } from "./folders.ts";

/** A folder with an edited account file and a write-ahead log, as a killed process leaves it. */
async function folderWith(edit: (accountFile: string) => string | Buffer): Promise<string> {
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
  it.each([
    ["is empty", () => "", "", "the file is empty"],
    [
      "is filled with zeros",
      (text: string) => Buffer.alloc(text.length),
      "line 1",
      "there are zero bytes where JSON should be",
    ],
    [
      "begins with a byte-order mark",
      (text: string) => `\ufeff${text}`,
      "line 1",
      "it begins with a byte-order mark; save it as UTF-8 without one",
    ],
    ["holds null", () => "null", "/format", "expected tiers-sandbox/account@1"],
    ["holds an empty list", () => "[]", "/format", "expected tiers-sandbox/account@1"],
    [
      "counts other changes than its log begins after",
      (text: string) => text.replace('"changes": 1,', '"changes": 2,'),
      "/changes",
      "the log begins after change 1, and the file was changed since the sandbox wrote it",
    ],
    ["is not JSON at all", () => "Bonjour", "line 1", 'it is not JSON: invalid symbol at "Bonjour"'],
    [
      "was cut off",
      (text: string) => text.slice(0, text.indexOf('"frozenAt": ') + 12),
      "line 19",
      "it is not JSON: value expected at the end",
    ],
    [
      "has a comma too many",
      (text: string) => text.replace('"changes": 1,', '"changes": 1,,'),
      "line 3",
      'it is not JSON: property name expected at ","',
    ],
    [
      "has a comma too many in a row",
      (text: string) => text.replace('"randomSeed": 1,', '"randomSeed": 1,,'),
      "line 15",
      'it is not JSON: property name expected at ","',
    ],
    [
      "lacks a comma",
      (text: string) => text.replace('"randomSeed": 1,', '"randomSeed": 1'),
      "line 16",
      'it is not JSON: comma expected at "\\"size\\": null,"',
    ],
    [
      "lacks a quote",
      (text: string) => text.replace('"portfolio"', '"portfolio'),
      "line 14",
      'it is not JSON: unexpected end of string at "\\"portfolio,"',
    ],
    [
      "lacks a brace",
      (text: string) => text.replace('"offset": 0\n        }', '"offset": 0'),
      "line 22",
      'it is not JSON: comma expected at "],"',
    ],
    [
      "has a brace too many",
      (text: string) => text.replace('"changes": 1,', '"changes": 1},'),
      "line 3",
      'it is not JSON: end of file expected at ","',
    ],
    [
      "holds a comment",
      (text: string) => text.replace('"changes"', '// mine\n  "changes"'),
      "line 3",
      'it is not JSON: invalid comment token at "// mine"',
    ],
    [
      "has bytes that are not UTF-8",
      (text: string) => Buffer.from(text.replace("Novalune Systèmes", "Novalune Syst\u00e8mes"), "latin1"),
      "line 42",
      "it holds bytes that are not UTF-8",
    ],
    [
      "is of a newer version, whatever its rows",
      (text: string) => text.replace("account@1", "account@2").replace('"randomSeed"', '"dice"'),
      "/format",
      "a newer tiers-sandbox wrote it (this one reads tiers-sandbox/account@1)",
    ],
    [
      "has no format",
      (text: string) => text.replace('"format": "tiers-sandbox/account@1",', ""),
      "/format",
      "expected tiers-sandbox/account@1",
    ],
    [
      "has a field that is not known",
      (text: string) => text.replace('"changes": 1,', '"changes": 1, "changed": 1,'),
      "/changed",
      "is not a field that is known here",
    ],
    [
      "has no rows",
      (text: string) => text.replace('"state"', '"stated"'),
      "/state",
      "expected an object of collections",
    ],
    [
      "has lost its number of changes",
      (text: string) => text.replace('"changes": 1,', ""),
      "/changes",
      "expected the number of changes that it holds",
    ],
    ["lacks a collection", (text: string) => text.replace('"files": [],', ""), "/state/files", "is missing"],
    [
      "has a collection that is not known",
      (text: string) => text.replace('"files": [],', '"files": [], "filez": [],'),
      "/state/filez",
      "is not a collection that is known here",
    ],
    [
      "has a collection that is not a list",
      (text: string) => text.replace('"files": []', '"files": {}'),
      "/state/files",
      "expected an array",
    ],
    [
      "has a collection twice",
      (text: string) => text.replace('"files": [],', '"files": [], "sequences": [],'),
      "/state/sequences",
      "is there twice",
    ],
    [
      "has something else among its rows",
      (text: string) => text.replace('"files": []', '"files": [null]'),
      "line 285, /state/files/0",
      "Invalid input: expected object, received null",
    ],
    [
      "has a list among its rows",
      (text: string) => text.replace('"files": []', '"files": [[]]'),
      "line 285, /state/files/0",
      "Invalid input: expected object, received array",
    ],
    [
      "has a value of the wrong kind",
      (text: string) => text.replace('"randomSeed": 1', '"randomSeed": "1"'),
      "line 11, /state/world/0/randomSeed",
      "Invalid input: expected number, received string",
    ],
    [
      "has a fraction for a whole number",
      (text: string) => text.replace('"offset": 0', '"offset": 0.5'),
      "line 11, /state/world/0/clock/offset",
      "Invalid input: expected int, received number",
    ],
    [
      "lacks a field",
      (text: string) => text.replace('"seed": "portfolio",', ""),
      "line 11, /state/world/0/seed",
      "Invalid input: expected string, received undefined",
    ],
    [
      "has a field too many",
      (text: string) => text.replace('"seed"', '"sead": 1,\n"seed"'),
      "line 11, /state/world/0/sead",
      "is not a field that is known here",
    ],
    [
      "has a field too many deep inside",
      (text: string) => text.replace('"offset"', '"toString": 1, "offset"'),
      "line 11, /state/world/0/clock/toString",
      "is not a field that is known here",
    ],
    [
      "has two rows with one key",
      (text: string) => text.replace('"jobId": 40000001', '"jobId": 40000000'),
      "",
      "jobs: two rows have the key 40000000",
    ],
  ])(
    "an account file that %s is refused with its place and the reason, and left as it is",
    async (_, edit, where, reason) => {
      const folder = await folderWith(edit);
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

  it("a folder in the place of an account file is named", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "demo.json"));
    const storage = await fileStorage(folder);
    await expect(storage.open("demo")).rejects.toThrow(`${join(folder, "demo.json")}: it is a folder, not a file`);
    await storage.close();
  });

  it.each([
    ["demo.json", '"randomSeed": 1', '"randomSeed": 2', "was changed since the sandbox wrote it. Its rows fit"],
    ["demo.json", /\n {2}"shape".*/, "", "was changed since the sandbox wrote it. Its rows fit"],
    ["demo.events-1.jsonl", '"name":"demo"', '"name":"dema"', "was changed since the sandbox wrote it. Its events fit"],
  ])("a change of %s is said in one warning until the sandbox writes the file again", async (file, from, to, words) => {
    const folder = await folderWith((text) => text);
    const path = join(folder, file);
    const before = readFileSync(path, "utf8");
    writeFileSync(path, before.replace(from, to));
    expect(readFileSync(path, "utf8")).not.toBe(before);
    const opened = async (change: boolean) => {
      const said: string[] = [];
      const storage = await fileStorage(folder, { report: (message) => said.push(message) });
      const store = (await storage.open("demo")) as Store;
      if (change) await commit(store, step(1));
      await storage.close();
      return said;
    };
    const warning = `${path} ${words}, and are used as they are.`;
    expect([await opened(true), await opened(false)]).toEqual([[warning], []]);
  });

  it("an account whose file was repaired can be opened", async () => {
    const folder = await folderWith((text) => text.replace('"randomSeed": 1,', '"randomSeed": 1'));
    const storage = await fileStorage(folder);
    await expect(storage.open("demo")).rejects.toThrow("line 16");
    const path = join(folder, "demo.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"randomSeed": 1', '"randomSeed": 1,'));
    expect(await (await storage.open("demo"))?.get("sequences", "step")).toEqual({ name: "step", next: 1 });
    await storage.close();
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
