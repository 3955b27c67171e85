const { createHash } = require("node:crypto");
const { relative } = require("node:path");

/** Jest loads tests as CommonJS and cannot import the client there, so they speak HTTP, as any language can. */
async function ask(path, method = "GET", body) {
  const response = await fetch(`${process.env.TIERS_SANDBOX_URL}/_sandbox${path}`, {
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
  // Jest knows the test that runs: its world has the same name in every run.
  const { testPath, currentTestName } = expect.getState();
  const key = `${relative(process.cwd(), testPath)} ${currentTestName}`;
  const accountId = `test-${createHash("sha256").update(key).digest("hex").slice(0, 16)}`;
  const account = `/accounts/${accountId}`;
  await ask(account, "PUT", options);
  const { accessToken: token } = await ask("/tokens", "POST", { accountIds: [accountId] });
  return {
    baseUrl: `${process.env.TIERS_SANDBOX_URL}/api/v1/account/${accountId}`,
    token,
    advance: (duration) => ask(`${account}/clock`, "POST", { advance: duration }),
    scenario: (scenario) => ask(`${account}/scenarios`, "POST", { scenario }),
    sync: () => ask(`${account}/sync`),
    trigger: (event, target) => ask(`${account}/occurrences`, "POST", { event, ...target }),
    delete: () => ask(account, "DELETE"),
  };
}

/** A test with a world. That of a failure stays, so that exec writes a bundle of it. */
const withWorld = (run, options) => async () => {
  const world = await makeWorld(options);
  await run(world);
  await world.delete();
};

module.exports = { withWorld };
