import type { Response } from "express";
import { exchangeOf } from "../exchange.ts";

const style = `
:root{color-scheme:light dark;--text:#1f2328;--quiet:#59636e;--back:#fff;--code:#f3f4f6;--line:#d8dee4;--link:#0757ba}
@media(prefers-color-scheme:dark){
:root{--text:#e6edf3;--quiet:#9aa4ae;--back:#15191f;--code:#22272e;--line:#3a424b;--link:#6cb0ff}}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--text);
background:var(--back);overflow-wrap:anywhere}
a{color:var(--link)}h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}
dt{margin-top:.8rem;font-weight:600}dd{margin:0;color:var(--quiet)}
code,pre{font:.9em ui-monospace,monospace;background:var(--code);border-radius:4px}
code{padding:.1em .3em}pre{padding:.7em;white-space:pre-wrap}
td code{font-size:.75em;padding:0;background:none}td:nth-child(3){color:var(--quiet);font-size:.9em}
table{border-collapse:collapse}td{border-top:1px solid var(--line);padding:.4em 1em .4em 0;vertical-align:top}
tr:target{background:var(--code)}`;

const special: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => special[character] as string);

/** A page for people: no script, light or dark as the browser asks. `more` is style of its own. */
export const page = (title: string, body: string, { icon = "/favicon.svg", more = "" } = {}): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)}</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="${icon}"><style>${style}${more}</style></head>
<body>
<h1>${escaped(title)}</h1>
${body}
</body></html>
`;

/** Links of a page begin at the path under which the client reaches the sandbox. */
export function sendPage(response: Response, html: string): void {
  const { prefix } = exchangeOf(response);
  response.type("html").send(prefix === "" ? html : html.replaceAll('href="/', `href="${prefix}/`));
}

export const redirect = (response: Response, path: string, status = 302): void =>
  response.redirect(status, exchangeOf(response).prefix + path);

/** Rows that can be linked to: a key, and what is said about it. */
export const table = (rows: readonly (readonly [key: string, ...texts: string[]])[]): string =>
  `<table>${rows
    .map(
      ([key, ...texts]) =>
        `<tr id="${escaped(key)}"><td><code>${escaped(key)}</code></td>${texts
          .map((text) => `<td>${escaped(text)}</td>`)
          .join("")}</tr>`,
    )
    .join("\n")}</table>`;

export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0757ba"/>' +
  '<path d="M4 5h8M8 5v7" stroke="#fff" stroke-width="2"/></svg>';
