import { sandboxHeader } from "../../contract/shared.ts";
import { type Exchange, endpointOf } from "./exchange.ts";
import { judgeLinked } from "./files.ts";
import { flawsOf } from "./flaws.ts";
import { NoRecording, type Recorded, readHar } from "./har.ts";
import { History } from "./history.ts";
import { claimsOf, judgeRoles, judgeToken } from "./judge.ts";
import { judgeAccepted } from "./judge-accepted.ts";
import { isOutage, judgeRefused } from "./judge-refused.ts";
import { confirmingNothing, Ledger, type Report, saysSo, type Tally } from "./ledger.ts";
import { explainNotExercised } from "./not-exercised.ts";
import { located, nameless, type Routed, route } from "./routes.ts";
import { discreet, isName } from "./shape.ts";

export interface RecordingOptions {
  /** The part of the addresses before /api/v1; found by itself when left out. */
  target?: string | undefined;
  /** Every account of the recording when left out. */
  account?: string | undefined;
}

const counts = () => {
  const map = new Map<string, number>();
  return { add: (name: string) => void map.set(name, (map.get(name) ?? 0) + 1), entries: () => [...map] };
};
const tokenOf = ({ headers }: Recorded) => /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];

const asksForCode = /(?:^|[,;])\s*code="?\d{3}"?\s*(?:[,;]|$)/i;
/** A sandbox gives the status that `Prefer: code=` asks for, whatever it would answer; the service does not. */
const isForced = ({ headers, answer }: Recorded, isSandbox: boolean) =>
  asksForCode.test(answer.headers?.get("preference-applied") ?? "") ||
  (isSandbox && asksForCode.test(headers.get("prefer") ?? ""));

/** The base under which most requests have a path of the contract. */
function baseOf(recorded: readonly Recorded[]): string {
  const bases = counts();
  for (const { method, url } of recorded) {
    const place = located(url);
    if (place && route(method, place.path)) bases.add(place.base);
  }
  const [first] = bases.entries().toSorted(([, a], [, b]) => b - a);
  if (first) return first[0];
  const origins = [...new Set(recorded.map(({ url }) => url.origin))];
  const seen = origins.length === 0 ? "no request at all" : `requests to ${origins.slice(0, 5).join(", ")}`;
  throw new NoRecording(
    `holds no request for the service, whose paths are like /api/v1/account/17/thirdparties: it has ${seen}.`,
  );
}

/** A given base, as the addresses of the recording are written. */
function normalised(target: string): string {
  const { origin, pathname } = new URL(target);
  return `${origin}${pathname}`.replace(/\/api\/v\d.*$/, "").replace(/\/+$/, "");
}

/** The exchanges with the service in several recordings, each in the order of its times. Nothing is judged. */
export function exchangesIn(texts: readonly string[], target?: string) {
  const files = texts.map((text) => readHar(text));
  const all = files.flatMap(({ recorded }) => recorded);
  const base = target === undefined ? baseOf(all) : normalised(target);
  const signs = files.flatMap(({ creator, recorded }) => signOfSandbox(creator, recorded, base) ?? []);
  const [sandbox] = signs;
  const own = all.filter((one) => !isForced(one, sandbox !== undefined));
  const exchanges = own.flatMap(({ method, url, body, answer }): Exchange[] => {
    const address = `${url.origin}${url.pathname}`;
    const routed = address.startsWith(`${base}/`) ? route(method, address.slice(base.length)) : undefined;
    if (!routed) return [];
    const { operationId, params } = routed;
    return [{ operationId, asked: { params, query: queryOf(url), ...(body && jsonOf(body.text)) }, answer }];
  });
  if (exchanges.length === 0) throw new NoRecording(`holds no request for the service at ${base}.`);
  return { exchanges, base, sandbox };
}

function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(searchParams.keys())) {
    const [first = "", ...more] = searchParams.getAll(name);
    query[name] = more.length > 0 ? [first, ...more] : first;
  }
  return query;
}

