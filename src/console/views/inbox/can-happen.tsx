import { bringAbout, Triggers, usePossible } from "../../act/triggers.tsx";
import { Button, Opens } from "../../parts/button.tsx";
import { documentEventWord } from "../../parts/words.ts";
import { type Document, sentenceOf } from "../../state.ts";

/** The rest is one click further. */
const shown =
  /^DOCUMENT_(ANSWER_(EXPIRED|DENIED|STATUS_UPDATE_BELOW_EXPECTATION)|COMMENT_ADDED|DOCCHECK_STATUS_UPDATE|STOPPED)$/;

/** Some events of documents that can happen now, some that cannot with the reason, and the way to all 100. */
export function CanHappen({ document: { documentId, documentName } }: { document: Document }) {
  const { data } = usePossible({ documentId });
  return (
    <>
      <h2>Can happen to it now</h2>
      <div class="row">
        {data?.content
          .filter(({ event }) => shown.test(event))
          .map(({ event, possible, detail, target }) => (
            <Button
              key={event}
              onClick={() => bringAbout({ event, ...target })}
              reason={possible ? undefined : (detail ?? "It cannot happen now.")}
              title={sentenceOf(event)}
            >
              {documentEventWord(event)}
            </Button>
          ))}
        <Opens
          hint="t"
          shortcut="Trigger an event"
          dialog={(close) => <Triggers target={{ documentId }} name={documentName} close={close} />}
        >
          Any event…
        </Opens>
      </div>
    </>
  );
}
