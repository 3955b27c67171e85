import { createHmac } from "node:crypto";
import { developmentSecret } from "../../../src/sandbox/auth/authentication.ts";
import { alphabet } from "./forged.ts";

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
  const own = (key: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([`/files/${file}`, account, expires]))
      .digest("base64url");
  const later = String(Number(expires) + 1);
  const otherDigit = (letter: string, at: number) => file.slice(0, at) + Number(letter === "0") + file.slice(at + 1);
  const path = pathOf(good);
  const values: Record<keyof Link, string[]> = {
    file: [
      ...[...others, file.toUpperCase(), `${file}x`, file.slice(0, -1), "1", "..", "%2e%2e%2f", `${file}%00`, ""],
      ...[...file].map(otherDigit),
    ],
    account: [otherAccount, account.toUpperCase(), `${account}%20`, "", "*", "..", `${account}%00`, "demo"],
    expires: [
      ...[later, String(Number(expires) - 1), `${expires}0`, `0${expires}`, `%2B${expires}`, `${expires}.0`, "NaN"],
      ...["9999999999", "Infinity", "1e99", "", "-1", `%20${expires}`, `${expires}%20`, "null"],
    ],
    signature: [
      ...["", "x", signature.slice(0, -1), `${signature}=`, `${signature}A`, signature.toLowerCase()],
      ...["", developmentSecret, signature].map(own),
    ],
  };
  const changed: [name: string, path: string][] = [
    ["no signature", path.replace(/&signature=.*/, "")],
    ["no expires", path.replace(/&expires=\d+/, "")],
    ["no account", path.replace(/account=\w+&/, "")],
    ["two accounts", `${path}&account=${otherAccount}`],
    ["two ends", `${path}&expires=${later}`],
    ["two signatures", `${path}&signature=x`],
    ["an account in brackets", path.replace("account=", "account[]=")],
    ["capitals in the path", path.replace("/files/", "/Files/")],
    ["a slash at the end", path.replace("?", "/?")],
    ["a segment before the file", path.replace("/files/", "/files/x/../")],
  ];
  return [
    ...Object.entries(values).flatMap(([field, all]) =>
      all
        .filter((value) => value !== good[field as keyof Link])
        .map((value) => ({ name: `${field} ${value}`, path: pathOf({ ...good, [field]: value }) })),
    ),
    ...changed.map(([name, other]) => ({ name, path: other })),
    ...["POST", "PUT", "DELETE", "PATCH", "TRACE"].map((method) => ({ name: `by ${method}`, method, path })),
  ];
}

/** A link with another letter at one place of its signature. */
export function changedSignature(good: Link, draw: (below: number) => number): string {
  const at = draw(good.signature.length);
  const letter = alphabet[(alphabet.indexOf(good.signature[at] ?? "A") + 1 + draw(63)) % 64];
  return pathOf({ ...good, signature: good.signature.slice(0, at) + letter + good.signature.slice(at + 1) });
}
