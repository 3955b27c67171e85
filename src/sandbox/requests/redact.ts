import { printable } from "../../domain/printable.ts";

/** Names that mean a secret wherever they stand. */
const partOfName = "token|secret|passw|pwd|passphrase|hmac|jwt|credential|assertion|cookie|bearer|session";
/** Words of a name, as in `pw`, `db_pass` and `userPin`: parts of others mean nothing, as in `passenger`. */
const words = "pass|psw|pw|pin|otp|sig|sid";
const camelWords = words.replace(/\b\w/g, (letter) => letter.toUpperCase());
const wordOf = `(?:^|[^A-Za-z])(?:${words})(?:$|[^A-Za-z])`;
/** Keys of something: a row has a `key` that is no secret. */
const secretKey = "(?:api|access|private|account|storage|shared|master|signing)[_-]?key|\\w[_-]key$";
const inCamelCase = new RegExp(`[a-z\\d](?:${camelWords}|Key)(?![a-z])`);
const secret = `${partOfName}|${wordOf}|signature$`;
const byParameter = new RegExp(`${secret}|signature|csrf|key|auth|^code$`, "i");
/** Narrower than the names of parameters: rows and headers have keys and codes that are no secrets. */
const byField = new RegExp(`${secret}|${secretKey}|^auth$|authori[sz]ation`, "i");
const secretName = { test: (name: string) => byParameter.test(name) || inCamelCase.test(name) };
const secretField = { test: (name: string) => byField.test(name) || inCamelCase.test(name) };
/** The headers whose values are shown; others may hold anything. */
const openHeader = new RegExp(
  "^(?:accept|access-control|cache-control|content|if|sec-fetch|sec-ch)(?:-|$)|" +
    "^x-forwarded-(?:for|host|port|proto|protocol|scheme|prefix|server|path|uri|method)$|" +
    "^x-(?:request|correlation)-id$|" +
    "^(?:age|allow|baggage|connection|date|dnt|etag|expect|expires|forwarded|host|keep-alive|last-event-id|" +
    "last-modified|link|location|max-forwards|origin|pragma|prefer|preference-applied|priority|range|referer|" +
    "referrer-policy|retry-after|server-timing|te|traceparent|tracestate|trailer|transfer-encoding|upgrade|" +
    "upgrade-insecure-requests|user-agent|vary|via|www-authenticate|x-content-type-options|" +
    "x-complete-until|x-frame-options|x-requested-with|(?:x-)?idempotency-key)$",
  "i",
);
/** A text that was cut may end within a JWT. */
const jwtLike = /eyJ[\w-]{5,}(?:(?:\.|%2e)[\w.%-]*|$)/gi;
const pair = /(^|[?&;\s])([^=&?;\s]{1,200})=([^&\s]*)/g;
const longest = 300;

const ordinary = /^[\w/.?&=,:-]*$/;
const doubtful = new RegExp(`${partOfName}|${words}|csrf|key|auth|code|eyJ|//`, "i");

