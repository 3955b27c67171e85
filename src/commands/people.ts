import type { control } from "../../contract/control.ts";
import type { Result } from "../client/control.ts";
import { command, option, quoted, suggestion, Usage } from "./command.ts";
import { accountOptions, ask } from "./running-sandbox.ts";
import { peopleWords } from "./values.ts";

type People = Result<typeof control.people.get>;
type Supplier = Result<typeof control.people.supplier>;
type Acting = Result<typeof control.people.put>;

const isWord = (word: string): word is Acting["people"] => peopleWords.some((each) => each === word);
const drawn = "drawn";
const temperWords = ["prompt", "ordinary", "late", "careless", "fading", "silent", drawn] as const;

const who: Record<Acting["people"], string> = {
  all: "Suppliers and the client's people act",
  suppliers: "Suppliers act, and the client's people do not",
  none: "Nobody acts by itself; tiers-sandbox people all lets suppliers and the client's people act",
};
const actingLine = ({ people, planned }: Acting): string =>
  people === "none" ? `${who.none}.` : `${who[people]}; planned: ${planned}. tiers-sandbox people none stops them.`;

const supplierLine = ({ thirdpartyId, thirdpartyName, temper, origin, next }: Supplier): string => {
  const document = next?.documentId == null ? [] : [`document ${next.documentId}`];
  const name = next?.actor ? `${next.actor.name}: ` : "";
  const act = next ? [next.dueAt, ...document, name + next.sentence] : ["nothing planned"];
  return [thirdpartyId, thirdpartyName, origin === "SET" ? `${temper} (set)` : temper, ...act].join("  ");
};

const mostRows = 1000;
const mostLines = 20;
/** Who acts, how many have each temper, and what comes next. */
function peopleLines(found: People): string[] {
  const { people, colleagues, tempers, content, totalElements } = found;
  const counted = tempers.map(({ temper, sentence }) => {
    const count = content.filter((supplier) => supplier.temper === temper).length;
    return `${String(count).padStart(6)}  ${temper.padEnd(8)}  ${sentence}`;
  });
  const next = content
    .filter((supplier) => supplier.next)
    .sort((one, other) => ((one.next?.dueAt ?? "") < (other.next?.dueAt ?? "") ? -1 : 1));
  const further = next.length - mostLines;
  return [
    actingLine(found),
    ...(people === "all" ? colleagues.map(({ name, task }) => `        ${name}  ${task}`) : []),
    ...counted,
    ...next.slice(0, mostLines).map(supplierLine),
    ...(further > 0 ? [`… and ${further} more that have something to do`] : []),
    ...(totalElements > content.length ? [`Of the first ${content.length} of ${totalElements} third parties.`] : []),
  ];
}

function thirdpartyIn(word: string): number {
  const number = Number(word);
  if (/^\d{1,9}$/.test(word) && number > 0) return number;
  const known = `people takes ${peopleWords.join(", ")} or the id of a third party`;
  throw new Usage(`${known}, got ${quoted(word)}.${suggestion(word, peopleWords)}`);
}

export const people = command({
  name: "people",
  summary: "Show who acts by itself in a world, or say who does and how.",
  takes: "[all | suppliers | none | THIRDPARTY_ID]",
  words: [0, 1],
  choices: async () => peopleWords,
  details: [
    "Suppliers answer what they are asked for, each in the way of its temper, and the client's people decide, as the " +
      "clock moves. The world is kept: what is planned and no longer wanted is dropped.",
  ],
  examples: [
    ["people", "Who acts, the tempers of the third parties, and what comes next."],
    ["people none", "Silence: only what you do happens, and what the platform does."],
    ["people suppliers", "Suppliers answer, and all decisions are yours."],
    ["people 924000 --temper late", "This one answers after the second or third reminder."],
    ["people 924000 --temper drawn", "The temper that chance draws for it."],
  ],
  options: {
    temper: option<(typeof temperWords)[number] | undefined>(
      { takes: "TEMPER", fallback: undefined, choices: temperWords },
      "How the third party behaves from now on; drawn is what chance gives it.",
    ),
    ...accountOptions,
  },
  async run({ values, argument, show }) {
    const { temper } = values;
    if (argument === "" || isWord(argument)) {
      if (temper !== undefined) throw new Usage("--temper needs the id of a third party: people 924000 --temper late.");
      if (argument !== "") {
        const acting = await ask(values, "people.put", { body: { people: argument } });
        return show(acting, () => [actingLine(acting)]);
      }
      const found = await ask(values, "people.get", { query: { size: mostRows } });
      return show(found, () => peopleLines(found));
    }
    const params = { thirdpartyId: thirdpartyIn(argument) };
    const supplier = await (temper === undefined
      ? ask(values, "people.supplier", { params })
      : ask(values, "people.temper", { params, body: { temper: temper === drawn ? null : temper } }));
    show(supplier, () => [supplierLine(supplier)]);
  },
});
