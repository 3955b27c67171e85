import { liquidatorIn } from "../../src/directory/liquidator.ts";
import { addMonths, day, format, parse } from "../../src/domain/time.ts";
import type { Check, Look } from "./look.ts";

/** Nothing goes on for ever: each check yields a sentence for what has no end, or the wrong one. */

/** What an archived dossier ended with proves that it was checked. */
function* archivedStatuses({ state }: Look) {
  const archived = new Set<number>();
  for (const { eventId, eventName, resourceId } of state.events) {
    if (eventName === "DOSSIER_ARCHIVED") archived.add(resourceId);
    else if (eventName === "DOSSIER_REACTIVATED") archived.delete(resourceId);
    else if (eventName === "DOSSIER_STATUS_UPDATED" && archived.has(resourceId))
      yield `event ${eventId}: the status of dossier ${resourceId} changes though it is archived`;
  }
}

function* reminders({ state, configuration }: Look) {
  const [, most] = configuration.practice.weeklyReminders;
  for (const { contactId, reminded = {} } of state.contacts)
    for (const [documentId, times] of Object.entries(reminded))
      if (times > most) yield `contact ${contactId} was reminded ${times} times of document ${documentId}`;
}

/** A check that gives no result is planned to be left to the client. */
function* unresolvedChecks({ state, configuration, now, documents }: Look) {
  const ends = new Map(state.jobs.flatMap((job) => (job.kind === "TIMEOUT" ? [[job.subjectId, job.dueAt]] : [])));
  // And then the days without work, of which there are four at Easter at most.
  const latest = format(parse(now) + (configuration.practice.checkTimeoutDays + 4) * day);
  for (const { responseId, documentId, outcome, state: at } of state.responses) {
    if (at !== "CHECKING" || outcome !== "pending" || documents.get(documentId)?.internal.stopped) continue;
    const end = ends.get(responseId);
    if (end === undefined || end > latest) yield `${documentId}: response ${responseId} may be checked until ${end}`;
  }
}

/** The liquidator stands among the executives, the staff has left in time, and an end is planned. */
function* liquidations({ state, now }: Look) {
  const planned = new Map(state.jobs.flatMap((job) => (job.kind === "LIQUIDATE" ? [[job.subjectId, job.dueAt]] : [])));
  for (const { thirdpartyId, status, collectiveProcedure, executives, workforce, ...row } of state.thirdparties) {
    const liquidators = executives.filter((one) => liquidatorIn([one]));
    const isLiquidated = collectiveProcedure?.type === "LIQUIDATION_JUDICIAIRE";
    if (status !== "STRUCK_OFF" && liquidators.length !== (isLiquidated ? 1 : 0))
      yield `${thirdpartyId}: ${liquidators.length} liquidators, and its procedure is ${collectiveProcedure?.type}`;
    const [liquidator] = liquidators;
    if (!isLiquidated || !liquidator || row.archived || row.source === "UNMANAGED") continue;
    const began = parse(liquidator.since);
    const due = planned.get(thirdpartyId) ?? "never";
    // And then the days without work.
    const last = Math.max(workforce ? began + 46 * day : addMonths(began, 36), parse(now) + 45 * day) + 5 * day;
    if (due > format(last)) yield `${thirdpartyId}: in liquidation since ${liquidator.since}, and goes on at ${due}`;
  }
}

/** The platform warns of the deletion of what it has kept for long enough; before that, the client asks for it. */
function* retention({ state, configuration, documents }: Look) {
  const { evidenceRetentionMonths } = configuration.practice;
  const dossiers = new Map(state.dossiers.map((row) => [row.dossierId, row]));
  for (const { eventName, occurredAt, resourceId, actor } of state.events) {
    if (eventName !== "DOCUMENT_DELETION_WARNING" || actor.type !== "PLATFORM") continue;
    const document = documents.get(resourceId);
    if (document?.internal.deletionWarnedAt !== occurredAt || document.evidences.length === 0) continue;
    const limit = format(addMonths(parse(occurredAt), -evidenceRetentionMonths));
    const { stoppingDate } = dossiers.get(document.dossierId) ?? { stoppingDate: null };
    const expired = document.evidences.every(({ expirationDate }) => (expirationDate ?? "9999") < limit);
    if (!expired && !(stoppingDate !== null && stoppingDate < limit))
      yield `${resourceId}: its deletion was announced on ${occurredAt}, too early`;
  }
}

export const endChecks: Record<string, Check> = {
  "the status of an archived dossier stays": archivedStatuses,
  "reminders end": reminders,
  "checks without a result end": unresolvedChecks,
  "liquidations end": liquidations,
  "evidence is kept as long as it must be": retention,
};
