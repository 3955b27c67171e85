const service = import.meta.env.VITE_SERVICE_URL;
const state = document.querySelector("#state");
const rows = document.querySelector("#rows");

/** Tokens come from the sandbox's own token endpoint here, and from your identity provider in production. */
async function token() {
  const body = new URLSearchParams({ grant_type: "password", username: "demo", password: "demo" });
  const response = await fetch(`${service}/_sandbox/oauth/token`, { method: "POST", body });
  return (await response.json()).access_token;
}

try {
  const response = await fetch(`${service}/api/v1/account/demo/thirdparties?size=100`, {
    headers: { Authorization: `Bearer ${await token()}` },
  });
  const { content, totalElements, detail } = await response.json();
  if (!response.ok) throw new Error(detail);
  for (const { name, addressCity, status } of content) {
    const row = rows.insertRow();
    for (const text of [name, addressCity, status]) row.insertCell().textContent = text;
  }
  state.textContent = `${totalElements} third parties`;
} catch (error) {
  state.textContent = `The service does not answer: ${error.message}`;
}
