import type { RawBody } from "../../contract/endpoint.ts";
import { fileNameFor, safeFileName } from "../domain/document/file-name.ts";
import { isRefusal, wrongParameter } from "../domain/refusal.ts";
import { piecesOf, type Upload } from "../domain/response/upload.ts";
import type { EventRow } from "../domain/rows.ts";
import { reply } from "../sandbox/reply.ts";
import { inBatches, sliced } from "../store/time-slice.ts";
import { respond } from "../world/operations.ts";
import { possibleTriggers } from "../world/possible.ts";
import { trigger } from "../world/trigger.ts";
import type { World } from "../world/world.ts";
import type { ControlHandlers } from "./contexts.ts";
import { journaled } from "./journal.ts";

/** A trigger may reach every third party of the portfolio. */
async function created({ accountId }: World, events: readonly EventRow[]) {
  const content: ReturnType<typeof journaled> = [];
  for await (const some of inBatches(events)) for (const event of journaled(accountId, some)) content.push(event);
  return { status: 201 as const, body: { content, after: events.at(-1)?.eventId ?? null } };
}

async function uploaded({ bytes, contentType }: RawBody, fileName = fileNameFor(contentType)): Promise<Upload> {
  const pieces: string[] = [];
  for await (const piece of sliced(piecesOf(bytes))) pieces.push(piece);
  return { fileName: safeFileName(fileName), contentType, size: bytes.length, pieces };
}

const noResource = wrongParameter(
  "documentId",
  "Name a resource: thirdpartyId, dossierId or documentId.",
  "the id of a third party, a dossier or a document",
  undefined,
);

export const occurrences: ControlHandlers<"occurrences"> = {
  async create({ body }, world) {
    const outcome = await trigger(world, body);
    return isRefusal(outcome) ? outcome.refused : created(world, outcome.events);
  },
  async possible({ query }, world) {
    if (Object.values(query).every((id) => id === undefined)) return noResource.refused;
    return reply(await possibleTriggers(world, query), 200, (content) => ({ content }));
  },
  async answer({ params, query, body }, world) {
    const { fileName, ...asked } = query;
    const supplied = "bytes" in body ? { ...asked, file: await uploaded(body, fileName) } : { ...query, ...body };
    const outcome = await respond(world, params.documentId, supplied);
    return isRefusal(outcome) ? outcome.refused : created(world, outcome.events);
  },
};
