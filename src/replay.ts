import { z } from "zod";
import { AttributeValue } from "../contract/attributes.ts";
import { outcomes } from "./domain/rows.ts";
import { addDuration, type Moment } from "./domain/time.ts";
import { add, answer, decide, setAttribute } from "./operations.ts";
import type { World } from "./world.ts";

/** How long before the story's end. */
const At = z.string().regex(/^-P/);
const on = { at: At, on: z.string() };

/** One thing that happened. `as` and `on` name a third party within the story; a document is named by its code. */
export const Step = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.literal("add"),
    at: At,
    as: z.string(),
    type: z.enum(["CIT001", "CIT002", "CIT003"]),
    value: z.string(),
    code: z.string().optional(),
    contacts: z.array(z.strictObject({ email: z.string(), firstName: z.string(), lastName: z.string() })).optional(),
    attributes: z.record(z.string(), z.array(AttributeValue)).optional(),
  }),
  z.strictObject({ do: z.literal("attribute"), ...on, label: z.string(), values: z.array(AttributeValue) }),
  z.strictObject({ do: z.literal("answer"), ...on, document: z.string(), outcome: z.enum(outcomes).optional() }),
  z.strictObject({ do: z.literal("decide"), ...on, document: z.string(), approve: z.boolean(), share: z.boolean().optional(), comment: z.string().optional() }),
]);
export type Step = z.output<typeof Step>;

const ago = (at: string, end: Moment): Moment => end - (addDuration(end, at.slice(1)) - end);

/** Lets a story happen, step by step, with everything that falls due between its steps. */
export async function replay(world: World, script: readonly Step[], end: Moment, _size: number | null): Promise<void> {
  const cast = new Map<string, number>();
  const who = (name: string): number => {
    const id = cast.get(name);
    if (id === undefined) throw new Error(`the story speaks of ${name} before it adds it`);
    return id;
  };
  const timed = script.map((step) => ({ step, moment: ago(step.at, end) })).sort((a, b) => a.moment - b.moment);
  for (const { step, moment } of timed) {
    await world.happenUntil(moment);
    await world.setClock(moment, true);
    if (step.do === "add") {
      const added = await add(world, { companyIdType: step.type, companyIdValue: step.value, thirdpartyCode: step.code, contacts: step.contacts } as never, "client");
      if ("refused" in added) throw new Error(`${step.as}: ${added.refused.body.detail}`);
      cast.set(step.as, added.result.thirdpartyId);
      for (const [label, values] of Object.entries(step.attributes ?? {})) await setAttribute(world, added.result.thirdpartyId, { label, values }, "client");
      continue;
    }
    const thirdpartyId = who(step.on);
    if (step.do === "attribute") await setAttribute(world, thirdpartyId, step, "client");
    else {
      const { documents } = await world.folder(thirdpartyId);
      const document = documents.find(({ documentCode, internal }) => documentCode === step.document && !internal.stopped);
      if (!document) throw new Error(`${step.on} was never asked for ${step.document}`);
      if (step.do === "answer") await answer(world, document.documentId, { outcome: step.outcome });
      else {
        const responseId = document.evidences[0]?.responseId;
        if (responseId !== undefined)
          await decide(world, responseId, { approved: step.approve, shareRejectionReason: step.share, comment: step.comment }, "client");
      }
    }
  }
  await world.happenUntil(end);
  await world.setClock(end, true);
}
