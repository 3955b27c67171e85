import type { ComponentChild } from "preact";
import { clock, sentenceOf } from "../state.ts";
import { relative } from "./moments.ts";
import { statusWord, type Tone } from "./words.ts";

/**
 * A moment as the service writes it, without its T, and without its year where there is little room; how far it is
 * from the account's clock is the tooltip.
 */
export function Moment({ at, short }: { at: string | null | undefined; short?: boolean }) {
  if (!at) return <span class="quiet">–</span>;
  const text = at.replace("T", " ");
  return (
    <time class="mono" dateTime={at} title={`${text}, ${relative(at, clock.value?.now)}`}>
      {short ? text.slice(0, 16) : text}
    </time>
  );
}

/** A name that may be broken after an underscore, a slash, a dot or an at sign. */
export const Breakable = ({ text }: { text: string }) => (
  <>
    {text.split(/(?<=[_/.@])/).map((part, at) => (
      <>
        {at > 0 && <wbr />}
        {part}
      </>
    ))}
  </>
);

/** The name of an event, with its meaning as the tooltip. */
export const EventName = ({ of }: { of: string }) => (
  <span class="mono" title={sentenceOf(of)}>
    <Breakable text={of} />
  </span>
);

export const Tag = ({ tone, children }: { tone: Tone; children: preact.ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
);

/** A status by colour and word, with how many there are when that is said. */
export function Status({ of, count }: { of: string; count?: number }) {
  const [tone, word] = statusWord(of);
  return <Tag tone={tone}>{count === undefined ? word : `${count} ${word.toLowerCase()}`}</Tag>;
}

/** A status of HTTP; 0 means that the connection ended without a response. */
export const HttpStatus = ({ of }: { of: number }) => (
  <span class={`http ${of === 0 || of >= 500 ? "bad" : of >= 400 ? "warn" : "ok"}`}>{of === 0 ? "cut" : of}</span>
);

/** Names and values, one below the other; what is not known is left out. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ComponentChild])[] }) => (
  <dl class="facts">
    {of
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
  </dl>
);
