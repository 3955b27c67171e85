import { z } from "zod";
import { control } from "../../contract/control.ts";
import { Answer, type JournalEvent } from "../../contract/control-shapes.ts";
import { scenarioNames } from "../../contract/scenarios.ts";
import { Id, text } from "../../contract/shared.ts";
import { Refused, type Session } from "./session.ts";
import { tool } from "./tool-definition.ts";

const { occurrences, portfolio, scenarios } = control;
export const targets = { thirdpartyId: Id.optional(), dossierId: Id.optional(), documentId: Id.optional() };

/** How often each name occurs. */
export const counted = (events: readonly JournalEvent[]) => {
  const counts: Record<string, number> = {};
  for (const { eventName } of events) counts[eventName] = (counts[eventName] ?? 0) + 1;
  return counts;
};

export const scenario = tool({
  name: "scenario",
  description: "Make a state that a test needs: answers with its ids. Without a name: what each scenario is.",
  input: { scenario: z.enum(scenarioNames).optional() },
  async run({ account, scenario: name }, session) {
    if (name === undefined) return (await session.ask(scenarios.list)).content;
    return session.ask(scenarios.play, { body: { scenario: name } }, await session.changing(account));
  },
});

/** Of the events that follow; the tool events has the rest. */
const mostShown = 10;

export const cause = tool({
  name: "cause",
  description:
    "Bring an event about, on a resource or the first suitable one; or, with documentId and answer, answer a " +
    "document as the third party. Answers with the events that follow.",
  input: {
    event: z.string().optional().meta({ description: "A name that look shows, such as DOCUMENT_ANSWER_EXPIRED." }),
    ...targets,
    data: z.record(z.string(), z.unknown()).optional().meta({ description: "What the event carries." }),
    answer: Answer.optional(),
  },
  async run({ account, answer, documentId, ...trigger }, session) {
    const accountId = await session.changing(account);
    const { content } = await brought(accountId);
    const events = content.slice(0, mostShown).map(({ eventId, eventName, payload, ...event }) => ({
      ...{ eventId, eventName },
      ...{ thirdpartyId: event.thirdpartyId, dossierId: event.dossierId, documentId: event.documentId, payload },
    }));
    return { happened: counted(content), events };

    async function brought(id: string) {
      if (trigger.event !== undefined && answer === undefined) {
        // Whether the data fit the event is checked by the sandbox, which names what is wrong.
        const body = { ...trigger, documentId } as z.input<typeof occurrences.create.body>;
        return session.ask(occurrences.create, { body }, id);
      }
      if (trigger.event === undefined && documentId !== undefined && Object.keys(trigger).length === 0)
        return session.ask(occurrences.answer, { params: { documentId }, body: answer ?? {} }, id);
      throw new Refused("cause takes event with what it happens to, or documentId and answer alone.");
    }
  },
});

/** The documents that are asked for of a third party, in short. */
async function documentsOf(session: Session, thirdpartyId: number, accountId: string) {
  const { content } = await session.ask(portfolio.documents, { query: { thirdpartyId } }, accountId);
  return content.map(
    ({ documentId, dossierId, dossierTypeCode, documentCode, statusCode, expirationDate, responseId }) => ({
      ...{ documentId, dossierId, dossierTypeCode, documentCode, statusCode, expirationDate, responseId },
    }),
  );
}

/** The kinds that events happen to; anything else belongs to one of them. */
const resources = ["DOCUMENT", "DOSSIER", "THIRD_PARTY"] as const;

export const look = tool({
  name: "look",
  description:
    "What an id is, or a name: its parents, its state, its documents, and the events that can happen to it now.",
  reads: true,
  input: { id: z.union([Id, text(100, 1)]).meta({ description: "Any id, or a part of a name." }) },
  async run({ account, id }, session) {
    const accountId = await session.reading(account);
    const { content } = await session.ask(portfolio.find, { query: { q: String(id), limit: 20 } }, accountId);
    const [found] = content;
    if (!found) throw new Refused(`Nothing in the world ${accountId} has the id or the name ${id}; events shows ids.`);
    if (content.length > 1 && found.id !== Number(id)) return { found: content };
    const { kind, label, detail, thirdpartyId, dossierId, documentId } = found;
    const ids = [documentId, dossierId, thirdpartyId] as const;
    const at = ids.findIndex((each) => each !== null);
    const query = { [["documentId", "dossierId", "thirdpartyId"][at] as string]: ids[at] };
    const [documents, possible, { name, responses }] = await Promise.all([
      documentsOf(session, thirdpartyId, accountId),
      session.ask(occurrences.possible, { query }, accountId),
      session.ask(portfolio.thirdparty, { params: { thirdpartyId } }, accountId),
    ]);
    const isPart = (row: { dossierId: number; documentId: number }) =>
      (dossierId ?? row.dossierId) === row.dossierId && (documentId ?? row.documentId) === row.documentId;
    const events = possible.content.filter(({ possible: can, resource }) => can && resource === resources[at]);
    return {
      ...{ kind, id: found.id, label, state: detail },
      parents: { thirdpartyId, thirdparty: name, dossierId, documentId },
      documents: documents.filter(isPart),
      ...(documentId !== null && { responses: responses.filter(isPart) }),
      canHappen: events.map(({ event }) => event),
    };
  },
});
