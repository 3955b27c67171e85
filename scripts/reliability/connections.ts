import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Ask, bearer, clientOf, get, service } from "./client.ts";
import type { Attack, Outcome, Row } from "./row.ts";
import { serve, tokenFor } from "./server.ts";

const idleConnections = 2_000;
const busyConnections = 100;
const requestsOfEach = 30;
const accountId = "busy";
const full = 2_600;
/** Well above the 30 seconds in which a request must have arrived. */
const secondsToCut = 90;

export const connections: Row = {
  what: "2,000 idle connections, 500 slow ones that send a byte at a time, and 100 busy ones",
  holds: "every request of the busy ones and of new ones is served, and the slow ones are cut",
  full,
  short: 2_200,
  run,
  planted: {
    "new connections refused while idle ones are kept": [
      { file: "src/http/server/server.ts", from: "2 * usual;", to: "usual;" },
      { file: "src/http/server/server.ts", from: "longestIdle(sockets)?.destroy()", to: "longestIdle(sockets)" },
    ],
  },
};

async function run({ count, ...attack }: Attack): Promise<Outcome> {
  const { port } = await serve({ ...attack, count }, { seed: "onboarding" });
  let closed = 0;
  const join = async (many: number, texts: readonly string[]) => {
    const joined = await crowd(port, many, texts, () => closed++);
    attack.after(() => joined.forEach((socket) => socket.destroy()));
    return joined;
  };
  await join(idleConnections, ["GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"]);
  const slow = await join(count - idleConnections - busyConnections, [
    "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
    "POST /_sandbox/tokens HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
  ]);
  const drip = setInterval(() => slow.forEach((socket) => socket.writable && socket.write("x")), 250);
  attack.after(() => clearInterval(drip));
  attack.say("the crowd is there");
  const failures = await serveBusy(port);
  const figures = { "busy requests": busyConnections * requestsOfEach, "idle or slow ones closed for others": closed };
  // The short form does not wait for the timeouts.
  if (count >= full) {
    const left = () => slow.filter((socket) => !socket.closed).length;
    for (let second = 0; second < secondsToCut && left() > 0; second++) await wait(1_000);
    if (left() > 0) failures.push(`${left()} slow connections were not cut in ${secondsToCut} s`);
  }
  return { count, failures, figures };
}

/** Opens connections that ask for little: they send these texts in turn. */
async function crowd(port: number, count: number, texts: readonly string[], closed: () => void): Promise<Socket[]> {
  const joined: Socket[] = [];
  while (joined.length < count) {
    const batch = Array.from({ length: Math.min(100, count - joined.length) }, (_, at) => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      socket.on("close", closed).resume();
      return new Promise<Socket>((resolve) => {
        socket.once("close", () => resolve(socket));
        socket.once("connect", () => socket.write(texts[at % texts.length] as string, () => resolve(socket)));
      });
    });
    joined.push(...(await Promise.all(batch)));
  }
  return joined;
}

/** Each busy connection sends one request after the other; beside them, some come on connections of their own. */
async function serveBusy(port: number): Promise<string[]> {
  const request = get(service(accountId, "/thirdparties?size=5"), bearer(await tokenFor(accountId)));
  const failures: string[] = [];
  const asking = async (who: string, times: number, ask: Ask) => {
    for (let nth = 0; nth < times; nth++) {
      const status = await ask(request).then(
        (answer) => answer.status,
        (error: Error) => error.message,
      );
      if (status !== 200) failures.push(`a request of a ${who} connection: ${status}`);
    }
  };
  const clients = Array.from({ length: busyConnections }, () => clientOf(port, 1));
  const busy = clients.map(({ ask }) => asking("busy", requestsOfEach, ask));
  await Promise.all([...busy, asking("new", busyConnections, clientOf(port).ask)]);
  for (const { close } of clients) close();
  return failures;
}
