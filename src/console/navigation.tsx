import { signal } from "@preact/signals";
import { urlOf } from "./api.ts";
import { visible } from "./keys.ts";
import { paletteShown } from "./palette.tsx";
import { Menu } from "./parts/menu.tsx";
import { figure } from "./parts/words.ts";
import { account, href, route } from "./route.ts";
import { type World, worlds } from "./state.ts";
import { connection } from "./stream.ts";
import { theme } from "./theme.ts";
import { type View, views } from "./views/list.ts";

/** Whether the navigation is open where there is no room for it. */
const open = signal(false);
const states = { connecting: "Connecting…", live: "Live", lost: "Reconnecting…" };
const themes = { system: "light", light: "dark", dark: "system" } as const;

function toContent(event: MouseEvent): void {
  event.preventDefault();
  visible("main")[0]?.focus();
}

/** The account switcher, the views, and what is always one click away. */
export function Navigation() {
  const world = worlds.value?.find(({ accountId }) => accountId === account.value);
  const isMissing = worlds.value && !world;
  const links = (foot: boolean) =>
    views.filter((view) => Boolean(view.foot) === foot).map((view) => <ViewLink view={view} world={world} />);
  return (
    <nav class={open.value ? "side open" : "side"} aria-label="Views">
      <a class="skip" href={href({})} onClick={toContent}>
        Skip to the content
      </a>
      <p class="product">tiers-sandbox</p>
      <div class="head">
        <Accounts seed={world?.seed} />
        <button
          type="button"
          class="plain burger"
          aria-expanded={open.value}
          aria-label="Views"
          onClick={() => (open.value = !open.value)}
        >
          ☰
        </button>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after a link inside was followed */}
      <div class="entries" onClick={() => (open.value = false)}>
        {links(false)}
        <div class="foot">
          {links(true)}
          <a href={urlOf("docs")}>Swagger UI</a>
          <button type="button" class="plain" onClick={() => (theme.value = themes[theme.value])}>
            Theme <small>{theme.value}</small>
          </button>
          <button type="button" class="plain" onClick={() => (paletteShown.value = true)}>
            <kbd>Ctrl K</kbd> go to anything
          </button>
          <p class={`stream ${isMissing ? "" : connection.value}`} role="status">
            {isMissing ? "No such world" : states[connection.value]}
          </p>
        </div>
      </div>
    </nav>
  );
}

interface LinkProps {
  view: View;
  world: World | undefined;
}
const ViewLink = ({ view: { name, title, begins, Badge, count }, world }: LinkProps) => (
  <a
    class={begins ? "begins" : undefined}
    href={href({ view: name, rest: [] })}
    aria-current={route.value.view === name ? "page" : undefined}
  >
    {title}
    {world && count && <small class="num">{figure(count(world))}</small>}
    {world && Badge && <Badge />}
  </a>
);

function Accounts({ seed }: { seed: string | undefined }) {
  const { view } = route.value;
  const label = (
    <>
      <b class="logo" aria-hidden="true">
        {account.value[0]}
      </b>
      <strong>{account.value}</strong>
      <small>{seed}</small>
    </>
  );
  const others = (worlds.value ?? []).map(({ accountId, seed: from }) => ({
    label: (
      <>
        {accountId} <small>{from}</small>
      </>
    ),
    href: href({ account: accountId, view, rest: [] }),
  }));
  const make = { label: "Make another world…", href: href({ view: "worlds", rest: ["new"] }) };
  return <Menu label={label} title={`Account ${account.value}`} items={[...others, make]} />;
}
