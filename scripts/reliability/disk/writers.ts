import type { State } from "../../../src/domain/change.ts";
import { complaints, control, difference, glance, observe, service, temporaryFiles, worldOf } from "./observed.ts";
import type { Ask, Request } from "./server.ts";
import { nextWrite } from "./writes.ts";

/** One client, alone on its account: what must be there after a kill is known row by row. */
export class Soloist {
  readonly account: string;
  answered = 0;
  readonly kinds = new Set<string>();
  /** A sandbox in memory that gets the requests which were answered, and so holds what must be there. */
  #twin: Ask;
  #next: (below: number) => number;
  #world: { state: State } | undefined;
  #exports: unknown[] = [];
  #flying: { name: string; request: Request } | undefined;

  constructor(account: string, twin: Ask, next: (below: number) => number) {
    this.account = account;
    this.#twin = twin;
    this.#next = next;
  }

  /** Writes until the server dies. Returns what was wrong with an answer. */
  async write(ask: Ask, written: () => void): Promise<string | undefined> {
    for (;;) {
      const { account } = this;
      // The ids in an older world still serve to choose from.
      if (!this.#world || this.#next(4) === 0) await this.#look();
      const { name, request } = nextWrite({
        account,
        state: this.#world?.state,
        exports: this.#exports,
        next: this.#next,
      });
      this.#flying = { name, request };
      written();
      const answer = await ask(request).catch(() => undefined);
      if (!answer) return undefined;
      this.#flying = undefined;
      const expected = await this.#twin(request);
      if (answer.status !== expected.status)
        return `${name} was answered with ${answer.status} ${JSON.stringify(answer.body)}, and not ${expected.status}`;
      this.answered++;
      if (answer.status < 300) this.kinds.add(name);
    }
  }

  async #look(): Promise<void> {
    this.#world = await worldOf(this.#twin, this.account);
    if (this.#world) this.#exports = [...this.#exports, this.#world].slice(-3);
  }

  /** Whether the answered writes are all there, and the one that was under way whole or absent. */
  async check(ask: Ask): Promise<string | undefined> {
    const flying = this.#flying;
    this.#flying = undefined;
    // Only operations on the account as a whole touch its snapshots and its reset point.
    const look = flying?.name.startsWith("accounts.") || this.#next(4) === 0 ? observe : glance;
    const found = await look(ask, this.account);
    const { state } = (found.world ?? {}) as { state?: State };
    const broken = state ? complaints(state) : [];
    if (broken.length > 0) return broken.join("; ");
    const before = difference(found, await look(this.#twin, this.account));
    if (before === undefined) return undefined;
    if (!flying) return `nothing was under way, and ${before}`;
    // The first use of an account makes it, which is an operation of its own, before the write.
    if (flying.request.path.startsWith(service(this.account))) {
      await this.#twin({ method: "GET", path: service(this.account, "/thirdparties") });
      if (difference(found, await look(this.#twin, this.account)) === undefined) return undefined;
    }
    await this.#twin(flying.request);
    const after = difference(found, await look(this.#twin, this.account));
    return after && `${flying.name} was under way, and is neither absent (${before}) nor whole (${after})`;
  }
}

const label = "Référencement interne";
const writtenText = /^\d+-\d+ \d+$/;

/** Several clients on one account, whose changes go to disk together. */
export class Crowd {
  readonly account: string;
  answered = 0;
  #sent = 0;
  #values: string[] = [];
  #eventIds: number[] = [];
  #clock = "";

  constructor(account: string) {
    this.account = account;
  }

  async write(ask: Ask, nth: number, written: () => void): Promise<string | undefined> {
    const post = (path: string, body: unknown) => ask({ method: "POST", path, body });
    try {
      const { body } = await ask({ method: "GET", path: service(this.account, "/thirdparties") });
      const { content } = body as { content: { thirdpartyId: number }[] };
      const { thirdpartyId } = content[nth % content.length] as { thirdpartyId: number };
      for (let count = 0; ; count++) {
        const value = `${nth}-${count} ${++this.#sent}`;
        written();
        const path = service(this.account, `/thirdparties/${thirdpartyId}/attributes`);
        const comment = { event: "THIRD_PARTY_COMMENT_ADDED", thirdpartyId, data: { text: value } };
        const { status, body: said } = await (count % 2
          ? post(control(this.account, "/occurrences"), comment)
          : post(path, { label, values: [value] }));
        if (status >= 300) return `the write of ${value} was answered with ${status} ${JSON.stringify(said)}`;
        this.#values.push(value);
        this.answered++;
        if (count % 5 === nth) await this.#trigger(post, nth);
      }
    } catch {
      return undefined;
    }
  }
  async #trigger(post: (path: string, body: unknown) => ReturnType<Ask>, nth: number): Promise<void> {
    const event = nth % 2 ? "DOCUMENT_ANSWER_ADDED" : "DOSSIER_UPDATED";
    const { body } = await post(control(this.account, "/occurrences"), { event });
    const { content = [] } = body as { content?: { eventId: number }[] };
    this.#eventIds.push(...content.map(({ eventId }) => eventId));
    if (nth > 0) return;
    const moved = await post(control(this.account, "/clock"), { advance: "PT6H" });
    this.#clock = (moved.body as { now: string }).now;
  }

  async check(ask: Ask): Promise<string | undefined> {
    const world = await worldOf(ask, this.account);
    if (!world) return this.answered > 0 ? "the world is gone" : undefined;
    const { state } = world;
    const updates = state.events.filter(
      ({ eventName, payload }) => eventName === "THIRD_PARTY_ATTRIBUTE_UPDATED" && payload.label === label,
    );
    const comments = state.comments.map(({ text }) => text);
    const values = new Set([...updates.flatMap(({ payload }) => payload.to as string[]), ...comments]);
    const eventIds = new Set(state.events.map(({ eventId }) => eventId));
    const lost = [
      ...this.#values.filter((value) => !values.has(value)),
      ...this.#eventIds.filter((eventId) => !eventIds.has(eventId)),
    ];
    if (lost.length > 0) return `${lost.length} answered writes are lost, such as ${lost[0]}`;
    // An attribute that is set twice is as it was; a comment is there twice.
    const doubled = comments.find((text, nth) => writtenText.test(text) && comments.indexOf(text) !== nth);
    if (doubled) return `the comment ${doubled} was written twice`;
    // A row and its event are in the same change.
    const last = new Map(updates.map(({ thirdpartyId, payload }) => [thirdpartyId, payload.to]));
    const rows = new Map(
      state.attributes.filter((row) => row.label === label).map((row) => [row.thirdpartyId, row.values]),
    );
    const apart = [...last].find(([id, to]) => difference(rows.get(id), to) !== undefined);
    if (apart) return `the attribute of ${apart[0]} is not that of its last event`;
    const clock = state.world[0]?.clock.frozenAt ?? "";
    if (clock < this.#clock) return `the clock was answered to be at ${this.#clock}, and is at ${clock}`;
    return complaints(state)[0];
  }
}

export const leftBehind = (data: string): string | undefined => {
  const left = temporaryFiles(data);
  return left.length > 0 ? `${left.join(", ")} stayed after a start` : undefined;
};
