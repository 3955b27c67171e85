/** Made from the contract by npm run generate; not to be edited. */

import type { operations as ControlOperations } from "./control-schema.ts";
import type { Operation } from "./operation.ts";
import type { operations as ServiceOperations } from "./schema.ts";

export interface Service {
  thirdparties: {
    list: Operation<"get", "/api/v1/account/:accountId/thirdparties", ServiceOperations["thirdparties.list"]>;
    create: Operation<"post", "/api/v1/account/:accountId/thirdparties", ServiceOperations["thirdparties.create"]>;
    search: Operation<
      "get",
      "/api/v1/account/:accountId/thirdparties/search",
      ServiceOperations["thirdparties.search"]
    >;
    find: Operation<"post", "/api/v1/account/:accountId/thirdparties/search", ServiceOperations["thirdparties.find"]>;
    get: Operation<"get", "/api/v1/account/:accountId/thirdparties/:id", ServiceOperations["thirdparties.get"]>;
  };
  attributes: {
    available: Operation<"get", "/api/v1/account/:accountId/attributes", ServiceOperations["attributes.available"]>;
    list: Operation<
      "get",
      "/api/v1/account/:accountId/thirdparties/:id/attributes",
      ServiceOperations["attributes.list"]
    >;
    set: Operation<
      "post",
      "/api/v1/account/:accountId/thirdparties/:id/attributes",
      ServiceOperations["attributes.set"]
    >;
  };
  indicators: {
    list: Operation<
      "get",
      "/api/v1/account/:accountId/thirdparties/:id/indicators",
      ServiceOperations["indicators.list"]
    >;
  };
  dossiers: {
    ofThirdparty: Operation<
      "get",
      "/api/v1/account/:accountId/thirdparties/:id/dossiers",
      ServiceOperations["dossiers.ofThirdparty"]
    >;
    create: Operation<
      "post",
      "/api/v1/account/:accountId/thirdparties/:id/dossiers",
      ServiceOperations["dossiers.create"]
    >;
    list: Operation<"get", "/api/v1/account/:accountId/dossiers", ServiceOperations["dossiers.list"]>;
    search: Operation<"get", "/api/v1/account/:accountId/dossiers/search", ServiceOperations["dossiers.search"]>;
    require: Operation<
      "post",
      "/api/v1/account/:accountId/dossiers/:dossierId/requirements",
      ServiceOperations["dossiers.require"]
    >;
    download: Operation<
      "get",
      "/api/v1/account/:accountId/dossiers/:dossierId/files/download",
      ServiceOperations["dossiers.download"]
    >;
  };
  documents: {
    list: Operation<
      "get",
      "/api/v1/account/:accountId/dossiers/:dossierId/documents",
      ServiceOperations["documents.list"]
    >;
    get: Operation<
      "get",
      "/api/v1/account/:accountId/dossiers/:dossierId/documents/:documentId",
      ServiceOperations["documents.get"]
    >;
    file: Operation<
      "get",
      "/api/v1/account/:accountId/dossiers/:dossierId/documents/:documentId/files/:fileId",
      ServiceOperations["documents.file"]
    >;
    link: Operation<
      "get",
      "/api/v1/account/:accountId/dossiers/:dossierId/documents/:documentId/files/:fileId/link",
      ServiceOperations["documents.link"]
    >;
    search: Operation<"get", "/api/v1/account/:accountId/documents/search", ServiceOperations["documents.search"]>;
  };
  responses: {
    approve: Operation<
      "post",
      "/api/v1/account/:accountId/responses/:responseId/approve",
      ServiceOperations["responses.approve"]
    >;
    reject: Operation<
      "post",
      "/api/v1/account/:accountId/responses/:responseId/reject",
      ServiceOperations["responses.reject"]
    >;
  };
}

