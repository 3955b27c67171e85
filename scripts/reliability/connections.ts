import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { clientOf } from "./client.ts";
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

async function run({ count, say, ...attack }: Attack): Promise<Outcome> {
  const served = await serve(attack, { seed: "onboarding", keptAlive: 600_000 });
  const failures: string[] = [];
  const crowd = new Crowd(served.port);
  try {
    await crowd.join(idleConnections, ["GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"]);
    const slow = await crowd.join(count - idleConnections - busyConnections, [
      "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
      "POST /_sandbox/tokens HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    ]);
    const drip = setInterval(() => slow.forEach((socket) => socket.writable && socket.write("x")), 250);
    say("the crowd is there");
    failures.push(...(await serveBusy(served.port)));
    const dropped = crowd.closed;
    // The short form does not wait for the timeouts.
    if (count >= full) {
      for (let second = 0; second < secondsToCut && slow.some(({ closed }) => !closed); second++) await wait(1_000);
      const left = slow.filter(({ closed }) => !closed).length;
      if (left > 0) failures.push(`${left} slow connections were not cut in ${secondsToCut} s`);
    }
    clearInterval(drip);
    const figures = {
      "busy requests": busyConnections * requestsOfEach,
      "idle or slow ones closed for others": dropped,
    };
    return { count, failures, figures };
  } finally {
    crowd.leave();
    await served.stop();
  }
}

/** Connections that are there and ask for little. */
class Crowd {
  closed = 0;
  #port: number;
  #sockets: Socket[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  /** Opens connections, which send these texts in turn. */
  async join(count: number, texts: readonly string[]): Promise<Socket[]> {
    const joined: Socket[] = [];
    while (joined.length < count) {
      const batch = Array.from({ length: Math.min(100, count - joined.length) }, (_, at) => {
        const socket = connect(this.#port, "127.0.0.1").on("error", () => {});
        socket.on("close", () => this.closed++).resume();
        return new Promise<Socket>((resolve) => {
          socket.once("close", () => resolve(socket));
          socket.once("connect", () => socket.write(texts[at % texts.length] as string, () => resolve(socket)));
        });
      });
      joined.push(...(await Promise.all(batch)));
    }
    this.#sockets.push(...joined);
    return joined;
  }
  leave(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Each busy connection sends one request after the other; beside them, some come on connections of their own. */
async function serveBusy(port: number): Promise<string[]> {
  const headers = { Authorization: `Bearer ${await tokenFor(accountId)}` };
  const path = `/api/v1/account/${accountId}/thirdparties?size=5`;
  const failures: string[] = [];
  const ask = async (who: string, { send }: ReturnType<typeof clientOf>) => {
    const outcome = await send({ method: "GET", path, headers }).catch((error: Error) => error);
    const status = outcome instanceof Error ? outcome.message : outcome.status;
    if (status !== 200) failures.push(`a request of a ${who} connection: ${status}`);
  };
  const busy = async () => {
    const client = clientOf(port, 1);
    for (let nth = 0; nth < requestsOfEach; nth++) await ask("busy", client);
    client.close();
  };
  const fresh = async () => {
    for (let nth = 0; nth < busyConnections; nth++) {
      const client = clientOf(port, 1);
      await ask("new", client);
      client.close();
    }
  };
  await Promise.all([fresh(), ...Array.from({ length: busyConnections }, busy)]);
  return failures;
}
