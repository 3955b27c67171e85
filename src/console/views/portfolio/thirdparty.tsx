import { OpenDossier } from "../../act/dossiers.tsx";
import { TemperOf } from "../../act/people.tsx";
import { bringAbout, Triggers } from "../../act/triggers.tsx";
import { type Loaded, Shown, useCall } from "../../load.tsx";
import { Button, Opens } from "../../parts/button.tsx";
import { Id } from "../../parts/copy.tsx";
import { Json } from "../../parts/json.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Status } from "../../parts/values.tsx";
import { href, route } from "../../route.ts";
import type { Thirdparty } from "../../state.ts";
import { Attributes } from "./attributes.tsx";
import { DossierPage } from "./dossier.tsx";
import { Events } from "./events.tsx";
import { Overview } from "./overview.tsx";
import { Comments, Contacts, Provided } from "./people.tsx";
import { type Inside, useInside } from "./reads.ts";
import { Story } from "./story.tsx";

/** One third party: who it is, how it stands, what it owes, what happened to it, and what can happen. */
export function ThirdpartyPage({ id }: { id: number }) {
  const [, tab = "overview", dossierId] = route.value.rest;
  const { data: thirdparty, ...read } = useCall("thirdparties.get", { path: { id } }, { of: id });
  const inside = useInside(id);
  if (!thirdparty) return <Shown of={read}>{() => null}</Shown>;
  if (tab === "dossiers" && dossierId) return <DossierPage id={Number(dossierId)} thirdparty={thirdparty} />;
  return (
    <>
      <Head thirdparty={thirdparty} />
      <Tabs current={tab} counts={inside.data?.counts} />
      <Tab name={tab} thirdparty={thirdparty} inside={inside} />
    </>
  );
}

function Head({ thirdparty }: { thirdparty: Thirdparty }) {
  const { thirdpartyId, name, legalCategoryLabel, activityLabel, addressCity, status, archived } = thirdparty;
  const archive = () => bringAbout({ event: archived ? "THIRD_PARTY_UPDATED" : "THIRD_PARTY_ARCHIVED", thirdpartyId });
  return (
    <div class="title">
      <div>
        <h1>
          <bdi>{name}</bdi> <Status of={archived ? "ARCHIVED" : status} />
        </h1>
        <p class="quiet">
          {[legalCategoryLabel?.split(",")[0], activityLabel, addressCity].filter(Boolean).join(" · ")}{" "}
          <Id of={thirdpartyId} />
        </p>
        <TemperOf id={thirdpartyId} />
      </div>
      <div class="row">
        <Opens words="new" dialog={(close) => <OpenDossier thirdpartyId={thirdpartyId} close={close} />}>
          Open a dossier…
        </Opens>
        <Opens
          hint="t"
          shortcut="Trigger an event"
          dialog={(close) => <Triggers target={{ thirdpartyId }} name={name} close={close} />}
        >
          Trigger an event…
        </Opens>
        <Button onClick={archive}>{archived ? "Take out of the archive" : "Archive"}</Button>
      </div>
    </div>
  );
}

const tabs = [
  ["overview", "Overview"],
  ["attributes", "Attributes", "attributes"],
  ["contacts", "Contacts", "contacts"],
  ["journal", "Journal", "events"],
  ["comments", "Comments", "comments"],
  ["monitoring", "Monitoring"],
  ["story", "Story"],
  ["json", "As JSON"],
] as const;

/** What was filtered and ordered in one tab is not meant for another. */
const leftOut = { find: undefined, by: undefined, byOrder: undefined };
function Tabs({ current, counts }: { current: string; counts: Inside["counts"] | undefined }) {
  const all = tabs.map(([name, title, counted]) => ({
    isCurrent: name === current,
    title,
    href: href({ rest: [route.value.rest[0] ?? "", ...(name === "overview" ? [] : [name])], query: leftOut }),
    label: (
      <>
        {title} {counted && <span class="num">{counts?.[counted]}</span>}
      </>
    ),
  }));
  // Where there is no room for a tab, it is in the menu, which is called after it while it is shown.
  const others = (from: number) => all.slice(from).find(({ isCurrent }) => isCurrent)?.title ?? "More";
  return (
    <nav class="tabs" aria-label="Parts of the third party">
      {all.map(({ title, href: to, label, isCurrent }) => (
        <a key={title} href={to} aria-current={isCurrent ? "page" : undefined}>
          {label}
        </a>
      ))}
      <Menu
        label={
          <>
            <span class="few">{others(3)}</span>
            <span class="many">{others(5)}</span> ▾
          </>
        }
        items={all.slice(3)}
      />
    </nav>
  );
}

function Tab({ name, thirdparty, inside }: { name: string; thirdparty: Thirdparty; inside: Loaded<Inside> }) {
  const { thirdpartyId } = thirdparty;
  if (name === "attributes") return <Attributes id={thirdpartyId} />;
  if (name === "contacts") return <Contacts id={thirdpartyId} inside={inside} />;
  if (name === "comments") return <Comments id={thirdpartyId} inside={inside} />;
  if (name === "monitoring") return <Provided inside={inside} />;
  if (name === "journal") return <Events of={{ thirdpartyId }} limit={300} find="Filter the journal" />;
  if (name === "story") return <Story id={thirdpartyId} />;
  if (name === "json") return <Json value={thirdparty} />;
  return <Overview thirdparty={thirdparty} inside={inside.data} />;
}
