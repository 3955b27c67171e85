import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundle } from "../../src/commands/bundle.ts";
import { open } from "../../src/commands/open.ts";
import { running } from "../control/running.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { filesOf } from "../support/archive.ts";
import { failure, run } from "./invoked.ts";

const on = running();

describe("the command bundle", () => {
  it("writes an account into a file, and says how to open it", async () => {
    await on.sandbox.world("packed", { seed: "empty" });
    const file = join(temporaryFolder(), "failed.zip");
    const words = ["--account", "packed", "--out", file, "--url", on.sandbox.url];
    expect(await run(bundle, words)).toBe(`Wrote ${file}. To serve it again: tiers-sandbox open ${file}`);
    expect(JSON.parse(filesOf(readFileSync(file))["manifest.json"] as string)).toMatchObject({ accountId: "packed" });
    expect(JSON.parse(await run(bundle, [...words, "--json"]))).toEqual({ file, bytes: statSync(file).size });
  });

  it("says what is wrong with an account, and with a place, and writes nothing", async () => {
    const folder = temporaryFolder();
    const at = ["--url", on.sandbox.url, "--out"];
    const missing = await failure(run(bundle, [...at, join(folder, "x.zip"), "--account", "nobody"]));
    expect([missing.message, existsSync(join(folder, "x.zip"))]).toEqual([
      expect.stringContaining("There is no account nobody yet"),
      false,
    ]);
    await on.sandbox.world("placed", { seed: "empty" });
    const nowhere = await failure(run(bundle, [...at, join(folder, "no", "x.zip"), "--account", "placed"]));
    expect(nowhere.message).toContain(`${join(folder, "no", "x.zip")} cannot be written`);
  });
});

describe("the command open", () => {
  it("names the file that cannot be opened, and says why", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "notes.zip");
    writeFileSync(file, "notes");
    expect((await failure(run(open, [file]))).message).toBe(`${file} cannot be opened. It is no ZIP archive.`);
    expect((await failure(run(open, [join(folder, "none.zip")]))).message).toContain("none.zip cannot be read: ENOENT");
    expect((await failure(run(open, [folder]))).message).toBe(`${folder} is a folder: give a regular file.`);
  });
});
