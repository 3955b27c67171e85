import type { Fault } from "../../contract/control.ts";
import { type ArmedFault, type Candidate, drawn, type Faults, isFor, lagOf } from "../sandbox/faults.ts";
import type { KeyValue } from "./postgres/key-value.ts";

const name = "faults";

/** A fault that strikes on all servers together. */
interface Shared {
  fault: Fault;
  position: number;
  left: number | null;
  /** Draws so far, by account. */
  draws: Record<string, number>;
  /** When it was set, by the wall clock, and its place in that list. */
  set: [at: number, place: number];
}

const read = (text: string | undefined): Shared[] => (text === undefined ? [] : JSON.parse(text));
const written = (armed: readonly Shared[]) => (armed.length === 0 ? undefined : JSON.stringify(armed));
const inOrder = (armed: readonly Shared[]) => armed.toSorted(({ set: [a, m] }, { set: [b, n] }) => a - b || m - n);
const leftOf = ({ fault, left }: Shared): Fault => (left === null ? fault : { ...fault, times: left });
const isSame = (one: Shared, other: Shared) => one.set[0] === other.set[0] && one.set[1] === other.set[1];

/** The injected faults of all servers: a text for each account that has some, and one for those without an account. */
export class TeamFaults implements Faults {
  readonly #values: KeyValue;
  readonly #wall: () => number;
  #last = 0;

  constructor(values: KeyValue, wall: () => number) {
    this.#values = values;
    this.#wall = wall;
  }

  async list(accountId?: string): Promise<Fault[]> {
    const texts = await this.#values.list(name);
    const own = texts.filter((text) => accountId === undefined || text.accountId === accountId);
    return inOrder(own.flatMap(({ text }) => read(text))).map(leftOf);
  }
  async ofAccount(accountId: string): Promise<ArmedFault[]> {
    const texts = await this.#values.list(name);
    const own = texts.filter((text) => text.accountId === "" || text.accountId === accountId);
    return inOrder(own.flatMap(({ text }) => read(text))).map((armed) => ({
      fault: leftOf(armed),
      position: armed.position,
      draws: armed.draws[accountId] ?? 0,
    }));
  }
  async resume(faults: readonly ArmedFault[], accountId: string): Promise<void> {
    const at = this.#moment();
    const armed = faults.map(
      ({ fault, position, draws: count }, place): Shared => ({
        ...{ fault, position, left: fault.times ?? null, set: [at, place] },
        draws: { [accountId]: count },
      }),
    );
    await this.#replaceAll(armed);
  }
  async replace(faults: readonly Fault[], accountId?: string): Promise<void> {
    const at = this.#moment();
    const armed = faults.map(
      (fault, position): Shared => ({ fault, position, left: fault.times ?? null, draws: {}, set: [at, position] }),
    );
    if (accountId === undefined) await this.#replaceAll(armed);
    else await this.#values.change(accountId, name, () => written(armed));
  }
  async #replaceAll(armed: readonly Shared[]): Promise<void> {
    const owners = new Set([...(await this.#values.list(name)).map(({ accountId }) => accountId)]);
    for (const { fault } of armed) owners.add(fault.accountId ?? "");
    for (const owner of owners) {
      const own = armed.filter(({ fault }) => (fault.accountId ?? "") === owner);
      await this.#values.change(owner, name, () => written(own));
    }
  }
  /** Two lists never have the same moment. */
  #moment(): number {
    this.#last = Math.max(this.#wall(), this.#last + 1);
    return this.#last;
  }

  /** Those that can strike an account, as of its last refresh. */
  #known(accountId: string | undefined): Shared[] {
    const general = this.#values.get("", name);
    const own = accountId === undefined ? undefined : this.#values.get(accountId, name);
    return general === undefined && own === undefined ? [] : inOrder([...read(general), ...read(own)]);
  }
  next(candidate: Candidate): Fault | undefined | Promise<Fault | undefined> {
    const { operationId, accountId } = candidate;
    const known = this.#known(accountId).filter(
      ({ fault }) => fault.kind !== "lag" && isFor(fault, operationId, accountId),
    );
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
  async #use(wanted: Shared, { accountId = "", randomSeed }: Candidate): Promise<boolean> {
    let isStruck = false;
    await this.#values.change(wanted.fault.accountId ?? "", name, (text) => {
      isStruck = false;
      const all = read(text);
      const armed = all.find((other) => isSame(other, wanted));
      if (!armed) return text;
      const { fault, position } = armed;
      const draw = armed.draws[accountId] ?? 0;
      isStruck = fault.probability === undefined || drawn(fault.probability, randomSeed, position, draw);
      if (fault.probability !== undefined) armed.draws[accountId] = draw + 1;
      if (isStruck && armed.left !== null) armed.left -= 1;
      return written(all.filter(({ left }) => left !== 0));
    });
    return isStruck;
  }

  lag(operationId: string | null, accountId: string): number {
    return lagOf(
      this.#known(accountId).map(({ fault }) => fault),
      operationId,
      accountId,
    );
  }
}
