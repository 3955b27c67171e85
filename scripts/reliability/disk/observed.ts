import { readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { State } from "../../../src/domain/change.ts";
import { wrongs } from "../../../test/support/invariants.ts";
import { type Ask, control, get, post, type Request, remove, service } from "../client.ts";

/** All that a user can see of an account: its world, its snapshots, and the world that a reset brings back. */
export interface Observed {
  exists: boolean;
  world: unknown;
  snapshots: unknown;
  reset: unknown;
}

const observer = "z-observer";

export async function worldOf(ask: Ask, account: string): Promise<{ state: State } | undefined> {
  const { status, body } = await ask(get(control(account, "/state")));
  return status === 404 ? undefined : (body as { state: State });
}

/** The same without the contents of snapshots and reset point. */
export async function glance(ask: Ask, account: string): Promise<Partial<Observed>> {
  const world = await worldOf(ask, account);
  return { world, snapshots: world && (await ask(get(control(account, "/snapshots")))).body };
}

/** Restores and resets, and puts the world back afterwards. An account that does not exist is used once. */
export async function observe(ask: Ask, account: string): Promise<Observed> {
  // An answer that is no success takes the place of what was asked for.
  const to = async (request: Request) => {
    const { status, body } = await ask(request);
    return status < 300 ? body : { refused: status, ...(body as object) };
  };
  const at = (path: string) => control(account, path);
  const exists = (await worldOf(ask, account)) !== undefined;
  if (!exists) await to(get(service(account, "/thirdparties")));
  const world = await to(get(at("/state")));
  const { content = [] } = (await to(get(at("/snapshots")))) as { content?: { name: string }[] };
  await to(post(at("/snapshots"), { name: observer }));
  const snapshots: unknown[] = [];
  for (const snapshot of content) {
    const restored = await to(post(at(`/snapshots/${snapshot.name}/restore`)));
    snapshots.push({ snapshot, restored, world: await to(get(at("/state"))) });
  }
  const reset = { back: await to(post(at("/reset"))), world: await to(get(at("/state"))) };
  await to(post(at(`/snapshots/${observer}/restore`)));
  await to(remove(at(`/snapshots/${observer}`)));
  if (!exists) await to(remove(control(account)));
  return { exists, world, snapshots, reset };
}

/** The first place where two values differ, for a sentence; undefined when they are equal. */
export function difference(found: unknown, expected: unknown, place = ""): string | undefined {
  if (isDeepStrictEqual(found, expected)) return undefined;
  const isTree = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
  if (isTree(found) && isTree(expected))
    for (const name of new Set([...Object.keys(found), ...Object.keys(expected)])) {
      const inside = difference(found[name], expected[name], `${place}/${name}`);
      if (inside !== undefined) return inside;
    }
  const short = (value: unknown) => (JSON.stringify(value) ?? "nothing").slice(0, 80);
  return `${place} is ${short(found)} and not ${short(expected)}`;
}

/** What is wrong in a world by itself. */
export function complaints(state: State): string[] {
  const { events, sequences, world } = state;
  const clock = world[0]?.clock.frozenAt ?? "";
  const last = events.at(-1)?.occurredAt ?? "";
  const found = wrongs(state, last > clock ? last : clock);
  const gap = events.find(({ eventId }, nth) => eventId !== (events[0]?.eventId ?? 0) + nth);
  if (gap) found.push(`before event ${gap.eventId} there is a gap`);
  const next = sequences.find(({ name }) => name === "eventId")?.next;
  const end = events.at(-1)?.eventId;
  if (end !== undefined && next !== end + 1) found.push(`event ${end} is the last, and the next would be ${next}`);
  return found;
}

/** What a start has left half-made, in a sentence. */
export function leftBehind(folder: string): string | undefined {
  const left = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith(".tmp"));
  return left.length > 0 ? `${left.join(", ")} stayed after a start` : undefined;
}
