import { isWorkingMoment } from "../../src/directory/calendar.ts";
import { defaultConfiguration } from "../../src/domain/configuration.ts";
import { minute, parse } from "../../src/domain/time.ts";
import type { Check, Look } from "./look.ts";

/** How people act since the world was made, where no request did anything under their names. */

const isColleague = new Set(defaultConfiguration.practice.colleagues.map(({ name }) => name));

const actsOf = ({ state }: Look) =>
  state.events.filter(
    ({ actor: { type, name }, occurredAt }) =>
      occurredAt > (state.world[0]?.createdAt ?? "") &&
      (type === "CLIENT" ? isColleague.has(name) : type === "THIRD_PARTY" && name !== "third party"),
  );

function* outsideHours(look: Look) {
  for (const { actor, eventId, eventName, occurredAt, thirdpartyId } of actsOf(look)) {
    const { addressCountryCode, addressPostCode } = look.companies.get(thirdpartyId) ?? {};
    const [country, postCode] = actor.type === "CLIENT" ? ["FR"] : [addressCountryCode as string, addressPostCode];
    if (!isWorkingMoment(country as string, parse(occurredAt), postCode))
      yield `${thirdpartyId}: ${actor.name} does ${eventName} (${eventId}) at ${occurredAt}`;
  }
}

/** A piece may serve several dossiers at once; other papers follow one another. */
function* atOnce(look: Look) {
  const codes = new Map(look.state.documents.map(({ documentId, documentCode }) => [documentId, documentCode]));
  const latest = new Map<number, { at: string; code: string | undefined }>();
  for (const { eventName, thirdpartyId, documentId, occurredAt: at } of actsOf(look)) {
    if (eventName !== "DOCUMENT_ANSWER_ADDED") continue;
    const [before, code] = [latest.get(thirdpartyId), codes.get(documentId ?? 0)];
    if (before && before.code !== code && parse(at) - parse(before.at) < minute)
      yield `${thirdpartyId}: answers ${before.code} at ${before.at}, and ${code} at ${at}`;
    latest.set(thirdpartyId, { at, code });
  }
}

export const workingHourChecks: Record<string, Check> = {
  "people act during their working hours": outsideHours,
  "a supplier answers one paper after another": atOnce,
};
