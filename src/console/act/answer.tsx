import { useState } from "preact/hooks";
import { type Asked, call } from "../api.ts";
import { Dialog, Field, FileField, useForm } from "../parts/form.tsx";
import { type Configured, useConfigured } from "./configured.ts";
import { sayEvents } from "./triggers.tsx";

type Form = NonNullable<Configured["forms"]>[string];
type Said = Pick<NonNullable<Asked<"occurrences.answer">["body"]>, "outcome" | "issueDate">;

const outcomes = [
  ["", "As it comes: the automatic check decides"],
  ["valid", "Valid: the check finds nothing"],
  ["review", "To be reviewed: the client has to look"],
  ["invalid", "Invalid: the check refuses it"],
  ["pending", "Pending: the check does not end yet"],
] as const;
const ways = [
  ["plausible", "Something plausible"],
  ["file", "A file of yours"],
  ["form", "Form data of yours"],
] as const;

interface Props {
  document: { documentId: number; documentCode: string; documentName: string };
  close(): void;
}

/** Answers a document as the third party would. */
export function AnswerDialog({ document: { documentId, documentCode, documentName }, close }: Props) {
  const form = useConfigured().data?.forms?.[documentCode];
  const { values, field } = useForm({ way: "plausible", outcome: "", issueDate: "" });
  const { way, outcome, issueDate } = values;
  const [file, setFile] = useState<File>();
  const formdata = useForm<Record<string, string>>({});
  const submit = async () => {
    const said = { ...(outcome && { outcome }), ...(issueDate && { issueDate }) } as Said;
    const path = { documentId };
    if (way === "file") {
      if (!file) throw new Error("Choose a file first.");
      const query = { ...said, fileName: file.name };
      return sayEvents((await call("occurrences.answer", { path, query, file })).content);
    }
    const body = way === "form" ? { ...said, formdata: typed(form, formdata.values) } : said;
    sayEvents((await call("occurrences.answer", { path, body })).content);
  };
  const possible = ways.filter(([one]) => one !== "form" || form);
  return (
    <Dialog title={`Answer ${documentName} as the third party`} close={close} submit={submit} action="Answer">
      <Field label="With" {...field("way")} options={possible} />
      <Field label="Outcome" {...field("outcome")} options={outcomes} />
      {way === "file" && <FileField onChange={setFile} hint="It is kept as it is; a PDF can be looked at here." />}
      {way === "form" &&
        form?.map(({ key, title, type }) => (
          <Field
            key={key}
            label={title}
            {...formdata.field(key)}
            options={type === "boolean" ? ["", "true", "false"] : undefined}
            placeholder={type === "date" ? "DD/MM/YYYY" : type}
          />
        ))}
      {way !== "form" && (
        <Field label="Issued on" type="date" {...field("issueDate")} hint="Plausible when left out." />
      )}
    </Dialog>
  );
}

/** Form data by its keys, numbers and booleans as such. */
function typed(form: Form | undefined, values: Record<string, string>): Record<string, string | number | boolean> {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return Object.fromEntries(
    given.map(([key, value]) => {
      const type = form?.find((field) => field.key === key)?.type;
      if (type === "boolean") return [key, value === "true"];
      return [key, type === "number" && value.trim() !== "" && !Number.isNaN(Number(value)) ? Number(value) : value];
    }),
  );
}
