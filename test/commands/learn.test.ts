import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { attributes } from "../../contract/attributes.ts";
import { type AnyCommand, Failure, Usage } from "../../src/commands/command.ts";
import { configuration } from "../../src/commands/configuration.ts";
import { learn } from "../../src/commands/learn.ts";
import { outputs, schemaOf } from "../../src/commands/output.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { harOf } from "../support/recorder.ts";
import { asking } from "./asking.ts";
import { failure, run } from "./invoked.ts";

const written = (text: string) => {
  const path = join(temporaryFolder(), "a.json");
  writeFileSync(path, text);
  return path;
};
const har = (headers: object[] = []) =>
  harOf([
    {
      request: { method: "GET", url: "https://service.example/api/v1/account/17/attributes" },
      response: {
        status: 200,
        headers: [{ name: "content-type", value: "application/json" }, ...headers],
        content: { mimeType: "application/json", text: JSON.stringify(attributes.available.examples.success.response) },
      },
    },
  ]);
const shapeOf = (wanted: string) => schemaOf(outputs.find(({ line }) => line === wanted) as (typeof outputs)[number]);
const running = (...words: string[]) => run(learn as AnyCommand, words);

it("learn writes a configuration that has no violations, and prints what it comes from", async () => {
  const [recording, out] = [written(har()), join(temporaryFolder(), "account.json")];
  const said = await running(recording, "--out", out);
  expect(said).toMatch(/^Account 17: 1 exchange with the service\.\nattributes: 2 entries, from 2 definitions/);
  expect(said).toContain("Criticité: the role criticality is guessed by the label.");
  expect(said).toContain("To record: GET /dossiers");
  expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({ base: "empty", attributes: { Criticité: { id: 42 } } });
  expect(await run(configuration as AnyCommand, ["check", out])).toBe(`${out} has no violations.`);
  expect(
    shapeOf("learn FILE --out FILE").parse(JSON.parse(await running(recording, "--json", "--out", out))),
  ).toBeTruthy();
  expect(shapeOf("learn FILE").parse(JSON.parse(await running(recording, "--json")))).toBeTruthy();
});

it("learn refuses a recording that is nested too deep with a sentence, where it cannot be read", async () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const recording = written(har().replace('"content":', `"deep": ${deep}, "content":`));
  const inBody = har().replace(/"text":"(?:[^"\\]|\\.)*"/, () => `"text":${JSON.stringify(`{"content":${deep}}`)}`);
  expect(await running(recording)).toContain("Account 17");
  // The parser of Node 26 has no limit of depth, and the body is then none that the contract knows.
  const said = await running(written(inBody)).catch((error: Error) => error.message);
  expect(said).toMatch(/^a\.json is nested too deep to be read\.$|Account 17/);
});

it("learn --check fails where the recording shows otherwise, and passes where it does not", async () => {
  const recording = written(har());
  const [same, other] = [written(await running(recording, "--json")), written("")];
  writeFileSync(
    other,
    JSON.stringify({
      format: "tiers-sandbox/configuration@1",
      attributes: { Criticité: null },
      rules: { R06: null, R08b: null, R10: null },
    }),
  );
  const checked = JSON.parse(await running(recording, "--check", same, "--json"));
  expect(shapeOf("learn FILE --check FILE").parse(checked)).toMatchObject({ differences: [], sandbox: null });
  const error = await failure(running(recording, "--check", other));
  expect([error instanceof Failure, error.message]).toEqual([
    true,
    expect.stringMatching(/^1 difference between .* and the recording\.$/),
  ]);
});

it("learn says of a recording of a sandbox that it is one, by the header of its answers", async () => {
  const recording = written(har([{ name: "X-Tiers-Sandbox", value: "1.0.0" }]));
  expect(await running(recording, "--out", join(temporaryFolder(), "a.json"))).toContain(
    "They are with a sandbox (its answers say so)",
  );
});

it.each([
  ["no HAR", "{}", "is JSON, but no HAR"],
  ["no JSON", "x", "is not JSON"],
  ["nothing of the service", harOf([]), "holds no request for the service"],
])("learn refuses a file with %s by a sentence that names it", async (_, text, words) => {
  const file = written(text);
  const error = await failure(running(file));
  expect([error instanceof Failure, error.message]).toEqual([
    true,
    expect.stringMatching(new RegExp(`^a\\.json .*${words}`)),
  ]);
});

it("configuration check names every violation with its place, and fails", async () => {
  const wrong = {
    format: "tiers-sandbox/configuration@1",
    attributes: { Zone: { type: "list_unique" } },
    dossierTypes: { CHANTIER: { label: "Chantier", documents: ["PLAN"] } },
  };
  const file = written(JSON.stringify(wrong));
  const printed: string[] = [];
  const show = (_: unknown, lines: () => readonly string[]) => void printed.push(...lines());
  const checking = { argument: "check", others: [file], values: { json: false }, show };
  const error = await failure(configuration.run(checking as unknown as Parameters<typeof configuration.run>[0]));
  expect(error.message).toBe(`${file} has 2 violations.`);
  expect(printed).toEqual([
    expect.stringContaining("/dossierTypes/CHANTIER/documents/0 names PLAN"),
    expect.stringContaining("/attributes/Zone/options is missing"),
  ]);
  const misspelt = written(JSON.stringify({ ...wrong, documentType: {}, attributes: { Zone: { type: "liste" } } }));
  const other = await failure(run(learn as AnyCommand, [written(har()), "--check", misspelt]));
  expect(other.message).toContain("/attributes/Zone/type must be one of");
  expect(other.message).toContain("/documentType is not known here; did you mean documentTypes?");
  expect(await failure(run(configuration as AnyCommand, ["chek"]))).toBeInstanceOf(Usage);
});

it("configuration shows, compares and applies what an account has, and says what it needs", async () => {
  const format = "tiers-sandbox/configuration@1";
  const ofAccount = { format, base: "empty", documentTypes: { PLAN: { label: "Plan" }, OLD: { label: "Old" } } };
  const file = written(
    JSON.stringify({ ...ofAccount, documentTypes: { PLAN: { label: "Map" }, NEW: { label: "New" } } }),
  );
  const answers = { "accounts.configuration": ofAccount };
  expect(await asking("configuration show --difference", answers)).toMatchObject({
    asked: ["GET /_sandbox/accounts/demo/configuration?difference=true"],
    printed: [JSON.stringify(ofAccount, null, 2)],
  });
  expect(await asking(`configuration diff ${file}`, answers)).toMatchObject({
    printed: [
      '/documentTypes/PLAN/label is "Plan"; the file says "Map".',
      "/documentTypes/OLD is of the account alone.",
      "/documentTypes/NEW is of the file alone.",
    ],
    error: `Failure: ${file} and the account differ in 3 places.`,
  });
  const own = written(JSON.stringify(ofAccount));
  expect(await asking(`configuration diff ${own} --json`, answers)).toMatchObject({
    printed: [JSON.stringify({ file: own, differences: [] }, null, 2)],
  });
  expect(await asking(`configuration apply ${own} --stop`)).toMatchObject({
    asked: [`PUT /_sandbox/accounts/demo/configuration?stop=true ${JSON.stringify(ofAccount)}`],
    printed: [expect.stringContaining("its clock stands at")],
  });
  expect(await asking(`accounts make site --configuration ${own}`)).toMatchObject({
    asked: [`PUT /_sandbox/accounts/site ${JSON.stringify({ configuration: ofAccount })}`],
  });
  expect((await asking("configuration apply")).error).toBe("Usage: configuration apply needs FILE.");
});
