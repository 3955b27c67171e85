import type { State } from "../../src/domain/change.ts";
import { drawFrom } from "../../test/contract/mutations.ts";
import { type Ask, bearer, clientOf, control, get, must, post, put, type Request, remove, service } from "./client.ts";
import { type Attack, edit, noOutcome, type Outcome, type Row } from "./row.ts";
import { type Server, serve } from "./server.ts";
import { flipped, forgedTokens, goodToken } from "./tokens/forged.ts";
import { changedLinks, changedSignature, linkIn, pathOf } from "./tokens/links.ts";

const secret = "a-secret-that-only-this-server-knows-0001";
const mine = "mine";
const theirs = "theirs";
const listOf = (accountId: string) => service(accountId, "/thirdparties");

export const tokens: Row = {
  what: "Tokens and signed links, forged, mutated, expired, for another account",
  holds: "none is let in",
  full: 2_000,
  short: 150,
  run,
  planted: {
    "a token accepted after its end": edit(`src/sandbox/auth/authentication.ts
      - if (known.expires > Math.floor(now() / 1000))
      + if (known.expires > 0)`),
    "a token for any account": edit(`src/http/surfaces.ts
      - !accountIds.includes(accountId)
      + accountIds.length === 0`),
    "a link whose signature is not compared": edit(`src/files/links.ts
      - || !timingSafeEqual(received, expected)
      +`),
    "a link without an end": { file: "src/files/links.ts", from: "link.now < Number(link.expires) * 1000", to: "true" },
  },
};

const fresh = { seed: "onboarding", now: "2026-01-15T09:00:00", freeze: true };
const filesIn = ({ documents }: State) =>
  documents.flatMap(({ dossierId, documentId, evidences }) =>
    evidences.map(({ id }) => service(mine, `/dossiers/${dossierId}/documents/${documentId}/files/${id}`)),
  );
const oauth = (fields: Record<string, string>): Request =>
  post("/_sandbox/oauth/token", new URLSearchParams(fields).toString(), {
    "Content-Type": "application/x-www-form-urlencoded",
  });

type Intruder = Awaited<ReturnType<typeof intruderOn>>;

/** Asks as one who has the good token of an account, and counts what is let in beside it. */
async function intruderOn(server: Server, ask: Ask) {
  for (const accountId of [mine, theirs]) await must(ask, put(control(accountId), fresh));
  const outcome = noOutcome();
  const token = goodToken(secret, mine);
  const files = filesIn(await server.tell("rows", mine));
  /** Sends an attack, which must be answered with a refusal. */
  const attempt = async (name: string, request: Request, to = ask) => {
    outcome.count++;
    const status = await to(request).then(
      (answer) => answer.status,
      (error: Error) => error.message,
    );
    // The client itself refuses bytes that cannot be in a header.
    const isRefused = [400, 401, 403, 404, 405].includes(Number(status)) || /^Invalid character/.test(String(status));
    if (!isRefused) outcome.failures.push(`${name}: ${status}`);
  };
  const attemptToken = async (name: string, forged: string | undefined) =>
    forged === undefined ? undefined : attempt(`token: ${name}`, get(listOf(mine), bearer(forged)));
  const linkTo = async (file = files[0]) =>
    linkIn((await must<{ url: string }>(ask, get(`${file}/link`, bearer(token)))).url);
  return { outcome, server, ask, token, files, attempt, attemptToken, linkTo };
}

async function run(attack: Attack): Promise<Outcome> {
  const server = await serve(attack, { jwtSecret: secret });
  const { ask, close } = clientOf(server.port, 1);
  attack.after(close);
  const intruder = await intruderOn(server, ask);
  await welcome(intruder);
  await afterTheEnd(intruder);
  await afterReset(intruder);
  await afterKeyChange(intruder, attack);
  await forge(intruder, attack.count, drawFrom(attack.seed));
  return intruder.outcome;
}

/** Proof that the good token and the good link are let in. */
async function welcome({ ask, token, linkTo, outcome: { failures } }: Intruder): Promise<void> {
  const { status } = await ask(get(listOf(mine), bearer(token)));
  const link = await ask(get(pathOf(await linkTo())));
  if (status !== 200 || link.status !== 200)
    failures.push(`the good token is answered with ${status}, the good link with ${link.status}`);
}

