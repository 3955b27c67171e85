import type { control } from "../../contract/control.ts";
import { fileNameFor, safeFileName } from "../domain/file-name.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { answer } from "../world/operations.ts";
import { trigger } from "../world/trigger.ts";
import { journaled, noAccount } from "./accounts.ts";

export const occurrences: Handlers<typeof control.occurrences, Sandbox> = {
  async create({ params, body }, sandbox) {
    const world = await sandbox.existing(params.accountId);
    if (!world) return noAccount(params.accountId);
    const outcome = await world.write(() => trigger(world, body));
    if (isRefusal(outcome)) return outcome.refused;
    return {
      status: 201,
      body: { content: journaled(params.accountId, outcome.events), after: outcome.events.at(-1)?.eventId ?? null },
    };
  },
  async answer({ params, query, body }, sandbox) {
    const world = await sandbox.existing(params.accountId);
    if (!world) return noAccount(params.accountId);
    const asked =
      "bytes" in body
        ? {
            outcome: query.outcome,
            issueDate: query.issueDate,
            file: { ...body, fileName: safeFileName(query.fileName ?? fileNameFor(body.contentType)) },
          }
        : { ...query, ...body };
    const outcome = await world.write(() => answer(world, params.documentId, asked));
    if (isRefusal(outcome)) return outcome.refused;
    return {
      status: 201,
      body: { content: journaled(params.accountId, outcome.events), after: outcome.events.at(-1)?.eventId ?? null },
    };
  },
};
