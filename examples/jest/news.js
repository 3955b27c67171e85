/** The code under test: the ids of the suppliers that were added in a window, page by page. */
async function addedSuppliers(baseUrl, token, from, to) {
  const window = { eventOccurrenceStartDate: from, eventOccurrenceEndDate: to };
  const ids = [];
  for (let page = 0, pages = 1; page < pages; page++) {
    const query = new URLSearchParams({ eventNames: "THIRD_PARTY_ADDED", ...window, page, size: 2 });
    const response = await fetch(`${baseUrl}/thirdparties/search?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`the service answered ${response.status}`);
    const { content, totalPages } = await response.json();
    ids.push(...content.map(({ thirdpartyId }) => thirdpartyId));
    pages = totalPages;
  }
  return ids;
}

module.exports = { addedSuppliers };