/** Holds every exchange of a recording against the contract. Sends nothing. */
class Recording {
  readonly ledger = new Ledger(discreet);
  readonly leftOut = counts();
  readonly unknown = counts();
  readonly accounts = new Set<string>();
  judged = 0;
  withoutBody = 0;
  readonly #history = new History();
  readonly #tokens = new Set<string>();
  readonly #base: string;
  readonly #account: string | undefined;
  readonly #isSandbox: boolean;

  constructor(base: string, account: string | undefined, isSandbox: boolean) {
    this.#base = base;
    this.#account = account;
    this.#isSandbox = isSandbox;
  }
  get tokens(): number {
    return this.#tokens.size;
  }

  judge(recorded: Recorded): void {
    const { entry, url, answer } = recorded;
    this.ledger.entry = entry;
    const linked = this.#history.linked(url.href);
    if (linked && answer.status >= 200) {
      this.#count(recorded);
      return judgeLinked(this.ledger, answer, linked.file);
    }
    const reason = this.#reasonAgainst(recorded);
    if (reason !== undefined) return this.leftOut.add(reason);
    const path = this.#pathOf(url) as string;
    const version = located(url)?.version ?? "1";
    if (version !== "1") return this.#otherVersion(recorded, path.replace(`/api/v${version}/`, "/api/v1/"));
    const routed = route(recorded.method, path);
    if (routed) return this.#judgeRouted(recorded, routed);
    this.leftOut.add("a path or method that the contract does not have");
    this.unknown.add(`${recorded.method} ${nameless(path)}`);
  }

  /** The path below the base; undefined for another place. */
  #pathOf({ origin, pathname }: URL): string | undefined {
    const address = `${origin}${pathname}`;
    return address.startsWith(`${this.#base}/`) ? address.slice(this.#base.length) : undefined;
  }

