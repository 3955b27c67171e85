import { z } from "zod";

export const sequenceStarts = {
  thirdpartyId: 924_000,
  dossierId: 1_324_000,
  responseId: 2_238_000,
  indicatorId: 3_948_000,
  evidenceId: 6_876_000,
  documentId: 11_031_000,
  commentId: 31_000_000,
  contactId: 32_000_000,
  announcementId: 33_000_000,
  reportId: 34_000_000,
  jobId: 40_000_000,
  eventId: 50_000_000,
} as const;
export type Sequence = keyof typeof sequenceStarts;
/** How many numbers were drawn: about as many rows and events came about. */
export const drawnFrom = (sequences: Readonly<Record<Sequence, number>>): number =>
  (Object.keys(sequenceStarts) as Sequence[]).reduce((sum, name) => sum + sequences[name] - sequenceStarts[name], 0);
export const SequenceRow = z.object({ name: z.string(), next: z.number().int().min(1) });
