import type { Response } from "express";
import { exchangeOf } from "../exchange.ts";

const style = `
:root{color-scheme:light dark;--text:#14171f;--quiet:#586273;--back:#fff;--code:#f0f2f6;--line:#e3e6eb;--link:#3453d1}
@media(prefers-color-scheme:dark){
:root{--text:#e7e9ef;--quiet:#9aa4b5;--back:#161a22;--code:#232936;--line:#2c3340;--link:#93a5ff}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--text);
background:var(--back);overflow-wrap:break-word}
a{color:var(--link)}h1{font-size:1.6rem;margin:0 0 .5rem}h2{font-size:1.15rem;margin-top:2rem}
dt{margin-top:.8rem;font-weight:600}dd{margin:0;color:var(--quiet)}
code,pre{font:.9em ui-monospace,monospace;background:var(--code);border-radius:4px}
code{padding:.1em .3em}pre{padding:.7em;white-space:pre-wrap}`;

const special: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => special[character] as string);

/** A page for people: no script, light or dark as the browser asks. `more` is style of its own. */
export const page = (title: string, body: string, { icon = "/favicon.svg", more = "", head = "" } = {}): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)}</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="${icon}"><style>${style}${more}</style></head>
<body>
${head}<main>
${body}
</main>
</body></html>
`;

/** Links of a page begin at the path under which the client reaches the sandbox. */
export function sendPage(response: Response, html: string): void {
  const { prefix } = exchangeOf(response);
  response.type("html").send(prefix === "" ? html : html.replaceAll('href="/', `href="${prefix}/`));
}

export const redirect = (response: Response, path: string, status = 302): void =>
  response.redirect(status, exchangeOf(response).prefix + path);

export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#3453d1"/>' +
  '<path d="M4 5h8M8 5v7" stroke="#fff" stroke-width="2"/></svg>';
