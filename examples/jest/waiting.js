/** The code under test: names the suppliers whose dossiers wait for a decision. */
async function waitingSuppliers(baseUrl, token) {
  const ask = async (path) => {
    const response = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`the service answered ${response.status}`);
    return response.json();
  };
  const { content } = await ask("/dossiers?statusCode=ACTION_REQUIRED&size=100");
  const ids = [...new Set(content.map(({ thirdpartyId }) => thirdpartyId))];
  const suppliers = await Promise.all(ids.map((id) => ask(`/thirdparties/${id}`)));
  return suppliers.map(({ name }) => name);
}

module.exports = { waitingSuppliers };
