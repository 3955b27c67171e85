import { frenchIdentity } from "./french.ts";
import { type MadeCompany, madeAbroad, madeInFrance } from "./made-companies.ts";
import { numbersOf, sirenOf, siretOf } from "./numbers.ts";
import { healthy, type Traits } from "./profile.ts";
import { type Territory, territories } from "./territories.ts";

export interface TestIdentifier {
  kind: "SIRET" | "VAT" | "DUNS";
  case: string;
  value: string;
  meaning: string;
}

export interface Behaviour {
  case: string;
  meaning: string;
  /** Missing if the reference provider fails. */
  traits?: Traits;
  /** What differs from the company that the number gives. */
  fields?: MadeCompany["fields"];
  sends?: MadeCompany["sends"];
  fails?: "unknown" | "timeout" | "down";
}

const inProcedure: Traits = { ...healthy, status: "COLLECTIVE_PROCEDURE" };

/** The position in this list, from 1, is the company's number in each block of test identifiers. */
const behaviours = [
  { case: "active", meaning: "an active company with bank details and nothing against it", traits: healthy },
  { case: "collective-procedure", meaning: "a company in collective procedure", traits: inProcedure },
  { case: "struck-off", meaning: "a company struck off the register", traits: { ...healthy, status: "STRUCK_OFF" } },
  { case: "unknown", meaning: "a valid number that the provider does not know", fails: "unknown" },
  {
    case: "no-bank-details",
    meaning: "an active company without bank details",
    traits: { ...healthy, hasBank: false },
  },
  {
    case: "sanctioned-executive",
    meaning: "an active company one of whose executives is under sanctions",
    traits: { ...healthy, sanctioned: true },
  },
  { case: "timeout", meaning: "the provider does not answer in time", fails: "timeout" },
  { case: "down", meaning: "the provider is out of service", fails: "down" },
] as const satisfies readonly Behaviour[];
/** Those that tell how the reference provider behaves. */
export type TestCase = (typeof behaviours)[number]["case"];

const testBlock = "2199000";
const firstMade = 11;
const sirenOfMade = (at: number) => sirenOf(`2199${String(firstMade + at).padStart(4, "0")}`);
const asMade = (made: MadeCompany | undefined): Behaviour | undefined => made && { ...made, traits: healthy };

/** The fixed behaviour of SIREN 21990001x to 21990008x, and the companies made by hand from 21990011x on. */
export function behaviourOfSiren(siren: string): Behaviour | undefined {
  if (siren.startsWith(testBlock)) return behaviours[Number(siren[7]) - 1];
  return siren.startsWith("2199") ? asMade(madeInFrance[Number(siren.slice(4, 8)) - firstMade]) : undefined;
}

/** What the company of a SIREN sends in place of a file. */
export const sentBy = (siren: string | null): MadeCompany["sends"] =>
  siren === null ? undefined : behaviourOfSiren(siren)?.sends;

/** The fixed behaviour abroad: of the first serials of Germany, for VAT numbers, and of Great Britain, for DUNS. */
export function behaviourOfSerial({ code }: Territory, serial: number): Behaviour | undefined {
  if (code === "DE" || code === "GB") return behaviours[serial - 1];
  return asMade(madeAbroad.find((made) => made.code === code && made.serial === serial));
}

function numbersIn(code: string, serial: number) {
  const home = territories.find((territory) => territory.code === code);
  if (!home) throw new Error(`territories.json lacks ${code}, where test identifiers live`);
  return numbersOf(home, serial);
}

const values: Record<TestIdentifier["kind"], (serial: number) => string> = {
  SIRET: (serial) => siretOf(sirenOf(`${testBlock}${serial}`), 1),
  VAT: (serial) => numbersIn("DE", serial).tva as string,
  DUNS: (serial) => numbersIn("GB", serial).duns,
};

const behaving = Object.entries(values).flatMap(([kind, value]) =>
  behaviours.map((behaviour, at) => ({
    kind: kind as TestIdentifier["kind"],
    case: behaviour.case,
    value: value(at + 1),
    meaning: behaviour.meaning,
  })),
);

export const testIdentifiers: readonly TestIdentifier[] = [
  ...behaving,
  ...madeInFrance.map(({ case: name, meaning }, at) => {
    const { companyIdValue: value } = frenchIdentity(sirenOfMade(at), healthy);
    return { kind: "SIRET" as const, case: name, value, meaning };
  }),
  ...madeAbroad.map(({ code, serial, kind, case: name, meaning }) => {
    const { tva, duns } = numbersIn(code, serial);
    return { kind, case: name, value: kind === "VAT" ? (tva as string) : duns, meaning };
  }),
];

/** Chance leaves the companies of the test identifiers as their case describes them. */
const testValues = new Set(testIdentifiers.map(({ value }) => value));
type Numbers = { siren: string | null; tva: string | null; duns: string | null };
export const isTestCase = ({ siren, tva, duns }: Numbers): boolean =>
  siren ? behaviourOfSiren(siren) !== undefined : testValues.has(tva ?? "") || testValues.has(duns ?? "");