  #reasonAgainst(recorded: Recorded): string | undefined {
    const { method, url, answer } = recorded;
    const { status, type = "" } = answer;
    const path = this.#pathOf(url);
    const place = located(url);
    if (place && place.base !== this.#base && route(method, place.path)) return `the service at ${place.base}`;
    if (path === undefined && url.origin !== new URL(this.#base).origin) return "other hosts";
    const isShort = path !== undefined && !place && route(method, path)?.shorthand && type.includes("json");
    if (path === undefined || (!place && !isShort)) return "other paths of the host: pages, scripts, images";
    const account = /\/account\/([^/]+)/.exec(path)?.[1];
    if (this.#account !== undefined && account !== undefined && account !== this.#account) return "other accounts";
    if (isForced(recorded, this.#isSandbox))
      return "answers that the client forced by Prefer: code=…, which show nothing";
    if (method === "OPTIONS") return "preflights (OPTIONS)";
    if (method === "HEAD") return "headers alone (HEAD)";
    if (status === 0) return "no answer (status 0: blocked, cancelled or failed)";
    if (status === 304) return "answers from a cache (304)";
    if (status >= 300 && status < 400) return "redirects";
    return status < 200 || status > 599 ? "no final status" : undefined;
  }

  #count({ bodyLeftOut }: Recorded): void {
    this.judged += 1;
    if (bodyLeftOut) this.withoutBody += 1;
  }

  #otherVersion(recorded: Recorded, path: string): void {
    const routed = route(recorded.method, path);
    const { status } = recorded.answer;
    this.leftOut.add("another version of the interface");
    if (routed && status < 300)
      this.ledger.at(routed.operationId, "another version", "versions").deviated("404", `${status}`);
    if (routed && status === 404) this.ledger.at(routed.operationId, "another version", "versions").held();
  }

  #judgeRouted(recorded: Recorded, { operationId, params, shorthand }: Routed): void {
    const { url, body: sent, sentNoBody, answer } = recorded;
    const query = queryOf(url);
    const parsed = sent && jsonOf(sent.text);
    const exchange: Exchange = { operationId, asked: { params, query, ...parsed }, answer };
    if (answer.status >= 500 && isOutage(exchange)) return this.leftOut.add(`outages (${answer.status})`);
    this.#count(recorded);
    if (params.accountId !== undefined) this.accounts.add(params.accountId);
    const form = { type: sent?.type, isMalformed: sent !== undefined && !parsed, sentNoBody };
    const flaws = flawsOf(operationId, { ...exchange.asked, ...form }, this.ledger.shown);
    const token = tokenOf(recorded);
    if (answer.status >= 300) return judgeRefused(this.ledger, exchange, flaws, this.#history, token);
    if (shorthand) this.ledger.at(operationId, "a path without an account", "shorthand-paths").held();
    if (token !== undefined) this.#judgeToken(operationId, token, params.accountId);
    this.#nameUnknown(exchange);
    judgeAccepted(this.ledger, exchange, flaws, this.#history);
  }

  /** A token that was blackened shows nothing. */
  #judgeToken(operationId: string, token: string, account: string | undefined): void {
    if (this.#tokens.has(token) || account === undefined || !claimsOf(token)) return;
    this.#tokens.add(token);
    judgeToken(this.ledger, operationId, token, account);
  }

  #nameUnknown({ operationId, asked: { query } }: Exchange): void {
    const known = endpointQuery(operationId);
    for (const name of Object.keys(query))
      if (!known.includes(name) && isName(name)) this.unknown.add(`${operationId} ?${name}`);
  }
}

const endpointQuery = (operationId: string) => Object.keys(endpointOf(operationId).query?.shape ?? {});

const jsonOf = (text: string): { body: unknown } | undefined => {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** How a recording shows that a sandbox answered. */
function signOfSandbox(creator: string, recorded: readonly Recorded[], base: string): string | undefined {
  const signs: Record<string, (one: Recorded) => boolean> = {
    "a sandbox wrote it": () => creator === "tiers-sandbox",
    "a sandbox signed its tokens": (one) => claimsOf(tokenOf(one) ?? "")?.claims.iss === "tiers-sandbox",
    "it has answers of a control plane": ({ url, answer }) =>
      url.href.startsWith(`${base}/_sandbox/`) && answer.status >= 200 && answer.status < 400,
    // No real company has such a number, which would be that of a municipality in a department 99.
    "its companies are invented": ({ answer }) => /"siren":"2199\d{5}"/.test(JSON.stringify(answer.body) ?? ""),
    [saysSo]: ({ answer }) => answer.headers?.has(sandboxHeader) === true,
  };
  return Object.keys(signs).find((sign) => recorded.some((one) => signs[sign]?.(one)));
}

/** Holds a recording of the service against the contract. One of a sandbox confirms nothing. */
export function verifyRecording(text: string, options: RecordingOptions = {}): Report & { recording: Tally } {
  const { sandbox, ...report } = judgeRecording(text, options);
  if (sandbox === undefined) return report;
  return { ...confirmingNothing(report), recording: { ...report.recording, sandbox } };
}

/** The same for whatever answered, and how the recording shows that it was a sandbox. */
export function judgeRecording(
  text: string,
  { target, account }: RecordingOptions = {},
): Report & { recording: Tally; sandbox: string | undefined } {
  const { recorded, entries, creator } = readHar(text);
  const base = target === undefined ? baseOf(recorded) : normalised(target);
  const sandbox = signOfSandbox(creator, recorded, base);
  const recording = new Recording(base, account, sandbox !== undefined);
  const { ledger, leftOut, unknown } = recording;
  for (const each of recorded) recording.judge(each);
  ledger.entry = undefined;
  for (let nonsense = entries - recorded.length; nonsense > 0; nonsense--) leftOut.add("no request with an answer");
  if (recording.judged === 0) throw new NoRecording(`holds no request for the service at ${base} that can be judged.`);
  explainNotExercised(ledger);
  if (recording.tokens === 1) judgeRoles(ledger);
  return {
    ...ledger.report(base, account ?? [...recording.accounts].slice(0, 5).join(", "), false),
    sandbox,
    recording: {
      entries,
      judged: recording.judged,
      withoutBody: recording.withoutBody,
      leftOut: leftOut.entries().map(([reason, count]) => ({ reason, entries: count })),
      unknown: unknown.entries().map(([name, count]) => ({ name, entries: count })),
    },
  };
}
