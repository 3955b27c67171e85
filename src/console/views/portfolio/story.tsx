import { Shown, useCall } from "../../load.tsx";
import { href } from "../../route.ts";
import { sentenceOf } from "../../state.ts";
import { useDossiers } from "./reads.ts";
import { storyOf } from "./story.ts";

const limit = 1000;

/** What happened to a third party in words, a line a day, newest first. */
export function Story({ id }: { id: number }) {
  const events = useCall("accounts.events", { query: { thirdpartyId: id, limit, latest: true } }, { of: id });
  const documents = useDossiers(id)?.flatMap((dossier) => dossier.documents) ?? [];
  const names = new Map(documents.map(({ documentId, documentName }) => [documentId, documentName]));
  const nameOf = (documentId: number) => names.get(documentId) ?? `document ${documentId}`;
  return (
    <Shown of={events}>
      {({ content }) => (
        <>
          <dl class="story">
            {storyOf(content, { nameOf, meaningOf: sentenceOf }).map(({ from, to, days, sentences }) => (
              <div key={from}>
                <dt class="mono">
                  {from}
                  {days > 1 && (
                    <small>
                      to {to}, {days} days
                    </small>
                  )}
                </dt>
                <dd>
                  {sentences.map((sentence) => (
                    <p key={sentence}>{sentence}.</p>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
          {content.length === limit && (
            <p class="all">
              <a href={href({ view: "journal", rest: [], query: { thirdpartyId: id } })}>
                Earlier events in the journal
              </a>
            </p>
          )}
        </>
      )}
    </Shown>
  );
}
