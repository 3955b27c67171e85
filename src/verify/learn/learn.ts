import { type Configuration, ConfigurationFile, configurationFormat } from "../../../contract/configuration.ts";
import { bases, configurationOf } from "../../domain/configuration/default.ts";
import { violationsOf } from "../../domain/configuration/violations.ts";
import { NoRecording } from "../har.ts";
import { exchangesIn } from "../recording.ts";
import { learnAttributes } from "./attributes.ts";
import { learnDocuments, learnForms } from "./documents.ts";
import { learnDossiers, learnIndicators, learnRules } from "./dossiers.ts";
import { Names } from "./names.ts";
import { noObservations, type Observations, observe } from "./observations.ts";
import type { Part } from "./part.ts";
import { Votes } from "./votes.ts";

export interface LearnOptions {
  /** The part of the addresses before /api/v1; found by itself when left out. */
  target?: string | undefined;
  /** The account that is learned; the one of most requests when left out. */
  account?: string | undefined;
}
export type Told = Omit<Part<unknown>, "entries"> & { entries: number };
export interface Learned {
  file: ConfigurationFile;
  configuration: Configuration;
  account: string;
  exchanges: number;
  /** How a recording shows that a sandbox answered. */
  sandbox: string | undefined;
  parts: Told[];
  /** Texts that may be of a third party, and were left out. */
  refused: number;
}

/** The account that most exchanges name. */
function accountOf(accounts: readonly (string | undefined)[]): string {
  const votes = new Votes<string>();
  for (const [at, account] of accounts.entries()) if (account !== undefined) votes.add(account, at);
  return votes.best ?? "";
}

const told = ({ entries, ...part }: Part<unknown>): Told => ({ ...part, entries: Object.keys(entries).length });

function learnPractice({ links }: Observations): Part<number> {
  const votes = new Votes<number>();
  for (const [at, seconds] of links.entries()) votes.add(seconds, at);
  const { best } = votes;
  const isOwn = best !== undefined && best !== bases.empty.practice.linkSeconds;
  return {
    ...{ part: "practice", entries: isOwn ? { linkSeconds: best } : {}, records: links.length, of: "signed links" },
    unsure: ["Reminders, renewal, retention and the time of checks are not shown: they are those of the base."],
    record: links.length === 0 ? ["GET …/files/:fileId/link: how long a signed link works."] : [],
  };
}

/** The parts in the order of the file. What contradicts itself is left to `violationsOf`. */
function partsOf(seen: Observations, names: Names) {
  const attributes = learnAttributes(seen, names);
  const documentTypes = learnDocuments(seen, names);
  const forms = learnForms(seen, names);
  // A form whose questions cannot be read is a file to the sandbox.
  for (const [code, type] of Object.entries(documentTypes.entries))
    if (type.kind === "FORM" && !forms.entries[code]) Object.assign(type, { kind: "FILE", check: "client" });
  const dossierTypes = learnDossiers(seen, names);
  const rules = learnRules(seen, Object.keys(dossierTypes.entries), names);
  const indicators = learnIndicators(seen, bases.empty.indicators, names);
  return { attributes, documentTypes, forms, dossierTypes, rules, indicators, practice: learnPractice(seen) };
}

/** A configuration of what recordings show, with the names of configuration alone; each recording is a HAR. */
export function learn(texts: readonly string[], options: LearnOptions = {}): Learned {
  const { exchanges, sandbox } = exchangesIn(texts, options.target);
  const account = options.account ?? accountOf(exchanges.map(({ asked }) => asked.params.accountId));
  const seen = noObservations();
  const own = exchanges.filter(({ asked: { params } }) => (params.accountId ?? account) === account);
  for (const exchange of own) observe(seen, exchange);
  const names = new Names(seen);
  const parts = partsOf(seen, names);
  const filled = Object.entries(parts).filter(([, { entries }]) => Object.keys(entries).length > 0);
  const learned = Object.fromEntries(filled.map(([name, { entries }]) => [name, entries]));
  const file: ConfigurationFile = { format: configurationFormat, base: "empty", ...learned };
  const { data: parsed, error } = ConfigurationFile.safeParse(file);
  if (!parsed) {
    const { path = [], message } = error.issues[0] ?? {};
    throw new NoRecording(`shows what no configuration can hold: /${path.join("/")} ${message}.`);
  }
  return {
    ...{ file, configuration: configurationOf(parsed), account, exchanges: own.length, sandbox },
    parts: [
      ...Object.values(parts).map(told),
      ...violationsOf(parsed).map(({ detail }) => ({
        ...{ part: "violations", entries: 0, records: 0, of: "the file" },
        ...{ unsure: [`The file needs a correction: ${detail}`], record: [] },
      })),
    ],
    refused: names.refused,
  };
}
