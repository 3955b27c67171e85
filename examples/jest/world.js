const { randomUUID } = require("node:crypto");

/** Jest loads tests as CommonJS and cannot import the package there, so they speak HTTP, as any language can. */
async function ask(path, method = "GET", body) {
  const response = await fetch(`${process.env.SANDBOX_URL}/_sandbox${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const content = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Error(content.detail);
  return content;
}

/** A world of its own for a test, in which no other test shows. */
async function makeWorld(options = {}) {
  const accountId = `test-${randomUUID()}`;
  const account = `/accounts/${accountId}`;
  await ask(account, "PUT", options);
  const { accessToken: token } = await ask("/tokens", "POST", { accountIds: [accountId] });
  return {
    baseUrl: `${process.env.SANDBOX_URL}/api/v1/account/${accountId}`,
    token,
    advance: (duration) => ask(`${account}/clock`, "POST", { advance: duration }),
    scenario: (scenario) => ask(`${account}/scenarios`, "POST", { scenario }),
    trigger: (event, target) => ask(`${account}/occurrences`, "POST", { event, ...target }),
    delete: () => ask(account, "DELETE"),
  };
}

module.exports = { makeWorld };
