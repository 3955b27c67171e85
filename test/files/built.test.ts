import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtFile } from "../../src/files/built.ts";
import { temporaryFolder } from "../store/file/folders.ts";

describe("a file of the built console", () => {
  const consoleOf = (...names: string[]) => {
    const folder = join(temporaryFolder(), "console");
    mkdirSync(folder);
    for (const name of names) writeFileSync(join(folder, name), name);
    return folder;
  };

  it.each([
    ["index.html", "text/html; charset=utf-8"],
    ["app-1.js", "text/javascript; charset=utf-8"],
    ["app.css", "text/css; charset=utf-8"],
    ["icon.svg", "image/svg+xml"],
    ["app.js.map", "application/json"],
  ])("%s has its type and a tag of its bytes", async (name, contentType) => {
    const folder = consoleOf(name);
    const file = await builtFile(folder, name);
    expect(file).toEqual({ bytes: Buffer.from(name), contentType, etag: expect.stringMatching(/^"[\w-]{27}"$/) });
    writeFileSync(join(folder, name), "other");
    expect((await builtFile(folder, name))?.etag).not.toBe(file?.etag);
  });

  it.each([".hidden.html", "../secret.html", "notes.txt", "absent.html", "index.html/", ""])(
    "is not found by the name %j",
    async (name) =>
      expect(
        await builtFile(consoleOf("index.html", ".hidden.html", "notes.txt", "../secret.html"), name),
      ).toBeUndefined(),
  );
});
