import { call } from "../api.ts";
import { Dialog, Field, useForm } from "../parts/form.tsx";
import { wordOf } from "../parts/words.ts";
import { changed } from "../state.ts";

interface Props {
  responseId: number;
  documentName: string;
  close(): void;
  /** What follows the decision, asked for before it. */
  onward(): () => void;
}

const decided = (documentName: string, statusCode: string) =>
  changed(`${documentName} is ${wordOf(statusCode).toLowerCase()}.`);

/** Approves an answer at once; a comment can be given by its event. */
export async function approve(responseId: number, documentName: string): Promise<void> {
  const { statusCode } = await call("responses.approve", { path: { responseId }, body: {} });
  decided(documentName, statusCode);
}

const sharing = [
  ["yes", "Shared: the third party is told, and asked again"],
  ["no", "Not shared: the document is below expectation"],
] as const;

/** Rejects an answer, with or without telling the third party why. */
export function RejectDialog({ responseId, documentName, close, onward }: Props) {
  const { values, field } = useForm({ comment: "", shared: "yes" });
  const submit = async () => {
    const { comment, shared } = values;
    const body = { ...(comment && { comment }), shareRejectionReason: shared === "yes" };
    const goOn = onward();
    const { statusCode } = await call("responses.reject", { path: { responseId }, body });
    decided(documentName, statusCode);
    goOn();
  };
  return (
    <Dialog title={`Reject ${documentName}`} close={close} submit={submit} action="Reject" danger>
      <Field label="Reason" {...field("comment")} lines={3} />
      <Field label="Is the reason shared?" {...field("shared")} options={sharing} />
    </Dialog>
  );
}
