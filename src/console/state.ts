import { type Signal, signal } from "@preact/signals";
import type { components as Control } from "../client/control-schema.ts";
import type { components as Service } from "../client/schema.ts";
import { call, type Reply, refusalOf } from "./api.ts";
import { account } from "./route.ts";
import type { Message } from "./stream.ts";
import { toast } from "./toasts.ts";

export type World = Control["schemas"]["World"];
export type Clock = Control["schemas"]["ClockReading"];
export type Event = Control["schemas"]["JournalEvent"];
export type SeenRequest = Control["schemas"]["Seen"];
export type EventType = Reply<"reference.events">["content"][number];
export type Thirdparty = Service["schemas"]["ThirdpartyDetail"];
export type Dossier = Service["schemas"]["Dossier"];
export type Document = Service["schemas"]["Document"];
export type Evidence = Document["evidences"][number];

/** The worlds of the server, and the clock of the account in the address. */
export const worlds = signal<readonly World[] | undefined>(undefined);
/** Accounts whose world was deleted, which the server can bring back. */
export const deleted = signal<readonly string[]>([]);
export const clock = signal<Clock | undefined>(undefined);
/** The account whose world was there and is not any more. */
export const lost = signal<string | undefined>(undefined);
/** When the clock was read, on the browser's own clock. */
export let clockReadAt = 0;
/** Moves whenever something happened in the account; what is shown is then read again. */
export const version = signal(0);
/** Percent of an advance that is under way; the lists wait until it is done. */
export const progress = signal<number | undefined>(undefined);
/** The latest requests of all accounts that the stream brought, newest last. */
export const seen = signal<readonly SeenRequest[]>([]);
const mostKept = 1000;

/** The event types, which stay the same while the server runs. */
export const eventTypes = signal<readonly EventType[]>([]);
/** What an event type means. */
export const sentenceOf = (event: string): string | undefined =>
  eventTypes.value.find(({ name }) => name === event)?.sentence;

/** Reads everything again, as after another world took the place of this one. */
export function refresh(): void {
  touches.value = { ...touches.peek(), all: touches.peek().all + 1 };
  readAgain();
}

function readAgain(): void {
  version.value++;
  void readClock();
  void readWorlds();
  if (eventTypes.value.length === 0) void readEventTypes();
}

/** Shows what was listed; what could not be read leaves the former list. */
async function show<T, F extends { content: T }>(list: Signal<T>, read: Promise<F>): Promise<F | undefined> {
  const found = await read.catch(() => undefined);
  if (found) list.value = found.content;
  return found;
}
export async function readWorlds(): Promise<void> {
  const found = await show(worlds, call("accounts.list"));
  if (found) deleted.value = found.deleted;
}
export const readEventTypes = () => show(eventTypes, call("reference.events"));
export const readRequests = () => show(seen, call("requests.list", { query: { limit: 200 } }));

/** Shows a reading of the clock. A clock that went back is that of another world. */
export function showClock(reading: Clock): void {
  const before = clock.peek();
  clockReadAt = performance.now();
  clock.value = reading;
  if (before?.accountId === reading.accountId && reading.now < before.now) refresh();
}

export const freezeClock = async (freeze: boolean): Promise<void> =>
  showClock(await call("clock.move", { body: { freeze } }));

export async function readClock(): Promise<void> {
  const accountId = account.value;
  const reading = await call("clock.get").catch((error: Error) => {
    if (refusalOf(error).status !== 404 || accountId !== account.value) return;
    // A clock that is shown is that of a world that is there.
    if (clock.value) lost.value = accountId;
    clock.value = undefined;
    void readWorlds();
  });
  if (reading?.accountId === account.value) showClock(reading);
}

/** How often something happened to each third party, and how often another world took the place of this one. */
const touches = signal<{ all: number; of: Readonly<Record<number, number>> }>({ all: 0, of: {} });
const touchedLately: number[] = [];
/** Grows when something happened to a third party, its dossiers or its documents. */
export const touchesOf = (thirdpartyId: number): number => touches.value.all + (touches.value.of[thirdpartyId] ?? 0);

function touch(thirdparties: readonly number[]): void {
  const { all, of } = touches.peek();
  const touched = new Set(thirdparties);
  touches.value = { all, of: { ...of, ...Object.fromEntries([...touched].map((id) => [id, (of[id] ?? 0) + 1])) } };
}

let isWaiting = false;
/** Several happenings close together are one reason to read again; during an advance nothing is read. */
export function happened(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    if (progress.value !== undefined) return happened();
    touch(touchedLately.splice(0));
    readAgain();
  }, 400);
}

/** Says what an action has changed, and reads it again. */
export function changed(text: string): void {
  toast(text);
  happened();
}

const lastOf = <T>(list: readonly T[], more: readonly T[]) =>
  more.length ? [...list, ...more].slice(-mostKept) : list;

/** Takes in what the stream brought. */
export function receive(messages: readonly Message[]): void {
  const requests = messages.flatMap((message) => (message.kind === "request" ? [message.data] : []));
  const events = messages.flatMap((message) => (message.kind === "event" ? [message.data] : []));
  seen.value = lastOf(seen.value, requests as SeenRequest[]);
  for (const message of messages)
    if (message.kind === "progress" && message.data.accountId === account.value)
      progress.value = message.data.percent >= 100 ? undefined : message.data.percent;
  if (messages.some(({ kind }) => kind === "missed")) return void missed();
  const own = events.filter(({ accountId }) => accountId === account.value);
  touchedLately.push(...own.map(({ thirdpartyId }) => thirdpartyId));
  if (own.length > 0) happened();
}

/** The stream has a gap: everything is read again, the request log too. */
async function missed(): Promise<void> {
  progress.value = undefined;
  await readRequests();
  refresh();
}
