import { printable } from "../domain/printable.ts";

const secretName = /token|secret|passw|signature|^sig$|key|auth|jwt|credential|^code$/i;
/** Narrower than the names of parameters: rows and headers have keys and codes that are no secrets. */
const secretField = /token|secret|passw|^signature$|^sig$|api[_-]?key|private[_-]?key|authori[sz]ation|jwt|credential/i;
const secretHeader = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|^x-sandbox-key$|token|secret|passw|api-?key|jwt/i;
/** A text that was cut may end within a JWT. */
const jwtLike = /eyJ[\w-]{5,}(?:(?:\.|%2e)[\w.%-]*|$)/gi;
const pair = /(^|[?&;\s])([^=&?;\s]{1,200})=[^&\s]*/g;
const longest = 300;

const ordinary = /^[\w/.?&=,:-]*$/;
const doubtful = /token|secret|passw|sig|key|auth|jwt|credential|code|eyJ/i;

/** Removes the values of secret parameters, JWTs and control characters from a path and query or a sentence. */
export function withoutSecrets(url: string, most = longest): string {
  // Most paths hold nothing to remove, and to take them apart takes longer than to see that.
  if (url.length <= most && ordinary.test(url) && !doubtful.test(url)) return url;
  const text = printable(plainWithoutSecrets(url));
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

const plainWithoutSecrets = (text: string): string =>
  text
    .replace(pair, (all, mark: string, name: string) => {
      const secret = mark === "?" || mark === "&" ? secretName : secretField;
      return secret.test(decoded(name)) ? `${mark}${name}=…` : all;
    })
    .replace(jwtLike, "…");

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The value of a header; of credentials no more than their scheme. */
export function headerWithoutSecrets(name: string, value: string): string {
  if (!secretHeader.test(name)) return plainWithoutSecrets(value);
  const [, scheme = ""] = /^([A-Za-z]+ )./.exec(value) ?? [];
  return `${/authorization$/i.test(name) ? scheme : ""}…`;
}

/** A body, or the beginning of one: JSON loses the values of secret fields, any text its JWTs and signed links. */
export function bodyWithoutSecrets(text: string): string {
  return /^\s*[{[]/.test(text) ? jsonWithoutSecrets(text) : plainWithoutSecrets(text);
}

const token = /"(?:[^"\\]+|\\.)*(?:"|\\?$)|[{}[\]:,]|\s+|[^\s"{}[\]:,]+/gs;
const deeper: Record<string, number> = { "{": 1, "[": 1, "}": -1, "]": -1 };

/**
 * Reads token by token, because a body that was cut cannot be parsed. A violation says what it received in a field
 * after it has named the field.
 */
function jsonWithoutSecrets(text: string): string {
  let key = "";
  let named = "";
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
    if (word === "{") named = "";
    if (word === ":") isSecret = secretField.test(last) || (last === "received" && secretField.test(named));
    if (!word.startsWith('"')) {
      key = word === ":" ? last : "";
      return word;
    }
    last = textIn(word);
    if (key === "pointer" || key === "name") named += last;
    const shown = bodyWithoutSecrets(last);
    return shown === last ? word : JSON.stringify(shown);
  });
}

/** The text that a JSON string stands for; of one that was cut, as far as it goes. */
function textIn(word: string): string {
  const whole = word.length > 1 && word.endsWith('"') ? word : `${word.replace(/\\(?:u[\da-f]{0,3})?$/i, "")}"`;
  try {
    return JSON.parse(whole);
  } catch {
    return word.slice(1);
  }
}
