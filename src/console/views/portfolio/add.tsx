import { call } from "../../api.ts";
import { Dialog, Field, useForm } from "../../parts/form.tsx";
import { go } from "../../route.ts";
import { changed } from "../../state.ts";

const kinds = [
  ["CIT001", "SIRET"],
  ["CIT002", "VAT number"],
  ["CIT003", "DUNS"],
] as const;

/** Adds a company by a legal identifier, as a client of the service does. */
export function AddThirdparty({ close }: { close(): void }) {
  const { values, field } = useForm({ type: "CIT001", value: "" });
  const submit = async () => {
    const companyIdType = values.type as (typeof kinds)[number][0];
    const companyIdValue = values.value.replaceAll(/[\s.-]/g, "");
    const added = await call("thirdparties.create", { body: { companyIdType, companyIdValue } });
    changed(`${added.name} joins the portfolio.`);
    go({ rest: [added.thirdpartyId] });
  };
  return (
    <Dialog title="Add a third party" close={close} submit={submit} action="Add">
      <Field label="Identifier" {...field("type")} options={kinds} />
      <Field
        label="Value"
        {...field("value")}
        required
        hint="Any number with right check digits names a company; Connect lists some that behave in a known way."
      />
    </Dialog>
  );
}
