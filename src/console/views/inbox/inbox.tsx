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
interface Box {
  title: string;
  statuses?: readonly string[];
  /** Of valid documents that end within a month. */
  soon?: boolean;
  empty: string;
}
const boxes: Record<string, Box> = {
  waiting: { title: "Waiting", statuses: ["ACTION_REQUIRED"], empty: "Nothing waits for a decision." },
  missing: { title: "Missing", statuses: ["MISSING"], empty: "Nothing is missing." },
  refused: { title: "Refused", statuses: ["INVALID", "BELOW_EXPECTATION"], empty: "Nothing is refused." },
  checked: { title: "Being checked", statuses: ["ONGOING"], empty: "Nothing is being checked." },
  soon: { title: "Expires soon", soon: true, statuses: ["VALID"], empty: "Nothing expires within a month." },
  all: { title: "All", empty: "No document is asked for." },
};

const orders = [
  ["documentId", "by request"],
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
  const { thirdpartyId, filter: q, sort, order } = query;
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
      <Head usual={box.soon ? "expirationDate" : "documentId"} />
      <Filter placeholder="Filter by document or third party" />
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
              isSoon={box.soon ?? false}
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
    <Sorter usual={[usual]} options={orders} />
  </header>
);

interface LetterProps {
  document: Listed;
  isSelected: boolean;
  isSoon: boolean;
  /** Whether the list has documents of several statuses. */
  isMixed: boolean;
}
function Letter({ document, isSelected, isSoon, isMixed }: LetterProps) {
  const { dossierId, documentId, documentName, thirdpartyName, statusCode, requestDate, expirationDate } = document;
  const [what, moment] =
    isSoon && expirationDate
      ? ["Ends", expirationDate]
      : document.suppliedAt
        ? ["Supplied", document.suppliedAt]
        : ["Asked for", requestDate];
  return (
    <a href={href({ rest: [dossierId, documentId] })} data-row aria-current={isSelected ? "true" : undefined}>
      <b>{documentName}</b> {isMixed ? <Status of={statusCode} /> : <span class="unsaid" />}
      <bdi class="quiet">{thirdpartyName}</bdi>
      <time class="quiet num" dateTime={moment} title={`${what} ${moment.replace("T", " ")} on the account's clock`}>
        {relative(moment, clock.value?.now).replace(" ago", "")}
      </time>
    </a>
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
