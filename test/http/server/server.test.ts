import { once } from "node:events";
import http, { type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import express, { type Express } from "express";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { close, createServer, listen } from "../../../src/http/server/server.ts";
import { freePort } from "../../support/free-port.ts";

const running: Server[] = [];
const agents: http.Agent[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const agent of agents.splice(0)) agent.destroy();
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));

async function start(configure: (app: Express) => void = () => {}, adjust: (server: Server) => void = () => {}) {
  const app = express();
  app.get("/", (_, response) => void response.json({ ok: true }));
  configure(app);
  const server = createServer(app);
  running.push(server);
  adjust(server);
  const { port } = await listen(server, { port: 0, host: "127.0.0.1" });
  return { app, server, port };
}

/** The bytes that come back for raw bytes. */
async function raw(port: number, ...chunks: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => (answer += text));
  socket.on("error", () => {});
  await once(socket, "connect");
  for (const chunk of chunks) socket.write(chunk);
  await once(socket, "close");
  return answer;
}

function keptAlive(
  port: number,
  path: string,
): Promise<{ status: number; body: string; connection: string | undefined; socket: Socket }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return new Promise((resolve, reject) => {
    http
      .get({ port, path, agent }, (response) => {
        let body = "";
        response.on("data", (chunk) => (body += chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            body,
            connection: response.headers.connection,
            socket: response.socket,
          }),
        );
      })
      .on("error", reject);
  });
}

describe("createServer", () => {
  it("makes requests and responses with the prototypes that Express gives them, so that it changes none", async () => {
    const made: [unknown, unknown][] = [];
    const { app, port } = await start(undefined, (server) =>
      server.prependListener("request", (...both) => made.push(both.map(Object.getPrototypeOf) as [unknown, unknown])),
    );
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect([response.status, made]).toEqual([200, [[app.request, app.response]]]);
    expect([app.request, app.response].map(Object.getPrototypeOf).map((own) => own.app === app)).toEqual([true, true]);
  });

  it("serves what Express serves: parameters, queries, bodies, sub-applications, errors", async () => {
    const { port } = await start((app) => {
      const mounted = express().get(
        "/here",
        (request, response) => void response.status(201).json({ base: request.baseUrl }),
      );
      app.use("/sub", mounted);
      app.get(
        "/things/:id",
        (request, response) => void response.json({ id: request.params.id, q: request.query.q, ip: request.ip }),
      );
      app.post(
        "/echo",
        express.json(),
        (request, response) => void response.type("text").send(JSON.stringify(request.body)),
      );
      app.get("/file", (_, response) => void response.attachment("é.txt").send("x"));
      app.get("/boom", async () => {
        throw Object.assign(new Error("boom"), { status: 418, expose: true });
      });
      app.use(
        ((error, _, response, __) =>
          void response.status(error.status).json({ message: error.message })) as express.ErrorRequestHandler,
      );
    });
    const get = async (path: string, init?: RequestInit) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
      return [response.status, await response.text()];
    };
    expect(await get("/")).toEqual([200, '{"ok":true}']);
    expect(await get("/things/7?q=a")).toEqual([200, '{"id":"7","q":"a","ip":"127.0.0.1"}']);
    expect(await get("/sub/here")).toEqual([201, '{"base":"/sub"}']);
    expect(
      await get("/echo", { method: "POST", body: '{"a":1}', headers: { "content-type": "application/json" } }),
    ).toEqual([200, '{"a":1}']);
    expect(await get("/file")).toEqual([200, "x"]);
    expect(await get("/boom")).toEqual([418, '{"message":"boom"}']);
    expect((await get("/nowhere"))[0]).toBe(404);
    expect(await get("/", { method: "HEAD" })).toEqual([200, ""]);
  });

  it("creates requests and responses with the prototypes that Express would set", async () => {
    const { app, port } = await start();
    const changed: boolean[] = [];
    const setPrototypeOf = Object.setPrototypeOf;
    vi.spyOn(Object, "setPrototypeOf").mockImplementation((value: unknown, prototype: object | null) => {
      if (prototype === app.request || prototype === app.response)
        changed.push(Object.getPrototypeOf(value) !== prototype);
      return setPrototypeOf(value, prototype);
    });
    await fetch(`http://127.0.0.1:${port}/`);
    expect(changed).toEqual([false, false]);
  });

  it("limits headers to 10 s, requests to 30 s, idle connections to 5 s, and connections to 4,000", async () => {
    const { server } = await start();
    expect([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout, server.maxConnections]).toEqual([
      10_000, 30_000, 5_000, 4_000,
    ]);
  });
});

