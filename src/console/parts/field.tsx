import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  label: string;
  value: string;
  onInput(value: string): void;
  type?: "text" | "date" | "datetime-local" | "number" | "password" | "search" | undefined;
  /** A choice in place of a text. */
  options?: readonly (string | readonly [value: string, label: string])[] | undefined;
  /** Several lines. */
  lines?: number | undefined;
  hint?: ComponentChildren;
  placeholder?: string | undefined;
  required?: boolean | undefined;
  min?: string | undefined;
  max?: string | undefined;
}

/** A field with its label. */
export function Field({ label, hint, ...rest }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Control id={id} {...rest} />
      {hint && <small>{hint}</small>}
    </div>
  );
}

type Controlled = Omit<Props, "label" | "hint"> & { id: string };
function Control({ options, lines, onInput, type = "text", ...rest }: Controlled) {
  const take = (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value);
  if (lines) return <textarea rows={lines} {...rest} onInput={take} />;
  if (!options)
    return (
      // Without a step, browsers refuse times that are no whole minutes after `min`, and numbers with decimals.
      <input type={type as "text"} step="any" {...rest} onInput={take} autocomplete="off" spellcheck={false} />
    );
  return (
    <select {...rest} onInput={take}>
      {options.map((option) => {
        const [value, label] = typeof option === "string" ? [option, option] : option;
        return (
          <option value={value} key={value}>
            {label}
          </option>
        );
      })}
    </select>
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

interface FilterProps {
  value: string;
  onInput(value: string): void;
  placeholder: string;
}
/** The field of a list that `/` jumps to. */
export const Filter = ({ value, onInput, placeholder }: FilterProps) => (
  <span class="filter">
    <input
      type="search"
      data-filter
      aria-label={placeholder}
      placeholder={placeholder}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
      autocomplete="off"
      spellcheck={false}
    />
    <kbd>/</kbd>
  </span>
);
