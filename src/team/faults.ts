import type { Fault } from "../../contract/control.ts";
import {
  type Armed,
  type ArmedFault,
  arm,
  type Candidate,
  canStrike,
  type Faults,
  lagOf,
  leftOf,
  resumed,
  shownTo,
  strike,
} from "../sandbox/faults.ts";
import type { KeyValue } from "./postgres/key-value.ts";

const name = "faults";

/** A fault that strikes on all servers together. */
interface Shared extends Armed {
  /** When it was set, by the wall clock, and its place in that list. */
  set: [at: number, place: number];
}

const read = (text: string | undefined): Shared[] => (text === undefined ? [] : JSON.parse(text));
const written = (armed: readonly Shared[]) => (armed.length === 0 ? undefined : JSON.stringify(armed));
const inOrder = (armed: readonly Shared[]) => armed.toSorted(({ set: [a, m] }, { set: [b, n] }) => a - b || m - n);
const isSame = (one: Shared, other: Shared) => one.set[0] === other.set[0] && one.set[1] === other.set[1];

/** The injected faults of all servers: a text for each account that has some, and one for those without an account. */
export class TeamFaults implements Faults {
  readonly #values: KeyValue;
  #last = 0;

  constructor(values: KeyValue) {
    this.#values = values;
  }

  /** Those of the accounts that pass. */
  async #stored(passes: (accountId: string) => boolean): Promise<Shared[]> {
    const texts = (await this.#values.list(name)).filter(({ accountId }) => passes(accountId));
    return inOrder(texts.flatMap(({ text }) => read(text)));
  }
  async list(accountId?: string): Promise<Fault[]> {
    return (await this.#stored((owner) => accountId === undefined || owner === accountId)).map(leftOf);
  }
  async ofAccount(accountId: string): Promise<ArmedFault[]> {
    return (await this.#stored((owner) => owner === "" || owner === accountId)).map(shownTo(accountId));
  }
  async resume(faults: readonly ArmedFault[], accountId: string): Promise<void> {
    await this.#replaceAll(this.#set(faults.map(resumed(accountId))));
  }
  async replace(faults: readonly Fault[], accountId?: string): Promise<void> {
    const armed = this.#set(faults.map(arm));
    if (accountId === undefined) await this.#replaceAll(armed);
    else await this.#values.change(accountId, name, () => written(armed));
  }
  /** Two lists never have the same moment. */
  #set(armed: readonly Armed[]): Shared[] {
    this.#last = Math.max(Date.now(), this.#last + 1);
    return armed.map((each, place) => ({ ...each, set: [this.#last, place] }));
  }
  async #replaceAll(armed: readonly Shared[]): Promise<void> {
    const owners = new Set((await this.#values.list(name)).map(({ accountId }) => accountId));
    for (const { fault } of armed) owners.add(fault.accountId ?? "");
    for (const owner of owners) {
      const own = armed.filter(({ fault }) => (fault.accountId ?? "") === owner);
      await this.#values.change(owner, name, () => written(own));
    }
  }
  /** Those that can strike an account, as of its last refresh. */
  #known(accountId: string | undefined): Shared[] {
    const general = this.#values.get("", name);
    const own = accountId === undefined ? undefined : this.#values.get(accountId, name);
    return general === undefined && own === undefined ? [] : inOrder([...read(general), ...read(own)]);
  }
  next(candidate: Candidate): Fault | undefined | Promise<Fault | undefined> {
    const known = this.#known(candidate.accountId).filter((armed) => canStrike(armed, candidate));
    return known.length === 0 ? undefined : this.#strike(known, candidate);
  }
  async #strike(known: readonly Shared[], candidate: Candidate): Promise<Fault | undefined> {
    for (const armed of known) {
      const isCounted = armed.left !== null || armed.fault.probability !== undefined;
      if (!isCounted || (await this.#use(armed, candidate))) return armed.fault;
    }
    return undefined;
  }
  /** Whether the fault strikes; this counts once, whichever server another request for it meets. */
  async #use(wanted: Shared, candidate: Candidate): Promise<boolean> {
    let isStruck = false;
    await this.#values.change(wanted.fault.accountId ?? "", name, (text) => {
      const all = read(text);
      const armed = all.find((other) => isSame(other, wanted));
      isStruck = armed !== undefined && strike(armed, candidate);
      return armed ? written(all.filter(({ left }) => left !== 0)) : text;
    });
    return isStruck;
  }

  lag(operationId: string | null, accountId: string): number {
    return lagOf(this.#known(accountId), operationId, accountId);
  }
}
