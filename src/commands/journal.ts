/** How answers of the control plane read on a terminal. */

interface JournalEntry {
  eventId: number;
  eventName: string;
  resourceType: string;
  resourceId: number;
  occurredAt: string;
}
interface Figures {
  accountId: string;
  seed: string;
  now: string;
  frozen: boolean;
  thirdparties: number;
  dossiers: number;
  documents: number;
  events: number;
}

export const journalLines = (answer: unknown): string[] =>
  (answer as { content: JournalEntry[] }).content.map(
    ({ eventId, eventName, resourceType, resourceId, occurredAt }) =>
      `${eventId}  ${occurredAt}  ${resourceType} ${resourceId}  ${eventName}`,
  );

export function figures(answer: unknown): string {
  const { accountId, seed, now, frozen, thirdparties, dossiers, documents, events } = answer as Figures;
  return (
    `${accountId}, from ${seed}: ${thirdparties} third parties, ${dossiers} dossiers, ${documents} documents, ${events} events; ` +
    `its clock ${frozen ? "stands" : "runs"} at ${now}.`
  );
}
