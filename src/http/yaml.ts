/** Strings that YAML reads as themselves, and what it would take for something else. */
const plain = /^[a-z/$][\w/{}.$-]*(?: [\w/{}.$(),-]+)*$/i;
const taken = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
/** Lines that a block holds as they are. */
const lines = /^[!-~][\n -~\u00a0-\u2027\u202a-\ud7ff]*\n[\n -~\u00a0-\u2027\u202a-\ud7ff]*[!-~]$/;

function scalar(text: string, indent?: string): string {
  if (plain.test(text) && !taken.test(text)) return text;
  if (indent === undefined || !lines.test(text)) return JSON.stringify(text);
  return `|-\n${text.replace(/^(?!$)/gm, indent)}`;
}

const isNested = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length > 0;

/** JSON as YAML. Libraries take a tenth of a second for a document, which holds up all other requests. */
export function yamlOf(value: unknown, indent = ""): string {
  if (typeof value === "string") return scalar(value, indent);
  if (!isNested(value)) return JSON.stringify(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value)) return value.map((item) => `${indent}- ${yamlOf(item, deeper).trimStart()}`).join("\n");
  return Object.entries(value as object)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `${indent}${scalar(name)}:${isNested(inner) ? "\n" : " "}${yamlOf(inner, deeper)}`)
    .join("\n");
}
