import type { ComponentChild, ComponentChildren } from "preact";
import { Failed, type Loaded, Nothing } from "../load.tsx";
import { filterBy, go, href, route } from "../route.ts";
import { Button } from "./button.tsx";
import { Select } from "./form.tsx";
import { pagingOf } from "./pages.ts";
import { passingBy, sortedBy, sortName } from "./sorting.ts";
import { figure } from "./words.ts";

export interface Column<T> {
  head: ComponentChild;
  cell(row: T): ComponentChild;
  /**
   * `end`: numbers stand right. `wide`: left out where there is little room. `grow`: shortened with an ellipsis; the
   * widest column of a table takes what is left. `wrap`: on several lines.
   */
  class?: string;
  /** By what its head sorts the rows: a name that the server knows, or a value of the row. */
  sort?: string | ((row: T) => string | number | null);
}

interface Props<T> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: Partial<Loaded<readonly T[]>>;
  keyOf(row: T): string | number;
  /** The address of a row; the first cell is its link, and a click anywhere on the row follows it. */
  hrefOf?: ((row: T) => string) | undefined;
  selected?: string | number | undefined;
  classOf?(row: T): string | undefined;
  /** Names in the query that filter the list: an empty list says which of them emptied it. */
  filters?: readonly string[];
  empty?: ComponentChildren;
  /** The name under which the address keeps the order; a table that stands beside a list has another. */
  order?: string;
  /** How the rows are ordered where the address says nothing: the name of a column, with "desc" downwards. */
  usual?: Order;
  /** What the filter of the table is called; it stands above as soon as there are some rows. */
  find?: string;
}
const fewRows = 3;

/** A dense table with a head that stays; loading, failed and empty are three different sights. */
export function Table<T>(props: Props<T>) {
  const { label, columns, rows, order = "sort", usual, find } = props;
  const { problem, reload } = rows;
  const { query } = route.value;
  const found = find === undefined ? undefined : query.find;
  const data = rows.data && sortedBy(columns, passingBy(columns, rows.data, found), orderOf(order, usual));
  const sorts = columns.filter(({ sort }) => sort !== undefined).map((one) => [sortName(one), one.head] as const);
  return (
    <>
      {find !== undefined && (found !== undefined || (rows.data?.length ?? 0) > fewRows) && (
        <Filter name="find" placeholder={find} />
      )}
      <div class="table" data-list>
        {sorts.length > 0 && data && data.length > 1 && (
          <p class="sorter">
            <Sorter name={order} usual={usual} options={sorts as readonly (readonly [string, string])[]} />
          </p>
        )}
        <table aria-label={label} aria-busy={!data && !problem}>
          <thead class={data?.length === 0 ? "hidden" : undefined}>
            <tr>
              {columns.map((column) => (
                <Head {...column} name={order} usual={usual} />
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
    </>
  );
}

/** By what a list is ordered, and "desc" where it goes down. */
type Order = readonly [by: string, order?: "desc"];
/** The name of the direction beside that of an order in the address. */
const directionOf = (name: string) => (name === "sort" ? "order" : `${name}Order`);
/** The order that the address names, or the usual one. */
function orderOf(name: string, usual: Order | undefined) {
  const { [name]: sort, [directionOf(name)]: order } = route.value.query;
  return sort === undefined ? { sort: usual?.[0], order: usual?.[1] } : { sort, order };
}
/** The usual order is not said. */
function orderBy(name: string, usual: Order | undefined, sort: string | undefined, order?: string): void {
  const isUsual = sort === usual?.[0] && order === usual?.[1];
  filterBy({ [name]: isUsual ? undefined : sort, [directionOf(name)]: isUsual ? undefined : order });
}

/** The order is in the address: a second click turns it round, a third one ends it. */
function Head<T>({ name, usual, ...column }: Column<T> & { name: string; usual: Order | undefined }) {
  const { head, sort, class: classes } = column;
  const { sort: by, order } = orderOf(name, usual);
  const own = sortName(column);
  const isBy = sort !== undefined && by === own;
  const turn = () => {
    if (!isBy) return orderBy(name, usual, own);
    const isTurned = order !== (own === usual?.[0] ? usual?.[1] : undefined);
    if (isTurned) orderBy(name, usual, usual?.[0], usual?.[1]);
    else orderBy(name, usual, own, order ? undefined : "desc");
  };
  return (
    <th scope="col" class={classes} aria-sort={isBy ? (order ? "descending" : "ascending") : undefined}>
      {sort === undefined ? (
        head
      ) : (
        <button type="button" onClick={turn}>
          {head} {isBy && <span aria-hidden="true">{order ? "↓" : "↑"}</span>}
        </button>
      )}
    </th>
  );
}

interface SorterProps {
  name?: string;
  usual?: Order | undefined;
  options: readonly (readonly [value: string, word: string])[];
  /** What the usual order is called where no column has it. */
  none?: string;
}
/** Orders a list that has no heads, or hides some. */
export function Sorter({ name = "sort", usual, options, none = "usual order" }: SorterProps) {
  const { sort, order } = orderOf(name, usual);
  return (
    <>
      <Select
        label="Order"
        value={sort ?? ""}
        onInput={(by) => orderBy(name, usual, by || undefined)}
        options={usual ? options : [["", none] as const, ...options]}
      />
      <Button
        onClick={() => orderBy(name, usual, sort, order ? undefined : "desc")}
        label="The other way round"
        pressed={order !== undefined}
      >
        {order ? "↓" : "↑"}
      </Button>
    </>
  );
}

function Row<T>({ row, columns, hrefOf, keyOf, selected, classOf }: Props<T> & { row: T }) {
  const isSelected = selected !== undefined && String(selected) === String(keyOf(row));
  const address = hrefOf?.(row);
  const open = (event: MouseEvent) => {
    const isControl = (event.target as HTMLElement).closest("a, button, input, select");
    if (address !== undefined && !isControl && getSelection()?.isCollapsed) location.hash = address;
  };
  const classes = [isSelected && "selected", address !== undefined && "link", classOf?.(row)];
  return (
    <tr class={classes.filter(Boolean).join(" ") || undefined} onClick={open}>
      {columns.map(({ cell, class: name }, at) => (
        <td class={name}>
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

function EmptyList<T>({ filters = [], find, empty = "Nothing here yet." }: Props<T>) {
  return <Emptied by={find === undefined ? filters : ["find"]}>{empty}</Emptied>;
}

/** Says which filters have emptied a list, with a way out; without one, what an empty list means. */
export function Emptied({ by, children }: { by: readonly string[]; children: ComponentChildren }) {
  const active = by.filter((name) => route.value.query[name]);
  if (active.length === 0) return <Nothing>{children}</Nothing>;
  return (
    <Nothing>
      Nothing passes{" "}
      {active.map((name) => `${name === "find" ? "filter" : name} “${route.value.query[name]}”`).join(" and ")}.{" "}
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
  const { first, last, before, after } = pagingOf(page, size, total);
  const to = (target: number | undefined) => () => go({ query: { page: target === 0 ? undefined : target } });
  return (
    <nav class="paging" aria-label="Pages">
      <span class="quiet num">
        {first}–{last} of {figure(total)}
      </span>
      <button type="button" disabled={before === undefined} onClick={to(before)} aria-label="Previous page">
        ‹
      </button>
      <button type="button" disabled={after === undefined} onClick={to(after)} aria-label="Next page">
        ›
      </button>
    </nav>
  );
}
