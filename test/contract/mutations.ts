/** Spoils values: one change at every place, then several changes at places drawn from a seed. */

type Path = readonly (string | number)[];
type Node = { [key: string]: unknown };

const isObject = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isContainer = (value: unknown): value is Node | unknown[] => typeof value === "object" && value !== null;

export function placesIn(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  const children = isContainer(value)
    ? Object.entries(value).map(([key, child]) => [Array.isArray(value) ? Number(key) : key, child] as const)
    : [];
  return [{ path, value }, ...children.flatMap(([key, child]) => placesIn(child, [...path, key]))];
}

/** A copy with another value at one place. */
export function replaced(root: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(root);
  const copy = (Array.isArray(root) ? [...root] : { ...(root as Node) }) as Node;
  copy[key] = replaced((root as Node)[key], rest, change);
  return copy;
}

/** Defines the property instead of assigning it, so that `__proto__` becomes a property, as in JSON.parse. */
const withProperty = (object: Node, name: string, value: unknown): Node =>
  Object.defineProperty({ ...object }, name, { value, enumerable: true, configurable: true, writable: true });
const without = (object: Node, name: string): Node =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

const foreign: unknown[] = JSON.parse(`[
  null, true, false, 0, -1, 1, 1.5, 400, 599, 600, 999999999, 1000000000, 9007199254740992, 1e21, -1e16,
  "", " ", "x", "true", "1", [], {}, [null], [[]], [{}], {"value": 1}
]`);

const identifiers = (
  "219966488|219966489|000000000|999999999|990100145|21996648800021|" +
  "21996648800022|35600000049837|35600000000048|11122233344455|" +
  "219 966 488|219 966 488 00021|219  966 488|99-010-0145|" +
  "FR37219966488|FR38219966488|FRK7399859412|FR 37 219966488|fr37219966488|" +
  "FR53000005998|FR12000000000|DE319988015|DE319988016|ESB99012346|" +
  "ESB99012345|ESA5881850A|IT99004120152|BE0799012358|NL869901242B01|" +
  "IE3990123S|IE8+99012K|ATU79901233|PL7990123454|EL094259216|" +
  "GR094259216|XI110305878|GB399012435|CZ640903926|RO1630615123457|" +
  "٢١٩٩٦٦٤٨٨|2１9966488"
).split("|");
const codes = (
  "FR|DE|fr|F|FRA|CIT001|CIT002|CIT003|CIT004|NAME|SIRET|SIREN|VAT|" +
  "DUNS|LOCAL_ID|siret|MISSING|ABSENT|VALID|KBIS|kbis|K-BIS|A_1|" +
  "list_unique|demo|a b|../x|P90D|P|PT|P1DT|PT1H|P1Y2M3W4DT5H6M7S"
).split("|");
const emails = ["a@b", "a@b.c", "a@b..c", "a b@c.d", "A.B+c'd%e_f-g@h-i.j-k", "é@b.c", "a@b.c ", "@b.c", "a@.c"];
const uuids = (
  "5f0c1c9e-6f2f-4c0b-9d53-1f8f3d1a7a10 " +
  "5F0C1C9E-6F2F-4C0B-9D53-1F8F3D1A7A10 urn:uuid:5f0c1c9e-6f2f-4c0b-9d53-1f8f3d1a7a10 " +
  "00000000-0000-0000-0000-000000000000 5f0c1c9e6f2f4c0b9d531f8f3d1a7a10 5f0c1c9e-6f2f-fc0b-1d53-1f8f3d1a7a1g"
).split(" ");
const days = (
  "2024-02-29 2023-02-29 2000-02-29 1900-02-29 2026-02-30 " +
  "2026-04-31 2026-12-31 2026-13-01 2026-00-10 2026-01-00 0000-01-01 " +
  "9999-12-31 10000-01-01 26-01-01 2026-1-1 2026/01/01"
).split(" ");
const times = (
  "T00:00:00.000|T23:59:59.999|T24:00:00.000|T12:60:00.000|" +
  "T12:00:60.000|T12:00:00|T12:00:00.00|T12:00:00.0000|T12:00:00.000Z|" +
  "T12:00:00+01:00| 12:00:00.000|t12:00:00.000|T12:00"
).split("|");
const frenchDays = (
  "29/02/2024 29/02/2023 29/02/2000 29/02/1900 30/02/2026 31/04/2026 31/12/2026 01/13/2026 00/01/2026 " +
  "1/1/2026 01/01/26 01-01-2026"
).split(" ");
const moments = [
  ...days.map((day) => `${day}T12:00:00.000`),
  ...days.map((day) => `${day}T12:00:00`),
  ...times.map((time) => `2026-01-15${time}`),
];
const lengths = [1, 40, 41, 64, 65, 200, 201, 254, 255, 256, 2000, 2001, 4000, 4001];
const long = lengths.flatMap((length) => [
  "a".repeat(length),
  "é".repeat(length),
  "😀".repeat(length),
  "A".repeat(length),
]);
const odd = [
  ..."<script>|${x}|#00d084|#00D084|#00d08|about:blank|😀|NaN|1e3|0x10|constructor|toString".split("|"),
  ...["\u0000", "\ud800", "a\n", "\n", "\u00a0", "\u2028"],
];