async function forge(intruder: Intruder, count: number, draw: (below: number) => number): Promise<void> {
  const { outcome, token, files, attempt, attemptToken, linkTo } = intruder;
  const link = await linkTo();
  const others = (await Promise.all(files.slice(1, 8).map((file) => linkTo(file)))).map(({ file }) => file);
  for (const forged of forgedTokens(secret, mine)) await attemptToken(forged.name, forged.token);
  for (const { name, method = "GET", path } of changedLinks(link, others, theirs))
    await attempt(`link: ${name}`, { method, path });
  await tryPlaces(intruder);
  for (let bit = 0; bit < 256; bit++) await attemptToken(`bit ${bit} of the signature`, flipped(token, 2, bit));
  while (outcome.count < count) {
    const bit = draw(2_000);
    const part = draw(2);
    if (draw(4) === 0) await attempt("link: another letter", get(changedSignature(link, draw)));
    else await attemptToken(`bit ${bit} of part ${part}`, flipped(token, part, bit));
  }
  await welcome(intruder);
}

/** A good token where it does not count, and for an account that it does not name. */
async function tryPlaces({ token, attempt }: Intruder): Promise<void> {
  const path = listOf(mine);
  for (const name of ["Cookie", "X-Access-Token", "Proxy-Authorization", "X-Sandbox-Key", "Token"])
    await attempt(`the token in ${name}`, get(path, { [name]: `Bearer ${token}` }));
  for (const scheme of ["Basic", "Token", "JWT", "Bearer Bearer", "Bearer:", "", "Digest"])
    await attempt(`the scheme ${scheme}`, get(path, { Authorization: `${scheme} ${token}` }));
  await attempt("the token in the query", get(`${path}?access_token=${token}`));
  for (const account of [theirs, "THEIRS", "Mine", "mine%20", "mine%2F..%2Ftheirs", "demo", "new", "%2e%2e"])
    for (const rest of ["thirdparties", "attributes", "dossiers", "documents/search", "thirdparties/924000"])
      await attempt(`${account}/${rest}`, get(service(account, `/${rest}`), bearer(token)));
}

/** Tokens are let in, and refused when their end has come; links end by the account's clock. */
async function afterTheEnd({ outcome, server, ask, token, attempt, attemptToken, linkTo }: Intruder): Promise<void> {
  const end = Math.floor(Date.now() / 1_000) + 300;
  const short = goodToken(secret, mine, end);
  const { status } = await ask(get(listOf(mine), bearer(short)));
  if (status !== 200) outcome.failures.push(`a token before its end is answered with ${status}`);
  const link = await linkTo();
  const password = oauth({ grant_type: "password", username: "demo", password: "demo" });
  const pair = await must<{ access_token: string; refresh_token: string }>(ask, password);
  const renew = (name: string, by: string | undefined) =>
    attempt(name, oauth({ grant_type: "refresh_token", refresh_token: String(by) }));
  await server.tell("shift", 301_000);
  await attemptToken("after its end, used before", short);
  await attemptToken("after its end, never used before", goodToken(secret, mine, end - 1));
  await attemptToken("an OAuth token after its end", pair.access_token);
  await attemptToken("a refresh token as a token", pair.refresh_token);
  await renew("an access token as a refresh token", token);
  await server.tell("shift", 1_800_000);
  await renew("a refresh token after its end", pair.refresh_token);
  await server.tell("shift", -2_101_000);
  for (let bit = 0; bit < 256; bit += 5)
    await renew(`bit ${bit} of a refresh token`, flipped(pair.refresh_token, 2, bit));
  for (const advance of ["PT5M", "P1D"]) {
    await must(ask, post(control(mine, "/clock"), { advance }));
    await attempt(`link: at or after its end, by ${advance}`, get(pathOf(link)));
  }
}

/** The files of a world that is gone are gone, whatever the link says. */
async function afterReset({ outcome, server, ask, attempt, linkTo }: Intruder): Promise<void> {
  const before = await server.tell("rows", mine);
  const missing = before.documents.find((row) => row.evidences.length === 0 && row.statusCode === "MISSING");
  await must(ask, post(control(mine, `/documents/${missing?.documentId}/answers`), { outcome: "valid" }));
  const had = filesIn(before);
  const link = await linkTo(filesIn(await server.tell("rows", mine)).find((file) => !had.includes(file)));
  const { status } = await ask(get(pathOf(link)));
  if (status !== 200) outcome.failures.push(`a link before the reset is answered with ${status}`);
  await must(ask, post(control(mine, "/reset")));
  await attempt("link: after a reset that took the file away", get(pathOf(link)));
  await must(ask, remove(control(mine)));
  await attempt("link: after the account was deleted", get(pathOf(link)));
}

async function afterKeyChange({ ask, token, attempt, linkTo }: Intruder, attack: Attack): Promise<void> {
  await must(ask, put(control(mine), fresh));
  const path = pathOf(await linkTo());
  const next = await serve(attack, { jwtSecret: `${secret}-next`, seed: "onboarding" });
  await attempt("a token of the former key", get(listOf(mine), bearer(token)), next.ask);
  await must(next.ask, put(control(mine), {}));
  await attempt("link: of the former key", get(path), next.ask);
}
