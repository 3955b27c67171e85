import { letAct, peopleHere, setTemper, temperNames, type Who, whoActs } from "../act/people.tsx";
import { accountUrl, call, urlOf } from "../api.ts";
import { copy } from "../parts/copy.tsx";
import { account, go, route } from "../route.ts";
import { shortcuts } from "../shortcuts.ts";
import { clock, eventTypes, freezeClock, worlds } from "../state.ts";
import { theme } from "../theme.ts";
import { askedTo, steps } from "../timebar/steps.ts";
import { toast, toasts } from "../toasts.ts";
import { resetWorld, undoPrefix } from "../undo.ts";
import { arm, disarmAll } from "../views/faults/armed.ts";
import { views } from "../views/list.ts";
import { play, scenarios } from "../views/scenarios/play.ts";
import type { Item } from "./matching.ts";

const to =
  (view: string, ...rest: (string | number)[]) =>
  () =>
    go({ view, rest });

async function takeSnapshot(): Promise<void> {
  const name = `taken-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}`;
  await call("accounts.snapshot", { body: { name } });
  toast(`The snapshot ${name} is taken.`);
}
const copyToken = async () =>
  copy((await call("tokens.create", { body: { accountIds: [account.value] } })).accessToken, "Copied a token.");

const action = (label: string, run: () => unknown, detail?: string, words?: string): Item => ({
  ...{ group: "Action", label, run, detail, words },
});
const ofTime = "advance move clock forward";

/** What the keys do that work here, such as Approve. */
const hereNow = (): Item[] =>
  shortcuts.value.filter(({ keys }) => /^[a-z]$/.test(keys)).map(({ title, run, keys }) => action(title, run, keys));

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
    ...(Object.keys(whoActs) as Who[])
      .filter((who) => who !== peopleHere())
      .map((who) => action(`People: ${who}`, () => letAct(who), whoActs[who], "suppliers client act stop switch")),
    ...(id ? temperNames : []).map((name) => action(`Temper: ${name}`, () => setTemper(id, name), undefined, words)),
  ];
}

/** Every view, action, world and event type. */
export function knownItems(): Item[] {
  const actions: Item[] = [
    ...undoActions(),
    ...hereNow(),
    ...timeActions(),
    ...peopleActions(),
    action("Take a snapshot", takeSnapshot, undefined, "save keep backup"),
    action("Reset this world", () => resetWorld(account.value), "Undo brings it back", "start over begin again"),
    action("Make a world…", to("worlds", "new"), undefined, "create new account"),
    action("Fork, export or delete this world…", to("worlds", account.value), undefined, "copy clone save remove"),
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
