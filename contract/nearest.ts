const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] as number;
};

/** Words that mean the same in the names of this contract; words of different lines are never confused. */
const sameMeaning = `
  ADDED ADD CREATED CREATE CREATION NEW OPENED OPEN REGISTERED
  UPDATED UPDATE UPDATES CHANGED CHANGE CHANGES MODIFIED MODIFICATION EDITED EDIT
  DELETED DELETE DELETION REMOVED REMOVE ERASED PURGED
  ARCHIVED ARCHIVE CLOSED CLOSE
  REACTIVATED REACTIVATE REOPENED REOPEN UNARCHIVED
  ACTIVATED ACTIVATE ENABLED
  DEACTIVATED DEACTIVATE DISABLED
  STOPPED STOP CANCELLED CANCELED WITHDRAWN
  ACCEPTED ACCEPT APPROVED APPROVE VALIDATED VALID
  DENIED DENY REJECTED REJECT REFUSED REFUSE DECLINED INVALIDATED INVALID
  EXPIRED EXPIRE OUTDATED LAPSED
  INTERRUPTED ABANDONED ABORTED
  ANSWER ANSWERS ANSWERED RESPONSE RESPONSES RESPONDED
  ABSENT MISSING
  THIRDPARTY THIRDPARTIES SUPPLIER VENDOR COMPANY SUBCONTRACTOR
  REMINDER REMINDED
  INVITED INVITE`;
const meanings = new Map(
  sameMeaning.split("\n").flatMap((line, at) =>
    line
      .trim()
      .split(" ")
      .map((word): [string, number] => [word, at]),
  ),
);
/** Words for which the names have several. */
const phrases: Record<string, readonly string[]> = {
  UPLOADED: ["ANSWER", "ADDED"],
  SUBMITTED: ["ANSWER", "ADDED"],
  BANKRUPTCY: ["PROCEDURE", "COLLECTIVE"],
  INSOLVENCY: ["PROCEDURE", "COLLECTIVE"],
  STRUCKOFF: ["ANNOUNCEMENT", "CESSATION"],
};

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toUpperCase()
    .replaceAll("THIRD_PARTY", "THIRDPARTY")
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== "");

const isOtherWord = (a: string, b: string) => meanings.has(a) && meanings.has(b) && meanings.get(a) !== meanings.get(b);

/** 1 for the same word, less for one that means the same or is misspelt, 0 for another word. */
function likeness(asked: string, word: string): number {
  if (asked === word) return 1;
  if (meanings.has(asked) && meanings.get(asked) === meanings.get(word)) return 0.9;
  const isTypo = !isOtherWord(asked, word) && distance(asked, word) <= Math.floor(asked.length / 3);
  return isTypo ? 0.7 : 0;
}

/** The name with the least beside the words that are asked for; undefined when several have as little. */
function byMeaning(asked: readonly string[], names: readonly string[]): string | undefined {
  const [best, second] = names
    .map((name) => {
      const words = wordsOf(name);
      const found = asked.map((one) => Math.max(0, ...words.map((word) => likeness(one, word))));
      return { name, score: found.includes(0) ? 0 : found.reduce((sum, each) => sum + each, 0) / words.length };
    })
    .sort((a, b) => b.score - a.score);
  return best && best.score > 0 && best.score > (second?.score ?? 0) ? best.name : undefined;
}

function bySpelling(asked: string, names: readonly string[]): string | undefined {
  const words = wordsOf(asked);
  // Of a word of two letters, one that differs in both is another word.
  const least = asked.length > 2 ? 2 : 1;
  const most = words.length > 1 ? 2 : Math.max(least, Math.floor(asked.length / 3));
  const isOpposite = (name: string) => wordsOf(name).some((word, at) => isOtherWord(words[at] ?? "", word));
  const [best] = names
    .filter((name) => !isOpposite(name))
    .map((name) => ({ name, far: distance(asked.toUpperCase(), name.toUpperCase()) }))
    .sort((a, b) => a.far - b.far);
  return best && best.far <= most ? best.name : undefined;
}

/** The valid name that was probably meant: it is spelt nearly like the word, or means the same. */
export function nearest(word: string, valid: readonly string[]): string | undefined {
  const asked = word.slice(0, 80);
  const words = wordsOf(asked).flatMap((one) => phrases[one] ?? [one]);
  return bySpelling(asked, valid) ?? (words.length > 0 ? byMeaning(words, valid) : undefined);
}
