import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
    ["holds null", () => "null", "/version", "expected 2"],
    ["holds an empty list", () => "[]", "/version", "expected 2"],
    [
      "counts other changes than its log goes on from",
      (text: string) => text.replace('"changes": 1,', '"changes": 2,'),
      "/changes",
      "the log goes on from 1, and the file was changed since the sandbox wrote it",
    ],
    ["is not JSON at all", () => "Bonjour", "line 1", 'it is not JSON: expected a value, but there is "Bonjour"'],
    [
      "was cut off",
      (text: string) => text.slice(0, text.indexOf('"frozenAt": ') + 12),
      "line 17",
      "it is not JSON: expected a value, but the file ends",
    ],
    [
      "has a comma too many",
      (text: string) => text.replace('"changes": 1,', '"changes": 1,,'),
      "line 3",
      'it is not JSON: expected a name in double quotes, but there is ","',
    ],
    [
      "has a comma too many in a row",
      (text: string) => text.replace('"randomSeed": 1,', '"randomSeed": 1,,'),
      "line 13",
      'it is not JSON: expected a name in double quotes, but there is ","',
    ],
    [
      "lacks a comma",
      (text: string) => text.replace('"randomSeed": 1,', '"randomSeed": 1'),
      "line 14",
      'it is not JSON: expected a comma or }, but there is "\\"size\\": null,"',
    ],
    [
      "lacks a quote",
      (text: string) => text.replace('"portfolio"', '"portfolio'),
      "line 12",
      'it is not JSON: expected a value, but there is "\\"portfolio,"',
    ],
    [
      "lacks a brace",
      (text: string) => text.replace('"offset": 0\n      }', '"offset": 0'),
      "line 20",
      'it is not JSON: expected a comma or }, but there is "],"',
    ],
    [
      "has a brace too many",
      (text: string) => text.replace('"changes": 1,', '"changes": 1},'),
      "line 3",
      'it is not JSON: expected nothing more, but there is ","',
    ],
    [
      "holds a comment",
      (text: string) => text.replace('"changes"', '// mine\n  "changes"'),
      "line 3",
      'it is not JSON: expected a name in double quotes, but there is "// mine"',
    ],
    [
      "has bytes that are not UTF-8",
      (text: string) => Buffer.from(text.replace("Novalune Systèmes", "Novalune Syst\u00e8mes"), "latin1"),
      "line 34",
      "the row that begins here holds bytes that are not UTF-8",
    ],
    [
      "is of a newer version, whatever its rows",
      (text: string) => text.replace('"version": 2', '"version": 3').replace('"randomSeed"', '"dice"'),
      "/version",
      "a newer tiers-sandbox wrote it (this one reads version 2)",
    ],
    ["has no version", (text: string) => text.replace('"version": 2,', ""), "/version", "expected 2"],
    [
      "has lost its number of changes",
      (text: string) => text.replace('"changes": 1,', ""),
      "/changes",
      "expected the number of changes that it holds",
    ],
    ["lacks a collection", (text: string) => text.replace('"files": [],', ""), "/files", "is missing"],
    [
      "has a collection that is not known",
      (text: string) => text.replace('"files": [],', '"files": [], "filez": [],'),
      "/filez",
      "is not a collection that is known here",
    ],
    [
      "has a collection that is not a list",
      (text: string) => text.replace('"files": []', '"files": {}'),
      "/files",
      "expected an array",
    ],
    [
      "has a collection twice",
      (text: string) => text.replace('"files": [],', '"files": [], "sequences": [],'),
      "/sequences",
      "is there twice",
    ],
    [
      "has something else among its rows",
      (text: string) => text.replace('"files": []', '"files": [null]'),
      "/files/0",
      "expected an object",
    ],
    [
      "has a list among its rows",
      (text: string) => text.replace('"files": []', '"files": [[]]'),
      "line 283, /files/0",
      "Invalid input: expected object, received array",
    ],
    [
      "has a value of the wrong kind",
      (text: string) => text.replace('"randomSeed": 1', '"randomSeed": "1"'),
      "line 9, /world/0/randomSeed",
      "Invalid input: expected number, received string",
    ],
    [
      "has a fraction for a whole number",
      (text: string) => text.replace('"offset": 0', '"offset": 0.5'),
      "line 9, /world/0/clock/offset",
      "Invalid input: expected int, received number",
    ],
    [
      "lacks a field",
      (text: string) => text.replace('"seed": "portfolio",', ""),
      "line 9, /world/0/seed",
      "Invalid input: expected string, received undefined",
    ],
    [
      "has a field too many",
      (text: string) => text.replace('"seed"', '"sead": 1,\n"seed"'),
      "line 9, /world/0/sead",
      "is not a field that is known here",
    ],
    [
      "has a field too many deep inside",
      (text: string) => text.replace('"offset"', '"toString": 1, "offset"'),
      "line 9, /world/0/clock/toString",
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

  it("a folder in the place of an account file is named", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "demo.json"));
    const storage = await fileStorage(folder);
    await expect(storage.open("demo")).rejects.toThrow(`${join(folder, "demo.json")}: it is a folder, not a file`);
    await storage.close();
  });

  it.each([
    ["demo.json", '"randomSeed": 1', '"randomSeed": 2', "was changed since the sandbox wrote it. Its rows fit"],
    [
      "demo.json",
      /\n {2}"shape".*/,
      "",
      "was changed since the sandbox wrote it, or an older version wrote it. Its rows fit",
    ],
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
    await expect(storage.open("demo")).rejects.toThrow("line 14");
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
