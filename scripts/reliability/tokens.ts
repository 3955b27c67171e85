import { drawFrom } from "../../test/contract/mutations.ts";
import { clientOf, type Received, type Sent } from "./client.ts";
import type { Attack, Outcome, Row } from "./row.ts";
import { type Served, serve } from "./server.ts";
import { flipped, forgedTokens, goodToken } from "./tokens/forged.ts";
import { changedLinks, changedSignature, linkIn, pathOf } from "./tokens/links.ts";

const secret = "a-secret-that-only-this-server-knows-0001";
const mine = "mine";
const theirs = "theirs";
const listOf = (accountId: string) => `/api/v1/account/${accountId}/thirdparties`;

export const tokens: Row = {
  what: "Tokens and signed links, forged, mutated, expired, for another account",
  holds: "none is let in",
  full: 2_000,
  short: 600,
  run,
  planted: {
    "a token accepted after its end": {
      file: "src/sandbox/auth/authentication.ts",
      from: "if (known.expires > Math.floor(now() / 1000))",
      to: "if (known.expires > 0)",
    },
    "a token for any account": {
      file: "src/http/surfaces.ts",
      from: "!accountIds.includes(accountId)",
      to: "accountIds.length === 0",
    },
    "a link whose signature is not compared": {
      file: "src/files/links.ts",
      from: "|| !timingSafeEqual(received, expected)",
      to: "",
    },
    "a link without an end": { file: "src/files/links.ts", from: "link.now < Number(link.expires) * 1000", to: "true" },
  },
};

async function run({ count, seed, ...attack }: Attack): Promise<Outcome> {
  const served = await serve(attack, { jwtSecret: secret, keptAlive: 600_000 });
  const intruder = new Intruder(served);
  try {
    await intruder.prepare();
    await intruder.afterTheEnd();
    await intruder.afterReset();
    await intruder.afterKeyChange(attack);
    await intruder.forge(count, drawFrom(seed));
  } finally {
    intruder.close();
    await served.stop();
  }
  return intruder.outcome;
}

class Intruder {
  readonly outcome: Outcome = { count: 0, failures: [], figures: {} };
  #served: Served;
  #client: ReturnType<typeof clientOf>;
  #token = goodToken(secret, mine);
  #files: string[] = [];

  constructor(served: Served) {
    this.#served = served;
    this.#client = clientOf(served.port, 1);
  }

