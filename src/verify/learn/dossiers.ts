import type { z } from "zod";
import type { DossierTypeEntry, IndicatorEntry, RuleEntry } from "../../../contract/configuration.ts";
import { DocumentCode } from "../../../contract/documents.ts";
import { DossierTypeCode } from "../../../contract/dossiers.ts";
import { Indicator } from "../../../contract/indicators.ts";
import { idOf, listIn, type Row } from "../exchange.ts";
import { monthsBetween } from "./months.ts";
import type { Names } from "./names.ts";
import type { Observations } from "./observations.ts";
import type { Part } from "./part.ts";
import { entryOf, Votes } from "./votes.ts";

type Entry = z.input<typeof DossierTypeEntry>;

/** The codes of the documents of a dossier: those of its row, and those that were listed of it. */
function codesOf(row: Row, seen: Observations): string[] {
  const own = listIn(row, "documents");
  const listed = [...seen.documents.values()].filter(
    ({ dossierId, stoppingDate }) => dossierId === row.dossierId && typeof stoppingDate !== "string",
  );
  const codes = [...own, ...listed].map(({ documentCode }) => DocumentCode.safeParse(documentCode).data);
  return [...new Set(codes.filter((code) => code !== undefined))];
}

/** What all dossiers of a type ask for, and what some do. */
function documentsOf(rows: readonly Row[], seen: Observations): Pick<Entry, "documents" | "also"> | undefined {
  const lists = rows.map((row) => codesOf(row, seen)).filter((codes) => codes.length > 0);
  const votes = new Votes<string>();
  for (const [at, codes] of lists.entries()) for (const code of codes) votes.add(code, at);
  const longest = lists.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const all = [...longest, ...votes.values.filter((code) => !longest.includes(code))];
  const shared = all.filter((code) => votes.times(code) === lists.length);
  const documents = shared.length > 0 ? shared : votes.values.slice(0, 1);
  const also = all.filter((code) => !documents.includes(code));
  return documents.length === 0 ? undefined : { documents: [...documents], ...(also.length > 0 && { also }) };
}

function monthsOf(rows: readonly Row[]): number | null {
  const votes = new Votes<number>();
  for (const [at, { startingDate, expirationDate }] of rows.entries()) {
    const months = monthsBetween(startingDate, expirationDate);
    if (months !== undefined) votes.add(Math.max(1, Math.round(months)), at);
  }
  const { best } = votes;
  if (best === undefined) return null;
  // One that was extended has lasted several times as long as another one.
  const alike = votes.values.filter((months) => votes.times(months) === votes.times(best) && best % months === 0);
  return Math.min(...alike);
}

function labelOf(code: string, rows: readonly Row[], names: Names): string {
  const votes = new Votes<string>();
  for (const [at, { dossierTypeLabel }] of rows.entries())
    if (names.isName(dossierTypeLabel)) votes.add(dossierTypeLabel, at);
  return votes.best ?? code;
}

const codeOf = ({ dossierTypeCode }: Row) => DossierTypeCode.safeParse(dossierTypeCode).data;

export function learnDossiers(seen: Observations, names: Names): Part<Entry> {
  const byCode = new Map<string, Row[]>();
  for (const row of seen.dossiers.values()) {
    const code = codeOf(row);
    if (code !== undefined) entryOf(byCode, code, () => []).push(row);
  }
  const entries: Record<string, Entry> = {};
  const without: string[] = [];
  for (const [code, rows] of byCode) {
    const documents = documentsOf(rows, seen);
    const months = monthsOf(rows);
    const typed = rows.some((row) => row.typed === true) || !rows.some((row) => row.typed === false);
    if (!documents) without.push(code);
    else
      entries[code] = {
        ...{ label: labelOf(code, rows, names), ...(months !== null && { months }), ...(!typed && { typed }) },
        ...documents,
      };
  }
  const some = Object.keys(entries).filter((code) => entries[code]?.also);
  return {
    ...{ part: "dossierTypes", entries, records: seen.dossiers.size, of: "dossiers" },
    unsure: [
      ...(byCode.size > 0
        ? ["The themes and the prefix of the references are not taken: add themes where scores matter."]
        : []),
      ...(some.length > 0 ? [`Some dossiers alone ask for what stands in also, of ${some.join(", ")}.`] : []),
    ],
    record: [
      ...(byCode.size === 0 ? ["GET /dossiers: dossiers of each type."] : []),
      ...(without.length > 0
        ? [`GET /dossiers/:dossierId/documents of a dossier of ${without.join(", ")}: left out.`]
        : []),
    ],
  };
}

