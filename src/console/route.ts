import { computed, signal } from "@preact/signals";

/** An address of the console: `#/account/view/selection…?filter`. */
export interface Route {
  account: string;
  view: string;
  /** What is selected in the view, such as the id of a third party and a tab. */
  rest: readonly string[];
  query: Readonly<Record<string, string>>;
}

function parse(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [account = "", view = "", ...rest] = path.split("/").map(decodeURIComponent);
  return {
    account: account || "demo",
    view: view || "portfolio",
    rest: rest.filter(Boolean),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

function safely(hash: string): Route {
  try {
    return parse(hash);
  } catch {
    return parse("");
  }
}

export const route = signal<Route>(parse(""));
export const account = computed(() => route.value.account);
let read = "";
/** The browser tells of a new address a moment after it has it: what follows on a key must not go by the former one. */
export function readAddress(): void {
  const { hash } = location;
  if (hash !== read) route.value = safely(hash);
  read = hash;
}

export function startRoute(): void {
  readAddress();
  addEventListener("hashchange", readAddress);
}

/** Changes to an address; `undefined` removes a part of the query. */
export type Change = Partial<Omit<Route, "rest" | "query">> & {
  rest?: readonly (string | number)[];
  query?: Readonly<Record<string, string | number | undefined>>;
};

/** The address after a change: another view has no selection and no filter, another selection keeps the filter. */
export function href(change: Change): string {
  const now = route.value;
  const same = (change.view ?? now.view) === now.view && (change.account ?? now.account) === now.account;
  const path = [change.account ?? now.account, change.view ?? now.view, ...(change.rest ?? (same ? now.rest : []))];
  const query = Object.entries({ ...(same && now.query), ...change.query }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.map((part) => encodeURIComponent(part)).join("/")}${search && `?${search}`}`;
}

export function go(change: Change): void {
  location.hash = href(change);
  readAddress();
}

/** Changes the address without a step in the history: what the visitor did not choose, or what every key changes. */
export function adjust(change: Change): void {
  history.replaceState(null, "", href(change));
  readAddress();
}

/** A changed filter goes to page one. */
export const filterBy = (query: Change["query"]): void => adjust({ query: { page: undefined, ...query } });

type Query = Change["query"];

export const thirdpartyAddress = (thirdpartyId: number, ...rest: (string | number)[]): string =>
  href({ view: "portfolio", rest: [thirdpartyId, ...rest] });
export const documentAddress = (dossierId: number, documentId: number, query: Query = {}): string =>
  href({ view: "inbox", rest: [dossierId, documentId], query });
export const eventAddress = (eventId: number): string => href({ view: "journal", rest: [eventId] });
export const requestAddress = (requestId: string): string => href({ view: "requests", rest: [requestId] });

interface Subject {
  thirdpartyId: number;
  dossierId: number | null;
  documentId: number | null;
}
/** What an event happened to: a document has a page of its own, a dossier is shown with its third party. */
export const resourceAddress = ({ thirdpartyId, dossierId, documentId }: Subject): string =>
  documentId !== null && dossierId !== null ? documentAddress(dossierId, documentId) : thirdpartyAddress(thirdpartyId);
