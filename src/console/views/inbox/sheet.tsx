import { call, urlOf } from "../../api.ts";
import { Nothing, Shown, useLoad } from "../../load.tsx";
import { account } from "../../route.ts";
import { clock, type Evidence } from "../../state.ts";

interface Props {
  dossierId: number;
  documentId: number;
  evidence: Evidence | undefined;
}

const inline = /\.(pdf|png|jpe?g|gif|webp|txt)$/i;

/** The file in a frame, through a signed link, because a frame cannot send a token. */
export function Sheet({ dossierId, documentId, evidence }: Props) {
  const fileId = evidence?.id;
  const link = useLoad(
    async (signal) => {
      if (fileId === undefined) return undefined;
      const { url } = await call("documents.link", { path: { dossierId, documentId, fileId }, signal });
      // The link names the host that the server saw; behind a proxy the page has another.
      return urlOf(url.slice(url.indexOf("/files/")));
    },
    // A link ends by the account's own clock.
    [account.value, fileId, clock.value?.now.slice(0, 10)],
    { once: true },
  );
  if (!evidence)
    return (
      <div class="sheet none">
        <Nothing>No evidence yet: answer as the third party, or let time pass.</Nothing>
      </div>
    );
  const name = "fileName" in evidence ? evidence.fileName : "the PDF of the form";
  return (
    <div class="sheet">
      <Shown of={link}>
        {(url) =>
          url !== undefined &&
          (!("fileName" in evidence) || inline.test(evidence.fileName) ? (
            <iframe src={`${url}#toolbar=0&navpanes=0&view=FitH`} title={name} key={url} />
          ) : (
            <Nothing>
              {name} cannot be shown here. <a href={`${url}&disposition=attachment`}>Download it</a>
            </Nothing>
          ))
        }
      </Shown>
    </div>
  );
}
