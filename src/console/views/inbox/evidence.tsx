import { Id } from "../../parts/copy.tsx";
import { Breakable, Facts, Moment, Tag } from "../../parts/values.tsx";
import { figure } from "../../parts/words.ts";
import type { Evidence } from "../../state.ts";

/** What is known of an evidence: its file, its form, its bank details. */
export function EvidenceFacts({ evidence }: { evidence: Evidence }) {
  const { uploadDate, expirationDate, format, issuer, transmitter, responseId, id, metadata } = evidence;
  const file = "fileName" in evidence ? evidence : undefined;
  return (
    <>
      <h2>Evidence</h2>
      <Facts
        of={[
          [
            "File",
            file && (
              <bdi>
                <Breakable text={file.fileName} />
                {` · ${figure(file.fileSize)} bytes`}
              </bdi>
            ),
          ],
          ["Uploaded", <Moment at={uploadDate} />],
          ["Expires", <Moment at={expirationDate} />],
          ["Format", format],
          ["Issuer, sender", `${issuer}, ${transmitter}`],
          ["Response", <Id of={responseId} />],
          ["Evidence", <Id of={id} />],
        ]}
      />
      {Object.keys(metadata).length > 0 && <Bank of={metadata} />}
      {"formdata" in evidence && <Form values={evidence.formdata} />}
    </>
  );
}

type Metadata = Evidence["metadata"];
const Reach = ({ name, value }: { name: string; value: string | undefined }) => (
  <Tag tone={value === "YES" ? "ok" : value === "NO" ? "bad" : "none"}>
    {name} {value?.toLowerCase() ?? "unknown"}
  </Tag>
);

/** What the bank-data provider found, and what it did not. */
const Bank = ({ of }: { of: Metadata }) => (
  <section class="card bank" aria-label="Bank details">
    <p class="row">
      <b>{of.bank_data_bank ?? "Bank unknown"}</b>
      <span class="push" />
      <Tag tone={of.verified === "true" ? "ok" : of.verified === "false" ? "bad" : "none"}>
        {of.verified === "true" ? "Verified" : of.verified === "false" ? "Not verified" : "Not checked"}
      </Tag>
    </p>
    <Facts
      of={[
        ["BIC", of.bank_data_bic && <Id of={of.bank_data_bic} />],
        ["Country", of.bank_data_country],
        ["Checked on", of.date_verification],
      ]}
    />
    <p>
      <Reach name="SEPA transfers" value={of.sepa_data_sct} />
      <Reach name="SEPA debits" value={of.sepa_data_sdd} />
    </p>
  </section>
);

type FormValue = Extract<Evidence, { formdata: unknown }>["formdata"][number];

/** Form data as a form that is filled in. */
const Form = ({ values }: { values: readonly FormValue[] }) => (
  <section aria-label="Form data" class="form">
    <h2>Form</h2>
    {[...values]
      .sort((one, other) => one.order - other.order)
      .map(({ key, title, type, value }) => (
        <div class="field" key={key}>
          <span class="quiet">
            {title} <small class="mono">{key}</small>
          </span>
          <output class={type === "string" ? "" : "mono"} dir="auto">
            {type === "boolean" ? (value === "true" ? "☑ yes" : "☐ no") : value || "–"}
          </output>
        </div>
      ))}
  </section>
);
