import { object, strictObject, z } from "zod";
import { largePages, pageFields } from "./control-due.ts";
import { Actor, root } from "./control-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { guarded, guardedWrite, params } from "./endpoint-parts.ts";
import { JobKind } from "./job-kinds.ts";
import { choice } from "./named.ts";
import { AccountId, Count, DateTime, Id, IdParameters, Problem } from "./shared.ts";
import { People, Temper } from "./tempers.ts";

const Act = object({
  jobId: Id,
  dueAt: DateTime,
  kind: JobKind,
  sentence: z.string(),
  actor: Actor.nullable().meta({ description: "Who does it; null where it would come to nothing." }),
  documentId: Id.nullable(),
}).meta({ id: "PersonsAct", description: "What a person will do next, if nothing happens before." });
const Supplier = object({
  thirdpartyId: Id,
  thirdpartyName: z.string(),
  temper: Temper,
  origin: choice("TemperOrigin", ["DRAWN", "SET"], "Drawn by the world's own chance, or set by a request or a seed."),
  next: Act.nullable().meta({ description: "Null where nobody has anything to do." }),
}).meta({ id: "Supplier", description: "How a third party behaves, and what comes next of it." });
const Colleague = object({
  name: z.string(),
  mention: z.string().meta({ description: "How comments mention the person, after an @." }),
  task: z.string(),
}).meta({ id: "Colleague", description: "One of the client's people." });
const TemperRow = object({ temper: Temper, sentence: z.string() }).meta({
  id: "TemperRow",
  description: "A way to behave.",
});
const Acting = object({
  accountId: AccountId,
  people: People,
  planned: Count.meta({ description: "Acts that are planned now." }),
}).meta({ id: "Acting", description: "Who acts in a world." });
const PeopleOf = object({
  ...Acting.shape,
  colleagues: z.array(Colleague),
  tempers: z.array(TemperRow),
  content: z.array(Supplier),
  ...pageFields,
}).meta({ id: "PeopleOf", description: "Who acts in a world, and how its third parties behave." });

const acting = { accountId: "demo", people: "all", planned: 214 } as const;
const supplier = {
  thirdpartyId: 924000,
  thirdpartyName: "Novalune Systèmes",
  temper: "late",
  origin: "SET",
  next: {
    jobId: 40000712,
    dueAt: "2026-02-03T10:12:00.000",
    kind: "ANSWER",
    sentence: "The contact of a supplier answers a document.",
    actor: { type: "THIRD_PARTY", name: "Jeanne Blanchard" },
    documentId: 11031000,
  },
} as const;
const path = `${root}/accounts/:accountId/people`;

export const people = {
  get: {
    method: "get",
    path,
    summary: "Read who acts in a world",
    description:
      "The client's people, the tempers, and each third party that is not archived with its temper and what comes " +
      "next of it. What people do is due like anything else: `GET …/due` and the journal show it.",
    params: params.account,
    query: z.object(largePages),
    responses: { 200: PeopleOf, 404: Problem, ...guarded },
    examples: {
      success: {
        summary: "One supplier",
        response: {
          ...acting,
          colleagues: [{ name: "Claire Martin", mention: "claire.martin", task: "Purchasing" }],
          tempers: [{ temper: "late", sentence: "Answers after the second or third reminder." }],
          content: [supplier],
          ...{ page: 0, size: 100, totalElements: 1, totalPages: 1 },
        },
      },
    },
  },
  supplier: {
    method: "get",
    path: `${path}/:thirdpartyId`,
    summary: "Read how a third party behaves",
    params: z.object({ accountId: AccountId, thirdpartyId: IdParameters.thirdpartyId }),
    responses: { 200: Supplier, 404: Problem, ...guarded },
    examples: { success: { summary: "A late supplier", response: supplier } },
  },
  put: {
    method: "put",
    path,
    summary: "Say who acts in a world",
    description:
      "The world is kept: acts that are planned and no longer wanted are dropped, and what waits for somebody is " +
      "planned from now on. A reset goes back to who acted when the world was made.",
    params: params.account,
    body: strictObject({ people: People }).meta({ id: "PeopleWish", description: "Who is to act." }),
    responses: { 200: Acting, 404: Problem, ...guardedWrite },
    examples: {
      success: {
        summary: "Silence",
        body: { people: "none" },
        response: { ...acting, people: "none", planned: 0 },
      },
    },
  },
  temper: {
    method: "put",
    path: `${path}/:thirdpartyId`,
    summary: "Say how a third party behaves",
    description: "What it has planned is planned anew. null goes back to the temper that chance draws for it.",
    params: z.object({ accountId: AccountId, thirdpartyId: IdParameters.thirdpartyId }),
    body: strictObject({ temper: Temper.nullable() }).meta({ id: "TemperWish", description: "How to behave." }),
    responses: { 200: Supplier, 404: Problem, ...guardedWrite },
    examples: { success: { summary: "A late supplier", body: { temper: "late" }, response: supplier } },
  },
} as const satisfies Record<string, Endpoint>;
