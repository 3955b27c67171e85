import { type Change, href } from "./route.ts";

type Query = Change["query"];

export const thirdpartyAddress = (thirdpartyId: number, ...rest: (string | number)[]): string =>
  href({ view: "portfolio", rest: [thirdpartyId, ...rest] });
export const documentAddress = (dossierId: number, documentId: number, query: Query = {}): string =>
  href({ view: "inbox", rest: [dossierId, documentId], query });
export const eventAddress = (eventId: number): string => href({ view: "journal", rest: [eventId] });
export const requestAddress = (requestId: string): string => href({ view: "requests", rest: [requestId] });

interface Subject {
  thirdpartyId: number;
  dossierId: number | null;
  documentId: number | null;
}
/** What an event happened to: a document has a page of its own, a dossier is shown with its third party. */
export const resourceAddress = ({ thirdpartyId, dossierId, documentId }: Subject): string =>
  documentId !== null && dossierId !== null ? documentAddress(dossierId, documentId) : thirdpartyAddress(thirdpartyId);
