import type { Coverage } from "../../../contract/control-coverage.ts";
import { escaped, icon, page as pageOf } from "../../http/pages/page.ts";
import { grouped, noteOf, type Part, parts, percentOf, usedOf } from "./parts.ts";

const more = `
:root{--bad:#a3281d;--odd:#8a5300;--odd-back:#fdf5e4;--good:#1a7040;--good-back:#edf8f1}
@media(prefers-color-scheme:dark){:root{--bad:#f0a39a;--odd:#f2c36b;--odd-back:#38290f;
--good:#7fd8a0;--good-back:#16301f}}
body{max-width:70rem;margin:3rem auto 5rem;padding:0 1.5rem;overflow-wrap:anywhere}
h1{font-size:1.9rem;margin-bottom:.3rem}
.quiet{color:var(--quiet);margin:0}section{border-top:1px solid var(--line);margin-top:2rem;padding-top:.2rem}
h2{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;margin:1.2rem 0 .8rem}
h2 small{font-size:.85rem;font-weight:400;color:var(--quiet);white-space:nowrap}
dl{display:grid;grid-template-columns:minmax(9rem,max-content) 1fr;gap:.45rem 1.5rem;margin:0;align-items:baseline}
dl dt{margin:0;font:.85em ui-monospace,monospace;font-weight:400}dl dd{display:flex;flex-wrap:wrap;gap:.3rem}
.chips{display:flex;flex-wrap:wrap;gap:.3rem}.chips+dl{margin-top:.6rem}
.chip{font:.8rem/1.5 ui-monospace,monospace;padding:.05rem .5rem;border-radius:1rem;border:1px solid transparent;
background:var(--code)}
.bad{color:var(--bad);background:none;border-color:color-mix(in srgb,var(--bad) 35%,transparent)}
.odd{color:var(--odd);background:var(--odd-back);border-color:color-mix(in srgb,var(--odd) 30%,transparent)}
.good{color:var(--good);background:var(--good-back)}.chip i{font-style:normal;opacity:.85;margin-left:.4em}
details{margin-top:.9rem}summary{cursor:pointer;color:var(--quiet);font-size:.9rem}
details[open] summary{margin-bottom:.6rem}
.figures{display:grid;grid-template-columns:max-content 1fr max-content max-content;
gap:.55rem 1.2rem;align-items:center}
.figures progress{appearance:none;width:100%;height:.7rem;border:0;border-radius:1rem;overflow:hidden;
background:var(--code)}
.figures progress::-webkit-progress-bar{background:var(--code)}
.figures progress::-webkit-progress-value{background:var(--good);border-radius:1rem}
.figures progress::-moz-progress-bar{background:var(--good);border-radius:1rem}
.figures b{text-align:right;font-variant-numeric:tabular-nums}
@media(max-width:40rem){dl{grid-template-columns:1fr}dl dd{margin-bottom:.5rem}}`;

type Kind = "bad" | "odd" | "good" | "";
const chip = (name: string, kind: Kind, after = "") =>
  `<span class="chip ${kind}">${escaped(name)}${after === "" ? "" : `<i>${escaped(after)}</i>`}</span>`;

/** Names as chips, in rows by their first word. */
function rows(names: readonly string[], chipOf: (short: string, name: string) => string): string {
  const shown = grouped(names).map(([head, members]) => {
    const chips = members.map(({ name, short }) => chipOf(short, name)).join("");
    return head === "" ? `<div class="chips">${chips}</div>` : `<dt>${escaped(head)}</dt><dd>${chips}</dd>`;
  });
  const [alone, named] = [shown.filter((row) => row.startsWith("<div")), shown.filter((row) => row.startsWith("<dt"))];
  return `${alone.join("")}${named.length > 0 ? `<dl>${named.join("\n")}</dl>` : ""}`;
}

function sectionOf(coverage: Coverage, part: Part): string {
  const { covered, declared } = coverage.figures[part];
  const missing: readonly string[] = coverage.missing[part];
  const used = new Map(usedOf(coverage, part));
  const gaps = rows(missing, (short, name) => {
    const note = noteOf(coverage, name);
    return chip(short, note ? "odd" : "bad", note);
  });
  // Values are noted once, so that their counts are of servers.
  const often = (name: string) => (part === "values" ? "" : `×${used.get(name)}`);
  const covers = rows([...used.keys()], (short, name) => chip(short, "good", often(name)));
  const heading = missing.length > 0 ? parts[part].gap : `${parts[part].title}: nothing is missing`;
  return `<section><h2>${heading}<small>${covered} of ${declared} covered</small></h2>
${gaps}${used.size > 0 ? `<details><summary>What is covered</summary>${covers}</details>` : ""}</section>`;
}

function assumptionsOf({ assumptions }: Coverage): string {
  const listed = assumptions.flatMap(({ key, operations }) => operations.map((operation) => `${key} ${operation}`));
  const shown = rows(listed, (operation) => chip(operation, ""));
  return `<section><h2>Assumptions leaned on<small>${assumptions.length}</small></h2>
<p class="quiet">Where the specification is silent, these are the sandbox's own choices;
<code>tiers-sandbox verify</code> checks them against the real service.</p>
<details><summary>Each with the operations that rest on it</summary>${shown}</details></section>`;
}

function figuresOf({ figures }: Coverage): string {
  const lines = Object.entries(figures).map(([part, figure]) => {
    const { title } = parts[part as Part];
    const { covered, declared } = figure;
    const bar = `<progress value="${covered}" max="${declared}" aria-label="${title}"></progress>`;
    return `<span>${title}</span>${bar}<b>${percentOf(figure)}</b><span class="quiet">${covered} of ${declared}</span>`;
  });
  return `<section><h2>In figures</h2><div class="figures">${lines.join("\n")}</div></section>`;
}

/** The report as one page that needs no other file and no script. */
export function page(coverage: Coverage): string {
  const title = "Coverage of the contract";
  const body = [
    `<h1>${title}</h1>`,
    `<p class="quiet">What requests have used of the contract <code>${escaped(coverage.contract)}</code>: what is
missing first, percentages last.</p>`,
    ...(Object.keys(parts) as Part[]).map((part) => sectionOf(coverage, part)),
    assumptionsOf(coverage),
    figuresOf(coverage),
  ];
  const own = `data:image/svg+xml;base64,${Buffer.from(icon).toString("base64")}`;
  return pageOf(title, body.join("\n"), { icon: own, more });
}
