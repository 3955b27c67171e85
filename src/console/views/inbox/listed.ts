import { signal } from "@preact/signals";
import { go, route } from "../../route.ts";

/** The documents of the box that is shown. */
export const listed = signal<readonly { dossierId: number; documentId: number }[]>([]);

/**
 * The way on after a decision: to the next document of the box, or to the one before where it was the last. It is
 * found before the decision, after which the list is read again without the document.
 */
export function wayOn(documentId: number): () => void {
  const rows = listed.peek();
  const at = rows.findIndex((row) => row.documentId === documentId);
  const next = at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1]);
  return () => {
    // The visitor may have left the view before the answer came.
    if (next && route.peek().rest[1] === String(documentId)) go({ rest: [next.dossierId, next.documentId] });
  };
}
