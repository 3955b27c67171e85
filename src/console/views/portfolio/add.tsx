import { useState } from "preact/hooks";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { go } from "../../route.ts";
import { happened } from "../../state.ts";
import { toast } from "../../toasts.ts";

const kinds = [
  ["CIT001", "SIRET"],
  ["CIT002", "VAT number"],
  ["CIT003", "DUNS"],
] as const;
type Kind = (typeof kinds)[number][0];

/** Adds a company by a legal identifier, as a client of the service does. */
export function AddThirdparty({ close }: { close(): void }) {
  const [companyIdType, setType] = useState<Kind>("CIT001");
  const [value, setValue] = useState("");
  const submit = async () => {
    const companyIdValue = value.replaceAll(/[\s.-]/g, "");
    const added = await call("thirdparties.create", { body: { companyIdType, companyIdValue } });
    toast(`${added.name} joins the portfolio.`);
    happened();
    go({ rest: [added.thirdpartyId], query: {} });
  };
  return (
    <Dialog title="Add a third party" close={close} submit={submit} action="Add">
      <Field label="Identifier" value={companyIdType} onInput={(type) => setType(type as Kind)} options={kinds} />
      <Field
        label="Value"
        value={value}
        onInput={setValue}
        required
        hint="Any number with right check digits names a company; Connect lists some that behave in a known way."
      />
    </Dialog>
  );
}
