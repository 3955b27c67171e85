/** Where and why a text is not JSON; JSON.parse often does not say where, and its words differ between versions. */
export interface SyntaxFault {
  line: number;
  reason: string;
}

const mark = /[{}[\],:]/;
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/;
const token = new RegExp(`[ \\t\\r\\n]*(?:(${mark.source})|(${string.source})|${scalar.source})`, "y");

/** For each state: what is expected in words, and what each token leads to. */
const states = {
  value: { words: "a value", "{": "open", "[": "open", string: "after", scalar: "after" },
  firstItem: { words: "a value or ]", "{": "open", "[": "open", string: "after", scalar: "after", "]": "close" },
  firstName: { words: "a name in double quotes or }", string: "colon", "}": "close" },
  name: { words: "a name in double quotes", string: "colon" },
  colon: { words: "a colon", ":": "value" },
  nextItem: { words: "a comma or ]", ",": "value", "]": "close" },
  nextName: { words: "a comma or }", ",": "name", "}": "close" },
  end: { words: "nothing more" },
} satisfies Record<string, { words: string; [token: string]: string }>;
type State = keyof typeof states;

export function syntaxFault(text: string): SyntaxFault | undefined {
  const containers: string[] = [];
  let state: State = "value";
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const [found, sign, quoted] = token.exec(text) ?? [];
    const kind = sign ?? (quoted === undefined ? "scalar" : "string");
    const step = found === undefined ? undefined : (states[state] as Record<string, string>)[kind];
    if (step === undefined) break;
    at = token.lastIndex;
    if (step === "open") containers.push(kind);
    if (step === "close") containers.pop();
    if (step === "open") state = kind === "{" ? "firstName" : "firstItem";
    else if (step === "close" || step === "after") state = after(containers.at(-1));
    else state = step as State;
  }
  return faultAt(text, at, state);
}

const after = (container: string | undefined): State =>
  container === undefined ? "end" : container === "{" ? "nextName" : "nextItem";

function faultAt(text: string, at: number, state: State): SyntaxFault | undefined {
  const rest = text.slice(at);
  const blank = rest.length - rest.trimStart().length;
  const ends = blank === rest.length;
  if (state === "end" && ends) return undefined;
  const line = text.slice(0, at + blank).split("\n").length;
  const seen = ends ? "the file ends" : `there is ${JSON.stringify(rest.slice(blank, blank + 20).split("\n")[0])}`;
  return { line, reason: `expected ${states[state].words}, but ${seen}` };
}