/** A rule shows its id and what it opens, and not why: it is written down, and does nothing. */
export function learnRules(
  seen: Observations,
  types: readonly string[],
  names: Names,
): Part<z.input<typeof RuleEntry>> {
  const opened = new Map<string, Votes<string>>();
  for (const row of seen.dossiers.values()) {
    const code = codeOf(row);
    if (names.isName(row.ruleId) && code !== undefined && types.includes(code))
      entryOf(opened, row.ruleId, () => new Votes<string>()).add(code, idOf(row, "dossierId") ?? 0);
  }
  const entries = [...opened].map(
    ([ruleId, votes]) => [ruleId, { label: ruleId, enabled: false, create: votes.best as string }] as const,
  );
  return {
    ...{ part: "rules", entries: Object.fromEntries(entries), of: "dossiers that a rule has opened" },
    records: [...seen.dossiers.values()].filter(({ ruleId }) => typeof ruleId === "string").length,
    unsure:
      entries.length === 0
        ? []
        : [`The criteria of ${entries.map(([id]) => id).join(", ")} are not shown: write when, and enable them.`],
    record: entries.length === 0 ? ["GET /dossiers: dossiers that a rule has opened have a ruleId."] : [],
  };
}

type Bands = z.input<typeof IndicatorEntry>["bands"];

/** The bands that were seen, from the highest to the lowest. */
function bandsOf(rows: readonly Row[], names: Names): Bands {
  const least = new Map<string, { from: number; colour: string; times: number }>();
  for (const { score, resultValue, resultColorCode: colour } of rows) {
    if (typeof score !== "number" || !names.isName(resultValue)) continue;
    if (!Indicator.shape.resultColorCode.safeParse(colour).success || !Indicator.shape.score.safeParse(score).success)
      continue;
    const before = least.get(resultValue) ?? { from: score, colour: String(colour), times: 0 };
    least.set(resultValue, { ...before, from: Math.min(before.from, score), times: before.times + 1 });
  }
  // What one third party alone shows may be about it.
  const bands = [...least].filter(([, { times }]) => times > 1).sort(([, a], [, b]) => b.from - a.from);
  return bands.map(([value, { from, colour }], at) => ({
    from: at === bands.length - 1 ? 0 : from,
    ...{ value, colour, risk: at === 0 ? "Low" : at === bands.length - 1 ? "High" : "Medium" },
  }));
}

const fits = (bands: Bands, { score, resultValue, resultColorCode }: Row) => {
  const band = bands.find(({ from }) => typeof score === "number" && score >= from);
  return score === null || (band?.value === resultValue && band?.colour === resultColorCode);
};

/** Only what reads otherwise than in the base. */
export function learnIndicators(
  seen: Observations,
  base: Readonly<Record<string, { bands: Bands }>>,
  names: Names,
): Part<z.input<typeof IndicatorEntry>> {
  const entries: Record<string, z.input<typeof IndicatorEntry>> = {};
  let records = 0;
  for (const [name, byThirdparty] of seen.indicators) {
    const rows = [...byThirdparty.values()];
    records += rows.length;
    const usual = base[name];
    if (!usual || rows.every((row) => fits(usual.bands, row))) continue;
    const bands = bandsOf(rows, names);
    if (bands.length > 1 && new Set(bands.map(({ from }) => from)).size === bands.length) entries[name] = { bands };
  }
  const changed = Object.keys(entries);
  return {
    ...{ part: "indicators", entries, records, of: "indicators" },
    unsure:
      changed.length > 0
        ? [`The bands of ${changed.join(", ")} begin at the lowest score seen in each: correct them.`]
        : [],
    record: records === 0 ? ["GET /thirdparties/:id/indicators of some third parties."] : [],
  };
}
