import { sirenOf, siretOf } from "../../src/directory/numbers.ts";
import { workingRequests } from "../../src/domain/working-requests.ts";
import { drawFrom } from "../../test/contract/mutations.ts";
import { type Answer, bearer, clientOf, control, get, put, remove, service } from "./client.ts";
import { complaint } from "./fuzz/answers.ts";
import { type Drawn, drawFirst, drawHuge, drawRequest, type Known } from "./fuzz/requests.ts";
import { type Attack, add, edit, noOutcome, type Outcome, type Row } from "./row.ts";
import { type Server, serve, tokenFor } from "./server.ts";

const accountId = "fuzz";
const neighbour = "neighbour";
/** In milliseconds of processor time: twice what a turn may take, because garbage may be collected in any of them. */
const longestTurn = 100;
const everyFew = 25;
const everyMany = 500;
const now = "2026-01-15T09:00:00.000";

export const fuzz: Row = {
  what: "Fuzzed requests on all operations of both planes, as in the examples and mutated",
  holds:
    "no 5xx but declared ones, every answer fits the OpenAPI document, a refused request stores nothing, " +
    "the account can be exported and imported, others are served meanwhile",
  full: 100_000,
  short: 400,
  run,
  planted: {
    "a refused request that stores something": edit(`src/control/contexts.ts
      - return answered ?? noAccount(accountId);
      + return answered ?? ((await sandbox.worlds.openOrCreate(accountId)) && noAccount(accountId));`),
    "a quadratic loop": {
      file: "src/http/request/parse.ts",
      from: "const params = check(",
      to: `const keys = Object.keys((raw.body as object) ?? {});
  keys.filter((key) => keys.indexOf(key) !== keys.lastIndexOf(key));
  const params = check(`,
    },
    "an answer that its schema does not allow": edit(`src/control/accounts.ts
      - frozen: world.frozen
      + frozen: String(world.frozen) as never`),
  },
};

async function run(attack: Attack): Promise<Outcome> {
  const { count, say, after } = attack;
  const server = await serve(attack, { stopped: true, metered: true });
  const client = clientOf(server.port, 2);
  after(client.close);
  const { once, end } = await fuzzerOf(attack, server, client.ask);
  for (let nth = 0; nth < count && !server.ended(); nth++) {
    await once(nth);
    if (nth % 5_000 === 0) say(`${nth} of ${count}`);
  }
  return end();
}

