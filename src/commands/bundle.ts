import { command, optional } from "./command.ts";
import { write } from "./file.ts";
import { accountOf, accountOptions, ask } from "./running-sandbox.ts";

export const bundle = command({
  name: "bundle",
  summary: "Pack an account's world and its requests into a ZIP, for open.",
  details: [
    "It holds the requests as a HAR, the audit journal, the whole world, its seed, clock and faults, and a README. " +
      "Credentials are removed, as in the request log. exec and the fixtures for test runners write one by " +
      "themselves when a test fails.",
  ],
  examples: [
    ["bundle", "Into demo.zip."],
    ["bundle --account test --out failed.zip", "Of another account, into another file."],
    ["open failed.zip --port 0", "And served again, as it was."],
  ],
  options: {
    out: optional<string>({ takes: "FILE", short: "o" }, "File to write; the account's name and .zip without it."),
    ...accountOptions,
  },
  async run({ values, show }) {
    const { out: file = `${await accountOf(values)}.zip` } = values;
    const bytes = await ask(values, "accounts.bundle");
    await write(file, bytes, { isData: true });
    show({ file, bytes: bytes.length }, () => [`Wrote ${file}. To serve it again: tiers-sandbox open ${file}`]);
  },
});
