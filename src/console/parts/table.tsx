import type { ComponentChild, ComponentChildren } from "preact";
import type { Loaded } from "../load.ts";
import { filterBy, go, href, route } from "../route.ts";
import { figure } from "./figure.ts";
import { Failed, Nothing } from "./state.tsx";

export interface Column<T> {
  head: ComponentChild;
  cell(row: T): ComponentChild;
  /** Numbers stand right. */
  end?: boolean;
  /** Left out where there is little room. */
  wide?: boolean;
  /** Shortened with an ellipsis; the widest column of a table takes what is left. */
  grow?: boolean;
  /** A field that filters by this column, in its head. */
  filter?: ComponentChild;
}

interface Props<T> {
  /** What the table lists, for those who do not see it. */
  label: string;
  columns: readonly Column<T>[];
  rows: Pick<Loaded<readonly T[]>, "data" | "problem" | "reload">;
  keyOf(row: T): string | number;
  /** The address of a row; the first cell is its link, and a click anywhere on the row follows it. */
  hrefOf?: ((row: T) => string) | undefined;
  selected?: string | number | undefined;
  /** Names in the query that filter the list: an empty list says which of them emptied it. */
  filters?: readonly string[];
  empty?: ComponentChildren;
}

/** A dense table with a head that stays; loading, failed and empty are three different sights. */
export function Table<T>(props: Props<T>) {
  const { label, columns, rows } = props;
  const { data, problem, reload } = rows;
  return (
    <div class="table" data-list>
      <table aria-label={label} aria-busy={!data && !problem}>
        <thead>
          <tr>
            {columns.map(({ head, filter, end, wide, grow }) => (
              <th scope="col" class={classOf({ end, wide, grow })}>
                {head}
                {filter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data?.map((row) => (
            <Row {...props} row={row} key={props.keyOf(row)} />
          ))}
        </tbody>
      </table>
      {problem && <Failed problem={problem} retry={reload} />}
      {!data && !problem && <Loading />}
      {data?.length === 0 && <EmptyList {...props} />}
    </div>
  );
}

const classOf = (flags: Record<string, boolean | undefined>) =>
  Object.keys(flags)
    .filter((name) => flags[name])
    .join(" ") || undefined;

function Row<T>({ row, columns, hrefOf, keyOf, selected }: Props<T> & { row: T }) {
  const isSelected = selected !== undefined && String(selected) === String(keyOf(row));
  const address = hrefOf?.(row);
  const follow = (event: MouseEvent) => {
    const isControl = (event.target as HTMLElement).closest("a, button, input, select");
    if (address !== undefined && !isControl && getSelection()?.isCollapsed) location.hash = address;
  };
  return (
    <tr class={classOf({ selected: isSelected, link: address !== undefined })} onClick={follow}>
      {columns.map(({ cell, end, wide, grow }, at) => (
        <td class={classOf({ end, wide, grow })}>
          {at === 0 && address !== undefined ? (
            <a href={address} data-row aria-current={isSelected ? "true" : undefined}>
              {cell(row)}
            </a>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

const Loading = () => (
  <div class="bones" role="status" aria-label="Loading">
    <i />
    <i />
    <i />
  </div>
);

function EmptyList<T>({ filters = [], empty = "Nothing here yet." }: Props<T>) {
  const active = filters.filter((name) => route.value.query[name]);
  if (active.length === 0) return <Nothing>{empty}</Nothing>;
  return (
    <Nothing>
      Nothing passes {active.map((name) => `${name} “${route.value.query[name]}”`).join(" and ")}.{" "}
      <button
        type="button"
        class="plain"
        onClick={() => filterBy(Object.fromEntries(active.map((name) => [name, undefined])))}
      >
        Clear the filter
      </button>
    </Nothing>
  );
}

/** "1–20 of 41", and the way to the other pages, which have addresses. */
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

/** A choice that narrows a list, shown as a pill; its value is in the address. */
export function Pill({ name, value, children }: { name: string; value?: string; children: ComponentChildren }) {
  const isOn = route.value.query[name] === value;
  return (
    <a class="pill" href={href({ query: { [name]: value, page: undefined } })} aria-current={isOn ? "true" : undefined}>
      {children}
    </a>
  );
}
