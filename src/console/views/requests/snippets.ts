/** A request as it is written down for other tools. */
export interface Spoken {
  method: string;
  /** Whole, with its query. */
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string | undefined;
  token: string | undefined;
}

const headersOf = ({ headers, token }: Spoken) => [
  ...(token === undefined ? [] : [["Authorization", `Bearer ${token}`] as const]),
  ...headers,
];
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function curlOf(request: Spoken): string {
  const { method, url, body } = request;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    ...headersOf(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

export function fetchOf(request: Spoken): string {
  const { method, url, body } = request;
  const headers = headersOf(request).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  const parts = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(body === undefined ? [] : [`  body: ${literal(body)},`]),
  ];
  return `const response = await fetch(${JSON.stringify(url)}${braced(parts)});`;
}

const braced = (lines: readonly string[]) => (lines.length > 0 ? `, {\n${lines.join("\n")}\n}` : "");

/** JSON is written as JSON, and anything else as a text. */
function literal(body: string): string {
  const parsed = parse(body);
  return parsed === undefined ? JSON.stringify(body) : `JSON.stringify(${code(parsed)})`;
}
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const account = /^(.*\/api\/v1\/account\/[^/?]+)([^?]*)(?:\?(.*))?$/;
const numbers = new Set(["page", "size"]);
function valueOf(name: string, value: string): unknown {
  if (name === "eventNames") return value.split(",");
  if (/^\d+$/.test(value) && (numbers.has(name) || /^id$|Id$/.test(name))) return Number(value);
  return value === "true" || value === "false" ? value === "true" : value;
}
const named = (entries: Iterable<readonly [string, string]>) =>
  Object.fromEntries([...entries].map(([name, value]) => [name, valueOf(name, value)]));

/** The same with the typed client; the template is the path of the operation, such as `/…/thirdparties/{id}`. */
export function clientOf({ method, url, body, token }: Spoken, template: string): string | undefined {
  const [, base = "", path = "", search = ""] = account.exec(url) ?? [];
  const [, , short = ""] = account.exec(template) ?? [];
  if (!base || !short) return undefined;
  const given = path.split("/").map(decodeURIComponent);
  const inPath = short.split("/").flatMap((part, at) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name ? [[name, given[at] ?? ""] as const] : [];
  });
  const query = [...new URLSearchParams(search)];
  const params = {
    ...(inPath.length > 0 && { path: named(inPath) }),
    ...(query.length > 0 && { query: named(query) }),
  };
  const options = [
    ...(Object.keys(params).length > 0 ? [`  params: ${code(params)},`] : []),
    ...(body ? [`  body: ${code(parse(body) ?? body)},`] : []),
  ];
  return [
    'import { createClient } from "tiers-sandbox/client";',
    "",
    `const client = createClient({ baseUrl: ${JSON.stringify(base)}, token: ${JSON.stringify(token ?? "")} });`,
    `const { data, error } = await client.${method}(${JSON.stringify(short)}${braced(options)});`,
  ].join("\n");
}

/** As a person would write it: names without quotes. */
function code(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(code).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, inner]) => `${nameOf(name)}: ${code(inner)}`);
  return entries.length > 0 ? `{ ${entries.join(", ")} }` : "{}";
}
const nameOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
