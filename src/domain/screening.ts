import { answerDocument } from "./answers.ts";
import type { Draft } from "./draft.ts";
import type { DocumentRow, ThirdpartyRow } from "./rows.ts";

/** A screening that says something, and that nobody is about to replace. */
export const isScreened = ({ documentCode, statusCode, internal }: DocumentRow): boolean =>
  documentCode === "SCR_SANCTIONS" &&
  !internal.stopped &&
  !["MISSING", "ONGOING", "ACTION_REQUIRED"].includes(statusCode);

/** How likely the next edition of the lists is to change what they say of a company: few get on them, and none stays for ever. */
export const changeOfLists = ({ internal }: ThirdpartyRow): number => (internal.sanctioned ? 1 / 200 : 1 / 20_000);

/** The lists say something else from today on, and the provider answers anew. */
export function rescreen(draft: Draft): void {
  const { thirdparty } = draft;
  draft.put("thirdparties", {
    ...thirdparty,
    internal: { ...thirdparty.internal, sanctioned: !thirdparty.internal.sanctioned },
  });
  for (const document of draft.all("documents"))
    if (isScreened(document)) answerDocument(draft, document.documentId, {});
}
