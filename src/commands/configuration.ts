import { command, Failure, Usage, unknownWord } from "./command.ts";
import { checkedConfiguration, jsonIn, violationLine } from "./configuration-file.ts";

const words = ["check"];

export const configuration = command({
  name: "configuration",
  summary: "Check a configuration of an account: attributes, documents, forms, dossier types, rules.",
  takes: "check FILE",
  words: [1, 2],
  choices: async () => words,
  details: ["check needs no sandbox. It names every violation at once, with its place and what to do."],
  examples: [["configuration check account.json", "Whether an account can have it; the exit code says so."]],
  options: {},
  async run({ argument, others: [file], show }) {
    if (!words.includes(argument)) throw unknownWord("configuration", argument, words);
    if (file === undefined) throw new Usage(`configuration ${argument} needs FILE.`);
    const checked = await checkedConfiguration(jsonIn(file));
    const violations = "violations" in checked ? checked.violations : [];
    const count = violations.length + ("further" in checked ? checked.further : 0);
    show({ file, violations }, () => (count > 0 ? violations.map(violationLine) : [`${file} has no violations.`]));
    if (count > 0) throw new Failure(`${file} has ${count === 1 ? "1 violation" : `${count} violations`}.`);
  },
});
