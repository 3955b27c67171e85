import { connect } from "node:net";
import { Postgres, programs, sayMissing } from "../../test/support/postgres.ts";
import { roundRobin } from "../../test/support/round-robin.ts";
import { service } from "./client.ts";
import { type Attack, add, type Edit, ending, noOutcome, type Outcome, type Row } from "./row.ts";
import { bundledServer, open, quickFolder, type Server, type Settings, startServer } from "./server.ts";

const requestsOfRound = 1_000;
/** In milliseconds: the server accepts nothing meanwhile, so that connections wait in its queue. */
const longTurn = 300;

const unaccepted: Edit = { file: "src/http/server/server.ts", from: "  await acceptQueued(server);\n", to: "" };

export const stops: Row = {
  what:
    "SIGTERM while 1,000 requests are on their way, on connections that are open and on such as wait to be accepted: of " +
    "one server on files, and of one of three servers behind a load balancer",
  holds: "every request that was sent before is answered",
  full: 50,
  short: 2,
  run,
  planted: {
    "connections that wait are not accepted": unaccepted,
    "the same of three servers": { ...unaccepted, field: "three servers" },
  },
};

async function run(attack: Attack): Promise<Outcome> {
  const outcome = noOutcome();
  const main = await bundledServer(attack);
  sayMissing();
  const isOfThree = attack.edits.some(({ field }) => field === "three servers");
  for (; outcome.count < attack.count; outcome.count++) {
    const isShared = programs !== undefined && (isOfThree || outcome.count % 2 === 1);
    await ending(async (after) => {
      const one = { ...attack, after };
      const { stopped, port } = await (isShared ? threeServers(one, main) : oneServer(one, main));
      const { answered, lost } = await underStop(port, stopped);
      add(outcome, "answered requests", answered);
      add(outcome, "resets", lost.length);
      if (lost.length > 0)
        outcome.failures.push(
          `round ${outcome.count}, ${isShared ? "three servers" : "one server"}: ${lost.length} of ${requestsOfRound} requests, ${lost[0]}`,
        );
    });
    attack.say(`${outcome.count + 1} of ${attack.count}`);
  }
  return outcome;
}

async function started({ node, after }: Attack, main: string, settings: Settings): Promise<Server> {
  const server = (await startServer({ node, main, settings: { ...open, demo: true, ...settings } })) as Server;
  after(() => server.kill());
  return server;
}

async function oneServer(attack: Attack, main: string) {
  const stopped = await started(attack, main, { data: quickFolder(attack, "stops") });
  return { stopped, port: stopped.port };
}

async function threeServers(attack: Attack, main: string) {
  const postgres = await Postgres.start({ settings: ["max_connections=200"] });
  attack.after(() => postgres.stop());
  const settings = { database: postgres.addressOf("public") };
  const servers = [];
  while (servers.length < 3) servers.push(await started(attack, main, settings));
  // A request that reaches it before the stop may leave it after: the server refuses it then.
  const balancer = await roundRobin(
    servers.map(({ port }) => port),
    { asksAgain: true },
  );
  attack.after(() => balancer.close());
  return { stopped: servers[0] as Server, port: balancer.port };
}

/** Sends all requests, a fifth of them on connections that are open, and stops the server when they are sent. */
async function underStop(port: number, { tell, kill }: Server): Promise<{ answered: number; lost: string[] }> {
  const early = await Promise.all(Array.from({ length: requestsOfRound / 5 }, () => sender(port)));
  const blocking = tell("block", longTurn);
  const late = await Promise.all(Array.from({ length: requestsOfRound - early.length }, () => sender(port)));
  const answers = [...early, ...late].map((send) => send());
  await Promise.all(answers.map(({ sent }) => sent));
  const ended = kill("SIGTERM");
  const received = await Promise.all(answers.map(({ answer }) => answer));
  await blocking;
  await ended;
  const lost = received.filter((text) => !text.startsWith("HTTP/1.1 200 "));
  return { answered: received.length - lost.length, lost: lost.map((text) => JSON.stringify(text.slice(0, 100))) };
}

/** A connection, and a way to send a request on it. */
function sender(port: number): Promise<() => { sent: Promise<void>; answer: Promise<string> }> {
  const path = service("demo", "/thirdparties?size=1");
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  const answer = new Promise<string>((resolve) => {
    socket
      .on("error", (error) => resolve(error.message))
      .on("close", () => resolve(text || "closed without an answer"));
    socket.on("data", () => text.includes("\r\n\r\n") && resolve(text));
  });
  const send = () => ({
    answer,
    sent: new Promise<void>((resolve) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`, () => resolve());
    }),
  });
  return new Promise((resolve) => socket.once("connect", () => resolve(send)).once("error", () => resolve(send)));
}
