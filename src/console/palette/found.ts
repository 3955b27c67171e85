import { useEffect, useState } from "preact/hooks";
import { call, type Reply } from "../api.ts";
import { account, documentAddress, eventAddress, thirdpartyAddress } from "../route.ts";
import type { Item } from "./items.ts";

type Hit = Reply<"portfolio.find">["content"][number];
const words: Record<Hit["kind"], string> = {
  THIRD_PARTY: "Third party",
  DOSSIER: "Dossier",
  DOCUMENT: "Document",
  RESPONSE: "Response",
  FILE: "File",
  EVENT: "Event",
  CONTACT: "Contact",
};

function addressOf({ kind, id, thirdpartyId, dossierId, documentId }: Hit): string {
  if (kind === "EVENT") return eventAddress(id);
  if (documentId !== null && dossierId !== null)
    return documentAddress(dossierId, documentId, kind === "FILE" ? { evidence: id } : {});
  if (kind === "CONTACT") return thirdpartyAddress(thirdpartyId, "contacts");
  return thirdpartyAddress(thirdpartyId, ...(dossierId === null ? [] : ["dossiers", dossierId]));
}

/** What the account holds under an id, a name, an identifier or an address. */
export function useFound(text: string): readonly Item[] {
  const [found, setFound] = useState<readonly Item[]>([]);
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < 2) return setFound([]);
    const leave = new AbortController();
    const timer = setTimeout(async () => {
      const { signal } = leave;
      const hits = await call("portfolio.find", { query: { q: wanted, limit: 12 }, signal }).catch(() => undefined);
      if (signal.aborted) return;
      setFound(
        (hits?.content ?? []).map((hit) => ({
          group: words[hit.kind],
          label: hit.label,
          detail: [hit.id, hit.detail].filter(Boolean).join(" · "),
          run: () => (location.hash = addressOf(hit)),
        })),
      );
    }, 120);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [wanted, account.value]);
  return found;
}