describe("more connections than usual", () => {
  it("closes the connection that is idle longest for a new one, and none that is answering", async () => {
    const waiting: express.Response[] = [];
    const { server, port } = await start(
      (app) => app.get("/wait", (_, response) => void waiting.push(response)),
      (server) => Object.assign(server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 }),
    );
    const closed: string[] = [];
    const open = async (name: string, path?: string) => {
      const accepted = once(server, "connection");
      const socket = connect(port, "127.0.0.1").on("close", () => closed.push(name));
      onTestFinished(() => void socket.destroy());
      await accepted;
      if (path === undefined) return socket;
      const asked = once(server, "request");
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await (path === "/wait" ? asked : once(socket, "data"));
      return socket;
    };
    await open("answering", "/wait");
    const used = await open("used", "/");
    await open("silent");
    await open("idle", "/");
    used.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(used, "data");
    for (let at = 4; at < 2_000; at++) await open("other");
    expect(closed).toEqual([]);
    await open("one more", "/");
    await expect.poll(() => closed).toEqual(["silent"]);
    await open("and another", "/");
    await expect.poll(() => closed).toEqual(["silent", "idle"]);
    await open("the last", "/");
    await expect.poll(() => closed).toEqual(["silent", "idle", "used"]);
    for (const response of waiting) response.json({});
  });
});

