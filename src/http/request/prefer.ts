/** The preferences of a request, by its header Prefer (RFC 7240). */
export interface Preferences {
  code?: number;
  delay?: number;
  strict?: boolean;
  /** The name of one of the contract's examples, with `code`. */
  example?: string;
}

const longestDelay = 60_000;

export function preferencesOf(header: string | string[] | undefined): Preferences {
  const preferences: Preferences = {};
  if (header === undefined) return preferences;
  for (const word of [header].flat().join(",").split(/[,;]/)) {
    const [name = "", value = ""] = word.trim().split("=");
    const text = value.replace(/^"|"$/g, "");
    const key = name.toLowerCase();
    if (key === "code" && /^\d{3}$/.test(text)) preferences.code = Number(text);
    else if (key === "delay" && /^\d{1,6}$/.test(text)) preferences.delay = Math.min(Number(text), longestDelay);
    else if (key === "handling") preferences.strict = text === "strict";
    else if (key === "example" && text) preferences.example = text;
  }
  return preferences;
}
