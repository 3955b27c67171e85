import { once } from "node:events";
import http, { type Server } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import express, { type Express } from "express";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { abandon, close, createServer, listen } from "../../../src/http/server/server.ts";
import { freePort } from "../../support/free-port.ts";

const running: Server[] = [];
const agents: http.Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

function appWith(configure: (app: Express) => void = () => {}): Express {
  const app = express();
  app.get("/", (_, response) => void response.json({ ok: true }));
  configure(app);
  return app;
}
async function start(configure?: (app: Express) => void, make = (app: Express) => createServer(app)) {
  const app = appWith(configure);
  const server = make(app);
  running.push(server);
  const { port } = await listen(server, { port: 0, host: "127.0.0.1" });
  return { app, server, port, url: `http://127.0.0.1:${port}` };
}
/** A promise that the test resolves. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}
/** The status, the body and the header Connection of the answer on a connection that is kept, or its error. */
async function asked(port: number, path: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  const [response] = await once(http.get({ host: "127.0.0.1", port, path, agent }), "response");
  const { statusCode: status, headers } = response as http.IncomingMessage;
  return { status, body: await text(response), connection: headers.connection };
}

describe("createServer", () => {
  it("makes requests and responses with the prototypes that Express would set, so that it changes none", async () => {
    const { app, url } = await start();
    const changed: boolean[] = [];
    const setPrototypeOf = Object.setPrototypeOf;
    vi.spyOn(Object, "setPrototypeOf").mockImplementation((value: unknown, prototype: object | null) => {
      if (prototype === app.request || prototype === app.response)
        changed.push(Object.getPrototypeOf(value) !== prototype);
      return setPrototypeOf(value, prototype);
    });
    await fetch(url);
    expect(changed).toEqual([false, false]);
  });

  it("limits headers to 10 s, requests to 30 s, idle connections to 5 s, and connections to 4,000", async () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = createServer(express());
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, maxConnections }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 5_000,
      maxConnections: 4_000,
    });
  });

  it("closes the connection that is idle longest for one more than usual, and none that is answering", async () => {
    const waiting: express.Response[] = [];
    const { server, port } = await start(
      (app) => app.get("/wait", (_, response) => void waiting.push(response)),
      (app) => createServer(app, undefined, undefined, 4),
    );
    Object.assign(server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
    const closed: string[] = [];
    const open = async (name: string, path?: string) => {
      const accepted = once(server, "connection");
      const socket = connect(port, "127.0.0.1").on("close", () => closed.push(name));
      onTestFinished(() => void socket.destroy());
      await accepted;
      if (path === undefined) return socket;
      const asked = once(server, "request");
      socket.write(request.replace("/", path));
      await (path === "/wait" ? asked : once(socket, "data"));
      return socket;
    };
    await open("answering", "/wait");
    const used = await open("used", "/");
    await open("silent");
    await open("idle", "/");
    used.write(request);
    await once(used, "data");
    expect(closed).toEqual([]);
    await open("one more", "/");
    await expect.poll(() => closed).toEqual(["silent"]);
    await open("and another", "/");
    await expect.poll(() => closed).toEqual(["silent", "idle"]);
    await open("the last", "/");
    await expect.poll(() => closed).toEqual(["silent", "idle", "used"]);
    for (const response of waiting) response.json({});
  });

  it("answers the probes of a supervisor while the server starts, and lets other requests wait", async () => {
    const { give, given } = signal();
    const { server, url } = await start(undefined, (app) => createServer(app, given));
    const probe = async (path: string) => {
      const response = await fetch(url + path);
      return { status: response.status, retry: response.headers.get("retry-after"), body: await response.json() };
    };
    expect(await probe("/health")).toEqual({ status: 200, retry: "1", body: { status: "ok" } });
    expect(await probe("/sandbox/ready")).toEqual({ status: 503, retry: "1", body: { status: "starting" } });
    const asked = once(server, "request");
    let answered = false;
    const answer = fetch(url).finally(() => (answered = true));
    await asked;
    await turn();
    expect(answered).toBe(false);
    give();
    expect((await answer).status).toBe(200);
    expect((await fetch(`${url}/ready`)).status).toBe(404);
  });
});