async function fuzzerOf({ seed }: Attack, { tell }: Server, ask: Server["ask"]) {
  const outcome = noOutcome();
  const draw = drawFrom(seed);
  const token = await tokenFor(accountId, neighbour);
  let slowest = { turn: 0, operationId: "" };
  let stored: Record<string, string> = {};
  let neighbourly = "";
  let known: Known | undefined;

  const make = (name: string) => ask(put(control(name), { seed: "onboarding" }));
  const askNeighbour = async () => {
    const { status, bytes } = await ask(get(service(neighbour, "/thirdparties?size=5"), bearer(token)));
    const list = bytes.toString();
    if (status !== 200 || (neighbourly && list !== neighbourly))
      outcome.failures.push(`request ${outcome.count}: another account's list answers ${status} ${list}`);
    return list;
  };
  /** Looks up what exists, for the next requests. */
  const learn = async () => {
    stored = await tell("stored");
    const { thirdparties, dossiers, documents } = await tell("rows", accountId);
    const newcomer = siretOf(sirenOf(`2199${5_000 + draw(4_000)}`), 1);
    const rows = [...thirdparties, ...dossiers, ...documents];
    const ids = rows.flatMap((row) => Object.values(row).filter(Number.isInteger)) as number[];
    known = {
      accountId,
      token,
      ids: ids.length > 0 ? ids : [1],
      documentId: documents[draw(documents.length || 1)]?.documentId,
      exported: known?.exported,
      requestOf: workingRequests({ thirdparties, dossiers, documents, newcomer, now: Date.parse(`${now}Z`) }) as never,
    };
    return known;
  };
  const checkReadable = async () => {
    const list = await ask(get("/_sandbox/accounts"));
    const exported = await ask(get(control(accountId, "/state")));
    const json = { "Content-Type": "application/json" };
    const imported = await ask(put(control("copy", "/state"), exported.bytes, json));
    const all = [list.status, exported.status, imported.status];
    const words = `list, export and import answer ${all}: ${imported.bytes.toString().slice(0, 300)}`;
    if (all.some((status) => status !== 200)) outcome.failures.push(`after request ${outcome.count}, ${words}`);
    stored.copy = "";
  };
  /** The world as it was at first, after a look at what has become of it. */
  const startAgain = async () => {
    if (known) await checkReadable();
    for (const name of Object.keys(stored))
      if (!["/faults", neighbour].includes(name)) await ask(remove(control(encodeURIComponent(name))));
    await make(accountId);
    (await learn()).exported = (await ask(get(control(accountId, "/state")))).body;
  };
  /** Undoes what would make the next requests fail for another reason than their own. */
  const repair = async ({ operation: { operationId } }: Drawn) => {
    if (operationId === "faults.replace") await ask(remove("/_sandbox/faults"));
    else if (operationId === "accounts.delete") await make(accountId);
    else if (!operationId.startsWith("accounts.")) return;
    await learn();
  };
  const wrongWith = async (drawn: Drawn, answer: Answer) => {
    const { status } = answer;
    add(outcome, `answers with ${status}`);
    const turn = await tell("longestTurn");
    if (turn > slowest.turn) slowest = { turn, operationId: drawn.operation.operationId };
    const before = JSON.stringify(stored);
    stored = await tell("stored");
    const changed = before !== JSON.stringify(stored);
    if (status < 400 && changed) await repair(drawn);
    if (status >= 400 && changed) return "the refused request stored something";
    if (turn > longestTurn) return `the event loop stood still for ${turn.toFixed(0)} ms of processor time`;
    return complaint(drawn, answer);
  };

  await make(neighbour);
  neighbourly = await askNeighbour();
  await startAgain();
  for (const request of drawFirst(draw, known as unknown as Known)) await ask(request).catch(() => {});
  await startAgain();
  await tell("longestTurn");
  return {
    async once(nth: number): Promise<void> {
      if (nth % everyMany === everyMany - 1) await startAgain();
      else if (nth % everyFew === 0) await learn();
      const exists = known as Known;
      const drawn = nth % 50 === 49 ? drawHuge(draw, exists, Math.floor(nth / 50)) : drawRequest(draw, exists);
      const [answer] = await Promise.all([
        ask(drawn).catch((error: Error) => error),
        // A fault that is being set would strike the neighbour, too.
        nth % 10 === 0 && !drawn.operation.operationId.startsWith("faults.") && askNeighbour(),
      ]);
      outcome.count++;
      const wrong = answer instanceof Error ? answer.message : await wrongWith(drawn, answer);
      if (wrong === undefined) return;
      const { method, path, headers, body = "" } = drawn;
      const sent = [`${method} ${path}`, JSON.stringify({ ...headers, Authorization: undefined }), String(body)];
      const shown = sent.map((text) => text.slice(0, 300)).join(" ");
      const status = answer instanceof Error ? "no answer" : answer.status;
      outcome.failures.push(`request ${nth}: ${shown}: ${status}, ${wrong.slice(0, 500)}`);
    },
    async end(): Promise<Outcome> {
      await checkReadable();
      const sorted = Object.fromEntries(Object.entries(outcome.figures).sort());
      const longest = `ms of processor time in the longest turn, of ${slowest.operationId}`;
      return { ...outcome, figures: { ...sorted, [longest]: Math.round(slowest.turn) } };
    },
  };
}
