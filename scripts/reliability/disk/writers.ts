import type { State } from "../../../src/domain/change.ts";
import { type Ask, control, get, post, type Request, service } from "../client.ts";
import { complaints, difference, glance, observe, worldOf } from "./observed.ts";
import { nextWrite } from "./writes.ts";

/** Clients of one account, and what they know of it. */
export interface Writer {
  account: string;
  /** How many writes were answered. */
  answered: number;
  /** The kinds of write that succeeded. */
  kinds: Set<string>;
  /** Each writes until a request has no answer, and resolves with what was wrong with an answer. */
  clients: ((ask: Ask, written: () => void) => Promise<string | undefined>)[];
  /** Resolves with what is lost, half-made or broken. */
  check: (ask: Ask) => Promise<string | undefined>;
}

/**
 * One client, alone on its account: what must be there after a kill is known row by row. `twin` is a sandbox in memory
 * that gets the requests which were answered, and so holds what must be there.
 */
export function soloist(account: string, twin: Ask, next: (below: number) => number): Writer {
  let world: { state: State } | undefined;
  let exports: unknown[] = [];
  let flying: { name: string; request: Request } | undefined;

  const write = async (ask: Ask, written: () => void) => {
    for (;;) {
      // The ids in an older world still serve to choose from.
      if (!world || next(4) === 0) {
        world = await worldOf(twin, account);
        if (world) exports = [...exports, world].slice(-3);
      }
      flying = nextWrite({ account, state: world?.state, exports, next });
      const { name, request } = flying;
      written();
      const answer = await ask(request).catch(() => undefined);
      if (!answer) return undefined;
      flying = undefined;
      const expected = await twin(request);
      if (answer.status !== expected.status)
        return `${name} was answered with ${answer.status} ${JSON.stringify(answer.body)}, and not ${expected.status}`;
      writer.answered++;
      if (answer.status < 300) writer.kinds.add(name);
    }
  };
  /** Whether the answered writes are all there, and the one that was under way whole or absent. */
  const check = async (ask: Ask) => {
    const last = flying;
    flying = undefined;
    // Only operations on the account as a whole touch its snapshots and its reset point.
    const look = last?.name.startsWith("accounts.") || next(4) === 0 ? observe : glance;
    const found = await look(ask, account);
    const { state } = (found.world ?? {}) as { state?: State };
    const broken = state ? complaints(state) : [];
    if (broken.length > 0) return broken.join("; ");
    const apart = async () => difference(found, await look(twin, account));
    const before = await apart();
    if (before === undefined) return undefined;
    if (!last) return `nothing was under way, and ${before}`;
    // The first use of an account makes it, which is an operation of its own, before the write.
    if (last.request.path.startsWith(service(account))) {
      await twin(get(service(account, "/thirdparties")));
      if ((await apart()) === undefined) return undefined;
    }
    await twin(last.request);
    const after = await apart();
    return after && `${last.name} was under way, and is neither absent (${before}) nor whole (${after})`;
  };
  const writer: Writer = { account, answered: 0, kinds: new Set(), clients: [write], check };
  return writer;
}

const label = "Référencement interne";
const writtenText = /^\d+-\d+ \d+$/;

/** Several clients on one account, whose changes go to disk together. */
export function crowd(account: string): Writer {
  let sent = 0;
  let lastClock = "";
  const values: string[] = [];
  const eventIds: number[] = [];

  const trigger = async (ask: Ask, nth: number) => {
    const event = nth % 2 ? "DOCUMENT_ANSWER_ADDED" : "DOSSIER_UPDATED";
    const { body } = await ask(post(control(account, "/occurrences"), { event }));
    eventIds.push(...((body as { content?: { eventId: number }[] }).content ?? []).map(({ eventId }) => eventId));
    if (nth > 0) return;
    const moved = await ask(post(control(account, "/clock"), { advance: "PT6H" }));
    lastClock = (moved.body as { now: string }).now;
  };
  const writeAs = (nth: number) => async (ask: Ask) => {
    try {
      const { body } = await ask(get(service(account, "/thirdparties")));
      const { content } = body as { content: { thirdpartyId: number }[] };
      const { thirdpartyId } = content[nth % content.length] as { thirdpartyId: number };
      for (let count = 0; ; count++) {
        const value = `${nth}-${count} ${++sent}`;
        const comment = { event: "THIRD_PARTY_COMMENT_ADDED", thirdpartyId, data: { text: value } };
        const { status, body: said } = await ask(
          count % 2
            ? post(control(account, "/occurrences"), comment)
            : post(service(account, `/thirdparties/${thirdpartyId}/attributes`), { label, values: [value] }),
        );
        if (status >= 300) return `the write of ${value} was answered with ${status} ${JSON.stringify(said)}`;
        values.push(value);
        writer.answered++;
        if (count % 5 === nth) await trigger(ask, nth);
      }
    } catch {
      return undefined;
    }
  };
  const check = async (ask: Ask) => {
    const world = await worldOf(ask, account);
    if (!world) return writer.answered > 0 ? "the world is gone" : undefined;
    // Events of the same moment come after each other, and the clock answers the time of the last.
    const { world: rows, events } = world.state;
    const [clock = ""] = [rows[0]?.clock.frozenAt ?? "", events.at(-1)?.occurredAt ?? ""].sort().reverse();
    if (clock < lastClock) return `the clock was answered to be at ${lastClock}, and is at ${clock}`;
    return wrongIn(world.state, values, eventIds) ?? complaints(world.state)[0];
  };
  const kinds = new Set(["attributes.set"]);
  const writer: Writer = { account, answered: 0, kinds, clients: [0, 1, 2, 3].map(writeAs), check };
  return writer;
}

/** What is not as the answers to a crowd said. */
function wrongIn(state: State, values: readonly string[], eventIds: readonly number[]): string | undefined {
  const updates = state.events.filter(
    ({ eventName, payload }) => eventName === "THIRD_PARTY_ATTRIBUTE_UPDATED" && payload.label === label,
  );
  const comments = state.comments.map(({ text }) => text);
  const written = new Set([...updates.flatMap(({ payload }) => payload.to as string[]), ...comments]);
  const happened = new Set(state.events.map(({ eventId }) => eventId));
  const lost = [...values.filter((value) => !written.has(value)), ...eventIds.filter((id) => !happened.has(id))];
  if (lost.length > 0) return `${lost.length} answered writes are lost, such as ${lost[0]}`;
  // An attribute that is set twice is as it was; a comment is there twice.
  const doubled = comments.find((text, nth) => writtenText.test(text) && comments.indexOf(text) !== nth);
  if (doubled) return `the comment ${doubled} was written twice`;
  // A row and its event are in the same change.
  const last = new Map(updates.map(({ thirdpartyId, payload }) => [thirdpartyId, payload.to]));
  const rows = state.attributes.filter((row) => row.label === label);
  const valuesOf = new Map(rows.map((row) => [row.thirdpartyId, row.values]));
  const apart = [...last].find(([id, to]) => difference(valuesOf.get(id), to) !== undefined);
  return apart && `the attribute of ${apart[0]} is not that of its last event`;
}
