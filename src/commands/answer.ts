import { basename } from "node:path";
import { mediaTypeOf } from "../domain/file-name.ts";
import { command, option, optional, Usage } from "./command.ts";
import { read } from "./file.ts";
import { eventLines } from "./lines.ts";
import { accountOptions, ask } from "./running-sandbox.ts";
import { asUsage, id, moment, oneOf, reader } from "./values.ts";

const field = reader("like iban=FR7630004008230001005432188", (text) => {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  return key !== undefined && value !== undefined ? ([key, value] as const) : undefined;
});

export const answer = command({
  name: "answer",
  summary: "Answer a document as the third party would: something plausible, a file, or form values.",
  takes: "DOCUMENT_ID",
  options: {
    file: optional<string>({ summary: "File to hand in.", takes: "FILE", short: "f" }),
    form: option<readonly (readonly [string, string])[]>({
      summary: "Value of the form.",
      takes: "KEY=VALUE",
      repeatable: true,
      fallback: [],
      shown: "",
      parse: field,
    }),
    outcome: optional<"valid" | "review" | "invalid" | "pending">({
      summary: "What the automatic check will find: valid, review, invalid or pending.",
      takes: "OUTCOME",
      parse: oneOf("valid", "review", "invalid", "pending"),
    }),
    "issue-date": optional<string>({
      summary: "The day the piece was issued.",
      takes: "DAY",
      parse: (text) => moment(text).slice(0, 10),
    }),
    ...accountOptions,
  },
  async run({ values, argument, print }) {
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
            raw: { bytes: await read(file), contentType: mediaTypeOf(basename(file)) },
          };
    const { content } = await ask(values, "occurrences.answer", request);
    for (const line of eventLines(content)) print(line);
  },
});
