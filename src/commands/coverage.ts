import { command, Failure, flag, type Option, optional, Usage } from "./command.ts";
import type { Least } from "./coverage/thresholds.ts";
import { write } from "./file.ts";
import { ask, keyOption, urlOption } from "./running-sandbox.ts";
import { wholeNumber } from "./values.ts";

const least = (what: string) =>
  optional<number>({ takes: "PERCENT", parse: wholeNumber(0, 100) }, `Fail when less of the ${what} is covered.`);
const file = (what: string) => optional<string>({ takes: "FILE" }, `File to write ${what} to.`);
const stepSummary: Option<string | null> = {
  summary: "The file that --summary adds to; GitHub Actions sets it.",
  environment: "GITHUB_STEP_SUMMARY",
  environmentOnly: true,
  fallback: null,
};

export const coverage = command({
  name: "coverage",
  summary: "Show what was used of the contract: what is missing first, percentages last.",
  takes: "[FILE…]",
  words: [0, Number.POSITIVE_INFINITY],
  details: [
    "Without a FILE, by all accounts of a running sandbox since its start. With FILEs, which coverage --json writes, " +
      "or folders, to which exec --coverage and the fixtures add theirs, by all of them together: those of several " +
      "workers, shards or languages.",
    "An operation is covered by a success. Statuses that a fault or the header Prefer made are counted apart.",
  ],
  examples: [
    ["coverage --min-operations 90", "After the tests: fail when less is covered."],
    ["coverage --json > shard-1.json", "Keep the counts of one shard."],
    ["coverage shard-1.json shard-2.json --html coverage.html", "Add shards up, as a page to look at."],
    ["coverage --junit coverage.xml --summary", "For CI; the summary is that of a step of GitHub Actions."],
  ],
  options: {
    "min-operations": least("operations"),
    "min-statuses": least("statuses"),
    "min-parameters": least("query parameters"),
    "min-values": least("values of enumerations"),
    "min-events": least("event types"),
    html: file("a page"),
    junit: file("a JUnit report"),
    summary: flag("Add Markdown to the summary of the step of GitHub Actions; elsewhere print it."),
    clear: flag("Begin counting anew afterwards."),
    json: flag("Print JSON, which coverage takes as a FILE."),
    url: urlOption,
    key: keyOption,
    "step-summary": stepSummary,
  },
  async run({ values, argument, others, colour, width, print, show }) {
    const files = argument === "" ? [] : [argument, ...others];
    if (files.length > 0 && values.clear) throw new Usage("--clear is for a running sandbox, and there are FILEs.");
    const summary = values.summary ? (values["step-summary"] ?? undefined) : undefined;
    if (values.json && values.summary && summary === undefined)
      throw new Usage("--json and --summary cannot both be printed: leave one out, or set GITHUB_STEP_SUMMARY.");
    const found =
      files.length > 0 ? (await import("./coverage/files.ts")).coverageIn(files) : await ask(values, "coverage.read");
    if (values.summary && summary === undefined) print((await import("./coverage/summary.ts")).markdown(found));
    else {
      const { readable } = await import("./coverage/terminal.ts");
      show(found, () => readable(found, { width, colour }));
    }
    if (values.clear) await ask(values, "coverage.clear");
    const least: Least = {
      operations: values["min-operations"],
      statuses: values["min-statuses"],
      parameters: values["min-parameters"],
      values: values["min-values"],
      events: values["min-events"],
    };
    const { junit, html } = values;
    if (junit !== undefined) await write(junit, (await import("./coverage/junit.ts")).junit(found, least));
    if (html !== undefined) await write(html, (await import("./coverage/page.ts")).page(found));
    if (summary !== undefined)
      await write(summary, (await import("./coverage/summary.ts")).markdown(found), { flag: "a" });
    const { judged } = await import("./coverage/thresholds.ts");
    const shortfalls = judged(found, least).flatMap(({ shortfall }) => shortfall ?? []);
    if (shortfalls.length > 0) throw new Failure(shortfalls.join("\n"));
  },
});
