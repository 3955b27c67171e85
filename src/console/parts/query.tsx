import type { ComponentChildren } from "preact";
import { filterBy, go, href, route } from "../route.ts";
import { Select } from "./field.tsx";
import { figure } from "./figure.ts";

// What narrows a list stands in the query of the address, so that a link shows the same list.

/** The field of a list that `/` jumps to. */
export const Filter = ({ name = "filter", placeholder }: { name?: string; placeholder: string }) => (
  <span class="filter">
    <input
      type="search"
      data-filter
      aria-label={placeholder}
      placeholder={placeholder}
      value={route.value.query[name] ?? ""}
      onInput={(event) => filterBy({ [name]: event.currentTarget.value || undefined })}
      autocomplete="off"
      spellcheck={false}
    />
    <kbd>/</kbd>
  </span>
);

interface ChoiceProps {
  name: string;
  label: string;
  all?: string;
  options: readonly (readonly [value: string, word: string])[];
}
export const Choice = ({ name, label, all = "all", options }: ChoiceProps) => (
  <Select
    label={label}
    value={route.value.query[name] ?? ""}
    onInput={(value) => filterBy({ [name]: value || undefined })}
    options={[["", all], ...options]}
  />
);

/** One choice of a row of pills. */
export function Pill({ name, value, children }: { name: string; value?: string; children: ComponentChildren }) {
  const isOn = route.value.query[name] === value;
  return (
    <a class="pill" href={href({ query: { [name]: value, page: undefined } })} aria-current={isOn ? "true" : undefined}>
      {children}
    </a>
  );
}

/** A row of pills; the first has no value and is on at first. */
export const Pills = ({ name, first, others }: { name: string; first: string; others: ChoiceProps["options"] }) => (
  <div class="pills">
    <Pill name={name}>{first}</Pill>
    {others.map(([value, word]) => (
      <Pill name={name} value={value} key={value}>
        {word}
      </Pill>
    ))}
  </div>
);

/** "1–20 of 41", and the way to the other pages. */
export function Paging({ page, size, total }: { page: number; size: number; total: number }) {
  if (total === 0) return null;
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const to = (target: number) => () => go({ query: { page: target === 0 ? undefined : target } });
  return (
    <nav class="paging" aria-label="Pages">
      <span class="quiet num">
        {page * size + 1}–{Math.min(total, (page + 1) * size)} of {figure(total)}
      </span>
      <button type="button" disabled={page === 0} onClick={to(page - 1)} aria-label="Previous page">
        ‹
      </button>
      <button type="button" disabled={page >= last} onClick={to(page + 1)} aria-label="Next page">
        ›
      </button>
    </nav>
  );
}
