import "./inbox.css";
import { useEffect } from "preact/hooks";
import type { Reply } from "../../api.ts";
import { Shown, useCall } from "../../load.tsx";
import { Emptied, Filter, Paging, Pill, Sorter } from "../../parts/list.tsx";
import { relative } from "../../parts/moments.ts";
import { Split } from "../../parts/split.tsx";
import { Status } from "../../parts/values.tsx";
import { href, route } from "../../route.ts";
import { clock } from "../../state.ts";
import { steps } from "../../timebar/steps.ts";
import { DocumentPage } from "./document.tsx";
import { listed } from "./listed.ts";

type Listed = Reply<"portfolio.documents">["content"][number];

const size = 50;
/** The moments of a document by which a list can be ordered, and what happened then. */
const moments = { requestDate: "Asked for", suppliedAt: "Supplied", expirationDate: "Ends" } as const;
type Moment = keyof typeof moments;
const isMoment = (name: string): name is Moment => Object.hasOwn(moments, name);
interface Box {
  title: string;
  statuses?: readonly string[];
  /** The moment by which the box is ordered, and which its rows show, where no other is chosen. */
  usual: Moment;
  /** Of valid documents that end within a month. */
  soon?: boolean;
  empty: string;
}
const boxes: Record<string, Box> = {
  waiting: {
    title: "Waiting",
    usual: "suppliedAt",
    statuses: ["ACTION_REQUIRED"],
    empty: "Nothing waits for a decision.",
  },
  missing: { title: "Missing", usual: "requestDate", statuses: ["MISSING"], empty: "Nothing is missing." },
  refused: {
    title: "Refused",
    usual: "suppliedAt",
    statuses: ["INVALID", "BELOW_EXPECTATION"],
    empty: "Nothing is refused.",
  },
  checked: { title: "Being checked", usual: "suppliedAt", statuses: ["ONGOING"], empty: "Nothing is being checked." },
  soon: {
    title: "Expires soon",
    usual: "expirationDate",
    soon: true,
    statuses: ["VALID"],
    empty: "Nothing expires within a month.",
  },
  all: { title: "All", usual: "requestDate", empty: "No document is asked for." },
};

const orders = [
  ["requestDate", "by request"],
  ["documentName", "by document"],
  ["thirdpartyName", "by third party"],
  ["suppliedAt", "by arrival"],
  ["expirationDate", "by end"],
  ["statusCode", "by status"],
] as const;

/** Documents by what they wait for, and the document that is looked at. */
export function Inbox() {
  const [dossierId, documentId] = route.value.rest;
  return (
    <Split
      name="inbox"
      initial={24}
      list={<List selected={Number(documentId)} />}
      detail={
        documentId && <DocumentPage dossierId={Number(dossierId)} documentId={Number(documentId)} key={documentId} />
      }
    />
  );
}

type Counts = Reply<"portfolio.documents">["counts"];
const countIn = (counts: Counts, statuses: readonly string[]) =>
  counts.filter(({ statusCode }) => statuses.includes(statusCode)).reduce((sum, { count }) => sum + count, 0);

function List({ selected }: { selected: number }) {
  const { query } = route.value;
  const box = boxes[query.box ?? "waiting"] ?? (boxes.waiting as Box);
  const page = Number(query.page ?? 0);
  const soon = clock.value && steps[2].after(clock.value.now);
  const { thirdpartyId, filter: q, sort = box.usual, order } = query;
  const ofBox = { statusCode: box.statuses?.join(","), expiresBefore: box.soon ? soon : undefined };
  const asked = { ...ofBox, thirdpartyId, q, sort, order, page, size };
  const loaded = useCall("portfolio.documents", { query: asked });
  const { data } = loaded;
  useEffect(() => {
    listed.value = data?.content ?? [];
  }, [data]);
  const isThere = data !== undefined;
  useEffect(() => {
    const row = document.querySelector<HTMLElement>(".letters [aria-current]");
    row?.scrollIntoView({ block: "nearest" });
    // The row of a document that was decided goes, and the focus with it.
    if (document.activeElement?.matches("body, main, .letters a")) row?.focus({ preventScroll: true });
  }, [selected, isThere]);
  const countOf = ({ statuses, soon: isSoon }: Box) =>
    statuses && !isSoon && data ? countIn(data.counts, statuses) : "";
  return (
    <>
      <Head usual={box.usual} />
      <Filter placeholder="Document or third party" />
      <div class="pills">
        {Object.entries(boxes).map(([name, one]) => (
          <Pill name="box" value={name === "waiting" ? undefined : name} key={name}>
            {one.title} <span class="num">{countOf(one)}</span>
          </Pill>
        ))}
        {query.thirdpartyId && <Pill name="thirdpartyId">of one third party ×</Pill>}
      </div>
      <Shown of={loaded}>
        {({ content }) => content.length === 0 && <Emptied by={["filter"]}>{box.empty}</Emptied>}
      </Shown>
      <ul class="letters" data-list aria-label={box.title}>
        {data?.content.map((document) => (
          <li key={document.documentId}>
            <Letter
              document={document}
              isSelected={document.documentId === selected}
              by={isMoment(sort) ? sort : box.usual}
              isMixed={box.statuses?.length !== 1}
            />
          </li>
        ))}
      </ul>
      {data && data.totalElements > size && <Paging page={page} size={size} total={data.totalElements} />}
    </>
  );
}

const Head = ({ usual }: { usual: string }) => (
  <header class="row">
    <h1>Inbox</h1>
    <span class="push" />
    <span class="order">
      <Sorter usual={[usual]} options={orders} />
    </span>
  </header>
);

interface LetterProps {
  document: Listed;
  isSelected: boolean;
  /** The moment that is shown. */
  by: Moment;
  /** Whether the list has documents of several statuses. */
  isMixed: boolean;
}
function Letter({ document, isSelected, by, isMixed }: LetterProps) {
  const { dossierId, documentId, documentName, thirdpartyName, statusCode } = document;
  return (
    <a href={href({ rest: [dossierId, documentId] })} data-row aria-current={isSelected ? "true" : undefined}>
      <b>{documentName}</b> {isMixed ? <Status of={statusCode} /> : <span class="unsaid" />}
      <bdi class="quiet">{thirdpartyName}</bdi>
      <Age what={moments[by]} at={document[by]} />
    </a>
  );
}

function Age({ what, at }: { what: string; at: string | null }) {
  if (at === null) return <span class="quiet num">–</span>;
  return (
    <time class="quiet num" dateTime={at} title={`${what} ${at.replace("T", " ")} on the account's clock`}>
      {relative(at, clock.value?.now).replace(" ago", "")}
    </time>
  );
}

/** How many documents wait for a decision. */
export function WaitingCount() {
  const { data } = useCall("portfolio.documents", { query: { statusCode: "ACTION_REQUIRED", size: 1 } });
  if (!data?.totalElements) return null;
  return (
    <small class="tag warn num badge" title="Documents that wait for a decision">
      {data.totalElements}
    </small>
  );
}
