import { useState } from "preact/hooks";
import { call, type Reply } from "../../api.ts";
import { useCall } from "../../load.tsx";
import { Button, Opens } from "../../parts/button.tsx";
import { download } from "../../parts/download.ts";
import { Dialog, Field } from "../../parts/form.tsx";
import { type Column, Table } from "../../parts/list.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Facts, Moment, Tag } from "../../parts/values.tsx";
import { figure } from "../../parts/words.ts";
import { account, href } from "../../route.ts";
import type { World } from "../../state.ts";
import { problemToast, toast } from "../../toasts.ts";
import { resetWorld, undoPrefix, withUndo } from "../../undo.ts";
import { ForkDialog } from "./make.tsx";
import { park } from "./parked.ts";

type Snapshot = Reply<"accounts.snapshots">["content"][number];
/** What is to be done with a snapshot, once its dialog is filled in. */
type Asked = { kind: "fork" | "delete"; snapshot: string } | undefined;

/** One world in figures, with its snapshots and what can be done with it. */
export function OneWorld({ of: world }: { of: World }) {
  const { accountId } = world;
  const [asked, ask] = useState<Asked>();
  const snapshots = useCall("accounts.snapshots", { path: { accountId } });
  const restore = (name: string) =>
    withUndo(
      accountId,
      () => call("accounts.restore", { path: { accountId, name } }),
      `${accountId} is as in ${name}.`,
    );
  const remove = async (name: string) => {
    await call("accounts.forget", { path: { accountId, name } });
    snapshots.reload();
  };
  return (
    <>
      <Actions accountId={accountId} />
      <WorldFacts of={world} />
      <div class="row snapshots">
        <h2>Snapshots</h2>
        <span class="push" />
        <Opens dialog={(close) => <TakeDialog accountId={accountId} taken={snapshots.reload} close={close} />}>
          Take a snapshot…
        </Opens>
      </div>
      <Table
        label="Snapshots"
        order="by"
        usual={["taken at", "desc"]}
        find="Filter the snapshots"
        columns={columnsOf(accountId, restore, ask)}
        rows={{ ...snapshots, data: snapshots.data?.content.toReversed() }}
        keyOf={({ name }) => name}
        empty="None yet. The console takes one before each change that can be undone, such as a reset."
      />
      {asked?.kind === "fork" && <ForkDialog from={accountId} snapshot={asked.snapshot} close={() => ask(undefined)} />}
      {asked?.kind === "delete" && (
        <Dialog
          title={`Delete the snapshot ${asked.snapshot}?`}
          close={() => ask(undefined)}
          submit={() => remove(asked.snapshot)}
          action="Delete it"
          danger
        >
          <p>The world stays as it is; the way back to {asked.snapshot} is gone.</p>
        </Dialog>
      )}
    </>
  );
}

function Actions({ accountId }: { accountId: string }) {
  return (
    <header class="row">
      <h1>{accountId}</h1>
      <span class="push" />
      {accountId !== account.value && (
        <a class="button primary" href={href({ account: accountId, view: "portfolio", rest: [] })}>
          Go to it
        </a>
      )}
      <Opens dialog={(close) => <ForkDialog from={accountId} close={close} />}>Fork…</Opens>
      <Button onClick={() => resetWorld(accountId)} title="As it was made; Undo brings back what is now">
        Reset
      </Button>
      <a class="button" href={href({ rest: [accountId, "compare"] })}>
        Compare
      </a>
      <Exports accountId={accountId} />
      <Button kind="danger" onClick={() => park(accountId)} title="Undo brings it back">
        Delete
      </Button>
    </header>
  );
}

const WorldFacts = ({ of: world }: { of: World & { usedAt?: string | null } }) => (
  <Facts
    of={[
      ["Made from", world.size === null ? `the seed ${world.seed}` : `${world.size} generated third parties`],
      ["Random seed", <span class="mono">{world.randomSeed}</span>],
      ["Begins at", <Moment at={world.createdAt} short />],
      ["Last used", world.usedAt && `${world.usedAt.slice(0, 16).replace("T", " ")} UTC, wall clock`],
      [
        "Clock",
        <>
          <Moment at={world.now} short /> <span class="quiet">{world.frozen ? "frozen" : "running"}</span>
        </>,
      ],
      ["Third parties", figure(world.thirdparties)],
      ["Dossiers", figure(world.dossiers)],
      ["Documents", figure(world.documents)],
      ["Events", figure(world.events)],
    ]}
  />
);

function Exports({ accountId }: { accountId: string }) {
  const give = (operation: "accounts.export" | "accounts.bundle", name: string) => () =>
    download(operation, { path: { accountId } }, name).catch(problemToast);
  return (
    <Menu
      label="Export"
      items={[
        { label: "The world, as JSON", run: give("accounts.export", `${accountId}.json`) },
        { label: "With its requests, as a bundle", run: give("accounts.bundle", `${accountId}.zip`) },
      ]}
    />
  );
}

const columnsOf = (
  accountId: string,
  restore: (name: string) => unknown,
  ask: (asked: Asked) => void,
): readonly Column<Snapshot>[] => [
  {
    head: "Name",
    cell: ({ name, damage }) => (
      <>
        <span class="mono">{name}</span> {name.startsWith(undoPrefix) && <small>by itself</small>}
        {damage && (
          <span title={damage}>
            <Tag tone="bad">damaged</Tag>
          </span>
        )}
      </>
    ),
    class: "grow",
    sort: ({ name }) => name,
  },
  {
    head: "Taken at",
    cell: ({ takenAt }) => <Moment at={takenAt} short />,
    class: "wide",
    sort: ({ takenAt }) => takenAt,
  },
  {
    head: "Events",
    cell: ({ events }) => (events === null ? "" : figure(events)),
    class: "end wide",
    sort: ({ events }) => events,
  },
  {
    head: <span class="hidden">Actions</span>,
    cell: ({ name, damage }) => (
      <span class="row tight">
        <Button onClick={() => restore(name)} reason={damage ?? undefined}>
          Restore
        </Button>
        <Menu
          label={
            <>
              <span aria-hidden="true">⋯</span>
              <span class="hidden">More for {name}</span>
            </>
          }
          items={[
            {
              label: "Compare with now",
              href: href({ rest: [accountId, "compare"], query: { before: `${accountId}@${name}`, after: accountId } }),
            },
            { label: "Fork from it…", run: () => ask({ kind: "fork", snapshot: name }), reason: damage ?? undefined },
            { label: "Delete…", run: () => ask({ kind: "delete", snapshot: name }) },
          ]}
        />
      </span>
    ),
    class: "end",
  },
];

function TakeDialog({ accountId, taken, close }: { accountId: string; taken(): void; close(): void }) {
  const [name, setName] = useState("");
  const submit = async () => {
    await call("accounts.snapshot", { path: { accountId }, body: { name } });
    taken();
    toast(`${name} is taken.`);
  };
  return (
    <Dialog title={`Take a snapshot of ${accountId}`} close={close} submit={submit} action="Take it">
      <Field label="Name" value={name} onInput={setName} required placeholder="before-renewal" />
    </Dialog>
  );
}
