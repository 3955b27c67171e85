import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ConfigurationFile } from "../../../../contract/configuration.ts";
import { call, Refused, refusalOf } from "../../api.ts";
import { Failed } from "../../load.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/form.tsx";
import { account, href, route } from "../../route.ts";
import { withUndo } from "../../undo.ts";
import { lineOf, placeIn } from "./place.ts";
import type { File } from "./rows.ts";

/** What was typed and not applied, by account and file: a look at another view does not lose it. */
const drafts = signal<Readonly<Record<string, string>>>({});
const keep = (key: string, text: string | undefined) => {
  const { [key]: _, ...others } = drafts.value;
  drafts.value = text === undefined ? others : { ...others, [key]: text };
};

interface Props {
  files: { whole: File; difference: File };
  isWhole: boolean;
  reload(): void;
}

/** The file as text, what is wrong with it beside it, and a way to apply it. */
export function Editor({ files, isWhole, reload }: Props) {
  const key = `${account.value} ${isWhole}`;
  const usual = JSON.stringify(isWhole ? files.whole : files.difference, null, 2);
  const text = drafts.value[key] ?? usual;
  const [problem, setProblem] = useState<Refused>();
  const [inUse, setInUse] = useState<Refused>();
  const area = useRef<HTMLTextAreaElement>(null);
  const show = (pointer: string) => {
    const [from, to] = placeIn(text, pointer) ?? [0, 0];
    const { current } = area;
    if (!current) return;
    current.focus();
    current.setSelectionRange(from, to);
    current.scrollTop = (current.scrollHeight / lineOf(text, text.length)) * Math.max(0, lineOf(text, from) - 4);
  };
  const { at } = route.value.query;
  useEffect(() => {
    if (at !== undefined) show(at);
  }, [at]);
  useEffect(() => setProblem(undefined), [key]);

  const apply = async (stop: boolean) => {
    const accountId = account.value;
    const body = parsed(text);
    const work = () => call("accounts.configure", { body, query: { stop } });
    await withUndo(accountId, work, `${accountId} has another configuration.`);
    setProblem(undefined);
    keep(key, undefined);
    reload();
  };
  const tryIt = () =>
    apply(false).catch((error: Error) => {
      const refused = refusalOf(error);
      setProblem(refused.status === 409 ? undefined : refused);
      setInUse(refused.status === 409 ? refused : undefined);
    });
  return (
    <>
      <div class="row">
        <div class="pills">
          {modes.map(([mode, title]) => (
            <a
              class="pill"
              href={href({ rest: mode ? ["edit", mode] : ["edit"], query: { at: undefined } })}
              aria-current={(mode === "all") === isWhole ? "true" : undefined}
              key={mode}
            >
              {title}
            </a>
          ))}
        </div>
        <span class="push" />
        {text !== usual && (
          <Button onClick={() => keep(key, undefined)} title="Back to what the account has">
            Discard
          </Button>
        )}
        <Button kind="primary" onClick={tryIt} reason={text === usual ? "Nothing was changed." : undefined}>
          Apply
        </Button>
      </div>
      <div class="beside">
        <textarea
          ref={area}
          class="mono"
          aria-label="The configuration as JSON"
          rows={30}
          value={text}
          onInput={({ currentTarget }) => keep(key, currentTarget.value)}
          spellcheck={false}
        />
        {problem && <Violations of={problem} text={text} show={show} />}
      </div>
      {inUse && (
        <Dialog
          title="What is removed is in use"
          close={() => setInUse(undefined)}
          submit={() => apply(true)}
          action="Stop them, and apply"
          danger
        >
          <p>{inUse.message}</p>
        </Dialog>
      )}
    </>
  );
}

const modes = [
  ["", "What differs"],
  ["all", "All of it"],
] as const;

/** What is typed, as the server takes it: the server says what is wrong. */
function parsed(text: string): ConfigurationFile {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refused(400, { code: "NOT_JSON", detail: `The text is not JSON: ${(error as Error).message}` });
  }
}

function Violations({ of, text, show }: { of: Refused; text: string; show(pointer: string): void }) {
  if (of.errors.length === 0) return <Failed problem={of} />;
  return (
    <ul class="plain-list wrong" role="alert" aria-label="What is wrong">
      {of.errors.map(({ detail, expected, pointer }) => {
        const place = placeIn(text, pointer ?? "");
        return (
          <li key={pointer + detail}>
            <button type="button" class="plain" onClick={() => show(pointer ?? "")}>
              line {place ? lineOf(text, place[0]) : 1}
            </button>{" "}
            {detail} <small>Expected: {expected}.</small>
          </li>
        );
      })}
    </ul>
  );
}
