import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyHar, emptyWorld } from "../../contract/examples/control.ts";
import { openapiDocument } from "../../contract/openapi.ts";
import { keepBundle } from "../../src/client/bundle-folder.ts";
import { HarFile } from "../../src/commands/har-file.ts";
import { schemaSql } from "../../src/team/postgres/schema.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { asking } from "./asking.ts";

const file = (name: string, content?: string) => {
  const path = join(temporaryFolder(), name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
};
const json = (value: unknown) => JSON.stringify(value, null, 2);

describe("a command that writes a file", () => {
  it.each([
    ["export", "GET /_sandbox/accounts/demo/state", emptyWorld],
    ["requests --har --status 400", "GET /_sandbox/requests.har?status=400&limit=1000", emptyHar],
    ["requests --har --limit 5", "GET /_sandbox/requests.har?limit=5", emptyHar],
    ["openapi --surface control", undefined, openapiDocument("control")],
  ])("prints it without --out, and says where it is with it: %s", async (line, request, content) => {
    const asked = request === undefined ? [] : [request];
    expect(await asking(line)).toMatchObject({ asked, printed: [json(content)] });
    const out = file("out.json");
    expect(await asking(`${line} --out ${out}`)).toMatchObject({ asked, printed: [`Wrote ${out}.`] });
    expect(readFileSync(out, "utf8")).toBe(`${json(content)}\n`);
    const nowhere = join(out, "x.json");
    expect((await asking(`${line} -o ${nowhere}`)).error).toMatch(/^Failure: .*x\.json cannot be written: ENOTDIR/);
  });

  it.runIf(process.platform !== "win32")("lets nobody else read a world", async () => {
    const folder = temporaryFolder();
    const lines = ["export --out world.json", "bundle --out world.zip", "requests --har --out seen.har"];
    const files = ["world.json", "world.zip", "seen.har", "own.json", "failed.zip", "run.har"];
    const modes = () => files.map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8));
    for (const isThere of [false, true]) {
      // What was open to others is so no more.
      for (const name of isThere ? files : []) {
        writeFileSync(join(folder, name), "longer than what is written in its place");
        chmodSync(join(folder, name), 0o644);
      }
      for (const line of [...lines, "configuration show --out own.json"])
        await asking(line.replace("--out ", `--out ${folder}/`));
      await keepBundle("failed", Buffer.from("zip"), folder);
      new HarFile(join(folder, "run.har"), { name: "x", version: "1" }).close();
      expect(modes()).toEqual(files.map(() => "600"));
      expect(readFileSync(join(folder, "failed.zip"), "utf8")).toBe("zip");
    }
  });

  it.each([
    ["--out a.YML", true],
    ["--out a.yaml --json", true],
    ["--out a.yaml --format json", false],
    ["--out a.json --format yaml", true],
    ["--out yaml.txt", false],
  ])("openapi chooses YAML by the format, or else by the name: %s", async (words, isYaml) => {
    const folder = temporaryFolder();
    const line = words.replace("--out ", `--out ${folder}/`);
    await asking(`openapi ${line}`);
    const text = readFileSync(line.split(" ")[1] as string, "utf8");
    expect(text.startsWith("openapi: ")).toBe(isYaml);
  });
});

describe("bundle and open", () => {
  it("bundle writes an account into a file, and says how to open it", async () => {
    const out = file("failed.zip");
    expect(await asking(`bundle --account packed --out ${out}`)).toMatchObject({
      asked: ["GET /_sandbox/accounts/packed/bundle"],
      printed: [`Wrote ${out}. To serve it again: tiers-sandbox open ${out}`],
    });
    expect(readFileSync(out, "utf8")).toBe("bytes");
    const { printed } = await asking(`bundle -o ${out} --json`);
    expect(JSON.parse(printed.join(""))).toEqual({ file: out, bytes: 5 });
  });

  it("open says why a file is no bundle, and that a folder is none", async () => {
    const notes = file("notes.zip", "notes");
    expect((await asking(`open ${notes}`)).error).toBe(`Failure: ${notes} cannot be opened. It is no ZIP archive.`);
    const folder = temporaryFolder();
    expect((await asking(`open ${folder}`)).error).toBe(`Failure: ${folder} is a folder: give a regular file.`);
    expect((await asking(`stop --data ${folder}`)).error).toBe(`Failure: No sandbox runs on ${folder}.`);
  });

  it("database prints the SQL that makes all tables", async () => {
    const { printed } = await asking("database --sql");
    expect(printed).toEqual([schemaSql.trimEnd()]);
    expect(schemaSql).toContain("create table tiers_worlds");
  });
});

describe("a command that reads a file", () => {
  it("answer hands it in under its name, with its media type", async () => {
    const pdf = file("kbis.pdf", "%PDF-1.4");
    const path = "/_sandbox/accounts/demo/documents/11031002/answers";
    expect(await asking(`answer 11031002 -f ${pdf} --outcome review --issue-date 2026-01-10T08:00`)).toMatchObject({
      asked: [`POST ${path}?fileName=kbis.pdf&outcome=review&issueDate=2026-01-10 application/pdf: %PDF-1.4`],
    });
  });

  it("import sends what export wrote, also after a byte-order mark", async () => {
    const world = file("world.json", JSON.stringify(emptyWorld));
    expect(await asking(`import ${world} --account copy`)).toMatchObject({
      asked: [`PUT /_sandbox/accounts/copy/state ${JSON.stringify(emptyWorld)}`],
      printed: [
        "demo, from empty: 0 third parties, 0 dossiers, 0 documents, 0 events; " +
          "its clock stands at 2026-01-15T09:00:00.000.",
      ],
    });
    const marked = file("marked.json", `\ufeff${JSON.stringify(emptyWorld)}`);
    expect((await asking(`import ${marked}`)).asked).toEqual([
      `PUT /_sandbox/accounts/demo/state ${JSON.stringify(emptyWorld)}`,
    ]);
    const torn = file("torn.json", "{");
    expect((await asking(`import ${torn}`)).error).toMatch(/^Failure: .*torn\.json is not JSON: .+/);
  });

  it.each(["import", "answer 1 --file", "verify --har", "open", "coverage"])(
    "says which file cannot be read, and asks nothing: %s",
    async (line) => {
      const none = file("none.zip");
      expect(await asking(`${line} ${none}`)).toMatchObject({
        ...{ asked: [], printed: [], error: expect.stringMatching(/^Failure: .*none\.zip cannot be read: ENOENT/) },
      });
      expect(existsSync(none)).toBe(false);
    },
  );
});
