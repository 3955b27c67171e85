/** Bytes for one connection, and the statuses of the responses that must come back. */
export interface Case {
  name: string;
  pieces: readonly (string | Buffer)[];
  statuses: readonly number[];
  /** The request is a HEAD, whose response has no body. */
  toHead?: boolean;
  /** Whether a 400 for what follows may come after these; Node may close the connection first. */
  mayEndIn400?: boolean;
  /** The client ends its side after the bytes. */
  ends?: boolean;
}

/** What the cases may name. */
export interface Target {
  token: string;
  /** The path of the account. */
  base: string;
  /** A file of known type, for ranges and conditions. */
  file: string;
  etag: string;
}

export const one = (name: string, statuses: number | readonly number[], ...pieces: (string | Buffer)[]): Case => ({
  name,
  pieces,
  statuses: [statuses].flat(),
});

/** Cases that have the same status and are told apart by their texts alone. */
export const each = <T>(
  what: string,
  status: number,
  texts: readonly T[],
  bytes: (text: T) => string | Buffer,
): Case[] => texts.map((text) => one(`${what} ${JSON.stringify(text).slice(0, 100)}`, status, bytes(text)));

/** The same where the client ends its side before the request is whole. */
export const broken = (...parts: Parameters<typeof one>): Case => ({ ...one(...parts), ends: true });

/** The same where garbage follows the last request that can be answered. */
export const spoiled = (...parts: Parameters<typeof one>): Case => ({ ...one(...parts), mayEndIn400: true });

export const host = "Host: 127.0.0.1";
export const health = "GET /health HTTP/1.1";

/** A request with these header lines, which asks for the connection to be closed. */
export const request = (line: string, ...fields: string[]): string =>
  [line, host, "Connection: close", ...fields, "", ""].join("\r\n");

/** A request to the service with a body. */
export const posted = ({ token, base }: Target, body: string | Buffer, ...fields: string[]): Buffer => {
  const has = (name: RegExp) => fields.some((field) => name.test(field));
  const head = request(
    `POST ${base}/thirdparties HTTP/1.1`,
    `Authorization: Bearer ${token}`,
    ...(has(/^content-type/i) ? [] : ["Content-Type: application/json"]),
    ...(has(/^(?:content-length|transfer-encoding)/i) ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...fields,
  );
  return Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body)]);
};
