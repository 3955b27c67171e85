/** Where and why a text is not JSON. JSON.parse knows, but does not always say where. */
export interface SyntaxFault {
  line: number;
  reason: string;
}

const token =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;

/** What may come next, in words. */
const expectations = {
  value: "a value",
  firstItem: "a value or ]",
  firstName: "a name in double quotes or }",
  name: "a name in double quotes",
  colon: "a colon",
  nextItem: "a comma or ]",
  nextName: "a comma or }",
  end: "nothing more",
};
type Expectation = keyof typeof expectations;

export function syntaxFault(text: string): SyntaxFault | undefined {
  const open: ("{" | "[")[] = [];
  let expected: Expectation = "value";
  let at = 0;
  const after = (): Expectation => {
    const container = open.at(-1);
    return container === undefined ? "end" : container === "{" ? "nextName" : "nextItem";
  };
  for (;;) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) break;
    const [, mark, string, scalar] = found;
    let next: Expectation | undefined;
    if (expected === "value" || expected === "firstItem") {
      if (mark === "{" || mark === "[") {
        open.push(mark);
        next = mark === "{" ? "firstName" : "firstItem";
      } else if (string !== undefined || scalar !== undefined) next = after();
    }
    if ((expected === "name" || expected === "firstName") && string !== undefined) next = "colon";
    if (expected === "colon" && mark === ":") next = "value";
    if (expected === "nextItem" && mark === ",") next = "value";
    if (expected === "nextName" && mark === ",") next = "name";
    if (
      ((expected === "firstItem" || expected === "nextItem") && mark === "]") ||
      ((expected === "firstName" || expected === "nextName") && mark === "}")
    ) {
      open.pop();
      next = after();
    }
    if (next === undefined) break;
    expected = next;
    at = token.lastIndex;
  }
  const rest = text.slice(at);
  const blank = rest.length - rest.trimStart().length;
  if (expected === "end" && blank === rest.length) return undefined;
  const line = text.slice(0, at + blank).split("\n").length;
  const seen =
    blank === rest.length
      ? "the file ends"
      : `there is ${JSON.stringify(rest.slice(blank, blank + 20).split("\n")[0])}`;
  return { line, reason: `expected ${expectations[expected]}, but ${seen}` };
}
