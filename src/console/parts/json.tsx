import { Copy } from "./copy.tsx";

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** More is shown without colours, so that a large text does not stall the page. */
const mostColoured = 60_000;

function coloured(text: string) {
  const parts: preact.ComponentChild[] = [];
  let at = 0;
  for (const found of text.matchAll(token)) {
    const [whole, quoted, colon] = found;
    const kind = colon ? "key" : quoted ? "text" : "value";
    parts.push(text.slice(at, found.index), <span class={kind}>{colon ? quoted : whole}</span>, colon ?? "");
    at = found.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

/** A value as JSON, with a button that copies it. */
export function Json({ value, label = "JSON" }: { value: unknown; label?: string }) {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
  return (
    <div class="json">
      <Copy text={text} title={`Copy ${label}`} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable */}
      <pre tabIndex={0}>{text.length > mostColoured ? text : coloured(text)}</pre>
    </div>
  );
}
