import { useEffect, useState } from "preact/hooks";
import { call, type Reply } from "../api.ts";
import { account, go } from "../route.ts";
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

function open({ kind, id, thirdpartyId, dossierId, documentId }: Hit): void {
  if (kind === "EVENT") return go({ view: "journal", rest: [id], query: {} });
  if (documentId !== null && dossierId !== null)
    return go({ view: "inbox", rest: [dossierId, documentId], query: kind === "FILE" ? { evidence: id } : {} });
  if (kind === "CONTACT") return go({ view: "portfolio", rest: [thirdpartyId, "contacts"], query: {} });
  go({
    view: "portfolio",
    rest: dossierId === null ? [thirdpartyId] : [thirdpartyId, "dossiers", dossierId],
    query: {},
  });
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
          run: () => open(hit),
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
