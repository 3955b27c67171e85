import { basename } from "node:path";
import { mediaTypeOf } from "../domain/document/file-name.ts";
import { command, option, optional, Usage } from "./command.ts";
import { read } from "./file.ts";
import { eventLine } from "./lines.ts";
import { accountOptions, ask } from "./running-sandbox.ts";
import { asUsage, id, moment, reader } from "./values.ts";

const field = reader("like iban=FR7630004008230001005432188", (text) => {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  return key !== undefined && value !== undefined ? ([key, value] as const) : undefined;
});

export const answer = command({
  name: "answer",
  summary: "Answer a document as the third party would: something plausible, a file, or form values.",
  takes: "DOCUMENT_ID",
  examples: [
    ["answer 11031002", "Something plausible."],
    ["answer 11031002 --file kbis.pdf --outcome review", "A file, which the client has to look at."],
    ["answer 11031002 --form iban=FR7630004008230001005432188", "A form; the rest is filled in."],
  ],
  options: {
    file: optional<string>({ takes: "FILE", short: "f" }, "File to hand in."),
    form: option<readonly (readonly [string, string])[]>(
      { takes: "KEY=VALUE", repeatable: true, fallback: [], parse: field },
      "Value of the form.",
    ),
    outcome: optional<"valid" | "review" | "invalid" | "pending">(
      { takes: "OUTCOME", choices: ["valid", "review", "invalid", "pending"] },
      "What the automatic check will find: valid, review, invalid or pending.",
    ),
    "issue-date": optional<string>(
      { takes: "DAY", parse: (text) => moment(text).slice(0, 10) },
      "The day the piece was issued.",
    ),
    ...accountOptions,
  },
  async run({ values, argument, show }) {
    const { file, form, outcome, "issue-date": issueDate } = values;
    if (file !== undefined && form.length > 0)
      throw new Usage("An answer is a file or form values: --file and --form do not go together.");
    const params = { documentId: asUsage(() => id(argument), "DOCUMENT_ID ") };
    const formdata = form.length > 0 ? Object.fromEntries(form) : undefined;
    const request =
      file === undefined
        ? { params, body: { outcome, issueDate, formdata } }
        : {
            params,
            query: { fileName: basename(file), outcome, issueDate },
            raw: { bytes: read(file), contentType: mediaTypeOf(basename(file)) },
          };
    const { content } = await ask(values, "occurrences.answer", request);
    show(content, () => content.map(eventLine));
  },
});
