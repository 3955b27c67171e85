import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { startSandbox } from "../../../src/start.ts";

it("a client that sends a body that is too large, and reads only then, gets the response", async () => {
  const sandbox = await startSandbox({ seed: "empty" });
  const { hostname, port } = new URL(sandbox.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }).pause();
  await once(socket, "connect");
  const half = Buffer.alloc(2_000_000, "x");
  const send = (bytes: string | Buffer) => new Promise((resolve) => socket.write(bytes, resolve));
  await send(
    "POST /api/v1/account/demo/thirdparties HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" +
      `Authorization: Bearer ${await sandbox.token(["demo"])}\r\nContent-Length: ${2 * half.length}\r\n\r\n`,
  );
  await send(half);
  // The server has refused the request when its log has it.
  while (!(await (await fetch(`${sandbox.url}/_sandbox/requests`)).text()).includes("413")) await turn();
  await send(half);
  const received = text(socket);
  socket.resume();
  expect(await received).toMatch(/^HTTP\/1\.1 413 /);
  socket.end();
  await sandbox.close();
});
