import type { SyncFinding, SyncReport } from "./world.ts";

export interface MissOptions {
  /** Time that no window covers is a remark where nothing happened in it, as for a client that is meant to pause. */
  allowGaps?: boolean;
}

/** Whether a finding is a mistake of the client; else it is a remark. */
export const isMistake = (
  { missed, fails }: Pick<SyncFinding, "missed" | "fails">,
  { allowGaps = false }: MissOptions = {},
): boolean => missed > 0 || (fails && !allowGaps);

/** Why a report does not pass: the sentence of each mistake, or that there was nothing to judge. */
function complaintsOf(report: SyncReport, options?: MissOptions): string[] {
  const { accountId, callers, findings, unknowns, isComplete } = report;
  if (callers.length === 0) return [`Nothing can be said of ${accountId}: ${unknowns.join(" ")}`];
  const unanswered = callers
    .filter(({ answered }) => answered === 0)
    .map(({ caller }) => {
      const reasons = findings.filter((finding) => finding.caller === caller && !isMistake(finding, options));
      return [`No search of ${caller} was answered.`, ...reasons.map(({ sentence }) => sentence)].join(" ");
    });
  const mistakes = findings
    .filter((finding) => isMistake(finding, options))
    .map(({ caller, missed, sentence, events: { content, more } }) => {
      const ids = content.map(({ eventName, eventId }) => `${eventName} ${eventId}`).join(", ");
      const what = missed > 0 ? `missed ${missed} (${ids}${more > 0 ? ` and ${more} more` : ""})` : "left time unread";
      return `${caller ?? "The client"} ${what}. ${sentence}`;
    });
  return [...unanswered, ...mistakes, ...(isComplete ? [] : [`Not all is known of ${accountId}: ${unknowns[0]}`])];
}

/** Prints the remarks of a report that passes, which no test would show otherwise. */
function remark({ findings }: SyncReport, options?: MissOptions): void {
  for (const { missed, fails, kind, caller, sentence } of findings) {
    const text = `Remark (${kind}${caller === null ? "" : `, ${caller}`}): ${sentence}`;
    // biome-ignore lint/suspicious/noConsole: a matcher has no other way to print when it passes
    if (!isMistake({ missed, fails }, options)) console.info(text);
  }
}

/** Whether every client was shown every event that it asked for; false where none asked, or none was answered. */
export const missedNothing = (report: SyncReport, options?: MissOptions): boolean =>
  complaintsOf(report, options).length === 0;

/** Throws an error that says what was missed, and why. */
export function assertMissedNothing(report: SyncReport, options?: MissOptions): void {
  const complaints = complaintsOf(report, options);
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  remark(report, options);
}

/** For `expect.extend` of vitest and Jest. */
export const matchers = {
  toMissNothing(report: SyncReport, options?: MissOptions): { pass: boolean; message: () => string } {
    const complaints = complaintsOf(report, options);
    if (complaints.length === 0) remark(report, options);
    return {
      pass: complaints.length === 0,
      message: () => complaints.join("\n") || `Every event reached the clients of ${report.accountId}.`,
    };
  },
};

declare global {
  // Vitest's assertions extend this interface too.
  namespace jest {
    // All declarations of an interface need the same parameters.
    // biome-ignore lint/complexity/noBannedTypes: as vitest and Jest declare it
    interface Matchers<R, T = {}> {
      toMissNothing(options?: MissOptions): R;
    }
  }
}

// biome-ignore lint/suspicious/noTsIgnore: no error where the package is installed
/** @ts-ignore: for the expect of @jest/globals, which may not be installed. */
declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    toMissNothing(options?: MissOptions): R;
  }
}
