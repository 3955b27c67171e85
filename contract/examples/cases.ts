/** Parameters and envelopes that the examples of several endpoints share. */

export const account = { accountId: "demo" };
export const thirdparty = { ...account, id: 924000 };
export const dossier = { ...account, dossierId: 1324000 };
export const document = { ...dossier, documentId: 11031000 };
export const file = { ...document, fileId: 6876000 };
export const response = { ...account, responseId: 2238000 };

export const year2026 = {
  eventOccurrenceStartDate: "2026-01-01T00:00:00",
  eventOccurrenceEndDate: "2026-12-31T23:59:59",
};
export const page = (content: unknown[]) => ({
  content,
  page: 0,
  size: 20,
  totalElements: content.length,
  totalPages: 1,
});
