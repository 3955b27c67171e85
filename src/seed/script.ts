import { z } from "zod";
import { AttributeValue } from "../../contract/attributes.ts";
import { EventName } from "../../contract/events.ts";
import { outcomes } from "../domain/rows.ts";

/** How long before the story's end. */
const At = z.string().regex(/^-P/);
const on = { at: At, on: z.string() };
const Text = z.string();

/** One thing that happened. `as` and `on` name a third party within the story; a document is named by its code. */
export const Step = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.literal("add"),
    at: At,
    as: Text,
    type: z.enum(["CIT001", "CIT002", "CIT003"]),
    value: Text,
    code: Text.optional(),
    contacts: z.array(z.strictObject({ email: Text, firstName: Text, lastName: Text })).optional(),
    attributes: z.record(Text, z.array(AttributeValue)).optional(),
  }),
  z.strictObject({ do: z.literal("attribute"), ...on, label: Text, values: z.array(AttributeValue) }),
  z.strictObject({
    do: z.literal("answer"),
    ...on,
    document: Text,
    outcome: z.enum(outcomes).optional(),
    /** Age of the piece when it is sent. */
    age: z.number().int().min(0).optional(),
    formdata: z.record(Text, Text).optional(),
  }),
  z.strictObject({
    do: z.literal("decide"),
    ...on,
    document: Text,
    approve: z.boolean(),
    share: z.boolean().optional(),
    comment: Text.optional(),
  }),
  z.strictObject({
    do: z.literal("dossier"),
    ...on,
    type: Text.optional(),
    documents: z.array(Text).optional(),
    description: Text.optional(),
    emails: z.array(Text).optional(),
  }),
  z.strictObject({ do: z.literal("require"), ...on, documents: z.array(Text) }),
  z.strictObject({
    do: z.literal("trigger"),
    ...on,
    event: EventName,
    document: Text.optional(),
    dossier: Text.optional(),
    data: z.record(Text, z.unknown()).optional(),
  }),
  /** The third party answers what is open, and the client decides what waits, each in most cases. */
  z.strictObject({
    do: z.literal("tend"),
    ...on,
    answers: z.number().min(0).max(1),
    decides: z.number().min(0).max(1),
  }),
  /** Companies of the directory join, spread over the time that is left, and live by chance. */
  z.strictObject({
    do: z.literal("populate"),
    at: At,
    count: z.number().int().min(0),
    visits: z.number().int().min(0),
    /** As in a large portfolio: most matter little and cost little, and few have answered yet. */
    ordinary: z.boolean().optional(),
  }),
]);
export type Step = z.output<typeof Step>;
