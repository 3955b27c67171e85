import { letAct, peopleHere, peopleShown, setTemper, temperNames, type Who, whoActs } from "../act/people.tsx";
import { accountUrl, call, urlOf } from "../api.ts";
import { visible } from "../keys.ts";
import { copy } from "../parts/copy.tsx";
import { account, go, route } from "../route.ts";
import { clock, eventTypes, freezeClock, worlds } from "../state.ts";
import { theme } from "../theme.ts";
import { askedTo, steps } from "../timebar/steps.ts";
import { toasts } from "../toasts.ts";
import { resetWorld, takeSnapshot, undoPrefix } from "../undo.ts";
import { arm, disarmAll } from "../views/faults/armed.ts";
import { views } from "../views/list.ts";
import { play, scenarios } from "../views/scenarios/play.ts";
import { controlsHere, pressAt } from "./here.ts";
import type { Item } from "./matching.ts";

const to =
  (view: string, ...rest: (string | number)[]) =>
  () =>
    go({ view, rest });

const copyToken = async () =>
  copy((await call("tokens.create", { body: { accountIds: [account.value] } })).accessToken, "Copied a token.");

const action = (label: string, run: () => unknown, detail?: string, words?: string): Item => ({
  ...{ group: "Action", label, run, detail, words },
});
const ofTime = "advance move clock forward";

/** The last thing that can be undone. */
function undoActions(): Item[] {
  const last = toasts.value.findLast(({ undo }) => undo);
  return last?.undo ? [action("Undo", last.undo, last.text, "back revert restore")] : [];
}

function timeActions(): Item[] {
  if (!clock.value) return [];
  const { now, nextDue, frozen } = clock.value;
  const propose = (to: string) => () => (askedTo.value = to);
  return [
    ...steps.map(({ label, after }) => action(`Let time pass: ${label}`, propose(after(now)), undefined, ofTime)),
    ...(nextDue ? [action("Let time pass: to the next thing due", propose(nextDue), nextDue, ofTime)] : []),
    action(frozen ? "Let the clock run" : "Freeze the clock", () => freezeClock(!frozen), undefined, "time stop pause"),
  ];
}

/** Who acts, and how the third party behaves that is shown. */
function peopleActions(): Item[] {
  const { view, rest } = route.value;
  const id = Number(view === "portfolio" && rest[0]);
  const words = "temper supplier behave late silent";
  return [
    action("Who acts by itself…", () => (peopleShown.value = true), "w", "people suppliers"),
    ...(Object.keys(whoActs) as Who[])
      .filter((who) => who !== peopleHere())
      .map((who) => action(`People: ${who}`, () => letAct(who), whoActs[who], "let suppliers client act stop switch")),
    ...(id ? temperNames : []).map((name) => action(`Temper: ${name}`, () => setTemper(id, name), undefined, words)),
  ];
}

/** What is done by a button of another view: the view, what is selected there, the button, and what it does. */
type Elsewhere = readonly [
  view: string,
  rest: readonly (string | number)[],
  button: string,
  does: string,
  words?: string,
];
function elsewhere(): Item[] {
  const { view, rest } = route.value;
  const id = view === "portfolio" ? rest[0] : undefined;
  const here = account.value;
  const all: Elsewhere[] = [
    ["portfolio", [], "Add…", "Add a company…", "third party supplier new"],
    ["worlds", [here], "Fork…", "Fork this world…", "copy clone"],
    ["worlds", [here], "Export", "Export this world…", "save download bundle"],
    ["worlds", [here], "Delete", "Delete this world", "remove"],
    ["worlds", [here], "Import…", "Import a world…", "load upload"],
    ["faults", [], "Another fault…", "Arm another fault…", "error slow fail"],
    ["journal", [], "Copy as search", "Copy the journal as a search", "request events"],
    ["requests", [], "HAR", "Download the requests as HAR", "export"],
    ["requests", [], "Clear…", "Clear the requests…", "forget delete log"],
    ["audit", ["coverage"], "Start over…", "Clear the coverage…", "reset start counting over"],
  ];
  const ofThirdparty: [tab: string, button: string, does: string, words?: string][] = [
    ["", "Open a dossier…", "Open a dossier…", "new"],
    ["", "Archive", "Archive a third party", "remove"],
    ["contacts", "Invite a contact…", "Invite a contact…", "person e-mail"],
    ["comments", "Write a comment", "Write a comment", "say note"],
  ];
  return [
    ...all.map(([of, selected, button, does, words]) =>
      action(does, () => pressAt(of, selected, button), undefined, words),
    ),
    ...ofThirdparty.map(([tab, button, does, words]) =>
      id === undefined
        ? action(does, to("portfolio"), "choose a third party first", words)
        : action(does, () => pressAt("portfolio", tab ? [id, tab] : [id], button), undefined, words),
    ),
    action("Answer a document…", () => go({ view: "inbox", rest: [], query: { box: "missing" } }), "choose it first"),
  ];
}

/** Every view, action, world and event type. */
export function knownItems(): Item[] {
  const here = controlsHere();
  const isHere = new Set(here.map(({ label }) => label));
  const actions: Item[] = [
    ...undoActions(),
    ...here,
    ...timeActions(),
    ...peopleActions(),
    action("Reset this world", () => resetWorld(account.value), "Undo brings it back", "start over begin again"),
    ...elsewhere().filter(({ label }) => !isHere.has(label)),
    action("Take a snapshot", () => takeSnapshot(account.value), undefined, "save keep backup"),
    action("Make a world…", to("worlds", "new"), undefined, "create new account"),
    action("Filter the list", () => visible("[data-filter]")[0]?.focus(), "/", "search find"),
    action(
      "Copy the option that refuses unknown query parameters",
      () => copy("tiers-sandbox --strict", "Copied: start the server with it."),
      "--strict",
      "strict",
    ),
    action("Compare worlds or snapshots…", to("worlds", account.value, "compare"), undefined, "diff changes"),
    action(
      "Arm a fault: the next request is answered with 503",
      () => arm({ kind: "status", status: 503, times: 1 }),
      undefined,
      "error fail break",
    ),
    action("Disarm all faults", disarmAll, undefined, "remove clear stop"),
    action("Copy a token", copyToken),
    action("Copy the base URL", () => copy(accountUrl())),
    action("Open Swagger UI", () => location.assign(urlOf("docs")), undefined, "docs api openapi"),
    ...(["light", "dark", "system"] as const).map((name) =>
      action(`Theme: ${name}`, () => (theme.value = name), undefined, "mode colours"),
    ),
  ];
  const others = (worlds.value ?? []).filter(
    ({ accountId }) => accountId !== account.value && !accountId.startsWith(undoPrefix),
  );
  return [
    ...views.map(({ name, title, letter }) => ({ group: "View", label: title, detail: `g ${letter}`, run: to(name) })),
    ...actions,
    ...others.map(({ accountId, seed }) => ({
      group: "World",
      label: accountId,
      detail: seed,
      run: () => go({ account: accountId, view: "portfolio", rest: [] }),
    })),
    ...scenarios.value.map(({ scenario, sentence }) => ({
      ...{ group: "Scenario", label: `Play ${scenario}`, detail: sentence, words: sentence, run: () => play(scenario) },
    })),
    ...eventTypes.value.map(({ name, sentence }) => ({
      group: "Events",
      label: name,
      detail: sentence,
      run: () => go({ view: "journal", rest: [], query: { names: name } }),
    })),
  ];
}
