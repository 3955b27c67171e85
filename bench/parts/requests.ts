import { cpSync } from "node:fs";
import { join } from "node:path";
import { compareAlike, ratios } from "../compare.ts";
import type { Shot } from "../load.ts";
import type { Running } from "../processes.ts";
import { atLeast, measured } from "../report.ts";
import { api, bare, driven, headers, json, list, type Mode, modes, read, sandbox, stopAll, work } from "../servers.ts";

interface Page {
  content: { thirdpartyId: number; occurredAt: string }[];
  totalElements: number;
}

/** Node 20 runs Express at a half to a third of its later speed, so that a ratio to it says less from Node 24 on. */
export const goals = {
  list: { before24: 2.5, since24: 1.8 },
  one: { before24: 2.2, since24: 1.25 },
  write: { before24: 1.5, since24: 1 },
  search: { before24: 1.5, since24: 1 },
};

/** Compares our request with bare Express; the goal is for the options that a user gets. */
async function against(what: string, goal: keyof typeof goals, mode: Mode, major: number, ours: Shot, theirs: Shot) {
  const rates = await compareAlike({ ours, theirs });
  const named = `${what}, ${mode === "default" ? "default options" : "silent"}, against bare Express`;
  const least = goals[goal][major < 24 ? "before24" : "since24"];
  const all = ratios(rates.ours, rates.theirs);
  if (mode === "default") atLeast(named, all, least, rates.theirs);
  else measured(named, all, "x", rates.theirs);
}

/** An archived third party takes no attributes. */
export const idsOf = async ({ url }: Running, account: string) =>
  (await json<Page>(`${url}${api}/${account}/thirdparties?size=40&archived=false`)).content.map(
    ({ thirdpartyId }) => thirdpartyId,
  );

export const writing = (url: string, paths?: string[]): Shot => ({
  url,
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify({ label: "Référencement interne", values: ["REF-%n"] }),
  ...(paths ? { paths } : {}),
});
export const attributesOf = (account: string, ids: number[]) =>
  ids.map((id) => `${api}/${account}/thirdparties/${id}/attributes`);

/** A list, one third party and a durable write, with the options that a user gets and with as little as can be. */
export async function requests(node: string, major: number): Promise<void> {
  for (const mode of modes) {
    const server = await driven(sandbox(node, `requests-${major}-${mode}`, mode));
    const ids = await idsOf(server, "demo");
    const one = `${api}/demo/thirdparties/${ids[0]}`;
    const bodies = { "/list": await json(server.url + list), "/one": await json(server.url + one) };
    const plain = await driven(bare(node, bodies));
    await against("list of 20 third parties", "list", mode, major, read(server, list), read(plain, "/list"));
    await against("one third party", "one", mode, major, read(server, one), read(plain, "/one"));
    const write = writing(server.url, attributesOf("demo", ids));
    await against("durable write of an attribute", "write", mode, major, write, writing(`${plain.url}/write`));
    await stopAll();
  }
}

/** The reads of a server whose request log keeps bodies, against those of one whose log keeps none. */
export async function bodies(node: string, major: number): Promise<void> {
  const kept = await driven(sandbox(node, `bodies-${major}`, "default"));
  const without = await driven(sandbox(node, `no-bodies-${major}`, "default", list, ["--no-bodies"]));
  const [id] = await idsOf(kept, "demo");
  const paths = { "list of 20 third parties": list, "one third party": `${api}/demo/thirdparties/${id}` };
  for (const [what, path] of Object.entries(paths)) {
    const rates = await compareAlike({ kept: read(kept, path), without: read(without, path) });
    atLeast(`${what}, default options, against --no-bodies`, ratios(rates.kept, rates.without), 0.95, rates.without);
  }
}

/** A name and a window that hold exactly twenty events on twenty resources. */
export async function window20({ url }: Running, account: string): Promise<string> {
  const events = `${url}/_sandbox/accounts/${account}/events?names=THIRD_PARTY_ADDED&limit=1000`;
  const { content } = await json<Page>(events);
  const middle = Math.floor(content.length / 2);
  const [from, to] = [content[middle - 10]?.occurredAt, content[middle + 9]?.occurredAt];
  const query = `eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=${from}&eventOccurrenceEndDate=${to}`;
  const search = `${api}/${account}/thirdparties/search?${query}`;
  const { totalElements } = await json<Page>(url + search);
  if (totalElements !== 20) throw new Error(`the window holds ${totalElements} hits`);
  return search;
}

export async function eventsOf({ url }: Running, account: string): Promise<number> {
  const { content } = await json<{ content: { accountId: string; events: number }[] }>(`${url}/_sandbox/accounts`);
  return content.find(({ accountId }) => accountId === account)?.events ?? 0;
}

/** A search by event in the large world that another part has left in this folder. */
export async function searches(node: string, major: number, large: string): Promise<void> {
  for (const mode of modes) {
    const data = `searches-${major}-${mode}`;
    cpSync(join(work, large), join(work, data), { recursive: true });
    const server = await driven(sandbox(node, data, mode, `${api}/big/thirdparties?size=20`));
    const search = await window20(server, "big");
    const plain = await driven(bare(node, { "/search": await json(server.url + search) }));
    const what = `event search, 20 hits among ${(await eventsOf(server, "big")).toLocaleString("en")} events`;
    await against(what, "search", mode, major, read(server, search), read(plain, "/search"));
    await stopAll();
  }
}
