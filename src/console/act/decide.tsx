import { useState } from "preact/hooks";
import { call } from "../api.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { wordOf } from "../parts/status.tsx";
import { happened } from "../state.ts";
import { toast } from "../toasts.ts";

interface Props {
  responseId: number;
  documentName: string;
  close(): void;
}

/** Approves an answer at once; a comment can be given by its event. */
export async function approve(responseId: number, documentName: string): Promise<void> {
  const { statusCode } = await call("responses.approve", { path: { responseId }, body: {} });
  toast(`${documentName} is ${wordOf(statusCode).toLowerCase()}.`);
  happened();
}

const sharing = [
  ["yes", "Shared: the third party is told, and asked again"],
  ["no", "Not shared: the document is below expectation"],
] as const;

/** Rejects an answer, with or without telling the third party why. */
export function RejectDialog({ responseId, documentName, close }: Props) {
  const [comment, setComment] = useState("");
  const [shared, setShared] = useState("yes");
  const submit = async () => {
    const body = { ...(comment && { comment }), shareRejectionReason: shared === "yes" };
    const { statusCode } = await call("responses.reject", { path: { responseId }, body });
    toast(`${documentName} is ${wordOf(statusCode).toLowerCase()}.`);
    happened();
  };
  return (
    <Dialog title={`Reject ${documentName}`} close={close} submit={submit} action="Reject" danger>
      <Field label="Reason" value={comment} onInput={setComment} lines={3} />
      <Field label="Is the reason shared?" value={shared} onInput={setShared} options={sharing} />
    </Dialog>
  );
}
