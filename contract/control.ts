import { z } from "zod";
import { compare } from "./control-compare.ts";
import { configuration, WorldRequest } from "./control-configuration.ts";
import { coverage } from "./control-coverage.ts";
import { due } from "./control-due.ts";
import { portfolio } from "./control-portfolio.ts";
import { DossierTypes, reference, vigilanceType } from "./control-reference.ts";
import { requests } from "./control-requests.ts";
import * as shapes from "./control-shapes.ts";
import { SyncReport, syncQuery } from "./control-sync.ts";
import { tokens } from "./control-tokens.ts";
import { possible } from "./control-triggers.ts";
import { binary, type Endpoint } from "./endpoint.ts";
import { guarded, guardedWrite, params } from "./endpoint-parts.ts";
import { emptyWorld, journal, outage, reading, server, snapshot, syncReport, world } from "./examples/control.ts";
import { Occurrence } from "./occurrences.ts";
import { people } from "./people.ts";
import { scenarios } from "./scenarios.ts";
import { AccountId, IdParameters, InvalidRequest, Problem, wholeNumber, yesOrNo } from "./shared.ts";

export type { Body, Har, HarEntry, Header, Seen, WholeRequest } from "./control-requests.ts";
export type { Fault, JournalEvent } from "./control-shapes.ts";

const { root } = shapes;
const none = z.object({});
const oneSnapshot = z.object({ accountId: AccountId, name: shapes.SnapshotName });

