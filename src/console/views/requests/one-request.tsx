import { Failed, Nothing, useCall } from "../../load.tsx";
import { Button } from "../../parts/button.tsx";
import { copy, Id } from "../../parts/copy.tsx";
import { Json } from "../../parts/json.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Facts, HttpStatus, Moment, Tag } from "../../parts/values.tsx";
import { figure } from "../../parts/words.ts";
import { account, eventAddress, go, href, requestAddress } from "../../route.ts";
import { type SeenRequest, seen } from "../../state.ts";
import { problemToast, toast } from "../../toasts.ts";
import { sendAgain, spoken, templateOf, unsendable, type WholeRequest } from "./again.ts";
import { clientOf, curlOf, fetchOf, type Spoken } from "./snippets.ts";

/** One request, whole: what was wrong with it, what it caused, and its bodies. */
export function OneRequest({ id, isBrief = false }: { id: string; isBrief?: boolean }) {
  const { data, problem, reload } = useCall("requests.get", { path: { requestId: id } }, { once: true });
  const known = data ?? seen.value.find(({ requestId }) => requestId === id);
  if (!known) return problem ? <Failed problem={problem} retry={reload} /> : <Nothing>Reading…</Nothing>;
  return (
    <article class="request">
      <header>
        <h1 class="mono">
          <HttpStatus of={known.status} /> {known.method} {known.path}
        </h1>
        <div class="row">{data && <Actions of={data} isBrief={isBrief} />}</div>
      </header>
      <Findings of={known} />
      {!isBrief && <About of={known} />}
      {known.events.length > 0 && <Events of={known} />}
      {data && <Messages of={data} />}
    </article>
  );
}

function Actions({ of, isBrief }: { of: WholeRequest; isBrief: boolean }) {
  const reason = unsendable(of);
  const template = templateOf(of.operation);
  const write = (to: (request: Spoken) => string | undefined, name: string) => () =>
    spoken(of)
      .then((request) => copy(to(request) ?? "", `Copied as ${name}, with a token for an hour.`))
      .catch(problemToast);
  const again = async () => {
    const { status, requestId } = await sendAgain(of);
    toast(status === 0 ? "Sent again: the connection was cut." : `Sent again: ${status}.`);
    if (requestId && !isBrief) go({ view: "requests", rest: [requestId] });
  };
  return (
    <>
      <Menu
        label="Copy as…"
        items={[
          { label: "curl", run: write(curlOf, "curl"), reason },
          { label: "fetch", run: write(fetchOf, "fetch"), reason },
          {
            label: "typed client",
            run: write((request) => clientOf(request, template ?? ""), "a call of the typed client"),
            reason: reason ?? (template ? undefined : "It is no operation of the service."),
          },
        ]}
      />
      <Button onClick={again} reason={reason}>
        Send again
      </Button>
      {isBrief && (
        <a class="button" href={requestAddress(of.requestId)}>
          Open
        </a>
      )}
    </>
  );
}

/** What went wrong, by the request's own fault or by an injected one. */
const Findings = ({ of: { violations, remarks, code, fault, forced, status } }: { of: SeenRequest }) =>
  fault || forced || code || violations.length + remarks.length > 0 ? (
    <div class={fault ? "failed" : status >= 400 ? "failed" : "card"}>
      {fault && (
        <p>
          <Tag tone="bad">Fault</Tag> An injected <b>{fault}</b> hit it.{" "}
          <a href={href({ view: "faults", rest: [] })}>Faults</a>
        </p>
      )}
      {forced && <p>The header Prefer chose the response.</p>}
      {code && <strong>{code}</strong>}
      {violations.length + remarks.length > 0 && (
        <ul class="violations">
          {[...violations, ...remarks].map((finding) => (
            <li>{finding}</li>
          ))}
        </ul>
      )}
    </div>
  ) : null;

const About = ({ of }: { of: SeenRequest }) => (
  <Facts
    of={[
      ["Operation", <span class="mono">{of.operation ?? "none"}</span>],
      [
        "Caller",
        <>
          {of.caller ?? <span class="quiet">no token was accepted</span>}{" "}
          <span class="quiet">in {of.accountId ?? "–"}</span>
        </>,
      ],
      [
        "At",
        <span class="num">
          <span class="mono">{of.at.replace("T", " ")}</span> <span class="quiet">UTC, wall clock</span> ·{" "}
          {of.durationMs.toFixed(1)} ms
        </span>,
      ],
      ["Account's clock", <Moment at={of.clock} />],
      ["Request", <Id of={of.requestId} />],
    ]}
  />
);

/** The events that the request caused; ids alone where the journal no longer has them. */
function Events({ of: { events, accountId } }: { of: SeenRequest }) {
  const [first = 0, last = 0] = [Math.min(...events), Math.max(...events)];
  const query = { after: first - 1, limit: Math.min(1000, last - first + 1) };
  const path = { accountId: accountId ?? account.value };
  const { data } = useCall("accounts.events", { path, query }, { once: true });
  const names = new Map(data?.content.map(({ eventId, eventName }) => [eventId, eventName]));
  return (
    <section>
      <h2>Caused {events.length === 1 ? "one event" : `${events.length} events`}</h2>
      <ul class="caused mono">
        {events.slice(0, 100).map((id) => (
          <li key={id}>
            <a class="a" href={accountId === account.value ? eventAddress(id) : undefined}>
              {names.get(id) ?? id}
            </a>{" "}
            <small>{id}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Body = NonNullable<WholeRequest["requestBody"]>;
const Messages = ({ of }: { of: WholeRequest }) => (
  <>
    {of.requestBody && of.requestBody.size !== 0 && <Message title="Sent" body={of.requestBody} />}
    {of.responseBody && of.responseBody.size !== 0 && <Message title="Answered" body={of.responseBody} />}
    <details>
      <summary>Headers</summary>
      {[of.requestHeaders, of.responseHeaders].map((headers, at) => (
        <>
          <h2>{at === 0 ? "Sent" : "Answered"}</h2>
          <dl class="facts mono">
            {headers.map(({ name, value }) => (
              <>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </>
            ))}
          </dl>
        </>
      ))}
    </details>
  </>
);

function Message({ title, body: { text, size, kept, encoding } }: { title: string; body: Body }) {
  const note = { whole: "", cut: ", of which the first 64 KB were kept", none: ", not kept" }[kept];
  return (
    <section>
      <h2>
        {title} <small>{`${size === null ? "unknown size" : `${figure(size)} bytes`}${note}`}</small>
      </h2>
      {text !== null && <Json value={encoding ? `${encoding}: ${text.slice(0, 2000)}` : pretty(text)} label={title} />}
    </section>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
