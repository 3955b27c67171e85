import { accountUrl, call, urlOf } from "../api.ts";
import { copy } from "../parts/copy.tsx";
import { account, go } from "../route.ts";
import { clock, eventTypes, showClock, worlds } from "../state.ts";
import { type Theme, theme } from "../theme.ts";
import { askedTo, steps } from "../timebar/steps.ts";
import { toast } from "../toasts.ts";
import { resetWorld, undoPrefix } from "../undo.ts";
import { arm, disarmAll } from "../views/faults/armed.ts";
import { views } from "../views/list.ts";

/** Something to go to or to do. */
export interface Item {
  group: string;
  label: string;
  detail?: string | undefined;
  run(): unknown;
}

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
const freeze = async (frozen: boolean) => showClock(await call("clock.move", { body: { freeze: frozen } }));

function timeActions(): [label: string, run: () => unknown, detail?: string][] {
  const reading = clock.value;
  if (!reading) return [];
  const { now, nextDue, frozen } = reading;
  return [
    ...steps.map(({ label, after }): [string, () => unknown] => [
      `Let time pass: ${label}`,
      () => (askedTo.value = after(now)),
    ]),
    ...(nextDue ? [["Let time pass: to the next thing due", () => (askedTo.value = nextDue), nextDue] as const] : []),
    [frozen ? "Let the clock run" : "Freeze the clock", () => freeze(!frozen)],
  ] as [string, () => unknown, string?][];
}

/** Every view, action, world and event type. */
export function knownItems(): Item[] {
  const actions: [label: string, run: () => unknown, detail?: string][] = [
    ...timeActions(),
    ["Take a snapshot", takeSnapshot],
    ["Reset this world", () => resetWorld(account.value), "Undo brings it back"],
    ["Make a world…", to("worlds", "new")],
    ["Fork, export or delete this world…", to("worlds", account.value)],
    ["Compare worlds or snapshots…", to("worlds", account.value, "compare")],
    ["Arm a fault: the next request is answered with 503", () => arm({ kind: "status", status: 503, times: 1 })],
    ["Disarm all faults", disarmAll],
    ["Copy a token", copyToken],
    ["Copy the base URL", () => copy(accountUrl())],
    ["Open Swagger UI", () => location.assign(urlOf("docs"))],
    ...(["light", "dark", "system"] as const).map((name: Theme): [string, () => unknown] => [
      `Theme: ${name}`,
      () => (theme.value = name),
    ]),
  ];
  const others = (worlds.value ?? []).filter(
    ({ accountId }) => accountId !== account.value && !accountId.startsWith(undoPrefix),
  );
  return [
    ...views.map(({ name, title, letter }) => ({ group: "View", label: title, detail: `g ${letter}`, run: to(name) })),
    ...actions.map(([label, run, detail]) => ({ group: "Action", label, detail, run })),
    ...others.map(({ accountId, seed }) => ({
      group: "World",
      label: accountId,
      detail: seed,
      run: () => go({ account: accountId, view: "portfolio", rest: [] }),
    })),
    ...eventTypes.value.map(({ name, sentence }) => ({
      group: "Events",
      label: name,
      detail: sentence,
      run: () => go({ view: "journal", rest: [], query: { names: name } }),
    })),
  ];
}

/** Those that have every word, views and actions first. */
export function matching(items: readonly Item[], text: string): Item[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter(({ label, group }) =>
    words.every((word) => `${group} ${label}`.toLowerCase().includes(word)),
  );
  return words.length === 0 ? found.filter(({ group }) => group !== "Events") : found;
}
