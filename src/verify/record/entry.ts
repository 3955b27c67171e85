import { endpointOf } from "../exchange.ts";
import { isWord, type Routed, route } from "../routes.ts";
import { Bodies } from "./bodies.ts";
import type { Disguise } from "./disguise.ts";
import { madeFile } from "./files.ts";
import { mediaType, openHeaders } from "./headers.ts";

/** What passed through the proxy. */
export interface Passed {
  method: string;
  url: URL;
  requestHeaders: Headers;
  sent: Buffer;
  status: number;
  headers: Headers;
  received: Buffer;
  /** When it began, and how long it took, in milliseconds. */
  at: number;
  took: number;
}

const jsonOf = (bytes: Buffer): { json: unknown } | undefined => {
  try {
    return { json: JSON.parse(bytes.toString("utf8")) };
  } catch {
    return undefined;
  }
};
const isJson = (type: string) => /\bjson\b/.test(type);

/** Writes what passed as entries of a HAR, and counts what it does not write. */
export class EntryWriter {
  readonly #bodies: Bodies | undefined;
  /** Always made, because a signed address is a credential. */
  readonly #links: Bodies;
  /** The hosts of links to files that do not pass here. */
  readonly elsewhere = new Map<string, number>();
  readonly operations = new Map<string, number>();
  others = 0;

  readonly #base: string;

  /** `target` stands before the paths of the contract. Without `keepValues`, values are replaced. */
  constructor(target: string, disguise: Disguise, keepValues: boolean) {
    this.#base = target;
    this.#links = new Bodies(disguise);
    this.#bodies = keepValues ? undefined : this.#links;
  }

  /** Undefined for what is no request of the contract: it may be anything, as a request for a token. */
  entry(passed: Passed): object | undefined {
    const { origin, pathname } = passed.url;
    const routed = route(passed.method, `${origin}${pathname}`.slice(this.#base.length));
    if (!routed) {
      this.others += 1;
      return undefined;
    }
    const { operationId } = routed;
    this.operations.set(operationId, (this.operations.get(operationId) ?? 0) + 1);
    if (operationId === "documents.link") this.#countLink(passed);
    return {
      startedDateTime: new Date(passed.at).toISOString(),
      time: passed.took,
      request: this.#request(passed, routed),
      response: this.#response(passed, operationId),
      cache: {},
      timings: { send: 0, wait: passed.took, receive: 0 },
    };
  }

  #countLink({ received, status }: Passed): void {
    const { url } = (status === 200 && (jsonOf(received)?.json as { url?: unknown })) || {};
    if (typeof url !== "string" || !URL.canParse(url)) return;
    const { host } = new URL(url);
    this.elsewhere.set(host, (this.elsewhere.get(host) ?? 0) + 1);
  }

  #request({ method, url, requestHeaders, sent }: Passed, { operationId, params }: Routed) {
    const address = new URL(url.href);
    const base = new URL(this.#base).pathname.replace(/\/$/, "");
    const own = (word: string) => isWord(word) || decodeURIComponent(word) === params.accountId;
    if (this.#bodies) address.pathname = base + this.#links.path(address.pathname.slice(base.length), own);
    const known = endpointOf(operationId).query?.shape ?? {};
    const pairs = [...address.searchParams].map(([name, value]): [string, string] => {
      // A parameter that the contract does not have may be a token.
      const isPlain = this.#bodies === undefined && Object.hasOwn(known, name);
      return isPlain ? [name, value] : this.#links.query(name, value);
    });
    address.search = new URLSearchParams(pairs).toString();
    address.hash = "";
    const type = mediaType(requestHeaders.get("content-type") ?? "");
    const text = sent.length > 0 ? this.#text(sent, operationId) : "";
    // That a token was sent is told by its scheme.
    const scheme = /^(?:Bearer|Basic|Digest) /i.exec(requestHeaders.get("authorization") ?? "")?.[0];
    return {
      ...{ method, url: address.href, httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 },
      headers: [
        ...openHeaders(requestHeaders),
        ...(scheme ? [{ name: "authorization", value: `${scheme}removed` }] : []),
      ],
      queryString: pairs.map(([name, value]) => ({ name, value })),
      bodySize: sent.length === 0 ? 0 : Buffer.byteLength(text),
      ...(sent.length > 0 && { postData: { mimeType: type, text } }),
    };
  }

  #response({ status, headers, received }: Passed, operationId: string) {
    const type = headers.get("content-type") ?? "";
    const content = isJson(type) ? this.#jsonContent(received, operationId) : this.#fileContent(received, type);
    return {
      ...{
        status,
        statusText: "",
        httpVersion: "HTTP/1.1",
        cookies: [],
        redirectURL: "",
        headersSize: -1,
      },
      headers: openHeaders(headers),
      content: { mimeType: mediaType(type) || "x-unknown", ...content },
      bodySize: content.size,
    };
  }

  /** A JSON body as text; signed links are replaced in any case. What is no JSON is left out. */
  #text(bytes: Buffer, operationId: string): string {
    const parsed = jsonOf(bytes);
    if (!parsed) return this.#bodies ? "" : bytes.toString("utf8");
    if (this.#bodies) return JSON.stringify(this.#bodies.json(parsed.json, operationId === "indicators.list"));
    if (operationId !== "documents.link") return bytes.toString("utf8");
    const { url, ...rest } = parsed.json as { url?: unknown };
    return JSON.stringify({ ...(typeof url === "string" && { url: this.#links.link(url) }), ...rest });
  }

  #jsonContent(received: Buffer, operationId: string) {
    const text = received.length > 0 ? this.#text(received, operationId) : "";
    return { size: Buffer.byteLength(text), text };
  }

  #fileContent(received: Buffer, type: string) {
    if (received.length === 0) return { size: 0, text: "" };
    const { fileName } = this.#links;
    const bytes = this.#bodies ? madeFile(received, type, fileName) : received;
    return { size: bytes.length, text: bytes.toString("base64"), encoding: "base64" };
  }
}
