import { useState } from "preact/hooks";
import { call } from "../api.ts";
import { useCall } from "../load.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Check } from "../parts/field.tsx";
import { Shown } from "../parts/state.tsx";
import { changed } from "../state.ts";

interface CodesProps {
  chosen: readonly string[];
  onChange(codes: readonly string[]): void;
  /** Those that are asked for already. */
  except?: ReadonlySet<string>;
}

/** The documents that can be asked for, to be ticked. */
export function DocumentCodes({ chosen, onChange, except = new Set() }: CodesProps) {
  const types = useCall("reference.documentTypes", {}, { once: true });
  const toggle = (code: string) => (checked: boolean) =>
    onChange(checked ? [...chosen, code] : chosen.filter((other) => other !== code));
  return (
    <Shown of={types}>
      {({ content }) => (
        <fieldset class="codes">
          <legend class="quiet">Documents</legend>
          {content
            .filter(({ code }) => !except.has(code))
            .map(({ code, label }) => (
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
