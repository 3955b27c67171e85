import { useState } from "preact/hooks";
import { call, type Reply } from "../../api.ts";
import { useLoad } from "../../load.tsx";
import { Button } from "../../parts/button.tsx";
import { Check, Dialog, Field } from "../../parts/form.tsx";
import { type Column, Table } from "../../parts/list.tsx";
import { Moment, Tag } from "../../parts/values.tsx";
import { account } from "../../route.ts";
import { changed } from "../../state.ts";

type Definition = Reply<"attributes.available">["content"][number];
type Attribute = Reply<"attributes.list">["content"][number];
type Value = Attribute["values"][number];
/** A definition with what the third party has of it. */
type Row = Definition & { kept: Attribute | undefined };

/** What the account keeps on a third party; each can be edited but those that the service calculates. */
export function Attributes({ id }: { id: number }) {
  const [edited, setEdited] = useState<Row>();
  const read = useLoad(
    async (signal): Promise<readonly Row[]> => {
      const definitions = (await call("attributes.available", { signal })).content;
      const values = (await call("attributes.list", { path: { id }, signal })).content;
      return definitions.map((one) => ({ ...one, kept: values.find(({ label }) => label === one.label) }));
    },
    [account.value, id],
    { of: id },
  );
  return (
    <>
      <Table
        label="Attributes"
        order="by"
        find="Filter the attributes"
        columns={columnsOf(setEdited)}
        rows={read}
        keyOf={(row) => row.id}
      />
      {edited && <Editor id={id} of={edited} close={() => setEdited(undefined)} />}
    </>
  );
}

const columnsOf = (edit: (row: Row) => void): readonly Column<Row>[] => [
  {
    head: "Attribute",
    cell: ({ label, required, kept }) => (
      <>
        {label} {required && !kept && <Tag tone="warn">expected</Tag>}
      </>
    ),
    class: "line",
    sort: ({ label }) => label,
  },
  {
    head: "Value",
    cell: ({ kept }) => kept?.values.map(String).join(", ") ?? <span class="quiet">–</span>,
    class: "wrap",
    sort: ({ kept }) => kept?.values.map(String).join(", ") ?? null,
  },
  {
    head: "Last changed",
    cell: ({ kept }) => <Moment at={kept?.lastUpdateDate} short />,
    class: "wide",
    sort: ({ kept }) => kept?.lastUpdateDate ?? null,
  },
  {
    head: "Edit",
    cell: (row) => (
      <Button
        onClick={() => edit(row)}
        label={row.calculated ? undefined : `Edit ${row.label}`}
        reason={row.calculated ? "The service calculates it." : undefined}
        kind="plain"
      >
        {row.calculated ? "calculated" : "Edit"}
      </Button>
    ),
    class: "end",
  },
];

function Editor({ id, of: { label, type, options, kept }, close }: { id: number; of: Row; close(): void }) {
  const [texts, setTexts] = useState(kept?.values.map(String) ?? []);
  const save = async () => {
    const typed = texts.map((text): Value => {
      if (type === "boolean") return text === "true";
      return type === "decimal" || type === "percentage" ? Number(text) : text;
    });
    await call("attributes.set", { path: { id }, body: { label, values: typed } });
    changed(`${label} is set.`);
  };
  const one = (text: string) => setTexts([text]);
  const toggle = (option: string) => (checked: boolean) =>
    setTexts(checked ? [...texts, option] : texts.filter((text) => text !== option));
  const choices = type === "boolean" ? ["", "true", "false"] : options && ["", ...options];
  return (
    <Dialog title={label} close={close} submit={save} action="Save">
      {type === "list_multiple" ? (
        options?.map((option) => (
          <Check label={option} checked={texts.includes(option)} onChange={toggle(option)} key={option} />
        ))
      ) : (
        <Field
          label={label}
          value={texts[0] ?? ""}
          onInput={one}
          options={choices ?? undefined}
          type={type === "date" ? "date" : "text"}
        />
      )}
    </Dialog>
  );
}
