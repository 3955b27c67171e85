import { useState } from "preact/hooks";
import { call } from "../api.ts";
import { useCall } from "../load.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { go } from "../route.ts";
import { changed } from "../state.ts";
import { DocumentCodes } from "./documents.tsx";

/** Opens a dossier as the client does: by its type, or with a list of documents of its own. */
export function OpenDossier({ thirdpartyId, close }: { thirdpartyId: number; close(): void }) {
  const { data } = useCall("accounts.dossierTypes", {}, { once: true });
  const [type, setType] = useState("VIGILANCE");
  const [codes, setCodes] = useState<readonly string[]>([]);
  const submit = async () => {
    const body = type === "" ? { requiredDocuments: [...codes] } : { dossierTypeCode: type };
    const made = await call("dossiers.create", { path: { id: thirdpartyId }, body });
    changed(`${made.dossierReference} is open.`);
    go({ view: "portfolio", rest: [thirdpartyId, "dossiers", made.dossierId] });
  };
  const types = (data?.content ?? []).map(({ code, label }) => [code, label] as const);
  return (
    <Dialog title="Open a dossier" close={close} submit={submit} action="Open">
      <Field label="Type" value={type} onInput={setType} options={[...types, ["", "Free: a list of documents"]]} />
      {type === "" && <DocumentCodes chosen={codes} onChange={setCodes} />}
    </Dialog>
  );
}