describe("a request that never reaches Express", () => {
  const parsed = (answer: string) => {
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    return { head, body: JSON.parse(body) };
  };

  it("answers bytes that are no HTTP with a 400 problem", async () => {
    const { port } = await start();
    const { head, body } = parsed(await raw(port, "NONSENSE\r\n\r\n"));
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toContain("Content-Type: application/problem+json");
    expect(body).toMatchObject({ type: "about:blank", title: "Bad Request", status: 400, code: "VALIDATION_ERROR" });
    expect(head).toContain(`X-Request-Id: ${body.requestId}`);
  });

  it.each([
    ["both lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef"],
    ["a length that is no number", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n"],
    ["a space in a header's name", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"],
    ["a control character in a header", "GET / HTTP/1.1\r\nHost: a\r\nX: \u0001\r\n\r\n"],
    ["a space in the path", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["a TLS greeting instead of HTTP", Buffer.from([0x16, 3, 1, 0, 0xa5, 1, 0, 0])],
    ["an unknown method", "FROB / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ])("answers a request with %s with a 400", async (_, bytes) => {
    const { port } = await start();
    expect(parsed(await raw(port, bytes)).body.status).toBe(400);
  });

  it.each([
    ["no host", "GET /?a HTTP/1.1\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["two hosts", "GET /?a HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["an unknown expectation", "GET /?a HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n", 417, "VALIDATION_ERROR"],
    ["the method CONNECT", "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n", 405, "METHOD_NOT_ALLOWED"],
  ])("answers a request with %s with a problem", async (_, bytes, status, code) => {
    const { port } = await start();
    const { head, body } = parsed(await raw(port, bytes));
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain("Content-Type: application/problem+json");
    expect(body).toMatchObject({ status, code, instance: "/", detail: expect.stringMatching(/\.$/) });
  });

  it("demands no Host header in HTTP/1.0", async () => {
    const { port } = await start();
    expect(await raw(port, "GET / HTTP/1.0\r\n\r\n")).toContain("200 OK");
  });

  it("answers 431 to headers of more than 16 KiB", async () => {
    const { port } = await start();
    const { head, body } = parsed(await raw(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`));
    expect(head).toMatch(/^HTTP\/1\.1 431 /);
    expect(body).toMatchObject({ status: 431, code: "PAYLOAD_TOO_LARGE" });
  });

  it.each([
    ["a HEAD whose path is too long", `HEAD /${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ["a HEAD whose headers are too large", `HEAD / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
  ])("answers %s with a 431 that has no body", async (_, request) => {
    const { port } = await start();
    const [head = "", ...body] = (await raw(port, request)).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 431 /);
    expect(head).toMatch(/Content-Length: [1-9]/);
    expect(body.join("")).toBe("");
  });

  it("answers 408 to a request that does not arrive in time", async () => {
    const { port } = await start(undefined, (server) => {
      server.headersTimeout = 1;
      server.requestTimeout = 1;
      // Node reads its option from here when the server begins to listen.
      Object.assign(server, { connectionsCheckingInterval: 10 });
    });
    const { head, body } = parsed(await raw(port, "GET / HTTP/1.1\r\n"));
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(body.status).toBe(408);
  });

  it("writes no problem into a response that has begun, but after it", async () => {
    let finish = () => {};
    const { port, server } = await start((app) => {
      app.get("/slow", (_, response) => {
        response.write("begun");
        finish = () => void response.end("ended");
      });
    });
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    let answer = "";
    socket.on("data", (text) => (answer += text));
    socket.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    const unreadable = once(server, "clientError");
    socket.write("NONSENSE\r\n\r\n");
    await unreadable;
    finish();
    await once(socket, "close");
    expect(answer).toMatch(/ 200 OK.*begun.*ended.* 400 Bad Request/s);
  });

  it("survives clients that reset the connection before the response", async () => {
    const { port } = await start();
    for (let n = 0; n < 50; n++) {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      await once(socket, "connect");
      socket.write("NONSENSE\r\n\r\n");
      socket.resetAndDestroy();
    }
    await wait(50);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });
});

describe("listen", () => {
  it("says that a port is taken, and how to choose another", async () => {
    const { port } = await start();
    const second = createServer(express());
    await expect(listen(second, { port, host: "127.0.0.1" })).rejects.toThrow(
      `Port ${port} is taken; choose another with --port, or 0 for any.`,
    );
  });

  it.skipIf(!hasIPv6).each(["127.0.0.1", "localhost"])(
    "serves [::1] beside 127.0.0.1 when it listens on %s, and closes both",
    async (host) => {
      const app = express();
      app.get("/", (_, response) => void response.json({ ok: true }));
      const server = createServer(app);
      const { port } = await listen(server, { port: 0, host });
      for (const address of ["127.0.0.1", "[::1]"])
        expect((await fetch(`http://${address}:${port}/`)).status).toBe(200);
      await close(server);
      for (const address of ["127.0.0.1", "[::1]"]) await expect(fetch(`http://${address}:${port}/`)).rejects.toThrow();
    },
  );

  it.skipIf(!hasIPv6)("listens on 127.0.0.1 alone where another program has [::1], and says so", async () => {
    const other = createServer(express());
    running.push(other);
    const { port } = await listen(other, { port: await freePort(), host: "::1" });
    const server = createServer(express());
    running.push(server);
    const reports: string[] = [];
    await listen(server, { port, host: "127.0.0.1", report: (message) => reports.push(message) });
    expect(reports).toEqual([
      `[::1]:${port} belongs to another program (EADDRINUSE): use 127.0.0.1 instead of localhost.`,
    ]);
  });

  it("answers the probes of a supervisor while the server starts", async () => {
    const server = createServer(express(), new Promise<void>(() => {}));
    running.push(server);
    const { port } = await listen(server, { port: 0, host: "127.0.0.1" });
    const probe = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return [response.status, await response.json()];
    };
    expect(await probe("/health")).toEqual([200, { status: "ok" }]);
    expect(await probe("/sandbox/ready")).toEqual([503, { status: "starting" }]);
  });

  it("lets requests wait until the server is ready", async () => {
    const app = express();
    app.get("/", (_, response) => void response.json({ ok: true }));
    let ready = () => {};
    const server = createServer(app, new Promise<void>((resolve) => (ready = resolve)));
    running.push(server);
    const asked = once(server, "request");
    const { port } = await listen(server, { port: 0, host: "127.0.0.1" });
    let answered = false;
    const answer = fetch(`http://127.0.0.1:${port}/`).finally(() => (answered = true));
    await asked;
    await wait(0);
    expect(answered).toBe(false);
    ready();
    expect((await answer).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });

  it("says that an address does not belong to this machine", async () => {
    await expect(listen(createServer(express()), { port: 0, host: "192.0.2.1" })).rejects.toThrow(
      "192.0.2.1 is not an address of this machine",
    );
  });
});

describe("close", () => {
  /** A promise that the test resolves. */
  function signal() {
    let give = () => {};
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    return { give, given };
  }
  const stopTimers = (...names: ("setTimeout" | "setInterval")[]) => {
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
    await keptAlive(port, "/");
    const connected = once(server, "connection");
    const silent = connect(port, "127.0.0.1");
    await Promise.all([connected, once(silent, "connect")]);
    stopTimers("setTimeout");
    await close(server);
  });

  it("finishes requests in flight, asks their clients to close, and takes no new connection", async () => {
    const [reached, released] = [signal(), signal()];
    const { server, port } = await start((app) => {
      app.get("/slow", async (_, response) => {
        reached.give();
        await released.given;
        response.json({ slow: true });
      });
    });
    const answer = keptAlive(port, "/slow");
    await reached.given;
    const closed = close(server);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    released.give();
    expect(await answer).toMatchObject({ status: 200, body: '{"slow":true}', connection: "close" });
    await closed;
  });

  it("answers a request that arrived on an idle connection and is not read yet when idle ones are closed", async () => {
    const { server, port } = await start();
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (text) => (received += text));
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    received = "";
    const closed = close(server);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    block(100);
    await once(socket, "close");
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*\{"ok":true\}$/s);
    await closed;
  });

  it("loses no request of clients that keep sending, however late the process comes to read it", async () => {
    const lost: string[] = [];
    const stopping = signal();
    let closed: Promise<void> | undefined;
    let served = 0;
    const { server, port } = await start((app) => {
      app.get("/work", (_, response) => {
        response.json({});
        if (++served !== 100) return;
        closed = close(server);
        block(100);
        stopping.give();
      });
    });
    const outcomeOf = (agent: http.Agent) =>
      new Promise<string>((resolve) => {
        http
          .get({ host: "127.0.0.1", port, path: "/work", agent }, (response) =>
            response.resume().on("end", () => resolve("answered")),
          )
          .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      });
    const client = async () => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      agents.push(agent);
      let outcome = "answered";
      while (outcome === "answered") outcome = await outcomeOf(agent);
      if (outcome !== "ECONNREFUSED") lost.push(outcome);
    };
    const clients = Array.from({ length: 16 }, client);
    await stopping.given;
    await closed;
    await Promise.all(clients);
    expect(lost).toEqual([]);
  });

  it("cuts connections that are still open after 5 s", async () => {
    const reached = signal();
    const { server, port } = await start((app) => void app.get("/never", reached.give));
    const answer = keptAlive(port, "/never").then(
      () => "answered",
      () => "cut",
    );
    await reached.given;
    const cut = vi.spyOn(server, "closeAllConnections");
    stopTimers("setTimeout", "setInterval");
    const closed = close(server);
    vi.advanceTimersByTime(4_999);
    expect(cut).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await closed;
    expect(await answer).toBe("cut");
  });
});
