import { Dialog, Field, useForm } from "../../parts/form.tsx";
import { arm, operations } from "./armed.ts";
import { emptyFault, faultOf } from "./words.ts";

const kinds = [
  ["status", "an error in place of the answer"],
  ["delay", "the answer comes late"],
  ["disconnect", "the connection is cut"],
  ["truncate", "the answer breaks off half-way"],
  ["malformed", "the answer is no JSON"],
  ["lag", "searches find events late"],
] as const;

/** Any fault that there is; the server says what does not fit. */
export function FaultDialog({ close }: { close(): void }) {
  const { values, field } = useForm(emptyFault);
  const { kind } = values;
  const all = operations().map(({ id }) => id);
  return (
    <Dialog title="Arm a fault" close={close} submit={() => arm(faultOf(values))} action="Arm it">
      <Field label="Operation" {...field("operation")} options={[["", "every operation"], ...all]} />
      <Field label="What happens" {...field("kind")} options={kinds} />
      {kind === "status" && <Field label="Status" type="number" min="400" max="599" {...field("status")} />}
      {kind === "lag" && <Field label="How late, on the account's clock" {...field("lag")} hint="PT5M, P1D…" />}
      {kind !== "lag" && (
        <>
          <Field label="Milliseconds to wait first" type="number" min="0" max="60000" {...field("delay")} />
          <Field label="How many times" type="number" min="1" {...field("times")} hint="Empty: until it is disarmed." />
          <Field
            label="Probability, 0 to 1"
            {...field("probability")}
            hint="Empty: always. Drawn by the world's own chance: the same requests meet the same faults."
          />
        </>
      )}
    </Dialog>
  );
}
