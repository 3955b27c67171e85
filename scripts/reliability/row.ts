/** One line of docs/reliability.md: an attack on a running sandbox or on its files, and what must hold under it. */
export interface Row {
  what: string;
  holds: string;
  /** How many attacks a whole run makes, and how many the short form in the suite. */
  full: number;
  short: number;
  /** Resolves when all attacks are made; a violation is a failure, not an exception. */
  run: (attack: Attack) => Promise<Outcome>;
  /** Faults that the row must find, each as edits of the sources: `npm run reliability -- --plant` builds them in. */
  planted: Record<string, Edit | readonly Edit[]>;
}

export interface Attack {
  count: number;
  seed: number;
  /** The binary of Node that serves. */
  node: string;
  edits: readonly Edit[];
  say: (line: string) => void;
  /** Ends or removes something after the attack; what was made last goes first. */
  after: (end: () => unknown) => void;
}

/** The first `from` in the source file becomes `to`; a text that is not found is an error. */
export interface Edit {
  file: string;
  from: string;
  to: string;
  /** Where alone a planted fault shows: a field of stored rows, or a kind of server. */
  field?: string;
}

/** An edit as a patch shows it: the file, then the text after a minus and the text after a plus. */
export function edit(patch: string): Edit {
  const [file = "", from = "", to = ""] = patch.split("\n").map((line) => line.trim().replace(/^[-+] ?/, ""));
  return { file, from, to };
}

export interface Outcome {
  /** Attacks made. */
  count: number;
  /** What did not hold, one sentence each, with what reproduces it. */
  failures: string[];
  /** Other counts worth printing, such as answered writes. */
  figures: Record<string, number | string>;
}

/** What is kept of the last whole run of a row. */
export interface Result extends Omit<Outcome, "failures"> {
  failures: number;
  seed: number;
  seconds: number;
  node: string;
  commit: string;
  date: string;
}

export const noOutcome = (): Outcome => ({ count: 0, failures: [], figures: {} });
export const add = ({ figures }: Outcome, name: string, count = 1): void => {
  figures[name] = Number(figures[name] ?? 0) + count;
};

/** Does work, and ends afterwards what the work has left to be ended. */
export async function ending<T>(work: (after: Attack["after"]) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = [];
  try {
    return await work((end) => ends.unshift(end));
  } finally {
    for (const end of ends) await end();
  }
}

export const runRow = ({ run }: Row, attack: Omit<Attack, "after">): Promise<Outcome> =>
  ending((after) => run({ ...attack, after }));
