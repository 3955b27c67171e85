import { z } from "zod";
import { AttributeValue } from "../../contract/attributes.ts";
import { EventName } from "../../contract/events.ts";
import { Email } from "../../contract/shared.ts";
import { Temper } from "../../contract/tempers.ts";
import { defects } from "../domain/response/evidence.ts";
import { outcomes } from "../domain/rows.ts";
import type { Moment } from "../domain/time.ts";

/** The time before the end of the story, as a negative ISO 8601 duration. */
const At = z.string().regex(/^-P/);
const Text = z.string();

const step = <D extends string, S extends z.ZodRawShape>(name: D, shape: S) =>
  z.strictObject({ do: z.literal(name), at: At, ...shape });
/** A step on a third party that an earlier step has named. */
const stepOn = <D extends string, S extends z.ZodRawShape>(name: D, shape: S) => step(name, { on: Text, ...shape });

/** `as` gives a third party a name in the script, and `on` refers to it; a document is named by its code. */
export const Step = z.discriminatedUnion("do", [
  step("add", {
    as: Text,
    type: z.enum(["CIT001", "CIT002", "CIT003"]),
    value: Text,
    code: Text.optional(),
    contacts: z.array(z.strictObject({ email: Email, firstName: Text, lastName: Text })).optional(),
    attributes: z.record(Text, z.array(AttributeValue)).optional(),
    /** How its people answer; drawn by chance where it is left out. */
    temper: Temper.optional(),
  }),
  stepOn("attribute", { label: Text, values: z.array(AttributeValue) }),
  stepOn("answer", {
    document: Text,
    outcome: z.enum(outcomes).optional(),
    /** Days since the document was issued. */
    age: z.number().int().min(0).optional(),
    formdata: z.record(Text, Text).optional(),
    /** What is wrong with the paper. */
    defect: z.enum(defects).optional(),
    /** No person of the client decides on it: it waits for the user, or for a later step. */
    left: z.literal(true).optional(),
  }),
  /** The same, and its automatic check is over at once; without an outcome, the check of the last response is. */
  stepOn("check", { document: Text, outcome: z.enum(outcomes).optional() }),
  stepOn("decide", {
    document: Text,
    approve: z.boolean(),
    share: z.boolean().optional(),
    comment: Text.optional(),
  }),
  stepOn("dossier", {
    type: Text.optional(),
    documents: z.array(Text).optional(),
    description: Text.optional(),
    category: Text.optional(),
    emails: z.array(Email).optional(),
    /** Days from today to its end. */
    endsIn: z.number().int().min(1).optional(),
  }),
  stepOn("require", { documents: z.array(Text) }),
  stepOn("trigger", {
    event: EventName,
    document: Text.optional(),
    dossier: Text.optional(),
    data: z.record(Text, z.unknown()).optional(),
  }),
  /** Companies join, spread over the time that is left, and people do the rest. */
  step("populate", { count: z.number().int().min(0) }),
  /** Brings about each event type that has not occurred yet, by a cause of its own; or this one alone. */
  step("complete", { event: EventName.optional() }),
]);
export type Step = z.output<typeof Step>;
export type StepOf<D extends Step["do"]> = Extract<Step, { do: D }>;

/** A step at its moment; `populate` and `complete` are expanded into such steps. */
export interface TimedStep {
  step: Exclude<Step, { do: "populate" }>;
  moment: Moment;
}
