import { setTimeout as pause } from "node:timers/promises";
import { control } from "../../contract/control.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type AccountCall, call, inAccount, type Result } from "../client/control.ts";
import { type Place, SandboxProblem } from "../client/problem.ts";

/** What begins the id of every world that an agent makes. */
export const prefix = "agent-";
const tokenLifetime = 86_400;

/** A call that is answered with a sentence. */
export class Refused extends Error {}

export const noWorld = (accountId: string) =>
  `There is no world ${accountId}: status names those that there are, and the tool world makes one.`;

/** Agents give up on a call after a minute, and do not learn then what became of it. */
const limits = { move: 30_000, call: 45_000 };
const inSeconds = (milliseconds: number) => `${milliseconds / 1_000} seconds`;

export interface SessionOptions {
  place: Place;
  /** The id of the first world; the next ones are numbered. */
  name: string;
  /** Whether worlds of others may be changed. */
  anyWorld: boolean;
  /** In milliseconds: how long a move of the clock and any call may take. */
  limits?: typeof limits;
  /** Says what is wrong where the sandbox refuses, or does not answer. */
  sentenceOf(error: unknown): string;
}

const codeOf = (error: unknown) => (error instanceof SandboxProblem ? error.problem.code : undefined);
const isWorldless = (error: unknown) => codeOf(error) === "ACCOUNT_NOT_FOUND";

/** What an agent can do next, where the refusal of the sandbox says only why. */
const advice: Record<string, string> = {
  NOTHING_SUITABLE: "look with an id says what can happen to it now.",
  SNAPSHOT_NOT_FOUND: "world with the action snapshot takes one.",
};
const adviceFor = (error: unknown): string | undefined => advice[codeOf(error) ?? ""];

/** Whether a call was refused because its world does not exist. */
const isMissing = ({ cause }: Error) => isWorldless(cause);

type Put = AccountCall<typeof control.accounts.put>["body"];

/** The worlds of one agent, from its first call to its end. */
export class Session {
  readonly #options: SessionOptions;
  readonly #made = new Set<string>();
  #named = 0;
  #current: Promise<string> | undefined;
  readonly #running = new Set<Promise<unknown>>();
  #hasEnded = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get url(): string {
    return this.#options.place.url;
  }
  get made(): readonly string[] {
    return [...this.#made];
  }
  readonly isOfOthers = (accountId: string): boolean => !this.#made.has(accountId);

  async ask<E extends Endpoint>(endpoint: E, request: AccountCall<E> = {}, accountId = ""): Promise<Result<E>> {
    const { place, sentenceOf } = this.#options;
    return call(place, endpoint, inAccount(accountId, request)).catch((error: unknown) => {
      const isMissed = accountId !== "" && isWorldless(error);
      const sentence = isMissed ? noWorld(accountId) : [sentenceOf(error), adviceFor(error)].filter(Boolean).join(" ");
      throw new Refused(sentence, { cause: error });
    });
  }

  /** The world that a call reads: the named one, else the latest of this session, which the first call makes. */
  async reading(account?: string): Promise<string> {
    const isFirst = account === undefined && this.#current === undefined;
    if (isFirst)
      this.#current = this.make(undefined, {}).catch((error: unknown) => {
        this.#current = undefined;
        throw error;
      });
    const accountId = account ?? ((await this.#current) as string);
    if (isFirst || (await this.#exists(accountId))) return accountId;
    if (account !== undefined) throw new Refused(noWorld(accountId));
    this.#current = undefined;
    throw new Refused(`The world ${accountId} was deleted, and not by this session: the next call makes a new one.`);
  }

  /** The world that a call changes. */
  async changing(account?: string): Promise<string> {
    const accountId = await this.reading(account);
    if (this.#options.anyWorld || this.#made.has(accountId)) return accountId;
    throw new Refused(
      `The world ${accountId} is not of this session, and is only read: copy it with the tool world ` +
        `(action fork, from ${accountId}), or start tiers-sandbox mcp with --any-world.`,
    );
  }

  /** Makes a world, which calls mean from now on. */
  async make(account: string | undefined, body: Put): Promise<string> {
    const { name, anyWorld } = this.#options;
    const accountId = account ?? (this.#named++ === 0 ? name : `${name}-${this.#named}`);
    if (!anyWorld && !accountId.startsWith(prefix))
      throw new Refused(
        `The name of a world begins with ${prefix}, such as ${prefix}${accountId}; --any-world takes any name.`,
      );
    const isNew = !(await this.#exists(accountId));
    if (!isNew) await this.changing(accountId);
    await this.ask(control.accounts.put, { body }, accountId);
    if (isNew) this.#made.add(accountId);
    this.#current = Promise.resolve(accountId);
    return accountId;
  }

  async #exists(accountId: string): Promise<boolean> {
    return this.ask(control.clock.get, {}, accountId).then(
      () => true,
      (error: Error) => {
        if (isMissing(error)) return false;
        throw error;
      },
    );
  }

  /** What the code under test needs to call the service in a world. */
  async access(accountId: string) {
    const body = { accountIds: [accountId], expiresIn: tokenLifetime };
    const { accessToken } = await this.ask(control.tokens.create, { body });
    return { baseUrl: `${this.url}/api/v1/account/${accountId}`, token: accessToken };
  }

  /** Runs a call of a tool, which the end waits for. One that takes too long is answered, and continues. */
  async run<T>(tool: string, work: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) throw new Refused("tiers-sandbox mcp is stopping, and takes no more calls.");
    const { call: limit } = this.#options.limits ?? limits;
    const running = work();
    this.#running.add(running);
    const done = () => void this.#running.delete(running);
    running.then(done, done);
    const late = pause(limit, undefined, { ref: false }).then(() => {
      const sentence = `${tool} has not ended after ${inSeconds(limit)}, and goes on in the sandbox.`;
      throw new Refused(`${sentence} Do not repeat it: status shows the world when it has ended.`);
    });
    return Promise.race([running, late]);
  }

  /** Moves the clock. A move that takes too long is cancelled: what was due until then has happened. */
  async move(body: AccountCall<typeof control.clock.move>["body"], accountId: string) {
    const { move: limit } = this.#options.limits ?? limits;
    const moving = this.ask(control.clock.move, { body }, accountId);
    const hasEnded = (wait: number) => Promise.race([moving.then(() => true), pause(wait, false, { ref: false })]);
    if (await hasEnded(limit)) return moving;
    // A move that waits for another call has not begun, and can be cancelled only when it has.
    do await this.ask(control.clock.cancel, {}, accountId).catch(() => {});
    while (!(await hasEnded(100)));
    const reading = await moving;
    if (!reading.cancelled) return reading;
    const advice = `The move was stopped after ${inSeconds(limit)}, at ${reading.now}: move the clock again to go on.`;
    return { ...reading, advice };
  }

  /**
   * Cancels moves of the clock, finishes the other calls under way and deletes the worlds, unless they are kept.
   * Returns those that it cannot delete.
   */
  async end({ keep = false } = {}): Promise<string[]> {
    this.#hasEnded = true;
    // A call that has only been sent may begin its move later.
    while (this.#running.size > 0) {
      await Promise.allSettled([...this.#made].map((accountId) => this.ask(control.clock.cancel, {}, accountId)));
      await Promise.race([Promise.allSettled(this.#running), pause(100)]);
    }
    const left: string[] = [];
    for (const accountId of keep ? [] : this.#made)
      await this.ask(control.accounts.delete, {}, accountId).catch((error: Error) => {
        if (!isMissing(error)) left.push(accountId);
      });
    return left;
  }
}
