import { useState } from "preact/hooks";
import { type Asked, call, type Reply } from "../api.ts";
import { useLoad } from "../load.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { clock } from "../state.ts";
import { sayEvents } from "./trigger.ts";

type Form = Reply<"reference.forms">["content"][number];
type Answer = NonNullable<Asked<"occurrences.answer">["body"]>;

const outcomes = [
  ["", "As it comes: the automatic check decides"],
  ["valid", "Valid: the check finds nothing"],
  ["review", "To be reviewed: the client has to look"],
  ["invalid", "Invalid: the check refuses it"],
  ["pending", "Pending: the check does not end yet"],
] as const;
const ways = { plausible: "Something plausible", file: "A file of yours", form: "Form data of yours" };
type Way = keyof typeof ways;

interface Props {
  document: { documentId: number; documentCode: string; documentName: string };
  close(): void;
}

/** Answers a document as the third party would. */
export function AnswerDialog({ document: { documentId, documentCode, documentName }, close }: Props) {
  const { data } = useLoad((signal) => call("reference.forms", { signal }), [], { still: true });
  const form = data?.content.find((one) => one.documentCode === documentCode);
  const [way, setWay] = useState<Way>("plausible");
  const [outcome, setOutcome] = useState("");
  const [issueDate, setIssueDate] = useState("");
  const [file, setFile] = useState<File>();
  const [values, setValues] = useState<Record<string, string>>({});
  const submit = async () => {
    const said = { ...(outcome && { outcome }), ...(issueDate && { issueDate }) } as Pick<
      Answer,
      "outcome" | "issueDate"
    >;
    const path = { documentId };
    if (way === "file") {
      if (!file) throw new Error("Choose a file first.");
      const query = { ...said, fileName: file.name };
      return sayEvents((await call("occurrences.answer", { path, query, file })).content);
    }
    const body = way === "form" ? { ...said, formdata: typed(form, values) } : said;
    sayEvents((await call("occurrences.answer", { path, body })).content);
  };
  const possible = (Object.keys(ways) as Way[]).filter((one) => one !== "form" || form);
  return (
    <Dialog title={`Answer ${documentName} as the third party`} close={close} submit={submit} action="Answer">
      <Field
        label="With"
        value={way}
        onInput={(value) => setWay(value as Way)}
        options={possible.map((one) => [one, ways[one]] as const)}
      />
      <Field label="Outcome" value={outcome} onInput={setOutcome} options={outcomes} />
      {way === "file" && <FileField onChange={setFile} />}
      {way === "form" && form && <FormFields form={form} values={values} onChange={setValues} />}
      {way !== "form" && (
        <Field
          label="Issued on"
          type="date"
          value={issueDate}
          onInput={setIssueDate}
          max={clock.value?.now.slice(0, 10)}
          hint="Plausible when left out."
        />
      )}
    </Dialog>
  );
}

const FileField = ({ onChange }: { onChange(file: File | undefined): void }) => (
  <div class="field">
    <label for="answer-file">File</label>
    <input id="answer-file" type="file" onChange={(event) => onChange(event.currentTarget.files?.[0])} />
    <small>It is kept as it is; a PDF can be looked at here.</small>
  </div>
);

interface FieldsProps {
  form: Form;
  values: Record<string, string>;
  onChange(values: Record<string, string>): void;
}
/** The questions of a form; what is left empty is filled in plausibly. */
const FormFields = ({ form, values, onChange }: FieldsProps) => (
  <>
    {form.fields.map(({ key, title, type }) => (
      <Field
        key={key}
        label={title}
        value={values[key] ?? ""}
        onInput={(value) => onChange({ ...values, [key]: value })}
        options={type === "boolean" ? ["", "true", "false"] : undefined}
        placeholder={type === "date" ? "DD/MM/YYYY" : type}
      />
    ))}
  </>
);

/** Form data by its keys, numbers and booleans as such. */
function typed(form: Form | undefined, values: Record<string, string>): Record<string, string | number | boolean> {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return Object.fromEntries(
    given.map(([key, value]) => {
      const type = form?.fields.find((field) => field.key === key)?.type;
      if (type === "boolean") return [key, value === "true"];
      return [key, type === "number" && value.trim() !== "" && !Number.isNaN(Number(value)) ? Number(value) : value];
    }),
  );
}
