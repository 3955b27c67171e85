/** What a request asks for by the Prefer header (RFC 7240). */
export interface Preferences {
  code?: number;
  delay?: number;
  strict?: boolean;
  /** Names a case of the contract's examples, with `code`. */
  example?: string;
}

const longestDelay = 60_000;

const none: Preferences = Object.freeze({});

export function preferencesOf(header: string | string[] | undefined): Preferences {
  if (header === undefined) return none;
  const words = [header]
    .flat()
    .join(",")
    .split(/[,;]/)
    .map((word) => word.trim().split("="));
  const preferences: Preferences = {};
  for (const [name = "", value = ""] of words) {
    const text = value.replace(/^"|"$/g, "");
    if (name.toLowerCase() === "code" && /^\d{3}$/.test(text)) preferences.code = Number(text);
    else if (name.toLowerCase() === "delay" && /^\d{1,6}$/.test(text))
      preferences.delay = Math.min(Number(text), longestDelay);
    else if (name.toLowerCase() === "handling") preferences.strict = text === "strict";
    else if (name.toLowerCase() === "example" && text) preferences.example = text;
  }
  return preferences;
}