/** Texts to try at every place. */
export const texts = [identifiers, codes, emails, uuids, days, moments, frenchDays, long, odd].flat();

/** Typing errors in one text. */
export function slips(text: string): string[] {
  const at = [...new Set([0, Math.floor(text.length / 2), text.length - 1])].filter(
    (index) => index >= 0 && index < text.length,
  );
  const flipped = at.flatMap((index) =>
    ["0", "9", "A", "a", " ", "-", "é"].map((character) => text.slice(0, index) + character + text.slice(index + 1)),
  );
  const dropped = at.map((index) => text.slice(0, index) + text.slice(index + 1));
  const around = [` ${text}`, `${text} `, `${text}\n`, `${text}x`, text + text, text.slice(0, -1)];
  return [...flipped, ...dropped, ...around, text.toLowerCase(), text.toUpperCase()];
}

const extraNames = (
  "surplus|__proto__|constructor|toString|hasOwnProperty||formdata|fileUUID|fileName|countryCode|dossierTypeCode|" +
  "requiredDocuments|thirdpartyId"
).split("|");

function spoilObject(object: Node, others: readonly Node[]): unknown[] {
  const names = Object.keys(object);
  return [
    ...names.flatMap((name) => [without(object, name), withProperty(without(object, name), `${name}s`, object[name])]),
    ...extraNames
      .filter((name) => !Object.hasOwn(object, name))
      .flatMap((name) => [1, "KBIS", null, ["KBIS"], {}].map((value) => withProperty(object, name, value))),
    // Properties of another branch of a union, instead of these and beside them.
    ...others.flatMap((other) => [other, { ...object, ...other }, { ...other, ...object }]),
  ];
}

const spoilArray = (array: readonly unknown[]): unknown[] => [
  [],
  [array],
  [...array, null],
  [...array, {}],
  [...array, ...array],
  array.slice(1),
  ...[20, 21, 50, 51, 100, 101].map((length) => Array.from({ length }, () => array[0] ?? "KBIS")),
];

const limits = [100, 101, 104, 105, 1000, 1001, 86_400, 86_401];
const spoilNumber = (value: number): unknown[] => [
  ...[value + 1, value - 1, -value, value + 0.5, String(value), value * 1e9],
  ...limits,
];

/** Replacements of a value; `others` are objects from elsewhere. */
function spoilt(value: unknown, others: readonly Node[]): unknown[] {
  const own = () => {
    if (typeof value === "string") return [...slips(value), ...texts];
    if (typeof value === "number") return spoilNumber(value);
    if (Array.isArray(value)) return spoilArray(value);
    if (isObject(value)) return spoilObject(value, others);
    return value === null ? texts : [];
  };
  return [...foreign, ...own(), [value], { value }];
}

type Draw = (below: number) => number;
/** Numbers from a seed (mulberry32). */
export function drawFrom(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A value, its single changes (one in `thin`), and `several` values with two or three changes each. */
export function* mutants(
  value: unknown,
  others: readonly Node[],
  draw: Draw,
  thin: number,
  several: number,
): Generator<unknown> {
  yield value;
  for (const { path, value: old } of placesIn(value))
    for (const other of spoilt(old, others)) if (draw(thin) === 0) yield replaced(value, path, () => other);
  for (let count = 0; count < several; count++) yield mutant(value, others, draw, 2 + draw(2));
}

/** A value with some changes, each at a place that is drawn. */
export function mutant(value: unknown, others: readonly Node[], draw: Draw, changes: number): unknown {
  let changed = value;
  for (let count = 0; count < changes; count++) {
    const places = placesIn(changed);
    const place = places[draw(places.length)] as { path: Path; value: unknown };
    const choices = spoilt(place.value, others);
    changed = replaced(changed, place.path, () => choices[draw(choices.length)]);
  }
  return changed;
}
