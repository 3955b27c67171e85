import { fileNameFor, safeFileName } from "../domain/file-name.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { EventRow } from "../domain/rows.ts";
import { respond } from "../world/operations.ts";
import { trigger } from "../world/trigger.ts";
import type { World } from "../world/world.ts";
import type { ControlHandlers } from "./contexts.ts";
import { journaled } from "./journal.ts";

const created = ({ accountId }: World, events: readonly EventRow[]) => ({
  status: 201 as const,
  body: { content: journaled(accountId, events), after: events.at(-1)?.eventId ?? null },
});

export const occurrences: ControlHandlers<"occurrences"> = {
  async create({ body }, world) {
    const outcome = await trigger(world, body);
    return isRefusal(outcome) ? outcome.refused : created(world, outcome.events);
  },
  async answer({ params, query, body }, world) {
    const { fileName, ...asked } = query;
    const file = "bytes" in body && { ...body, fileName: safeFileName(fileName ?? fileNameFor(body.contentType)) };
    const outcome = await respond(world, params.documentId, file ? { ...asked, file } : { ...query, ...body });
    return isRefusal(outcome) ? outcome.refused : created(world, outcome.events);
  },
};
