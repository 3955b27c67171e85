import { escaped, page } from "./page.ts";

/** The pages that people open, in the order of their tabs. */
const tabs = {
  "The service": "/docs/",
  "Control plane": "/docs/?urls.primaryName=Control%20plane",
  Events: "/events",
  Assumptions: "/assumptions",
  Recipes: "/recipes",
  Console: "/",
};
export type Tab = keyof typeof tabs;

const mark =
  '<svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true"><rect width="16" height="16" rx="3"/>' +
  '<path d="M4 5h8M8 5v7"/></svg>';

/** The head of every page, Swagger UI's too. */
export function headOf(current?: Tab): string {
  const links = Object.entries(tabs).map(
    ([name, href]) => `<a href="${href}"${name === current ? ' aria-current="page"' : ""}>${name}</a>`,
  );
  const brand = `<a class="brand" href="/">${mark}<b>tiers-sandbox</b></a>`;
  return `<header class="head">${brand}<nav class="tabs" aria-label="Pages">${links.join("")}</nav></header>`;
}

export const headStyle = `
.head { display: flex; align-items: flex-end; gap: 4px 20px; padding: 8px 20px 0; background: #10131a }
.head a { color: #c9cfda; text-decoration: none; font: 600 14px/20px system-ui, sans-serif }
.head a:hover { color: #fff }
.head a:focus-visible { outline: 2px solid #93a5ff; outline-offset: -2px }
.head .brand { display: flex; align-items: center; gap: 8px; padding: 8px 0; color: #fff }
.head svg { fill: #3453d1; stroke: #fff; stroke-width: 2 }
.head rect { stroke: none }
.tabs { display: flex; flex-wrap: wrap; gap: 2px }
.tabs a { padding: 8px 12px; border-radius: 6px 6px 0 0; white-space: nowrap }
.tabs a[aria-current] { background: #fafafa; color: #14171f }
@media (max-width: 700px) {
  .head { align-items: flex-start; padding: 6px 8px; gap: 6px }
  .head .brand { padding: 5px 2px }
  .head .brand b { display: none }
  .tabs a { padding: 5px 9px; font-size: 13px; border-radius: 6px }
}
`;

const style = `
body{max-width:none;margin:0;padding:0}main{max-width:76rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}
.tabs a[aria-current]{background:var(--back);color:var(--text)}`;

/** A page of the server, under its tabs. */
export const framed = (title: string, body: string, { tab, more = "" }: { tab?: Tab; more?: string } = {}): string =>
  page(title, `<h1>${escaped(title)}</h1>\n${body}`, { more: headStyle + style + more, head: headOf(tab) });
