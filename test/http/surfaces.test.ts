import { expect, it } from "vitest";
import { makeSandbox, TestWorld } from "../support/sandbox.ts";

const evil = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
const noCors = { "sec-fetch-site": "cross-site" };

it.each([
  ["a page of another site", {}, evil, 403],
  ["a request of another site that names no origin", {}, noCors, 403],
  ["a program", {}, {}, 200],
  ["a page on localhost", {}, { origin: "http://localhost:5173", "sec-fetch-site": "cross-site" }, 200],
  ["a page whose origin is allowed", { cors: "https://evil.test" }, evil, 200],
  ["any page where all are allowed", { cors: "*" }, evil, 200],
])("without tokens, %s is answered as it is to be", async (_, options, headers, status) => {
  const on = makeSandbox({ auth: "off", ...options });
  const world = new TestWorld("demo", "", on);
  for (const path of ["/api/v1/account/demo/thirdparties", "/thirdparties"]) {
    const answer = await world.raw("get", path).set(headers);
    expect({ path, status: answer.status }).toEqual({ path, status });
  }
  expect((await on.sandbox.worlds.accounts()).has("demo")).toBe(status === 200);
});

it.each(["/", "/docs/", "/health", "/ready", "/assumptions", "/events", "/openapi.json", "/files/none"])(
  "without tokens, a page of another site may still link to %s",
  async (path) => {
    const world = new TestWorld("demo", "", makeSandbox({ auth: "off" }));
    const { body } = await world.raw("get", path).set(noCors);
    expect(JSON.stringify(body)).not.toContain("may not use");
  },
);

it("with tokens, a page of another site is refused for want of one", async () => {
  const world = new TestWorld("demo", "", makeSandbox());
  await world.raw("get", "/api/v1/account/demo/thirdparties").set(evil).expect(401);
});