export interface Control {
  accounts: {
    list: Operation<"get", "/_sandbox/accounts", ControlOperations["accounts.list"]>;
    put: Operation<"put", "/_sandbox/accounts/:accountId", ControlOperations["accounts.put"]>;
    delete: Operation<"delete", "/_sandbox/accounts/:accountId", ControlOperations["accounts.delete"]>;
    deleteUnused: Operation<"delete", "/_sandbox/accounts", ControlOperations["accounts.deleteUnused"]>;
    reset: Operation<"post", "/_sandbox/accounts/:accountId/reset", ControlOperations["accounts.reset"]>;
    export: Operation<"get", "/_sandbox/accounts/:accountId/state", ControlOperations["accounts.export"]>;
    import: Operation<"put", "/_sandbox/accounts/:accountId/state", ControlOperations["accounts.import"]>;
    snapshots: Operation<"get", "/_sandbox/accounts/:accountId/snapshots", ControlOperations["accounts.snapshots"]>;
    snapshot: Operation<"post", "/_sandbox/accounts/:accountId/snapshots", ControlOperations["accounts.snapshot"]>;
    restore: Operation<
      "post",
      "/_sandbox/accounts/:accountId/snapshots/:name/restore",
      ControlOperations["accounts.restore"]
    >;
    forget: Operation<"delete", "/_sandbox/accounts/:accountId/snapshots/:name", ControlOperations["accounts.forget"]>;
    compare: Operation<"get", "/_sandbox/compare", ControlOperations["accounts.compare"]>;
    dossierTypes: Operation<
      "get",
      "/_sandbox/accounts/:accountId/dossier-types",
      ControlOperations["accounts.dossierTypes"]
    >;
    configuration: Operation<
      "get",
      "/_sandbox/accounts/:accountId/configuration",
      ControlOperations["accounts.configuration"]
    >;
    configure: Operation<"put", "/_sandbox/accounts/:accountId/configuration", ControlOperations["accounts.configure"]>;
    events: Operation<"get", "/_sandbox/accounts/:accountId/events", ControlOperations["accounts.events"]>;
    sync: Operation<"get", "/_sandbox/accounts/:accountId/sync", ControlOperations["accounts.sync"]>;
    bundle: Operation<"get", "/_sandbox/accounts/:accountId/bundle", ControlOperations["accounts.bundle"]>;
  };
  clock: {
    get: Operation<"get", "/_sandbox/accounts/:accountId/clock", ControlOperations["clock.get"]>;
    move: Operation<"post", "/_sandbox/accounts/:accountId/clock", ControlOperations["clock.move"]>;
    cancel: Operation<"delete", "/_sandbox/accounts/:accountId/clock/move", ControlOperations["clock.cancel"]>;
    due: Operation<"get", "/_sandbox/accounts/:accountId/due", ControlOperations["clock.due"]>;
  };
  people: {
    get: Operation<"get", "/_sandbox/accounts/:accountId/people", ControlOperations["people.get"]>;
    supplier: Operation<
      "get",
      "/_sandbox/accounts/:accountId/people/:thirdpartyId",
      ControlOperations["people.supplier"]
    >;
    put: Operation<"put", "/_sandbox/accounts/:accountId/people", ControlOperations["people.put"]>;
    temper: Operation<"put", "/_sandbox/accounts/:accountId/people/:thirdpartyId", ControlOperations["people.temper"]>;
  };
  occurrences: {
    create: Operation<"post", "/_sandbox/accounts/:accountId/occurrences", ControlOperations["occurrences.create"]>;
    possible: Operation<"get", "/_sandbox/accounts/:accountId/triggers", ControlOperations["occurrences.possible"]>;
    answer: Operation<
      "post",
      "/_sandbox/accounts/:accountId/documents/:documentId/answers",
      ControlOperations["occurrences.answer"]
    >;
  };
  faults: {
    list: Operation<"get", "/_sandbox/faults", ControlOperations["faults.list"]>;
    replace: Operation<"put", "/_sandbox/faults", ControlOperations["faults.replace"]>;
    clear: Operation<"delete", "/_sandbox/faults", ControlOperations["faults.clear"]>;
  };
  portfolio: {
    thirdparties: Operation<
      "get",
      "/_sandbox/accounts/:accountId/thirdparties",
      ControlOperations["portfolio.thirdparties"]
    >;
    thirdparty: Operation<
      "get",
      "/_sandbox/accounts/:accountId/thirdparties/:thirdpartyId",
      ControlOperations["portfolio.thirdparty"]
    >;
    documents: Operation<"get", "/_sandbox/accounts/:accountId/documents", ControlOperations["portfolio.documents"]>;
    find: Operation<"get", "/_sandbox/accounts/:accountId/find", ControlOperations["portfolio.find"]>;
  };
  requests: {
    list: Operation<"get", "/_sandbox/requests", ControlOperations["requests.list"]>;
    har: Operation<"get", "/_sandbox/requests.har", ControlOperations["requests.har"]>;
    get: Operation<"get", "/_sandbox/requests/:requestId", ControlOperations["requests.get"]>;
    clear: Operation<"delete", "/_sandbox/requests", ControlOperations["requests.clear"]>;
    stream: Operation<"get", "/_sandbox/stream", ControlOperations["requests.stream"]>;
  };
  coverage: {
    read: Operation<"get", "/_sandbox/coverage", ControlOperations["coverage.read"]>;
    clear: Operation<"delete", "/_sandbox/coverage", ControlOperations["coverage.clear"]>;
  };
  scenarios: {
    list: Operation<"get", "/_sandbox/scenarios", ControlOperations["scenarios.list"]>;
    play: Operation<"post", "/_sandbox/accounts/:accountId/scenarios", ControlOperations["scenarios.play"]>;
  };
  server: {
    about: Operation<"get", "/_sandbox/server", ControlOperations["server.about"]>;
    stop: Operation<"post", "/_sandbox/stop", ControlOperations["server.stop"]>;
  };
  reference: {
    assumptions: Operation<"get", "/_sandbox/assumptions", ControlOperations["reference.assumptions"]>;
    testIdentifiers: Operation<"get", "/_sandbox/test-identifiers", ControlOperations["reference.testIdentifiers"]>;
    seeds: Operation<"get", "/_sandbox/seeds", ControlOperations["reference.seeds"]>;
    events: Operation<"get", "/_sandbox/reference/events", ControlOperations["reference.events"]>;
    documentTypes: Operation<"get", "/_sandbox/reference/document-types", ControlOperations["reference.documentTypes"]>;
    dossierTypes: Operation<"get", "/_sandbox/reference/dossier-types", ControlOperations["reference.dossierTypes"]>;
    rules: Operation<"get", "/_sandbox/reference/rules", ControlOperations["reference.rules"]>;
    forms: Operation<"get", "/_sandbox/reference/forms", ControlOperations["reference.forms"]>;
    attributes: Operation<"get", "/_sandbox/reference/attributes", ControlOperations["reference.attributes"]>;
  };
  tokens: {
    create: Operation<"post", "/_sandbox/tokens", ControlOperations["tokens.create"]>;
    oauth: Operation<"post", "/_sandbox/oauth/token", ControlOperations["tokens.oauth"]>;
  };
}
