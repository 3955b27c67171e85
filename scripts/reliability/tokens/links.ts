import { createHmac } from "node:crypto";
import { developmentSecret } from "../../../src/sandbox/auth/authentication.ts";

export interface Link {
  /** The name of the file in the path. */
  file: string;
  account: string;
  expires: string;
  signature: string;
}
interface Changed {
  name: string;
  method?: string;
  path: string;
}

export function linkIn(url: string): Link {
  const { pathname, searchParams } = new URL(url);
  const [account, expires, signature] = ["account", "expires", "signature"].map((name) => searchParams.get(name) ?? "");
  return { file: pathname.slice("/files/".length), account, expires, signature } as Link;
}

export const pathOf = ({ file, account, expires, signature }: Link) =>
  `/files/${file}?account=${account}&expires=${expires}&signature=${signature}`;

/** Links that differ from a good one in one thing. `others` are names of other files of the account. */
export function changedLinks(good: Link, others: readonly string[], otherAccount: string): Changed[] {
  const { file, account, expires, signature } = good;
  const change = (field: keyof Link, values: readonly string[]) =>
    values
      .filter((value) => value !== good[field])
      .map((value) => ({ name: `${field} ${value}`, path: pathOf({ ...good, [field]: value }) }));
  const own = (key: string, parts: unknown) =>
    createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
  const parts = [`/files/${file}`, account, expires];
  const later = String(Number(expires) + 1);
  const path = pathOf(good);
  return [
    ...change("file", [
      ...others,
      file.toUpperCase(),
      `${file}x`,
      file.slice(0, -1),
      "1",
      "..",
      "%2e%2e%2f",
      `${file}%00`,
      "",
    ]),
    ...change(
      "file",
      [...file].map((letter, at) => file.slice(0, at) + (letter === "0" ? "1" : "0") + file.slice(at + 1)),
    ),
    ...change("account", [
      otherAccount,
      account.toUpperCase(),
      `${account}%20`,
      "",
      "*",
      "..",
      `${account}%00`,
      "demo",
    ]),
    ...change("expires", [
      later,
      String(Number(expires) - 1),
      `${expires}0`,
      `0${expires}`,
      `%2B${expires}`,
      `${expires}.0`,
    ]),
    ...change("expires", ["9999999999", "Infinity", "1e99", "", "-1", "NaN", `%20${expires}`, `${expires}%20`, "null"]),
    ...change("signature", [
      "",
      "x",
      signature.slice(0, -1),
      `${signature}=`,
      `${signature}A`,
      signature.toLowerCase(),
    ]),
    ...change("signature", [own("", parts), own(developmentSecret, parts), own(signature, parts)]),
    { name: "no signature", path: path.replace(/&signature=.*/, "") },
    { name: "no expires", path: path.replace(/&expires=\d+/, "") },
    { name: "no account", path: path.replace(/account=\w+&/, "") },
    { name: "two accounts", path: `${path}&account=${otherAccount}` },
    { name: "two ends", path: `${path}&expires=${later}` },
    { name: "two signatures", path: `${path}&signature=x` },
    { name: "an account in brackets", path: path.replace("account=", "account[]=") },
    { name: "capitals in the path", path: path.replace("/files/", "/Files/") },
    { name: "a slash at the end", path: path.replace("?", "/?") },
    { name: "a segment before the file", path: path.replace("/files/", "/files/x/../") },
    ...["POST", "PUT", "DELETE", "PATCH", "TRACE"].map((method) => ({ name: `by ${method}`, method, path })),
  ];
}

/** A link with another letter at one place of its signature. */
export function changedSignature(good: Link, draw: (below: number) => number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const at = draw(good.signature.length);
  const letter = alphabet[(alphabet.indexOf(good.signature[at] ?? "A") + 1 + draw(63)) % 64];
  return pathOf({ ...good, signature: good.signature.slice(0, at) + letter + good.signature.slice(at + 1) });
}