  /** Two worlds, and proof that the good token and the good link are let in. */
  async prepare(): Promise<void> {
    for (const accountId of [mine, theirs])
      await this.#control("PUT", `/accounts/${accountId}`, {
        seed: "onboarding",
        now: "2026-01-15T09:00:00",
        freeze: true,
      });
    const { documents } = await this.#served.ask("rows", mine);
    for (const { dossierId, documentId, evidences } of documents)
      for (const { id } of evidences)
        this.#files.push(`/api/v1/account/${mine}/dossiers/${dossierId}/documents/${documentId}/files/${id}`);
    await this.#welcome();
  }
  async #welcome(): Promise<void> {
    const { status } = await this.#ask(listOf(mine), this.#token);
    const link = await this.#client.send({ method: "GET", path: pathOf(await this.#link()) });
    if (status !== 200 || link.status !== 200)
      this.outcome.failures.push(`the good token is answered with ${status}, the good link with ${link.status}`);
  }

  async forge(count: number, draw: (below: number) => number): Promise<void> {
    const link = await this.#link();
    const others = (await Promise.all(this.#files.slice(1, 8).map((file) => this.#link(file)))).map(({ file }) => file);
    for (const { name, token } of forgedTokens(secret, mine)) await this.#tryToken(name, token);
    for (const { name, method = "GET", path } of changedLinks(link, others, theirs))
      await this.#try(`link: ${name}`, { method, path });
    await this.#tryPlaces();
    for (let bit = 0; bit < 256; bit++)
      await this.#tryToken(`bit ${bit} of the signature`, flipped(this.#token, 2, bit));
    while (this.outcome.count < count) {
      const bit = draw(2_000);
      const part = draw(2);
      if (draw(4) === 0) await this.#try("link: another letter", { method: "GET", path: changedSignature(link, draw) });
      else await this.#tryToken(`bit ${bit} of part ${part}`, flipped(this.#token, part, bit));
    }
    await this.#welcome();
  }

  /** A good token where it does not count, and for an account that it does not name. */
  async #tryPlaces(): Promise<void> {
    const path = listOf(mine);
    const token = this.#token;
    for (const name of ["Cookie", "X-Access-Token", "Proxy-Authorization", "X-Sandbox-Key", "Token"])
      await this.#try(`the token in ${name}`, { method: "GET", path, headers: { [name]: `Bearer ${token}` } });
    for (const scheme of ["Basic", "Token", "JWT", "Bearer Bearer", "Bearer:", "", "Digest"])
      await this.#try(`the scheme ${scheme}`, {
        method: "GET",
        path,
        headers: { Authorization: `${scheme} ${token}` },
      });
    await this.#try("the token in the query", { method: "GET", path: `${path}?access_token=${token}` });
    const headers = { Authorization: `Bearer ${token}` };
    for (const account of [theirs, "THEIRS", "Mine", "mine%20", "mine%2F..%2Ftheirs", "demo", "new", "%2e%2e"])
      for (const rest of ["thirdparties", "attributes", "dossiers", "documents/search", "thirdparties/924000"])
        await this.#try(`${account}/${rest}`, { method: "GET", path: `/api/v1/account/${account}/${rest}`, headers });
  }

  /** Tokens are let in, and refused when their end has come; links end by the account's clock. */
  async afterTheEnd(): Promise<void> {
    const end = Math.floor(Date.now() / 1_000) + 300;
    const short = goodToken(secret, mine, end);
    const first = await this.#ask(listOf(mine), short);
    if (first.status !== 200) this.outcome.failures.push(`a token before its end is answered with ${first.status}`);
    const link = await this.#link();
    const pair = await this.#oauth({ grant_type: "password", username: "demo", password: "demo" });
    await this.#served.ask("shift", 301_000);
    await this.#tryToken("after its end, used before", short);
    await this.#tryToken("after its end, never used before", goodToken(secret, mine, end - 1));
    await this.#tryToken("an OAuth token after its end", pair.access_token);
    await this.#tryToken("a refresh token as a token", pair.refresh_token);
    await this.#tryRenewal("an access token as a refresh token", this.#token);
    await this.#served.ask("shift", 1_800_000);
    await this.#tryRenewal("a refresh token after its end", pair.refresh_token);
    await this.#served.ask("shift", -2_101_000);
    for (let bit = 0; bit < 256; bit += 5)
      await this.#tryRenewal(`bit ${bit} of a refresh token`, flipped(pair.refresh_token, 2, bit) as string);
    await this.#control("POST", `/accounts/${mine}/clock`, { advance: "PT5M" });
    await this.#try("link: at its end", { method: "GET", path: pathOf(link) });
    await this.#control("POST", `/accounts/${mine}/clock`, { advance: "P1D" });
    await this.#try("link: after its end", { method: "GET", path: pathOf(link) });
  }

  /** The files of a world that is gone are gone, whatever the link says. */
  async afterReset(): Promise<void> {
    const { documents } = await this.#served.ask("rows", mine);
    const open = documents.find(({ evidences, statusCode }) => evidences.length === 0 && statusCode === "MISSING");
    await this.#control("POST", `/accounts/${mine}/documents/${open?.documentId}/answers`, { outcome: "valid" });
    const { documents: now } = await this.#served.ask("rows", mine);
    const added = now.find(({ documentId }) => documentId === open?.documentId);
    const path = `/api/v1/account/${mine}/dossiers/${added?.dossierId}/documents/${added?.documentId}/files/`;
    const link = await this.#link(`${path}${added?.evidences[0]?.id}`);
    const before = await this.#client.send({ method: "GET", path: pathOf(link) });
    if (before.status !== 200) this.outcome.failures.push(`a link before the reset is answered with ${before.status}`);
    await this.#control("POST", `/accounts/${mine}/reset`);
    await this.#try("link: after a reset that took the file away", { method: "GET", path: pathOf(link) });
    await this.#control("DELETE", `/accounts/${mine}`);
    await this.#try("link: after the account was deleted", { method: "GET", path: pathOf(link) });
  }

  async afterKeyChange(attack: Pick<Attack, "node" | "edits">): Promise<void> {
    await this.#control("PUT", `/accounts/${mine}`, { seed: "onboarding", now: "2026-01-15T09:00:00", freeze: true });
    const path = pathOf(await this.#link());
    const next = await serve(attack, { jwtSecret: `${secret}-next`, seed: "onboarding" });
    const client = clientOf(next.port, 1);
    try {
      const request = { method: "GET", headers: { Authorization: `Bearer ${this.#token}` } };
      await this.#try("a token of the former key", { ...request, path: listOf(mine) }, client);
      await this.#control("PUT", `/accounts/${mine}`, {}, client);
      await this.#try("link: of the former key", { method: "GET", path }, client);
    } finally {
      client.close();
      await next.stop();
    }
  }

  close(): void {
    this.#client.close();
  }

  /** Sends an attack, which must be answered with a refusal. */
  async #try(name: string, sent: Sent, client = this.#client): Promise<void> {
    this.outcome.count++;
    const outcome = await client.send(sent).catch((error: NodeJS.ErrnoException) => error);
    // The client itself refuses bytes that cannot be in a header.
    if (outcome instanceof Error && outcome.message.startsWith("Invalid character")) return;
    const status = outcome instanceof Error ? outcome.message : outcome.status;
    if (![400, 401, 403, 404, 405].includes(Number(status))) this.outcome.failures.push(`${name}: ${status}`);
  }
  async #tryToken(name: string, token: string | undefined): Promise<void> {
    if (token === undefined) return;
    const headers = { Authorization: `Bearer ${token}` };
    try {
      await this.#try(`token: ${name}`, { method: "GET", path: listOf(mine), headers });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_INVALID_CHAR") throw error;
    }
  }
  #tryRenewal(name: string, token: string): Promise<void> {
    return this.#try(name, {
      method: "POST",
      path: "/_sandbox/oauth/token",
      ...form({ grant_type: "refresh_token", refresh_token: token }),
    });
  }
  #ask(path: string, token: string): Promise<Received> {
    return this.#client.send({ method: "GET", path, headers: { Authorization: `Bearer ${token}` } });
  }
  async #link(file = this.#files[0] as string) {
    return linkIn(JSON.parse((await this.#ask(`${file}/link`, this.#token)).body.toString()).url);
  }
  async #oauth(fields: Record<string, string>): Promise<{ access_token: string; refresh_token: string }> {
    const { body } = await this.#client.send({ method: "POST", path: "/_sandbox/oauth/token", ...form(fields) });
    return JSON.parse(body.toString());
  }
  #control(method: string, path: string, body?: object, client = this.#client): Promise<Received> {
    const headers = { "Content-Type": "application/json" };
    return client.send({ method, path: `/_sandbox${path}`, headers, body: body && JSON.stringify(body) });
  }
}

const form = (fields: Record<string, string>) => ({
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});
