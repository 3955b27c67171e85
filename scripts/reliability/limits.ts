import { type Ask, control, get, must, post, put } from "./client.ts";
import { othersOf } from "./neighbours/others.ts";
import { type Attack, edit, ending, noOutcome, type Outcome, type Row } from "./row.ts";
import { bundledServer, open, type Server, type Settings, startServer } from "./server.ts";

/** In megabytes: the heap of a small container. */
const heap = 700;
/** In bytes. */
const [mostOfWorld, mostOfWorlds] = [8_000_000, 12_000_000];
/** In milliseconds, for 99 of 100 requests of another account. */
const mostWait = 100;

export const limits: Row = {
  what:
    `a heap of ${heap} MB: the clock of a portfolio goes a hundred years; and under --max-world-size and ` +
    "--max-worlds-memory worlds grow by comments, by imports and by their clock until they are refused, while another " +
    "account is asked all the time",
  holds:
    "the process lives; what is refused says why and changes nothing; what is kept takes no more than twice the limit; " +
    `reads go on, and the other account is answered within ${mostWait} ms at p99`,
  full: Number.POSITIVE_INFINITY,
  short: 3,
  run,
  planted: {
    "texts that weigh nothing": edit(`src/store/memory/tables.ts
      - if (typeof value === "string") return weights.value + value.length;
      + if (typeof value === "string") return weights.value;`),
    "imports that are not added up": edit(`src/sandbox/worlds/limits.ts
      - if (bytes > most) throw new LimitReached("WORLD_TOO_LARGE", \`\${noRoom(most)} Nothing was changed.\`);
      + if (bytes > 1e12) throw new LimitReached("WORLD_TOO_LARGE", \`\${noRoom(most)} Nothing was changed.\`);`),
  },
};

type Reading = { now: string; nextDue: string | null; stopped?: string };

/** Grows worlds, and says how much may be kept then; undefined where the heap is the limit. */
type Growth = (ask: Ask) => Promise<{ wrong?: string | undefined; most?: number }>;

const growths: Record<string, { settings: Settings; grow: Growth }> = {
  comments: { settings: { maxWorldSize: mostOfWorld }, grow: comments },
  imports: { settings: { maxWorldsMemory: mostOfWorlds }, grow: imports },
  moves: { settings: { maxWorldSize: mostOfWorld }, grow: move },
  "a hundred years": { settings: {}, grow: moveFar },
};

async function run(attack: Attack): Promise<Outcome> {
  const outcome = noOutcome();
  const isShort = Number.isFinite(attack.count);
  const main = await bundledServer(attack);
  const start = { node: attack.node, main, heap };
  let longest = 0;
  for (const [name, { settings, grow }] of Object.entries(growths).slice(
    0,
    isShort ? Math.min(attack.count, 3) : undefined,
  )) {
    attack.say(name);
    await ending(async (after) => {
      const server = (await startServer({ ...start, settings: { ...open, ...settings } })) as Server;
      after(() => server.kill());
      await must(server.ask, put(control("other"), { seed: "onboarding" }));
      const others = isShort ? undefined : await othersOf({ ...attack, after }, server.port);
      const before = await server.tell("memory");
      await others?.();
      const { wrong, most } = await grow(server.ask);
      const wait = (await others?.()) ?? 0;
      const kept = (await server.tell("memory")) - before;
      longest = Math.max(longest, wait);
      const { status } = await server.ask(get("/api/v1/account/grown/thirdparties"));
      const complaints = [
        wrong,
        status === 200 ? undefined : `a read is answered with ${status}`,
        most && kept > 2 * most ? `${kept} bytes are kept, where ${most} are the most` : undefined,
        wait > mostWait ? `another account waited ${Math.round(wait)} ms at p99` : undefined,
      ];
      for (const complaint of complaints) if (complaint) outcome.failures.push(`${name}: ${complaint}`);
      outcome.figures[`MB are kept after ${name}`] = Math.round(kept / 1e6);
      outcome.count++;
    });
  }
  if (!isShort) outcome.figures["ms was the longest p99 of the other account"] = Math.round(longest);
  return outcome;
}

/** Sends requests until one is refused. */
async function untilRefused(ask: Ask, most: number, request: (nth: number) => Parameters<Ask>[0]) {
  for (let nth = 0; nth < most; nth++) {
    const { status, body } = await ask(request(nth));
    if (status === 403 && (body as { code: string }).code === "WORLD_TOO_LARGE") return undefined;
    if (status >= 300) return `request ${nth} is answered with ${status} ${JSON.stringify(body)}`;
  }
  return `${most} requests were taken`;
}

async function comments(ask: Ask) {
  await must(ask, put(control("grown"), { seed: "onboarding" }));
  const comment = { event: "THIRD_PARTY_COMMENT_ADDED", data: { text: "x".repeat(4_000) } };
  const wrong = await untilRefused(ask, 3_000, () => post(control("grown", "/occurrences"), comment));
  return { wrong, most: mostOfWorld };
}

async function imports(ask: Ask) {
  await must(ask, put(control("grown"), { seed: "onboarding" }));
  const comment = { event: "THIRD_PARTY_COMMENT_ADDED", data: { text: "x".repeat(4_000) } };
  for (let nth = 0; nth < 100; nth++) await must(ask, post(control("grown", "/occurrences"), comment));
  const world = await must(ask, get(control("grown", "/state")));
  const wrong = await untilRefused(ask, 200, (nth) => put(control(`copy${nth}`, "/state"), world));
  return { wrong, most: mostOfWorlds };
}

async function moveFar(ask: Ask) {
  await must(ask, put(control("grown"), { seed: "portfolio" }));
  const { now, nextDue, stopped } = await must<Reading>(ask, post(control("grown", "/clock"), { advance: "P100Y" }));
  const isThere = now >= "2126";
  const isWhole = nextDue === null || nextDue > now;
  const wrong = isWhole && isThere !== (stopped !== undefined) ? undefined : `the clock went to ${now}, ${stopped}`;
  return { wrong };
}
async function move(ask: Ask) {
  return { ...(await moveFar(ask)), most: mostOfWorld };
}
