import { batch, effect, type Signal, signal } from "@preact/signals";
import type { components as Control } from "../client/control-schema.ts";
import type { components as Service } from "../client/schema.ts";
import { call } from "./api.ts";
import { listen, type Message } from "./live.ts";
import { account } from "./route.ts";

export type World = Control["schemas"]["World"];
export type Clock = Control["schemas"]["ClockReading"];
export type Event = Control["schemas"]["JournalEvent"];
export type SeenRequest = Control["schemas"]["Seen"];
export type Thirdparty = Service["schemas"]["Thirdparty"] & Partial<Service["schemas"]["ThirdpartyDetail"]>;
export type Dossier = Service["schemas"]["Dossier"];
export type Document = Service["schemas"]["Document"] & { thirdpartyId?: number };
export type Evidence = Document["evidences"][number];

/** The worlds of the server, and the clock of the account in the address. */
export const worlds = signal<readonly World[] | undefined>(undefined);
export const clock = signal<Clock | undefined>(undefined);
/** When the clock was read, on the browser's own clock. */
export let clockReadAt = 0;
/** Moves whenever something happened in the account; what is shown is then read again. */
export const version = signal(0);
/** Percent of an advance that is under way; the lists wait until it is done. */
export const progress = signal<number | undefined>(undefined);
/** The latest requests of all accounts that the stream brought, newest last. */
export const seen = signal<readonly SeenRequest[]>([]);
const mostKept = 1000;

interface Kinds {
  thirdparty: Thirdparty;
  dossier: Dossier;
  document: Document;
}
type Kind = keyof Kinds;
const idOf: { [K in Kind]: (row: Kinds[K]) => number } = {
  thirdparty: (row) => row.thirdpartyId,
  dossier: (row) => row.dossierId,
  document: (row) => row.documentId,
};
const rows = new Map<string, Signal<unknown>>();

/** The one copy of a resource that every list and every detail shows. */
export function row<K extends Kind>(kind: K, id: number): Signal<Kinds[K] | undefined> {
  const key = `${account.value} ${kind} ${id}`;
  const known = rows.get(key) ?? signal(undefined);
  rows.set(key, known);
  return known as Signal<Kinds[K] | undefined>;
}

/** Keeps what was read: fields that a list leaves out stay as a detail gave them. */
export function keep<K extends Kind>(kind: K, found: readonly Kinds[K][]): readonly Kinds[K][] {
  batch(() => {
    for (const one of found) {
      const kept = row(kind, idOf[kind](one));
      const merged = { ...kept.peek(), ...one };
      if (JSON.stringify(merged) !== JSON.stringify(kept.peek())) kept.value = merged;
    }
  });
  return found;
}

/** Forgets all rows, as after another world took the place of this one. */
export function refresh(): void {
  rows.clear();
  touchAll(touches.keys());
  version.value++;
  void readClock();
  void readWorlds();
}

export async function readWorlds(): Promise<void> {
  const found = await call("accounts.list").catch(() => undefined);
  if (found) worlds.value = found.content;
}

/** Shows a reading of the clock. A clock that went back is that of another world. */
export function takeClock(reading: Clock): void {
  const before = clock.peek();
  clockReadAt = performance.now();
  clock.value = reading;
  if (before?.accountId === reading.accountId && reading.now < before.now) refresh();
}

async function readClock(): Promise<void> {
  const reading = await call("clock.get").catch(() => undefined);
  if (reading?.accountId === account.value) takeClock(reading);
}

const touches = new Map<number, Signal<number>>();
const touchedLately = new Set<number>();
/** Moves when something happened to a third party, its dossiers or its documents. */
export function touchesOf(thirdpartyId: number): Signal<number> {
  const known = touches.get(thirdpartyId) ?? signal(0);
  touches.set(thirdpartyId, known);
  return known;
}

function touchAll(ids: Iterable<number>): void {
  batch(() => {
    for (const id of ids) {
      const known = touches.get(id);
      if (known) known.value++;
    }
  });
}

let isWaiting = false;
/** Several happenings close together are one reason to read again; during an advance nothing is read. */
export function happened(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    if (progress.value !== undefined) return happened();
    touchAll(touchedLately);
    touchedLately.clear();
    version.value++;
    void readClock();
    void readWorlds();
  }, 400);
}

const lastOf = <T>(list: readonly T[], more: readonly T[]) =>
  more.length ? [...list, ...more].slice(-mostKept) : list;

function take(messages: readonly Message[]): void {
  const requests = messages.flatMap((message) => (message.kind === "request" ? [message.data] : []));
  const events = messages.flatMap((message) => (message.kind === "event" ? [message.data] : []));
  seen.value = lastOf(seen.value, requests as SeenRequest[]);
  for (const message of messages)
    if (message.kind === "progress" && message.data.accountId === account.value)
      progress.value = message.data.percent >= 100 ? undefined : message.data.percent;
  if (messages.some(({ kind }) => kind === "missed")) return void missed();
  const own = events.filter(({ accountId }) => accountId === account.value);
  for (const { thirdpartyId } of own) touchedLately.add(thirdpartyId);
  if (own.length > 0) happened();
}

/** The stream has a gap: everything is read again, the request log too. */
async function missed(): Promise<void> {
  progress.value = undefined;
  await readRequests();
  refresh();
}
async function readRequests(): Promise<void> {
  const found = await call("requests.list", { query: { limit: 200 } }).catch(() => undefined);
  if (found) seen.value = found.content;
}

export function startState(): void {
  listen(take);
  effect(() => {
    account.value;
    clock.value = undefined;
    progress.value = undefined;
    void readClock();
  });
  void readWorlds();
  void readRequests();
  // Another client may move the clock or replace the world, of which the stream says nothing.
  setInterval(() => !document.hidden && void readClock(), 3000);
  document.addEventListener("visibilitychange", () => !document.hidden && happened());
}
