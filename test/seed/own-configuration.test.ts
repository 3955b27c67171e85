import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ConfigurationFile, configurationFormat as format } from "../../contract/configuration.ts";
import { startSandbox } from "../../src/start.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { makeSandbox, makeWorld } from "../support/sandbox.ts";

const only = (code: string): ConfigurationFile => ({
  format,
  base: "empty",
  documentTypes: { [code]: { label: code } },
});
const codes = ["OF_SERVER", "OF_SEED", "OF_REQUEST", "OF_LIFE"];
function seedWith(more: object): string {
  const path = join(temporaryFolder(), "own.json");
  writeFileSync(path, JSON.stringify({ format: "tiers-sandbox/world@1", name: "Own", description: "", ...more }));
  return path;
}

describe("what a new account has configured", () => {
  it.each([
    [null, false, undefined, []],
    [only("OF_SERVER"), false, undefined, ["OF_SERVER"]],
    [null, true, undefined, ["OF_SEED"]],
    [only("OF_SERVER"), true, undefined, ["OF_SEED"]],
    [only("OF_SERVER"), true, only("OF_REQUEST"), ["OF_REQUEST"]],
  ])("is what the request says, else the seed, else the server: %#", async (configuration, seeds, wish, own) => {
    const seed = seeds ? seedWith({ configuration: only("OF_SEED") }) : "empty";
    const world = await makeWorld({ on: makeSandbox({ seed, configuration }), seed });
    const shown = async () => {
      const { body } = await world.control("get", "/configuration").expect(200);
      return codes.filter((code) => code in body.documentTypes);
    };
    await world.control("put", "", wish && { configuration: wish });
    expect(await shown()).toEqual(own);
    // A reset goes back to what the world was made with, whatever it was given since.
    await world.control("put", "/configuration", only("OF_LIFE")).expect(200);
    expect(await shown()).toEqual(["OF_LIFE"]);
    await world.control("post", "/reset").expect(200);
    expect(await shown()).toEqual(own);
  });

  it("is that of an account that its first request makes", async () => {
    const { worlds } = makeSandbox({ configuration: only("OF_SERVER") }).sandbox;
    expect((await worlds.openOrCreate("demo")).configuration.documentTypes.has("OF_SERVER")).toBe(true);
  });

  it("leaves out the steps of a seed that it has not the codes for, and says which", async () => {
    const steps = [
      { do: "add", at: "-P9D", as: "one", type: "CIT001", value: "21996648800021" },
      { do: "dossier", at: "-P8D", on: "one", documents: ["CODE_CONDUITE"] },
    ];
    const seed = seedWith({ configuration: only("OF_SEED"), script: steps });
    const world = await makeWorld({ on: makeSandbox({ seed }), seed });
    const { body } = await world.control("put", "").expect(200);
    expect(body).toMatchObject({
      thirdparties: 1,
      skipped: ["step 2 (dossier) needs the document type CODE_CONDUITE"],
    });
  });

  it("cannot be asked for beside the state of a world, which has its own", async () => {
    const exported = (await (await makeWorld()).control("get", "/state").expect(200)).body;
    const seed = seedWith({ state: exported.state });
    const world = await makeWorld({ on: makeSandbox({ seed, configuration: only("OF_SERVER") }), seed });
    const { body } = await world.control("get", "/configuration?difference=true").expect(200);
    expect(body).toEqual({ format, base: "default" });
    await world.control("put", "", { configuration: only("OF_REQUEST") }).expect(409);
  });

  it("is refused as a whole, with all that is wrong, before a server starts or a seed is told", async () => {
    const wrong = { format, documentTypes: { KBIS: null }, rules: { X: { label: "X", create: "NOPE" } } } as const;
    const everything = /^The configuration has \d+ violations:\n {2}\/.*KBIS(.|\n)*NOPE/;
    await expect(startSandbox({ configuration: wrong })).rejects.toThrow(everything);
    const seed = seedWith({ configuration: wrong });
    await expect(makeWorld({ on: makeSandbox({ seed }), seed })).rejects.toThrow(/^\/configuration of .*own\.json has/);
  });
});
