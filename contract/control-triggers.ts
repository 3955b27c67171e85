import { object, z } from "zod";
import { ResourceType, root } from "./control-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { guarded, params } from "./endpoint-parts.ts";
import { EventName } from "./events.ts";
import { Id, IdParameters, Problem, ProblemCode } from "./shared.ts";

const PossibleTrigger = object({
  event: EventName,
  resource: ResourceType,
  possible: z.boolean(),
  target: object({ thirdpartyId: Id.optional(), dossierId: Id.optional(), documentId: Id.optional() }).meta({
    id: "TriggerTarget",
    description: "What to send beside `event`: the resource, or the nearest one around it that the event takes.",
  }),
  code: ProblemCode.nullable().meta({ description: "Why it cannot be brought about, as the trigger would say it." }),
  detail: z.string().nullable().meta({ description: "The same as a sentence." }),
}).meta({ id: "PossibleTrigger", description: "An event, and whether a trigger brings it about now." });

export const possible = {
  method: "get",
  path: `${root}/accounts/:accountId/triggers`,
  summary: "List which events can be brought about on a resource now",
  description:
    `Each of the ${EventName.options.length} events, with the refusal that its trigger without data would get: the ` +
    "same causes are tried on the same resource, and nothing is changed. Name at least one resource; a document " +
    "stands for its dossier too, and both for their third party. Of a third party or a dossier, the first suitable " +
    "part of it counts.",
  params: params.account,
  query: z.object({
    thirdpartyId: IdParameters.thirdpartyId.optional(),
    dossierId: IdParameters.dossierId.optional(),
    documentId: IdParameters.documentId.optional(),
  }),
  responses: {
    200: object({ content: z.array(PossibleTrigger) }).meta({ id: "PossibleTriggers" }),
    404: Problem,
    409: Problem,
    ...guarded,
  },
  examples: {
    success: {
      summary: "One that can, and one that cannot",
      query: { documentId: 11031000 },
      response: {
        content: [
          {
            event: "DOCUMENT_ANSWER_ADDED",
            resource: "DOCUMENT",
            possible: true,
            target: { documentId: 11031000 },
            code: null,
            detail: null,
          },
          {
            event: "DOCUMENT_ANSWER_SCOPE_UPDATED",
            resource: "DOCUMENT",
            possible: false,
            target: { documentId: 11031000 },
            code: "NOTHING_SUITABLE",
            detail: "DOCUMENT_ANSWER_SCOPE_UPDATED needs a document with an answer, and what was named is none.",
          },
        ],
      },
    },
  },
} as const satisfies Endpoint;
