import { useEffect, useState } from "preact/hooks";
import { call } from "../api.ts";
import { account } from "../route.ts";
import { addressOf, type Hit, type Item } from "./matching.ts";

const words: Record<Hit["kind"], string> = {
  THIRD_PARTY: "Third party",
  DOSSIER: "Dossier",
  DOCUMENT: "Document",
  RESPONSE: "Response",
  FILE: "File",
  EVENT: "Event",
  CONTACT: "Contact",
};

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
