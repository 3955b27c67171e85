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
