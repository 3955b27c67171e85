import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { token } from "../../src/commands/token.ts";
import { run } from "./invoked.ts";

it.each([
  [{ accessToken: "abc" }, "abc"],
  [{}, /^Error: http:.* answered without a token\.$/],
  [{ accessToken: 7 }, /^Error: http:.* answered without a token\.$/],
])("an answer of %j to the wish for a token gives %s", async (answer, said) => {
  const server = createServer((_, response) => {
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await run(token, ["--url", url]).catch(String)).toMatch(said);
});
