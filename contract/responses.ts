import { strictObject, z } from "zod";
import { assumedObject } from "./assumptions.ts";
import type { Endpoint } from "./endpoint.ts";
import { account, guardedWrite, params } from "./endpoint-parts.ts";
import { choice, named } from "./named.ts";
import { DateTime, Id, Problem, ShortText, text } from "./shared.ts";

const Comment = text(4000);

export const Approval = strictObject({ comment: Comment.nullish() }).meta({
  id: "Approval",
  description: "What to say with an approval.",
});
export const Rejection = strictObject({
  comment: Comment.nullish().meta({ description: "The reason." }),
  shareRejectionReason: z.boolean().meta({ description: "true: the third party is told by e-mail." }),
}).meta({ id: "Rejection", description: "Why an answer is rejected, and whether the third party hears of it." });

export const Decision = assumedObject("decision-bodies", {
  responseId: Id,
  documentId: Id,
  dossierId: Id,
  decision: named("Verdict", z.enum(["APPROVED", "REJECTED"])),
  statusCode: choice("DecidedStatus", ["VALID", "INVALID", "BELOW_EXPECTATION"], "The document's new status."),
  comment: Comment.nullable(),
  shareRejectionReason: z.boolean().nullable().meta({ description: "null for an approval." }),
  decisionDate: DateTime,
  decidedBy: ShortText,
  notified: z.array(ShortText).meta({
    description: "The e-mail addresses of the contacts who are asked for another answer; [] for nobody.",
  }),
}).meta({ id: "Decision", description: "The decision, and the document's new status." });
export type Decision = z.output<typeof Decision>;

const links = {
  document: { operation: "documents.get", parameters: { dossierId: "/dossierId", documentId: "/documentId" } },
} as const;
const approved = {
  responseId: 2238000,
  documentId: 11031000,
  dossierId: 1324000,
  decision: "APPROVED",
  statusCode: "VALID",
  comment: "Conforme",
  shareRejectionReason: null,
  decisionDate: "2026-01-15T09:00:00.000",
  decidedBy: "demo",
  notified: [],
};
const unreadable = { comment: "Document illisible", shareRejectionReason: true };
const tooLow = { comment: "Garantie trop faible", shareRejectionReason: false };
const notified = ["marie.martin@exemple.fr"];
const rejected = { ...approved, decision: "REJECTED", statusCode: "INVALID", ...unreadable, notified };

export const responses = {
  approve: {
    method: "post",
    path: `${account}/responses/:responseId/approve`,
    summary: "Approve a submitted answer",
    description: "Takes the responseId of the evidence. A decision covers every evidence of the answer.",
    params: params.response,
    body: Approval,
    bodyOptional: true,
    responses: { 200: Decision, 404: Problem, 409: Problem, ...guardedWrite },
    examples: {
      success: { summary: "With a comment", body: { comment: "Conforme" }, response: approved },
      silent: { summary: "Without a word", body: {}, response: { ...approved, comment: null } },
    },
    links,
    assumes: ["decision-bodies", "document-transitions", "event-causes"],
  },
  reject: {
    method: "post",
    path: `${account}/responses/:responseId/reject`,
    summary: "Reject a submitted answer",
    description:
      "Shared: the document becomes INVALID and is asked for again, within fifteen days, as a DOCUMENT_MODIFICATION " +
      "records, and `notified` names the contacts who are asked. Not shared: BELOW_EXPECTATION.",
    params: params.response,
    body: Rejection,
    responses: { 200: Decision, 404: Problem, 409: Problem, ...guardedWrite },
    examples: {
      success: { summary: "Shared with the third party", body: unreadable, response: rejected },
      unshared: {
        summary: "Kept to ourselves",
        body: tooLow,
        response: { ...rejected, statusCode: "BELOW_EXPECTATION", ...tooLow, notified: [] },
      },
    },
    links,
    assumes: ["decision-bodies", "document-transitions", "event-causes"],
  },
} as const satisfies Record<string, Endpoint>;
