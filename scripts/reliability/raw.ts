import type { DocumentRow } from "../../src/domain/rows.ts";
import { bearer, control, get, put, service } from "./client.ts";
import type { Case, Target } from "./raw/case.ts";
import { type Answer, exchange } from "./raw/exchange.ts";
import { framingCases } from "./raw/framing.ts";
import { protocolCases } from "./raw/protocol.ts";
import { type Attack, edit, noOutcome, type Outcome, type Row } from "./row.ts";
import { type Server, serve, tokenFor } from "./server.ts";

const accountId = "raw";

export const raw: Row = {
  what: "Raw HTTP: smuggling, hosts, targets, chunks, floods, encodings, JSON, ranges",
  holds: "each case has the response that is written beside it, stores nothing, and the server is alive after it",
  full: 300,
  short: 300,
  run,
  planted: {
    "headers without a limit": edit(`src/http/server/server.ts
      - requireHostHeader: false
      + requireHostHeader: false, maxHeaderSize: 1 << 24`),
    "a host that is not checked": edit(`src/http/server/guard.ts
      - if (!hostAllowed(headers.host))
      + if (!hostAllowed(headers.host) && false)`),
    "a body without a limit": { file: "src/http/request/bodies.ts", from: "> limit", to: "> 1e9" },
  },
};

async function run(attack: Attack): Promise<Outcome> {
  const server = await serve(attack, { stopped: true });
  const outcome = noOutcome();
  const target = await targetOn(server);
  const before = JSON.stringify(await server.tell("stored"));
  for (const each of [...protocolCases(target), ...framingCases(target)].slice(0, attack.count)) {
    const wrong = await wrongWith(server, each);
    if (wrong) outcome.failures.push(`${each.name}: ${wrong}`);
    outcome.count++;
    if (server.ended()) return outcome;
  }
  if (JSON.stringify(await server.tell("stored")) !== before) outcome.failures.push("something was stored");
  return outcome;
}

const aliveCase = {
  pieces: ["GET /health HTTP/1.1\r\nHost: a.localhost\r\nConnection: close\r\n\r\n"],
  statuses: [200],
};

async function wrongWith({ port, ended }: Server, each: Case): Promise<string | undefined> {
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
async function targetOn({ ask, tell }: Server): Promise<Target> {
  const token = await tokenFor(accountId);
  await ask(put(control(accountId), { seed: "onboarding" }));
  const { documents } = await tell("rows", accountId);
  const { dossierId, documentId, evidences } = documents.find((row) => row.evidences.length > 0) as DocumentRow;
  const file = service(accountId, `/dossiers/${dossierId}/documents/${documentId}/files/${evidences[0]?.id}`);
  const { headers } = await ask(get(file, bearer(token)));
  return { token, base: service(accountId), file, etag: headers.etag ?? "" };
}
