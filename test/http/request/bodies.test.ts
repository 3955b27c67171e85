import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { runningAlone } from "../../control/running.ts";

const on = runningAlone();
const body = JSON.stringify({ accountIds: ["demo"], expiresIn: 60 });
const head = (...fields: string[]) =>
  ["POST /_sandbox/tokens HTTP/1.1", "Host: localhost", "Content-Type: application/json", ...fields, "", ""].join(
    "\r\n",
  );
const sized = head(`Content-Length: ${body.length}`);
const chunked = head("Transfer-Encoding: chunked");
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const last = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/** The statuses of all answers to bytes that are sent in pieces, each in a turn of its own. */
async function statuses(...pieces: string[]): Promise<string[]> {
  const socket = connect({ port: on.sandbox.port, host: "127.0.0.1", noDelay: true }).setEncoding("utf8");
  let text = "";
  socket.on("data", (more) => (text += more));
  await once(socket, "connect");
  for (const piece of [...pieces, last]) await new Promise((sent) => socket.write(piece, () => setImmediate(sent)));
  await once(socket, "close");
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status as string);
}

describe("a body", () => {
  it.each([
    ["together with its head", [sized + body]],
    ["after its head", [sized, body]],
    ["in two pieces", [sized + body.slice(0, 9), body.slice(9)]],
    ["in one chunk", [chunked + chunk(body) + chunk("")]],
    ["in two chunks together with its head", [chunked + chunk(body.slice(0, 9)) + chunk(body.slice(9)) + chunk("")]],
    ["in chunks, one by one", [chunked, chunk(body.slice(0, 9)), chunk(body.slice(9)), chunk("")]],
  ])("is read when it comes %s", async (_, pieces) => {
    expect(await statuses(...pieces)).toEqual(["201", "200"]);
  });

  it("is read for each of two requests that come together", async () => {
    expect(await statuses(sized + body + sized + body)).toEqual(["201", "201", "200"]);
  });

  it("is missing where it comes together with its head and is empty", async () => {
    expect(await statuses(chunked + chunk(""))).toEqual(["400", "200"]);
  });
});
