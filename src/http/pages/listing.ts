import { framed, type Tab } from "./frame.ts";
import { escaped } from "./page.ts";

/** One thing that a page lists: its id is an address, and the parts are HTML. */
export interface Row {
  id: string;
  name: string;
  aside?: string;
  text: string;
}
export interface Group {
  title: string;
  rows: readonly Row[];
}

/** A name that may be broken between its words, and nowhere else. */
export const breakable = (name: string): string => escaped(name).replace(/[_/.([](?=[\w&])/g, "$&<wbr>");
export const link = (href: string, text: string, title = ""): string =>
  `<a href="${escaped(href)}"${title && ` title="${escaped(title)}"`}>${breakable(text)}</a>`;
/** Lines that are never broken: what is too long scrolls, with the keys too. */
export const code = (text: string): string => `<pre tabindex="0">${escaped(text)}</pre>`;
export const operationLink = (operationId: string, summary: string): string =>
  link(`/docs/#/${operationId.split(".")[0]}/${operationId}`, operationId, summary);
/** Links after a word that says what they are. */
export const line = (label: string, links: readonly string[]): string =>
  links.length > 0 ? `<p class="links"><span>${label}</span> ${links.join(" ")}</p>` : "";

const style = `
.intro{max-width:46rem;margin:0 0 1.5rem;color:var(--quiet)}
aside form{display:flex;align-items:center;gap:.6rem}
input[type=search]{width:100%;font:inherit;padding:.35rem .6rem;color:inherit;background:var(--back);
border:1px solid var(--quiet);border-radius:6px}
input:focus-visible,a:focus-visible,pre:focus-visible{outline:2px solid var(--link);outline-offset:1px}
output{white-space:nowrap;font-size:.85rem;color:var(--quiet);font-variant-numeric:tabular-nums}
aside ul{display:flex;flex-wrap:wrap;gap:.1rem .9rem;list-style:none;margin:.8rem 0 0;padding:0;font-size:.9rem}
aside a{color:inherit;text-decoration:none}aside a:hover{color:var(--link);text-decoration:underline}
small{font-size:.8rem;font-weight:400;color:var(--quiet)}
section h2{font-size:1.15rem;margin:2.2rem 0 .4rem}section:first-child h2{margin-top:1rem}
article{padding:.9rem 0;border-top:1px solid var(--line);scroll-margin-top:1rem}
article:target{box-shadow:-.75rem 0 var(--back),-1rem 0 var(--link)}
[hidden]{display:none}
h3{font-size:1rem;margin:0;line-height:1.4}h3 a{color:inherit;text-decoration:none}h3 a:hover{text-decoration:underline}
h3 code{font-size:.85rem;font-weight:600;background:none;padding:0}
.key{font-size:.85rem;color:var(--quiet);margin:.15rem 0 0}.key code{background:none;padding:0}
article p{margin:0 0 .4rem}article pre{margin:0 0 .5rem;font-size:.8rem;line-height:1.6;
white-space:pre;overflow-x:auto}
.links{font-size:.85rem;line-height:1.9}.links span{color:var(--quiet)}
.links a{padding:.1em .45em;background:var(--code);border-radius:4px;line-height:1.5;
text-decoration:none;display:inline-block;max-width:100%}.links a:hover{text-decoration:underline}
.quiet{color:var(--quiet);font-size:.9rem}
@media(min-width:800px){article{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:0 2rem}}
@media(min-width:1000px){.listing{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:0 3rem}
aside{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:1rem 2px}
aside ul{display:block}aside li{padding:.25rem 0;line-height:1.35}section:first-child h2{margin-top:0}}`;

const idOf = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, "-");

const article = ({ id, name, aside = "", text }: Row) =>
  `<article id="${id}"><div><h3><a href="#${id}">${name}</a></h3>${aside}</div><div>${text}</div></article>`;

const section = ({ title, rows }: Group) =>
  `<section id="${idOf(title)}"><h2>${escaped(title)} <small>${rows.length}</small></h2>\n${rows
    .map(article)
    .join("\n")}</section>`;

/** A page of what there is, in groups, with a filter: without a script it shows everything. */
export function listing(title: Tab, intro: string, groups: readonly Group[]): string {
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const contents = groups.map((group) => `<li><a href="#${idOf(group.title)}">${escaped(group.title)}</a></li>`);
  const body = `<p class="intro">${intro}</p>
<div class="listing"><aside><form><input type="search" name="q" placeholder="Filter" aria-label="Filter ${title}"
aria-keyshortcuts="/" autocomplete="off"><output>${count}</output></form><ul>${contents.join("")}</ul></aside>
<div>${groups.map(section).join("\n")}<p id="none" hidden>Nothing has all of these words.</p></div></div>
<script src="docs/filter.js"></script>`;
  return framed(title, body, { tab: title, more: style });
}

/** Runs in the browser: shows the rows that have every word of the filter, which the address keeps. */
export const filterScript = `"use strict";
(() => {
  const [input, count, none] = ["[name=q]", "output", "#none"].map((one) => document.querySelector(one));
  const texts = new Map([...document.querySelectorAll("article")].map((row) => [row, row.textContent.toLowerCase()]));
  const filter = () => {
    const words = input.value.toLowerCase().split(/\\s+/);
    for (const [row, text] of texts) row.hidden = !words.every((word) => text.includes(word));
    for (const group of document.querySelectorAll("section"))
      group.hidden = !group.querySelector("article:not([hidden])");
    const shown = [...texts.keys()].filter((row) => !row.hidden).length;
    count.textContent = shown === texts.size ? shown : shown + " of " + texts.size;
    none.hidden = shown > 0;
  };
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  filter();
  input.addEventListener("input", () => {
    filter();
    history.replaceState(null, "", input.value ? "?" + new URLSearchParams({ q: input.value }) : location.pathname);
  });
  input.form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === input) return;
    event.preventDefault();
    input.focus();
  });
})();
`;
