import { useState } from "preact/hooks";
import { call, type Reply } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Check, Field } from "../../parts/field.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Shown } from "../../parts/state.tsx";
import { Tag } from "../../parts/status.tsx";
import { account } from "../../route.ts";
import { happened, touchesOf } from "../../state.ts";
import { toast } from "../../toasts.ts";

type Definition = Reply<"attributes.available">["content"][number];
type Attribute = Reply<"attributes.list">["content"][number];
type Value = Attribute["values"][number];

/** What the account keeps on a third party; each can be edited but those that the service calculates. */
export function Attributes({ id }: { id: number }) {
  const again = touchesOf(id).value;
  const [edited, setEdited] = useState<string>();
  const read = useLoad(
    async (signal) => ({
      definitions: (await call("attributes.available", { signal })).content,
      values: (await call("attributes.list", { path: { id }, signal })).content,
    }),
    [account.value, id],
    { still: true, again },
  );
  const definition = read.data?.definitions.find(({ label }) => label === edited);
  const valuesOf = (label: string) => read.data?.values.find((attribute) => attribute.label === label);
  return (
    <Shown of={read}>
      {({ definitions }) => (
        <>
          <table aria-label="Attributes">
            <thead>
              <tr>
                <th scope="col">Attribute</th>
                <th scope="col">Value</th>
                <th scope="col" class="wide">
                  Last changed
                </th>
                <th scope="col" class="end">
                  Edit
                </th>
              </tr>
            </thead>
            <tbody>
              {definitions.map((one) => (
                <Line definition={one} value={valuesOf(one.label)} edit={() => setEdited(one.label)} key={one.id} />
              ))}
            </tbody>
          </table>
          {definition && (
            <Editor
              id={id}
              definition={definition}
              values={valuesOf(definition.label)?.values ?? []}
              close={() => setEdited(undefined)}
            />
          )}
        </>
      )}
    </Shown>
  );
}

interface LineProps {
  definition: Definition;
  value: Attribute | undefined;
  edit(): void;
}
const Line = ({ definition: { label, required, calculated }, value, edit }: LineProps) => (
  <tr>
    <td>
      {label} {required && !value && <Tag tone="warn">expected</Tag>}
    </td>
    <td class="wrap">{value ? value.values.map(String).join(", ") : <span class="quiet">–</span>}</td>
    <td class="wide">
      <Moment at={value?.lastUpdateDate} short />
    </td>
    <td class="end">
      <Button
        onClick={edit}
        label={calculated ? undefined : `Edit ${label}`}
        reason={calculated ? "The service calculates it." : undefined}
        kind="plain"
      >
        {calculated ? "calculated" : "Edit"}
      </Button>
    </td>
  </tr>
);

interface EditorProps {
  id: number;
  definition: Definition;
  values: readonly Value[];
  close(): void;
}
function Editor({ id, definition, values, close }: EditorProps) {
  const { label, type, options } = definition;
  const [texts, setTexts] = useState(values.map(String));
  const save = async () => {
    const typed = texts.map((text): Value => {
      if (type === "boolean") return text === "true";
      return type === "decimal" || type === "percentage" ? Number(text) : text;
    });
    await call("attributes.set", { path: { id }, body: { label, values: typed } });
    toast(`${label} is set.`);
    happened();
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
