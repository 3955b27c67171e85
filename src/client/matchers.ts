import type { SyncReport } from "./world.ts";

/** Why a report does not pass: the sentence of each finding that lost events, or that there was nothing to judge. */
function complaintsOf({ accountId, callers, findings, unknowns }: SyncReport): string[] {
  if (callers.length === 0) return [`Nothing can be said of ${accountId}: ${unknowns.join(" ")}`];
  const unanswered = callers
    .filter(({ answered }) => answered === 0)
    .map(({ caller }) => {
      const reasons = findings.filter((finding) => finding.caller === caller && finding.missed === 0);
      return [`No search of ${caller} was answered.`, ...reasons.map(({ sentence }) => sentence)].join(" ");
    });
  const lost = findings
    .filter(({ missed }) => missed > 0)
    .map(({ caller, missed, sentence, events: { content, more } }) => {
      const ids = content.map(({ eventName, eventId }) => `${eventName} ${eventId}`).join(", ");
      const who = caller === null ? "The client" : caller;
      return `${who} missed ${missed} (${ids}${more > 0 ? ` and ${more} more` : ""}). ${sentence}`;
    });
  return [...unanswered, ...lost];
}

/** Whether every client was shown every event that it asked for; false where none asked, or none was answered. */
export const missedNothing = (report: SyncReport): boolean => complaintsOf(report).length === 0;

/** Throws an error that says what was missed, and why. */
export function assertMissedNothing(report: SyncReport): void {
  const complaints = complaintsOf(report);
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
}

/** For `expect.extend` of vitest and Jest. */
export const matchers = {
  toMissNothing(report: SyncReport): { pass: boolean; message: () => string } {
    const complaints = complaintsOf(report);
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
      toMissNothing(): R;
    }
  }
}

// biome-ignore lint/suspicious/noTsIgnore: no error where the package is installed
/** @ts-ignore: for the expect of @jest/globals, which may not be installed. */
declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    toMissNothing(): R;
  }
}