export const control = {
  accounts: {
    list: {
      method: "get",
      path: `${root}/accounts`,
      summary: "List the worlds",
      description: "With the last use of each, by which `--world-ttl` and `accounts delete --unused-for` delete.",
      params: none,
      responses: { 200: shapes.Worlds, ...guarded },
      examples: {
        success: {
          summary: "One world",
          response: { content: [{ ...world, usedAt: "2026-01-15T09:12:41.307" }], deleted: ["web-142"] },
        },
      },
    },
    put: {
      method: "put",
      path: `${root}/accounts/:accountId`,
      summary: "Create or replace a world",
      description:
        "From a seed, or as a copy of another world (`from`), to which a later reset comes back. It is made " +
        "whole or not at all. The faults of the account are removed.",
      params: params.account,
      body: WorldRequest,
      bodyOptional: true,
      responses: { 200: shapes.World, 201: shapes.World, 404: Problem, 409: Problem, ...guardedWrite },
      examples: {
        success: {
          summary: "The default portfolio, at a fixed time",
          body: { seed: "portfolio", now: "2026-01-15T09:00:00", freeze: true },
          status: 201,
          response: world,
        },
        size: {
          summary: "Three hundred third parties",
          body: { size: 300 },
          response: { ...world, size: 300, thirdparties: 300 },
        },
        fork: {
          summary: "A copy of another world",
          body: { from: { accountId: "demo" } },
          status: 201,
          response: { ...world, accountId: "copy" },
        },
      },
    },
    delete: {
      method: "delete",
      path: `${root}/accounts/:accountId`,
      summary: "Delete a world",
      params: params.account,
      responses: { 204: z.undefined(), 404: Problem, ...guarded },
      examples: { success: { summary: "Gone" } },
    },
    deleteUnused: {
      method: "delete",
      path: `${root}/accounts`,
      summary: "Delete the worlds that were not used for a while",
      description:
        "Those whose last use is longer ago, by the wall clock of the server. One that is used before its turn " +
        "stays. `--world-ttl` does the same again and again.",
      params: none,
      query: z.object({ unusedFor: shapes.Period }),
      responses: { 200: shapes.DeletedWorlds, ...guarded },
      examples: {
        success: { summary: "One was unused", query: { unusedFor: "P7D" }, response: { deleted: ["web-142"] } },
      },
    },
    reset: {
      method: "post",
      path: `${root}/accounts/:accountId/reset`,
      summary: "Put a world back to how it was created",
      params: params.account,
      responses: { 200: shapes.World, 404: Problem, 409: Problem, ...guarded },
      examples: { success: { summary: "As new", response: world } },
    },
    export: {
      method: "get",
      path: `${root}/accounts/:accountId/state`,
      summary: "Export the whole world",
      params: params.account,
      responses: { 200: shapes.WorldState, 404: Problem, ...guarded },
      examples: { success: { summary: "An empty world", response: emptyWorld } },
    },
    import: {
      method: "put",
      path: `${root}/accounts/:accountId/state`,
      summary: "Import a whole world",
      description:
        "What `state` was exported, here or elsewhere. It is taken whole or not at all: a 422 names the places that " +
        "do not fit, twenty at most. What fits is what the rules could have written: fields of their type, check " +
        "digits, codes that exist, references, dates in order. A later reset comes back to it.",
      params: params.account,
      query: z.object({ check: shapes.WorldCheck.default("rules") }),
      body: shapes.WorldState,
      largest: 256 * 1024 * 1024,
      responses: { 200: shapes.World, 422: InvalidRequest, ...guardedWrite },
      examples: {
        success: {
          summary: "What was exported",
          body: emptyWorld,
          response: { ...world, seed: "empty", thirdparties: 0, dossiers: 0, documents: 0, events: 0 },
        },
      },
    },
    snapshots: {
      method: "get",
      path: `${root}/accounts/:accountId/snapshots`,
      summary: "List the snapshots of a world",
      params: params.account,
      responses: { 200: shapes.Snapshots, 404: Problem, ...guarded },
      examples: { success: { summary: "One", response: { content: [{ ...snapshot, damage: null }] } } },
    },
    snapshot: {
      method: "post",
      path: `${root}/accounts/:accountId/snapshots`,
      summary: "Take a snapshot",
      description:
        "One of the same name gives way. Snapshots last as long as the account, and longer than the server when " +
        "there is a data folder.",
      params: params.account,
      body: z.strictObject({ name: shapes.SnapshotName }).meta({ id: "NewSnapshot" }),
      responses: { 201: shapes.Snapshot, 404: Problem, ...guardedWrite },
      examples: { success: { summary: "Named", body: { name: "before-renewal" }, response: snapshot } },
    },
    restore: {
      method: "post",
      path: `${root}/accounts/:accountId/snapshots/:name/restore`,
      summary: "Go back to a snapshot",
      params: oneSnapshot,
      responses: { 200: shapes.World, 404: Problem, 409: Problem, ...guarded },
      examples: { success: { summary: "Back", response: world } },
    },
    forget: {
      method: "delete",
      path: `${root}/accounts/:accountId/snapshots/:name`,
      summary: "Delete a snapshot",
      params: oneSnapshot,
      responses: { 204: z.undefined(), 404: Problem, ...guarded },
      examples: { success: { summary: "Gone" } },
    },
    compare,
    dossierTypes: {
      method: "get",
      path: `${root}/accounts/:accountId/dossier-types`,
      summary: "List the dossier types of an account",
      description: "As its templates are now: DOSSIER_TEMPLATE_UPDATED changes one.",
      params: params.account,
      responses: { 200: DossierTypes, 404: Problem, ...guarded },
      examples: { success: { summary: "One", response: { content: [vigilanceType] } } },
    },
    ...configuration,
    events: {
      method: "get",
      path: `${root}/accounts/:accountId/events`,
      summary: "Read the audit journal",
      description: "Oldest first. `after` of an answer is the cursor of the next request.",
      params: params.account,
      query: z.object({
        after: wholeNumber(0, 999_999_999).optional().meta({ description: "Only events after this eventId." }),
        limit: wholeNumber(1, 1000).default(100),
        latest: yesOrNo
          .optional()
          .meta({ description: "true: the last `limit` events in place of the first; still oldest first." }),
        names: z.string().optional().meta({ description: "Event types, separated by commas." }),
        thirdpartyId: IdParameters.thirdpartyId.optional(),
        dossierId: IdParameters.dossierId.optional(),
        documentId: IdParameters.documentId.optional(),
        from: shapes.Moment.optional(),
        to: shapes.Moment.optional(),
      }),
      responses: { 200: shapes.JournalPage, 404: Problem, ...guarded },
      examples: { success: { summary: "One event", response: journal } },
    },
    sync: {
      method: "get",
      path: `${root}/accounts/:accountId/sync`,
      summary: "Audit how clients synchronise",
      description:
        "Compares the searches by events with the audit journal, for each caller: which events it was not shown, " +
        "which time it left unread, by which mistake, and how to mend it. What cannot be known is said. Where " +
        "several servers share a database, the header `X-Complete-Until` says up to when the searches of all of " +
        "them are known.",
      params: params.account,
      query: syncQuery,
      responses: { 200: SyncReport, 404: Problem, ...guarded },
      examples: { success: { summary: "A gap between two windows", response: syncReport } },
    },
    bundle: {
      method: "get",
      path: `${root}/accounts/:accountId/bundle`,
      summary: "Pack a world with its requests",
      description:
        "A ZIP with the requests of the account (`requests.har`), its audit journal (`events.jsonl`), its whole " +
        "world (`world.json`, as exported), and its seed, clock and faults (`manifest.json`). `tiers-sandbox open` " +
        "serves it again, as it was. Credentials are removed, as in the request log.",
      params: params.account,
      responses: { 200: binary("The archive.", "PK", "application/zip"), 404: Problem, ...guarded },
      examples: { success: { summary: "All of it" } },
    },
  },
  clock: {
    get: {
      method: "get",
      path: `${root}/accounts/:accountId/clock`,
      summary: "Read the clock",
      params: params.account,
      responses: { 200: shapes.ClockReading, 404: Problem, ...guarded },
      examples: { success: { summary: "Frozen", response: { ...reading, happened: {} } } },
    },
    move: {
      method: "post",
      path: `${root}/accounts/:accountId/clock`,
      summary: "Advance, set, freeze or resume the clock",
      description:
        "Everything due on the way happens, in order, each at its own time. Never backwards, and never past the end " +
        "of 9999, where a running clock stands still. A long way is gone in parts, each of them whole or absent: a " +
        "server that is killed leaves the clock at the end of one, and so does a limit of memory (`stopped`).",
      params: params.account,
      body: shapes.ClockMove,
      responses: { 200: shapes.ClockReading, 404: Problem, 409: Problem, ...guardedWrite },
      examples: {
        success: { summary: "Ninety days on", body: { advance: "P90D" }, response: reading },
        set: { summary: "To a moment", body: { set: "2027-01-01T00:00:00" }, response: reading },
        freeze: { summary: "Stop", body: { freeze: true }, response: reading },
      },
    },
    cancel: {
      method: "delete",
      path: `${root}/accounts/:accountId/clock/move`,
      summary: "Cancel the move of the clock that is under way",
      description:
        "The clock stands where it has come to. The request that moves it answers with `cancelled`; to close its " +
        "connection cancels nothing.",
      params: params.account,
      responses: { 200: shapes.ClockReading, 404: Problem, 409: Problem, ...guarded },
      examples: { success: { summary: "Cancelled", response: { ...reading, happened: {}, cancelled: true } } },
    },
    due,
  },
  people,
  occurrences: {
    create: {
      method: "post",
      path: `${root}/accounts/:accountId/occurrences`,
      summary: "Bring an event about, by a cause in this model",
      params: params.account,
      body: Occurrence,
      responses: { 201: shapes.JournalPage, 404: Problem, 409: Problem, 503: Problem, 504: Problem, ...guardedWrite },
      examples: {
        success: {
          summary: "Archive a third party",
          body: { event: "THIRD_PARTY_ARCHIVED", thirdpartyId: 924004 },
          response: journal,
        },
        told: {
          summary: "Say what happens",
          body: {
            event: "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
            thirdpartyId: 924004,
            data: { type: "SAUVEGARDE" },
          },
          response: journal,
        },
        joining: {
          summary: "Add a company of your choice",
          body: { event: "THIRD_PARTY_ADDED", data: { companyIdType: "CIT001", companyIdValue: "219 966 488 00021" } },
          response: journal,
        },
      },
    },
    possible,
    answer: {
      method: "post",
      path: `${root}/accounts/:accountId/documents/:documentId/answers`,
      summary: "Answer a document as the third party would",
      description:
        "JSON asks for a plausible answer, or says what to answer. " +
        "A body of any other media type is the file itself, named by fileName.",
      params: z.object({ accountId: AccountId, documentId: IdParameters.documentId }),
      query: z.object({ fileName: z.string().min(1).max(1000).optional(), ...shapes.responseFields }),
      body: shapes.Answer,
      bodyOptional: true,
      raw: ["application/pdf", "*/*"],
      responses: { 201: shapes.JournalPage, 404: Problem, 409: Problem, ...guardedWrite },
      examples: {
        success: { summary: "Something plausible", body: {}, response: journal },
        form: {
          summary: "Some fields of a form",
          body: {
            formdata: { titulaire_compte: "Novalune Systèmes", nombre_salaries: 48, engagement: true },
            outcome: "valid",
            issueDate: "2026-01-10",
          },
          response: journal,
        },
        review: { summary: "One that the client has to look at", body: { outcome: "review" }, response: journal },
      },
    },
  },
  faults: {
    list: {
      method: "get",
      path: `${root}/faults`,
      summary: "List the faults",
      params: none,
      query: shapes.ofAccount,
      responses: { 200: shapes.Faults, ...guarded },
      examples: { success: { summary: "One", response: [outage] } },
    },
    replace: {
      method: "put",
      path: `${root}/faults`,
      summary: "Replace the faults",
      description:
        "In the place of all that are armed. Without an operation a fault strikes every one, and without an " +
        "accountId the requests of every account; `times` ends it by itself. docs/faults.md says what each kind does.",
      params: none,
      query: shapes.ofAccount,
      body: shapes.Faults,
      responses: { 200: shapes.Faults, ...guardedWrite },
      examples: { success: { summary: "The next list is down", body: [outage], response: [outage] } },
    },
    clear: {
      method: "delete",
      path: `${root}/faults`,
      summary: "Remove all faults",
      params: none,
      query: shapes.ofAccount,
      responses: { 204: z.undefined(), ...guarded },
      examples: { success: { summary: "None left" } },
    },
  },
  portfolio,
  requests,
  coverage,
  scenarios,
  server: {
    about: {
      method: "get",
      path: `${root}/server`,
      summary: "Read what the server is",
      params: none,
      responses: { 200: shapes.Server, ...guarded },
      examples: { success: { summary: "On loopback", response: server } },
    },
    stop: {
      method: "post",
      path: `${root}/stop`,
      summary: "Stop the server",
      description:
        "As a signal does: requests in flight are finished, and everything is written. Only for a server that the " +
        "command started; one inside another program is closed by that program (409).",
      params: none,
      responses: { 202: shapes.Stopping, 409: Problem, ...guarded },
      examples: { success: { summary: "It stops", response: { pid: 4711 } } },
    },
  },
  reference,
  tokens,
} as const satisfies Record<string, Record<string, Endpoint>>;
