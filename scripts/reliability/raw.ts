import { clientOf } from "./client.ts";
import type { Case, Target } from "./raw/case.ts";
import { type Answer, exchange } from "./raw/exchange.ts";
import { framingCases } from "./raw/framing.ts";
import { protocolCases } from "./raw/protocol.ts";
import type { Attack, Outcome, Row } from "./row.ts";
import { type Served, serve, tokenFor } from "./server.ts";

const accountId = "raw";

export const raw: Row = {
  what: "Raw HTTP: smuggling, hosts, targets, chunks, floods, encodings, JSON, ranges",
  holds: "each case has the response that is written beside it, stores nothing, and the server is alive after it",
  full: 300,
  short: 300,
  run,
  planted: {
    "headers without a limit": {
      file: "src/http/server/server.ts",
      from: "requireHostHeader: false",
      to: "requireHostHeader: false, maxHeaderSize: 1 << 24",
    },
    "a host that is not checked": {
      file: "src/http/server/guard.ts",
      from: "if (!hostAllowed(headers.host))",
      to: "if (!hostAllowed(headers.host) && false)",
    },
    "a body without a limit": { file: "src/http/request/bodies.ts", from: "> limit", to: "> 1e9" },
  },
};

async function run({ count, ...attack }: Attack): Promise<Outcome> {
  const served = await serve(attack, { stopped: true });
  const outcome: Outcome = { count: 0, failures: [], figures: {} };
  try {
    const target = await targetOn(served);
    const before = JSON.stringify(await served.ask("stored"));
    for (const each of [...protocolCases(target), ...framingCases(target)].slice(0, count)) {
      const wrong = await wrongWith(served, each);
      if (wrong) outcome.failures.push(`${each.name}: ${wrong}`);
      outcome.count++;
      if (served.ended()) break;
    }
    if (!served.ended() && JSON.stringify(await served.ask("stored")) !== before)
      outcome.failures.push("something was stored");
  } finally {
    await served.stop();
  }
  return outcome;
}

const aliveCase = {
  pieces: ["GET /health HTTP/1.1\r\nHost: a.localhost\r\nConnection: close\r\n\r\n"],
  statuses: [200],
};

async function wrongWith({ port, ended }: Served, each: Case): Promise<string | undefined> {
  const { statuses, toHead, mayEndIn400 } = each;
  const answers = await exchange(port, each);
  const received = answers.map(({ status }) => status);
  if (mayEndIn400 && received.length > statuses.length && received.at(-1) === 400) received.pop();
  if (received.join() !== statuses.join())
    return `answered with ${received.join() || "nothing"}, not ${statuses.join()}`;
  const unlike = answers.find((answer) => answer.status >= 400 && !toHead && !isProblem(answer));
  if (unlike) return `the ${unlike.status} is no problem document: ${unlike.body.slice(0, 100)}`;
  const [alive] = await exchange(port, aliveCase);
  return alive?.status === 200 ? undefined : `the server is not alive after it: ${ended() ?? alive?.status}`;
}

function isProblem({ status, type, body }: Answer): boolean {
  try {
    return type.startsWith("application/problem+json") && JSON.parse(body).status === status;
  } catch {
    return false;
  }
}

/** A world with a file, and the path and the entity tag of the file. */
async function targetOn({ port, ask }: Served): Promise<Target> {
  const { send, close } = clientOf(port, 1);
  const token = await tokenFor(accountId);
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const path = `/_sandbox/accounts/${accountId}`;
  await send({ method: "PUT", path, headers, body: '{"seed":"onboarding"}' });
  const { documents } = await ask("rows", accountId);
  const document = documents.find(({ evidences }) => evidences.length > 0);
  const base = `/api/v1/account/${accountId}`;
  const file = `${base}/dossiers/${document?.dossierId}/documents/${document?.documentId}/files/${document?.evidences[0]?.id}`;
  const { headers: sent } = await send({ method: "GET", path: file, headers });
  close();
  return { token, base, file, etag: sent.etag ?? "" };
}
