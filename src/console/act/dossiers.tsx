import { useState } from "preact/hooks";
import { call } from "../api.ts";
import { Shown } from "../load.tsx";
import { Check, Dialog, Field } from "../parts/form.tsx";
import { go } from "../route.ts";
import { changed } from "../state.ts";
import { useConfigured } from "./configured.ts";

interface CodesProps {
  chosen: readonly string[];
  onChange(codes: readonly string[]): void;
  /** Those that are asked for already. */
  except?: ReadonlySet<string>;
}

/** The documents that can be asked for, to be ticked. */
function DocumentCodes({ chosen, onChange, except = new Set() }: CodesProps) {
  const configured = useConfigured();
  const toggle = (code: string) => (checked: boolean) =>
    onChange(checked ? [...chosen, code] : chosen.filter((other) => other !== code));
  return (
    <Shown of={configured}>
      {({ documentTypes = {} }) => (
        <fieldset class="codes">
          <legend class="quiet">Documents</legend>
          {Object.entries(documentTypes)
            .filter(([code]) => !except.has(code))
            .map(([code, { label }]) => (
              <Check
                key={code}
                label={
                  <>
                    {label} <small class="mono">{code}</small>
                  </>
                }
                checked={chosen.includes(code)}
                onChange={toggle(code)}
              />
            ))}
        </fieldset>
      )}
    </Shown>
  );
}

interface Props {
  dossierId: number;
  asked: readonly { documentCode: string }[];
  close(): void;
}
/** Asks for more documents in a dossier. */
export function RequestDocuments({ dossierId, asked, close }: Props) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const submit = async () => {
    const body = { newRequiredDocuments: [...codes] };
    const { content } = await call("dossiers.require", { path: { dossierId }, body });
    changed(`Asked for: ${content.map(({ documentName }) => documentName).join(", ")}.`);
  };
  return (
    <Dialog title="Ask for more documents" close={close} submit={submit} action="Ask">
      <DocumentCodes
        chosen={codes}
        onChange={setCodes}
        except={new Set(asked.map(({ documentCode }) => documentCode))}
      />
    </Dialog>
  );
}

/** Opens a dossier as the client does: by its type, or with a list of documents of its own. */
export function OpenDossier({ thirdpartyId, close }: { thirdpartyId: number; close(): void }) {
  const { dossierTypes = {} } = useConfigured().data ?? {};
  const types = Object.entries(dossierTypes).map(([code, { label }]) => [code, label] as const);
  const [chosen, setType] = useState<string>();
  const usual = "VIGILANCE" in dossierTypes ? "VIGILANCE" : types[0]?.[0];
  const type = chosen ?? usual ?? "";
  const [codes, setCodes] = useState<readonly string[]>([]);
  const submit = async () => {
    const body = type === "" ? { requiredDocuments: [...codes] } : { dossierTypeCode: type };
    const made = await call("dossiers.create", { path: { id: thirdpartyId }, body });
    changed(`${made.dossierReference} is open.`);
    go({ view: "portfolio", rest: [thirdpartyId, "dossiers", made.dossierId] });
  };
  return (
    <Dialog title="Open a dossier" close={close} submit={submit} action="Open">
      <Field label="Type" value={type} onInput={setType} options={[...types, ["", "Free: a list of documents"]]} />
      {type === "" && <DocumentCodes chosen={codes} onChange={setCodes} />}
    </Dialog>
  );
}
