import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { type Refused, refusalOf } from "../api.ts";
import { Failed } from "../load.tsx";
import { Opens } from "./button.tsx";
import { Modal } from "./modal.tsx";
import { completed } from "./moments.ts";

/** The values of a form by the names of its fields, and what a field of that name takes. */
export function useForm<T extends Record<string, string>>(initial: T) {
  const [values, setValues] = useState(initial);
  const field = (name: keyof T & string) => ({
    value: values[name] ?? "",
    onInput: (value: string) => setValues((old) => ({ ...old, [name]: value })),
  });
  return { values, field };
}

type Option = string | readonly [value: string, label: string];

interface FieldProps {
  label: string;
  value: string;
  onInput(value: string): void;
  type?: "text" | "date" | "moment" | "number" | "password" | "search" | undefined;
  /** A choice in place of a text. */
  options?: readonly Option[] | undefined;
  /** Several lines. */
  lines?: number | undefined;
  hint?: ComponentChildren;
  placeholder?: string | undefined;
  required?: boolean | undefined;
  min?: string | undefined;
  max?: string | undefined;
}

/** A field with its label. */
export function Field({ label, hint, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Control id={id} {...rest} />
      {hint && <small>{hint}</small>}
    </div>
  );
}

type Controlled = Omit<FieldProps, "label" | "hint"> & { id: string };
function Control({ options, lines, onInput, type = "text", ...rest }: Controlled) {
  const given = (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value);
  if (lines) return <textarea rows={lines} {...rest} onInput={given} />;
  if (options) return <Select options={options} onInput={onInput} {...rest} />;
  if (type === "moment" || type === "date") return <MomentInput {...rest} isDay={type === "date"} onInput={onInput} />;
  return (
    // Without a step, browsers refuse times that are no whole minutes after `min`, and numbers with decimals.
    <input type={type as "text"} step="any" {...rest} onInput={given} autocomplete="off" spellcheck={false} />
  );
}

const [day, time] = ["2026-01-15", " 09:00"];
const dayPattern = "\\d{4}-\\d\\d-\\d\\d";
/** A moment or a day as the service writes it, where browsers would write it as their language does. */
function MomentInput({ id, value, onInput, required, isDay }: Controlled & { isDay: boolean }) {
  const [typed, setTyped] = useState(value.replace("T", " "));
  return (
    <input
      type="text"
      class="mono"
      id={id}
      required={required}
      value={isDay || completed(typed) === value ? typed : value.replace("T", " ")}
      pattern={isDay ? `\\s*${dayPattern}\\s*` : `\\s*${dayPattern}([ T]\\d\\d:\\d\\d(:\\d\\d)?)?\\s*`}
      title={isDay ? `A day such as ${day}` : `A moment such as ${day}${time}`}
      placeholder={isDay ? day : day + time}
      onInput={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onInput(isDay ? text.trim() : completed(text));
      }}
      autocomplete="off"
      spellcheck={false}
    />
  );
}

interface SelectProps {
  id?: string;
  label?: string;
  value: string;
  options: readonly Option[];
  onInput(value: string): void;
  required?: boolean | undefined;
}
export const Select = ({ options, onInput, label, ...rest }: SelectProps) => (
  <select {...rest} aria-label={label} onInput={(event) => onInput(event.currentTarget.value)}>
    {options.map((option) => {
      const [value, word] = typeof option === "string" ? [option, option] : option;
      return (
        <option value={value} key={value}>
          {word}
        </option>
      );
    })}
  </select>
);

interface FileProps {
  hint: string;
  accept?: string;
  onChange(file: File | undefined): void;
}
export function FileField({ hint, accept, onChange }: FileProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>File</label>
      <input id={id} type="file" accept={accept} onChange={(event) => onChange(event.currentTarget.files?.[0])} />
      <small>{hint}</small>
    </div>
  );
}

interface CheckProps {
  label: ComponentChildren;
  checked: boolean;
  onChange(checked: boolean): void;
}
export const Check = ({ label, checked, onChange }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
);

interface DialogProps {
  title: string;
  close(): void;
  children: ComponentChildren;
  /** What the form does; the dialog closes when it is done, and shows why it was refused. */
  submit?: (() => unknown) | undefined;
  action?: string;
  /** What Enter in a field does where there is nothing to submit. */
  enter?: (() => void) | undefined;
  danger?: boolean;
  wide?: boolean;
  /** Gives the focus to the action in place of the first field. */
  ready?: boolean;
}

const sendByKey = (event: KeyboardEvent & { currentTarget: HTMLFormElement }) =>
  (event.ctrlKey || event.metaKey) && event.key === "Enter" && event.currentTarget.requestSubmit();

const submitButton = "[type=submit]";
const anyField = ".body :is(input, select, textarea)";

/** A form, or only a text, over the page. */
export function Dialog({ title, close, children, submit, enter, action = "OK", danger, wide, ready }: DialogProps) {
  const [problem, setProblem] = useState<Refused>();
  const [busy, setBusy] = useState(false);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!submit) return enter?.();
    setBusy(true);
    try {
      await submit();
      close();
    } catch (error) {
      setProblem(refusalOf(error as Error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      label={title}
      close={close}
      class={wide ? "wide" : undefined}
      focus={ready ? [submitButton] : [anyField, submitButton]}
    >
      <form onSubmit={send} onKeyDown={sendByKey}>
        <div class="top">
          <h2>{title}</h2>
          <button type="button" class="plain" aria-label="Close" onClick={close}>
            ×
          </button>
        </div>
        <div class="body">
          {children}
          {problem && <Failed problem={problem} />}
        </div>
        {submit && (
          <div class="foot">
            <button type="button" onClick={close}>
              Cancel
            </button>
            <button type="submit" class={danger ? "danger" : "primary"} aria-busy={busy || undefined}>
              {action}
            </button>
          </div>
        )}
      </form>
    </Modal>
  );
}

interface AsksProps {
  label: string;
  title: string;
  action: string;
  run(): unknown;
  kind?: "danger";
  children: ComponentChildren;
}
/** A button for what has no way back: it asks first. */
export const Asks = ({ label, title, action, run, kind, children }: AsksProps) => (
  <Opens
    kind={kind}
    dialog={(close) => (
      <Dialog title={title} close={close} submit={run} action={action} danger>
        <p>{children}</p>
      </Dialog>
    )}
  >
    {label}
  </Opens>
);