describe("listen", () => {
  it("says that a port is taken or an address is of no use, and how to choose another", async () => {
    const { port } = await start();
    const refused = (wish: { port: number; host: string }) => expect(listen(createServer(express()), wish)).rejects;
    await refused({ port, host: "127.0.0.1" }).toThrow(
      `Port ${port} is taken; choose another with --port, or 0 for any.`,
    );
    await refused({ port: 0, host: "192.0.2.1" }).toThrow(
      "192.0.2.1 is not an address of this machine; choose another with --host.",
    );
  });

  it.each([
    ["EACCES", "Port 80 needs rights that this user does not have; choose one above 1023 with --port."],
    ["ENOTFOUND", "box.lan is not a name that this machine knows; choose another with --host."],
    ["EMFILE", "too many open files"],
  ])("puts the error %s into a sentence where it has one", async (code, sentence) => {
    const server = createServer(express());
    const error = Object.assign(new Error("too many open files"), { code });
    vi.spyOn(server, "listen").mockImplementation(() => {
      queueMicrotask(() => server.emit("error", error));
      return server;
    });
    await expect(listen(server, { port: 80, host: "box.lan" })).rejects.toThrow(sentence);
  });

  it.skipIf(!hasIPv6).each([
    ["127.0.0.1", close],
    ["localhost", close],
    ["localhost", async (server: Server) => abandon(server)],
  ])("serves [::1] beside 127.0.0.1 when it listens on %s, and ends both", async (host, end) => {
    const server = createServer(appWith());
    const { port } = await listen(server, { port: 0, host });
    const addresses = ["127.0.0.1", "[::1]"].map((address) => `http://${address}:${port}/`);
    for (const address of addresses) expect((await fetch(address)).status).toBe(200);
    await end(server);
    for (const address of addresses) await expect(fetch(address)).rejects.toThrow();
  });

  it.skipIf(!hasIPv6)("listens on 127.0.0.1 alone where another program has [::1], and says so", async () => {
    const [other, server] = [createServer(express()), createServer(express())];
    running.push(other, server);
    const { port } = await listen(other, { port: await freePort(), host: "::1" });
    const reports: string[] = [];
    await listen(server, { port, host: "127.0.0.1", report: (message) => reports.push(message) });
    expect(reports).toEqual([
      `[::1]:${port} belongs to another program (EADDRINUSE): use 127.0.0.1 instead of localhost.`,
    ]);
  });
});

describe("close", () => {
  const stopTimers = (...names: ("setTimeout" | "setInterval" | "performance")[]) => {
    vi.useFakeTimers({ toFake: names });
    onTestFinished(() => void vi.useRealTimers());
  };
  /** Keeps the process from turning to timers or sockets, as a busy machine does. */
  const block = (milliseconds: number) => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  };

  it("waits for no timer when a server has no connections", async () => {
    const { server } = await start();
    stopTimers("setTimeout", "setInterval");
    await close(server);
  });

  it("closes idle connections, and connections that never sent a byte, long before it cuts anything", async () => {
    const { server, port } = await start();
    await asked(port, "/");
    const connected = once(server, "connection");
    const silent = connect(port, "127.0.0.1");
    await Promise.all([connected, once(silent, "connect")]);
    stopTimers("setTimeout");
    await close(server);
  });

  it("finishes requests in flight, asks their clients to close, and takes no new connection", async () => {
    const [reached, released] = [signal(), signal()];
    const { server, port, url } = await start((app) => {
      app.get("/slow", async (_, response) => {
        reached.give();
        await released.given;
        response.json({ slow: true });
      });
    });
    const answer = asked(port, "/slow");
    await reached.given;
    const closed = close(server);
    await expect.poll(() => server.listening).toBe(false);
    await expect(fetch(url)).rejects.toThrow();
    released.give();
    expect(await answer).toEqual({ status: 200, body: '{"slow":true}', connection: "close" });
    await closed;
  });

  it("answers a request that arrived on an idle connection and is not read yet when idle ones are closed", async () => {
    const { server, port } = await start();
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (text) => (received += text));
    socket.write(request);
    await once(socket, "data");
    received = "";
    const closed = close(server);
    socket.write(request);
    block(100);
    await once(socket, "close");
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*\{"ok":true\}$/s);
    await closed;
  });

  it("answers a load balancer that passes on one request after the other, once one has waited", async () => {
    const { server, port } = await start();
    stopTimers("setTimeout");
    const first = asked(port, "/");
    const closed = close(server);
    const answers = [await first];
    for (let left = 3; left > 0; left--) {
      answers.push(await asked(port, "/"));
      vi.advanceTimersByTime(200);
    }
    while (server.listening) {
      vi.advanceTimersByTime(200);
      await turn();
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await closed;
  });

  it("lets a connection that was just opened send its request, though others are idle", async () => {
    const { server, port } = await start();
    const idle = connect(port, "127.0.0.1");
    idle.write(request);
    await once(idle, "data");
    stopTimers("setTimeout", "setInterval", "performance");
    const connected = once(server, "connection");
    const socket = connect(port, "127.0.0.1");
    await Promise.all([connected, once(socket, "connect")]);
    let isClosed = false;
    const closed = close(server).then(() => (isClosed = true));
    const sweep = async () => {
      vi.advanceTimersByTime(25);
      for (let turns = 0; turns < 3; turns++) await turn();
    };
    while (server.listening) await turn();
    for (let sweeps = 0; sweeps < 19; sweeps++) await sweep();
    socket.write(request);
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK/);
    while (!isClosed) await sweep();
    await closed;
  });

  it("cuts connections that are still open after 5 s", async () => {
    const reached = signal();
    const { server, port } = await start((app) => void app.get("/never", reached.give));
    const answer = expect(asked(port, "/never")).rejects.toThrow();
    await reached.given;
    const cut = vi.spyOn(server, "closeAllConnections");
    stopTimers("setTimeout", "setInterval");
    const said: string[] = [];
    const closed = close(server, (message) => said.push(message));
    while (server.listening) await turn();
    vi.advanceTimersByTime(4_999);
    expect(cut).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await closed;
    await answer;
    expect(said).toEqual(["1 connection was cut off: it was busy for 5 seconds of the stop."]);
  });
});