/** Removes the values of secret parameters, JWTs and control characters from a path and query or a sentence. */
export function withoutSecrets(url: string, most = longest): string {
  // Most paths hold nothing to remove, and to take them apart takes longer than to see that.
  if (url.length <= most && ordinary.test(url) && !doubtful.test(url)) return url;
  const text = printable(plainWithoutSecrets(url));
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** The credentials of a header that a text quotes. */
const quoted = /\b(authorization["']?\s*[:=]\s*["']?(?:[a-z]+ +)?)[^\s"',;]+/gi;
/** The shortest that is no ordinary word. */
const bearer = /\b((?:bearer|basic) +)(?=\S*\d)[\w.~+/-]{8,}=*/gi;
/** The name and the password in an address, whatever its scheme. */
const loginInAddress = /((?:\b[a-z][a-z\d+.-]{1,30}:)?\/\/)[^\s/?#"'@]+@/gi;
/** The same in the headers that name a host without a scheme. */
const namesHost = /^(?:host|(?:x-)?forwarded(?:-host)?|x-forwarded-server|via)$/i;
const loginBeforeHost = /[^\s,;="/]+@/g;
/** A key in the form of PEM; of one that was cut, as far as it goes. */
const pem = /-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)[A-Z ]*-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g;
/** A link in a value of a link, and one in that. */
const deepest = 3;

const plainWithoutSecrets = (text: string, depth = 0): string =>
  text
    .replace(pair, (_, mark: string, name: string, value: string) => {
      const secret = mark === "?" || mark === "&" ? secretName : secretField;
      return `${mark}${name}=${secret.test(decoded(name)) ? "…" : valueWithoutSecrets(value, depth)}`;
    })
    .replace(loginInAddress, "$1…@")
    .replace(pem, "…")
    .replace(quoted, "$1…")
    .replace(bearer, "$1…")
    .replace(jwtLike, "…");

/** A value may hold pairs of its own, as a link does, and may be escaped. */
function valueWithoutSecrets(value: string, depth: number): string {
  if (depth === deepest) return value;
  const plain = decoded(value);
  const shown = plainWithoutSecrets(plain, depth + 1);
  if (shown === plain) return value;
  return plain === value ? shown : encodeURIComponent(shown).replaceAll(escapedEllipsis, "…");
}
const escapedEllipsis = encodeURIComponent("…");

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The value of a header; of credentials no more than their scheme. */
export function headerWithoutSecrets(name: string, value: string): string {
  if (openHeader.test(name))
    return plainWithoutSecrets(namesHost.test(name) ? value.replace(loginBeforeHost, "…@") : value);
  const [, scheme = ""] = /^([A-Za-z]+ )./.exec(value) ?? [];
  return `${/authorization$/i.test(name) ? scheme : ""}…`;
}

/** Whatever else a body holds, without one of these nothing in it is removed. */
const doubtfulBody = new RegExp(
  `[\\\\=]|eyJ|//|-----BEGIN|received|authori[sz]ation|basic|signature|\\bauth\\b|${wordOf}|${partOfName}|` +
    secretKey.replace("$", "\\b"),
  "i",
);

/** A body, or the beginning of one: JSON loses the values of secret fields, any text its JWTs and signed links. */
export function bodyWithoutSecrets(text: string): string {
  // To take a long body apart takes ten times as long as to see that there is nothing to remove.
  if (!doubtfulBody.test(text) && !inCamelCase.test(text)) return text;
  return /^\s*[{["]/.test(text) ? jsonWithoutSecrets(text) : plainWithoutSecrets(text);
}

/** Some clients quote by apostrophes. */
const token = /"(?:[^"\\]+|\\.)*(?:"|\\?$)|'(?:[^'\\]+|\\.)*(?:'|\\?$)|[{}[\]:,]|\s+|[^\s"'{}[\]:,]+/gs;
const deeper: Record<string, number> = { "{": 1, "[": 1, "}": -1, "]": -1 };

/**
 * Reads token by token, because a body that was cut cannot be parsed. A violation says what it received in a field
 * after it has named the field.
 */
function jsonWithoutSecrets(text: string): string {
  let key = "";
  let names = false;
  let last = "";
  let isSecret = false;
  let depth = 0;
  return text.replace(token, (word) => {
    if (depth > 0) {
      depth += deeper[word] ?? 0;
      return "";
    }
    if (word.trim() === "") return word;
    if (isSecret) {
      isSecret = false;
      depth = Math.max(0, deeper[word] ?? 0);
      return '"…"';
    }
    if (word === "{") names = false;
    if (word === ":") isSecret = secretField.test(last) || (last === "received" && names);
    if (word === ":" || Object.hasOwn(deeper, word) || word === ",") {
      key = word === ":" ? last : "";
      return word;
    }
    last = textIn(word);
    if (key === "pointer") names ||= last.split("/").some((name) => secretField.test(name));
    if (key === "name") names ||= secretName.test(last);
    const shown = last === word ? plainWithoutSecrets(last) : bodyWithoutSecrets(last);
    return shown === last ? word : JSON.stringify(shown);
  });
}

/** The text that a JSON string stands for; of one that was cut, as far as it goes; a word without quotes as it is. */
function textIn(word: string): string {
  if (!/^["']/.test(word)) return word;
  const whole = word.length > 1 && word.endsWith('"') ? word : `${word.replace(/\\(?:u[\da-f]{0,3})?$/i, "")}"`;
  try {
    return JSON.parse(whole);
  } catch {
    return word.slice(1).replace(/'$/, "");
  }
}
