/** Made from the contract by npm run generate; not to be edited. 3afc96127fd65afc */

export interface paths {
  "/_sandbox/accounts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the worlds
     * @description With the last use of each, by which `--world-ttl` and `accounts delete --unused-for` delete.
     */
    get: operations["accounts.list"];
    put?: never;
    post?: never;
    /**
     * Delete the worlds that were not used for a while
     * @description Those whose last use is longer ago, by the wall clock of the server. One that is used before its turn stays. `--world-ttl` does the same again and again.
     */
    delete: operations["accounts.deleteUnused"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Create or replace a world
     * @description From a seed, or as a copy of another world (`from`), to which a later reset comes back. It is made whole or not at all. The faults of the account are removed.
     */
    put: operations["accounts.put"];
    post?: never;
    /**
     * Delete a world
     * @description Delete a world.
     */
    delete: operations["accounts.delete"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put a world back to how it was created
     * @description Put a world back to how it was created.
     */
    post: operations["accounts.reset"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/state": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the whole world
     * @description Export the whole world.
     */
    get: operations["accounts.export"];
    /**
     * Import a whole world
     * @description What `state` was exported, here or elsewhere. It is taken whole or not at all: a 422 names the places that do not fit, twenty at most. What fits is what the rules could have written: fields of their type, check digits, codes that exist, references, dates in order. A later reset comes back to it.
     */
    put: operations["accounts.import"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/snapshots": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the snapshots of a world
     * @description List the snapshots of a world.
     */
    get: operations["accounts.snapshots"];
    put?: never;
    /**
     * Take a snapshot
     * @description One of the same name gives way. Snapshots last as long as the account, and longer than the server when there is a data folder.
     */
    post: operations["accounts.snapshot"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/snapshots/{name}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Go back to a snapshot
     * @description Go back to a snapshot.
     */
    post: operations["accounts.restore"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/snapshots/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a snapshot
     * @description Delete a snapshot.
     */
    delete: operations["accounts.forget"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/compare": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Compare two worlds, or a world with its snapshot
     * @description The rows that were added, removed or changed from `before` to `after`, in the order of an export. Two accounts, two snapshots, or, when `after` is left out, an account with its own snapshot. The name of the account itself is not compared.
     */
    get: operations["accounts.compare"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/dossier-types": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the dossier types of an account
     * @description As its templates are now: DOSSIER_TEMPLATE_UPDATED changes one.
     */
    get: operations["accounts.dossierTypes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/configuration": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what an account has configured
     * @description All of it, as a file that can be changed and sent back; or what differs from its base.
     */
    get: operations["accounts.configuration"];
    /**
     * Configure an account otherwise
     * @description The world goes on with it: open dossiers and documents follow their types, rules look at every third party once, and every change leaves its events. All that is wrong is named at once, and then nothing is changed. What is removed and still asked for is a 409, unless `stop` is true: its documents are stopped, its dossiers archived. The values of a removed attribute come back with it.
     */
    put: operations["accounts.configure"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the audit journal
     * @description Oldest first. `after` of an answer is the cursor of the next request.
     */
    get: operations["accounts.events"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/sync": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Audit how clients synchronise
     * @description Compares the searches by events with the audit journal, for each caller: which events it was not shown, which time it left unread, by which mistake, and how to mend it. What cannot be known is said. Where several servers share a database, the header `X-Complete-Until` says up to when the searches of all of them are known.
     */
    get: operations["accounts.sync"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/bundle": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Pack a world with its requests
     * @description A ZIP with the requests of the account (`requests.har`), its audit journal (`events.jsonl`), its whole world (`world.json`, as exported), and its seed, clock and faults (`manifest.json`). `tiers-sandbox open` serves it again, as it was. Credentials are removed, as in the request log.
     */
    get: operations["accounts.bundle"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/clock": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the clock
     * @description Read the clock.
     */
    get: operations["clock.get"];
    put?: never;
    /**
     * Advance, set, freeze or resume the clock
     * @description Everything due on the way happens, in order, each at its own time. Never backwards, and never past the end of 9999, where a running clock stands still. A long way is gone in parts, each of them whole or absent: a server that is killed leaves the clock at the end of one, and so does a limit of memory (`stopped`).
     */
    post: operations["clock.move"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/clock/move": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Cancel the move of the clock that is under way
     * @description The clock stands where it has come to. The request that moves it answers with `cancelled`; to close its connection cancels nothing.
     */
    delete: operations["clock.cancel"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/due": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Look ahead at what will happen by itself
     * @description Up to a moment of the account's clock; without one, only what comes next. Nothing is changed.
     *
     *     It shows the jobs that are planned now. It cannot foresee what those bring about in turn (an answer that arrives is checked later, a dossier that closes may be opened again, a change at one establishment reaches the others), nor what requests do meanwhile: a job may be planned, moved or dropped. `events` is a trial of each job by itself on the world as it is now; an advance of the clock counts what really happens.
     */
    get: operations["clock.due"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/people": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read who acts in a world
     * @description The client's people, the tempers, and each third party that is not archived with its temper and what comes next of it. What people do is due like anything else: `GET …/due` and the journal show it.
     */
    get: operations["people.get"];
    /**
     * Say who acts in a world
     * @description The world is kept: acts that are planned and no longer wanted are dropped, and what waits for somebody is planned from now on. A reset goes back to who acted when the world was made.
     */
    put: operations["people.put"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/people/{thirdpartyId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read how a third party behaves
     * @description Read how a third party behaves.
     */
    get: operations["people.supplier"];
    /**
     * Say how a third party behaves
     * @description What it has planned is planned anew. null goes back to the temper that chance draws for it.
     */
    put: operations["people.temper"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/occurrences": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Bring an event about, by a cause in this model
     * @description Bring an event about, by a cause in this model.
     */
    post: operations["occurrences.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/triggers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List which events can be brought about on a resource now
     * @description Each of the 100 events, with the refusal that its trigger without data would get: the same causes are tried on the same resource, and nothing is changed. Name at least one resource; a document stands for its dossier too, and both for their third party. Of a third party or a dossier, the first suitable part of it counts.
     */
    get: operations["occurrences.possible"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/documents/{documentId}/answers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer a document as the third party would
     * @description JSON asks for a plausible answer, or says what to answer. A body of any other media type is the file itself, named by fileName.
     */
    post: operations["occurrences.answer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/faults": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the faults
     * @description List the faults.
     */
    get: operations["faults.list"];
    /**
     * Replace the faults
     * @description In the place of all that are armed. Without an operation a fault strikes every one, and without an accountId the requests of every account; `times` ends it by itself. docs/faults.md says what each kind does.
     */
    put: operations["faults.replace"];
    post?: never;
    /**
     * Remove all faults
     * @description Remove all faults.
     */
    delete: operations["faults.clear"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/thirdparties": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the third parties, in any order
     * @description With how many dossiers are open and how many documents wait. Rows that are equal are in the order of their ids.
     */
    get: operations["portfolio.thirdparties"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/thirdparties/{thirdpartyId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what the service does not show of a third party
     * @description Contacts, comments, announcements, answers, bank reports and data providers: the newest 1,000 of each.
     */
    get: operations["portfolio.thirdparty"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/documents": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the documents that are asked for, by status
     * @description Without those of archived dossiers and those that are no longer asked for. Without `sort` in the order of their ids or, with `expiresBefore`, of their ends. Rows that are equal are in the order of their ids.
     */
    get: operations["portfolio.documents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/find": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find something by its id or its name
     * @description A number is tried as an id of every kind, which are disjoint; any text as a part of a third party's name, code or legal number, of a document's or a contact's name, of a dossier's reference, and of an e-mail address.
     */
    get: operations["portfolio.find"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/requests": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the last requests
     * @description The last 1,000 of the account, or of all accounts together, newest last, without their headers and bodies. The oldest go first, and all together take 32 MB at most, unless the server was told otherwise. What was asked of the control plane is not among them, nor are health checks and the files of pages. Where several servers share a database, requests of the others appear within a second: the header `X-Complete-Until` says up to when, by the wall clock, the requests of all servers are there.
     */
    get: operations["requests.list"];
    put?: never;
    post?: never;
    /**
     * Forget the requests
     * @description Forget the requests.
     */
    delete: operations["requests.clear"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/requests.har": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the last requests as a HAR
     * @description Whole, with their headers and bodies, as an HTTP archive 1.2: the network tab of a browser's developer tools opens it. `_operation`, `_accountId`, `_violations`, `_events` and others say what a HAR has no place for. `X-Complete-Until` is that of the list.
     */
    get: operations["requests.har"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/requests/{requestId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one request whole
     * @description With its headers and bodies, and those of its response: credentials, tokens, secrets and the signatures of links are removed. The id is that of the header `X-Request-Id`; of several requests with one id, the last.
     */
    get: operations["requests.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/stream": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow requests and events as they happen
     * @description Server-sent events: `request` with what `GET /_sandbox/requests` lists, `event` with an entry of the audit journal, `progress` with the `accountId` and the `percent` of a long move of its clock or of a large world in the making, which ends with 100, `lost` with how many were left out because the reader is too slow. Each message has an id: a reader that sends the last one in the header `Last-Event-ID`, as an EventSource does by itself, first gets what it has missed, of the last 10,000 messages, or the message `missed`, whose `detail` says that more is gone. Where several servers share a database, requests and events of the others come within a second. `missed` also comes when a reader is back at another server, and when the world of the account that it names was replaced or stored anew before its events were read: the journal has them.
     */
    get: operations["requests.stream"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/coverage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what has been used of the contract
     * @description Of all accounts together, also of those that are deleted, since the start or the last `DELETE`. Where several servers share a database, those of all, and the header `X-Complete-Until` says up to when they are counted.
     */
    get: operations["coverage.read"];
    put?: never;
    post?: never;
    /**
     * Begin counting anew
     * @description Begin counting anew.
     */
    delete: operations["coverage.clear"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/scenarios": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the scenarios
     * @description List the scenarios.
     */
    get: operations["scenarios.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/accounts/{accountId}/scenarios": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make what a test needs
     * @description Adds a company that is not in the portfolio and brings it into the state that the scenario names, at once and whole or not at all. Played again, it makes another one. A scenario of faults replaces those of the account.
     */
    post: operations["scenarios.play"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/server": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what the server is
     * @description Read what the server is.
     */
    get: operations["server.about"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/stop": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop the server
     * @description As a signal does: requests in flight are finished, and everything is written. Only for a server that the command started; one inside another program is closed by that program (409).
     */
    post: operations["server.stop"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/assumptions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what the sandbox assumes
     * @description List what the sandbox assumes.
     */
    get: operations["reference.assumptions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/test-identifiers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the identifiers that behave in a known way
     * @description List the identifiers that behave in a known way.
     */
    get: operations["reference.testIdentifiers"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/seeds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the worlds to start from
     * @description List the worlds to start from.
     */
    get: operations["reference.seeds"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/reference/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the event types, with what brings each about
     * @description A trigger takes the first suitable resource when no target is named.
     */
    get: operations["reference.events"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/reference/document-types": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the documents that can be asked for
     * @description List the documents that can be asked for.
     */
    get: operations["reference.documentTypes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/reference/dossier-types": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the dossier types that an account begins with
     * @description An account may change its own: see `GET /_sandbox/accounts/{accountId}/dossier-types`.
     */
    get: operations["reference.dossierTypes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/reference/rules": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the rules that open dossiers
     * @description Every account has these. A rule opens at most one dossier of its type, and never closes one.
     */
    get: operations["reference.rules"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/reference/forms": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the forms with their fields
     * @description List the forms with their fields.
     */
    get: operations["reference.forms"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/reference/attributes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the attributes that every account has configured
     * @description List the attributes that every account has configured.
     */
    get: operations["reference.attributes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/tokens": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a token
     * @description Make a token.
     */
    post: operations["tokens.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/oauth/token": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get or renew a token, OAuth 2
     * @description Get or renew a token, OAuth 2.
     */
    post: operations["tokens.oauth"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @description The account whose portfolio is meant.
     *
     *     _Assumed: account-ids._
     */
    AccountId: string;
    AccountScenario: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      scenario: "empty-account" | "quiet-world" | "slow-service" | "failing-service" | "flaky-service";
      sentence: string;
    };
    /** @enum {string} */
    AccountScenarioName: "empty-account" | "quiet-world" | "slow-service" | "failing-service" | "flaky-service";
    /** @description Who acts in a world. */
    Acting: {
      accountId: components["schemas"]["AccountId"];
      people: components["schemas"]["People"];
      /** @description Acts that are planned now. */
      planned: components["schemas"]["Count"];
    };
    /** @description Who brought it about. */
    Actor: {
      type: components["schemas"]["ActorType"];
      name: string;
    };
    /** @enum {string} */
    ActorType: "CLIENT" | "THIRD_PARTY" | "PLATFORM" | "PROVIDER";
    /** @description What the official gazette has published. */
    Announcement: {
      announcementId: components["schemas"]["Id"];
      family: string;
      publishedOn: components["schemas"]["Day"];
      text: string;
    };
    /** @description What the third party answers; a plausible answer when nothing is said. */
    Answer: {
      /** @description What the automatic check will find. It stands for this answer: a later check of the same bank details finds it again. A piece that the register or another piece of the company contradicts is invalid all the same, and its event says why. A file in place of a form cannot be `valid`: only a person reads it. */
      outcome?: components["schemas"]["Outcome"];
      /** @description The day the piece was issued, from the founding of the company to today. */
      issueDate?: components["schemas"]["Day"];
      /** @description Answers by the keys of the form; the rest is filled in plausibly. */
      formdata?: {
        [key: string]: string | number | boolean;
      };
    };
    /** @description The client decides an answer, or several. */
    AnswerDecided: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event:
        | "DOCUMENT_ANSWER_ACCEPTED"
        | "DOCUMENT_ANSWER_DENIED"
        | "DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION"
        | "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID"
        | "DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION"
        | "DOSSIER_STATUS_UPDATED_INVALID";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["Approval"];
    };
    /** @enum {string} */
    AnswerDecidedEvent:
      | "DOCUMENT_ANSWER_ACCEPTED"
      | "DOCUMENT_ANSWER_DENIED"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID"
      | "DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION"
      | "DOSSIER_STATUS_UPDATED_INVALID";
    AnswerOutcome: {
      /** @description What the automatic check will find. It stands for this answer: a later check of the same bank details finds it again. A piece that the register or another piece of the company contradicts is invalid all the same, and its event says why. A file in place of a form cannot be `valid`: only a person reads it. */
      outcome?: components["schemas"]["Outcome"];
    };
    /** @description What to say with an approval. */
    Approval: {
      comment?: string | null;
    };
    Assumption: {
      key: string;
      gap: string;
      chosen: string;
      places: string[];
      /** @description The day on which the real service confirmed it, or null. */
      confirmed: string | null;
    };
    /** @description An assumption, and the operations that were used and rest on it. */
    AssumptionInUse: {
      key: string;
      operations: string[];
    };
    AssumptionList: {
      content: components["schemas"]["Assumption"][];
    };
    AttributeChange: {
      /** @description Name of the attribute, as the list of attributes gives it. */
      label?: components["schemas"]["ShortText"];
      /** @description One value; several for list_multiple. */
      values?: components["schemas"]["AttributeValue"][];
    };
    /** @description The client sets an attribute of a third party. */
    AttributeChanged: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "THIRD_PARTY_ATTRIBUTE_UPDATED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["AttributeChange"];
    };
    /** @description An attribute that the account has configured. */
    AttributeDefinition: {
      label: components["schemas"]["ShortText"];
      type: components["schemas"]["AttributeType"];
      /** @description _Assumed: attribute-definitions._ */
      id: components["schemas"]["Id"];
      /** @description _Assumed: attribute-definitions._ */
      options: components["schemas"]["ShortText"][] | null;
      /**
       * @description Whether the account expects a value for every third party. A third party is added without it, and its list of attributes lacks it until it is set.
       *
       *     _Assumed: attribute-definitions._
       */
      required: boolean;
      /**
       * @description Computed by the service; cannot be set.
       *
       *     _Assumed: attribute-definitions._
       */
      calculated: boolean;
    };
    AttributeDefinitions: {
      content: components["schemas"]["AttributeDefinition"][];
    };
    /**
     * @description The shape of an attribute's values.
     * @enum {string}
     */
    AttributeType: "string" | "boolean" | "date" | "decimal" | "percentage" | "list_unique" | "list_multiple";
    /** @description Text, number or boolean, as the attribute's type asks. */
    AttributeValue: string | number | boolean;
    /** @enum {string} */
    AuthMode: "strict" | "lenient" | "off";
    /** @description A check of bank details. */
    BankReport: {
      reportId: components["schemas"]["Id"];
      documentId: components["schemas"]["Id"];
      evidenceId: components["schemas"]["Id"];
      verdict: string;
      generatedAt: components["schemas"]["DateTime"];
      receivedAt: components["schemas"]["DateTime"] | null;
      refreshedAt: components["schemas"]["DateTime"] | null;
    };
    /** @description A body of a request or a response, as far as it is kept. */
    Body: {
      /** @description Bytes of the whole body; null where only sending it would tell. */
      size: components["schemas"]["Count"] | null;
      /** @description `cut`: the first 64 KB. `none`: left out, because it was not read, is a file or a page, or bodies are off. */
      kept: components["schemas"]["KeptBody"];
      /** @description Tokens, secrets and the signatures of links are removed. */
      text: string | null;
      /** @description `base64` for bytes that are no text. */
      encoding: string | null;
    } | null;
    /** @description A value that is missing was not there; a long one is cut, as text. */
    ChangedField: {
      /** @description JSON pointer into the row. */
      path: string;
      before?: unknown;
      after?: unknown;
    };
    ClockAdvance: {
      /** @description ISO 8601 duration. */
      advance: string;
    };
    ClockFreeze: {
      freeze: boolean;
    };
    /** @description Forward by a duration, to a moment, or stop and go. */
    ClockMove:
      | components["schemas"]["ClockAdvance"]
      | components["schemas"]["ClockSet"]
      | components["schemas"]["ClockFreeze"];
    /** @description The account's clock. */
    ClockReading: {
      accountId: components["schemas"]["AccountId"];
      now: components["schemas"]["DateTime"];
      frozen: boolean;
      /** @description When something happens next. */
      nextDue: components["schemas"]["DateTime"] | null;
      /** @description Events that came about on the way, by name. */
      happened: {
        [key: string]: components["schemas"]["Count"];
      };
      /**
       * @description The move was cancelled, and the clock stands before its goal.
       * @enum {boolean}
       */
      cancelled?: true;
      /** @description Why the clock does not go on: the world may not grow any more. */
      stopped?: string;
    };
    ClockSet: {
      /** @description `yyyy-MM-ddTHH:mm:ss`, no zone (UTC), from 1980-01-01 to the end of 9999. */
      set: string;
    };
    ClosingReason: {
      reason?: components["schemas"]["ShortText"];
    };
    CodeChange: {
      thirdpartyCode?: components["schemas"]["ShortText"];
    };
    /** @description The client gives a third party another code. */
    CodeChanged: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "THIRD_PARTY_CODE_UPDATED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["CodeChange"];
    };
    /** @description One of the client's people. */
    Colleague: {
      name: string;
      /** @description How comments mention the person, after an @. */
      mention: string;
      task: string;
    };
    /**
     * @description A collection of rows, as an export names it.
     * @enum {string}
     */
    Collection:
      | "world"
      | "sequences"
      | "dossierTypes"
      | "thirdparties"
      | "attributes"
      | "indicators"
      | "dossiers"
      | "documents"
      | "responses"
      | "comments"
      | "contacts"
      | "announcements"
      | "reports"
      | "files"
      | "jobs"
      | "events";
    /** @description What a user wrote on a third party, a dossier or a document. */
    Comment: {
      commentId: components["schemas"]["Id"];
      resourceType: components["schemas"]["ResourceType"];
      resourceId: components["schemas"]["Id"];
      author: string;
      text: string;
      mentions: string[];
      createdAt: components["schemas"]["DateTime"];
      updatedAt: components["schemas"]["DateTime"] | null;
      deletedAt: components["schemas"]["DateTime"] | null;
    };
    CommentText: {
      text?: string;
    };
    /** @description A user writes a comment, or rewrites one. */
    CommentWritten: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event:
        | "THIRD_PARTY_COMMENT_ADDED"
        | "THIRD_PARTY_COMMENT_UPDATED"
        | "DOSSIER_COMMENT_ADDED"
        | "DOSSIER_COMMENT_UPDATED"
        | "DOCUMENT_COMMENT_ADDED"
        | "DOCUMENT_COMMENT_UPDATED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["CommentText"];
    };
    /** @enum {string} */
    CommentWrittenEvent:
      | "THIRD_PARTY_COMMENT_ADDED"
      | "THIRD_PARTY_COMMENT_UPDATED"
      | "DOSSIER_COMMENT_ADDED"
      | "DOSSIER_COMMENT_UPDATED"
      | "DOCUMENT_COMMENT_ADDED"
      | "DOCUMENT_COMMENT_UPDATED";
    /** @description A company joins the portfolio. */
    CompanyJoins: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "THIRD_PARTY_ADDED";
      data?: components["schemas"]["Joining"];
    };
    /** @description A world, or its snapshot, with the moment of its clock. */
    ComparedWorld: {
      accountId: components["schemas"]["AccountId"];
      snapshot: string | null;
      now: components["schemas"]["DateTime"];
    };
    /** @description The rows in which two worlds differ. */
    Comparison: {
      before: components["schemas"]["ComparedWorld"];
      after: components["schemas"]["ComparedWorld"];
      /** @description By collection; those without a difference are left out. */
      counts: components["schemas"]["DifferenceCounts"][];
      content: components["schemas"]["Difference"][];
      page: components["schemas"]["Count"];
      size: components["schemas"]["Count"];
      totalElements: components["schemas"]["Count"];
      totalPages: components["schemas"]["Count"];
    };
    /** @description What an account has configured: all of it, or what differs from its base. */
    Configuration: {
      /** @description For editors: the address or the path of the JSON Schema. */
      $schema?: string;
      /** @constant */
      format: "tiers-sandbox/configuration@1";
      /**
       * @description What the entries change: what every account begins with, or nothing but its indicators and its practice.
       * @enum {string}
       */
      base?: "default" | "empty";
      /** @description Attributes of third parties, by label. null removes the one of the base. At most 1000. */
      attributes?: {
        [key: string]: {
          /**
           * @description The shape of an attribute's values.
           * @enum {string}
           */
          type: "string" | "boolean" | "date" | "decimal" | "percentage" | "list_unique" | "list_multiple";
          /** @description The values of a list; null for others. */
          options?: string[] | null;
          required?: boolean;
          /** @description Cannot be set. Without the role risk it never has a value: the sandbox does not know how it is calculated. */
          calculated?: boolean;
          /**
           * @description What the sandbox reads or writes by this attribute: the category of purchases; the criticality, whose options go from the highest to the lowest; the annual amount in euros; the share of the turnover, in percent; the global risk, which the sandbox calculates.
           * @enum {string}
           */
          role?: "category" | "criticality" | "amount" | "dependency" | "risk";
          /** @description Its id in answers; without one, the next that is free. A new world counts anew. */
          id?: number;
        } | null;
      };
      /** @description Document types, by code. null removes the one of the base. At most 1000. */
      documentTypes?: {
        [key: string]: {
          label: string;
          /**
           * @description A file, a filled form, or a report of a data provider, which arrives by itself.
           * @enum {string}
           */
          kind?: "FILE" | "FORM" | "SOURCE";
          /** @description How long it is valid; null for no end. */
          months?: number | null;
          /**
           * @description What judges an answer: the automatic check, then the client, or the check of the account at its bank.
           * @enum {string}
           */
          check?: "automatic" | "client" | "bank";
          /**
           * @description Who issued the piece; DO means data owner.
           * @enum {string}
           */
          issuer?: "DO" | "FOURNISSEUR" | "ORGANISME" | "PARTENAIRE";
          /**
           * @description Who handed the piece over; FOURNISSEUR is the supplier.
           * @enum {string}
           */
          transmitter?: "FOURNISSEUR" | "PLATEFORME" | "PARTENAIRE";
          /** @description Collected from French registers, without the third party. */
          collected?: boolean;
          /** @description The law asks for it. */
          statutory?: boolean;
          /** @description How much it counts in legal compliance; without it 3 where the law asks for it, else 1. */
          weight?: number;
          /**
           * @description What an evaluation is about.
           * @enum {string}
           */
          theme?: "LEGAL" | "FINANCE" | "ENVIRONMENT" | "CYBERSECURITY" | "ETHICS" | "HUMAN_RIGHTS";
          /** @description In English, for the description of the codes; the label without it. */
          meaning?: string;
          /**
           * @description Whose name stands below it; without one, an office of the French register.
           * @enum {string}
           */
          signedBy?: "INSURER" | "CERTIFIER" | "LABORATORY" | "LOCAL_AUTHORITY";
          /** @description The usual names and sizes of its files. */
          file?: {
            /** @description {name}, {slug}, {siren}, {code}, {year}, {previousYear}, {month} and {day} are filled in. */
            names: string[];
            /** @description The least and the most. */
            kilobytes: [number, number];
          };
          /** @description The companies that cannot have it; the first that fits counts. */
          unfit?: {
            /**
             * @description A kind of companies. NO_BUILDER is all activities but construction (NAF 41 to 43).
             * @enum {string}
             */
            for?: "ABROAD" | "IN_FRANCE" | "SOLE_TRADER" | "ASSOCIATION" | "NO_BUILDER" | "WITH_IBAN" | "WITHOUT_IBAN";
            countries?: string[];
            countriesNot?: string[];
            /** @description The activity code starts with one of these. */
            nafPrefixes?: string[];
            /** @description The activity code starts with none of these, or is unknown. */
            nafPrefixesNot?: string[];
            /** @description The code of the legal form starts with one of these, as 92 for associations. */
            legalForms?: string[];
            /** @description The document that is asked for in its place. */
            instead?: string;
            /** @description The end of a sentence: a company outside France has no Kbis. */
            because: string;
          }[];
          /** @description The facts that refute it, beside LATE. */
          objections?: (
            | "STRUCK_OFF"
            | "LATE"
            | "COLLECTIVE_PROCEDURE"
            | "WORKERS_WITHOUT_STAFF"
            | "STAFF_DENIED"
            | "LIQUIDATION"
            | "NO_ACCOUNT"
          )[];
          /** @description The share of companies that can supply it; all without it. */
          share?: number;
          /** @description The form by which a company says that it has none: by a no to one question, or by the form as such. */
          deniedBy?: {
            /**
             * @description Code of a document type. The codes that are configured here:
             *
             *     - `KBIS` company register extract (France)
             *     - `RNE` register extract of a sole trader (France)
             *     - `EXTRAIT_LOCAL` register extract outside France
             *     - `ATT_URSSAF` social-security certificate (France)
             *     - `ASLNC` sworn statement of who pays no contributions
             *     - `LNTE` list of foreign workers who need a work permit
             *     - `ATT_FISCALE` tax certificate (France)
             *     - `ASS_RC_PRO` professional liability insurance
             *     - `ASS_DECENNALE` ten-year construction insurance
             *     - `ATT_CIBTP` paid-leave fund certificate of builders
             *     - `CARTE_BTP` identity cards of construction workers
             *     - `A1` A1 certificate of posted workers
             *     - `AUT_CNAPS` authorisation of a private-security company
             *     - `GARANTIE_ETT` financial guarantee of a temporary-work agency
             *     - `LICENCE_TRANSPORT` licence of a road carrier
             *     - `QUALIBAT` certificate of a qualified builder
             *     - `POUVOIR` power of the person who signs
             *     - `STATUTS` articles of association
             *     - `RBE` beneficial owners
             *     - `FICHE_FOURN` supplier identification form
             *     - `IBAN` bank details, with an IBAN
             *     - `COORD_BANC` bank details, without an IBAN
             *     - `RIB` bank account statement
             *     - `CODE_CONDUITE` signed code of conduct
             *     - `Q_ETHIQUE` ethics and anti-corruption questionnaire
             *     - `Q_RSE` corporate-responsibility questionnaire
             *     - `ISO_14001` ISO 14001 certificate
             *     - `SCORE_RSE` external corporate-responsibility rating
             *     - `BEGES` greenhouse-gas report
             *     - `SCR_SANCTIONS` screening of sanctions lists
             *     - `SCR_PPE` screening of politically exposed persons
             *     - `SCR_MEDIA` screening of adverse media
             *     - `Q_VIGILANCE` duty-of-vigilance questionnaire
             *     - `CARTO_RISQUES` human-rights risk map
             *     - `Q_CYBER` cybersecurity questionnaire
             *     - `ISO_27001` ISO/IEC 27001 certificate
             *     - `PENTEST` penetration-test summary
             *     - `PAS` security assurance plan
             *     - `DPA` data-processing agreement
             */
            form: string;
            answer?: string;
          };
          /** @description A company writes it on the same day of every year. */
          yearly?: boolean;
          /** @description What a report looks for, and the outcome when it finds it. */
          screening?: {
            /** @enum {string} */
            finds: "sanctions" | "media" | "owner";
            /** @enum {string} */
            match: "invalid" | "review";
          };
          /**
           * @description The data provider whose score it shows.
           * @constant
           */
          scorecardOf?: "SUSTAINSCORE";
          /** @description The points that it gives to an indicator. */
          indicator?: {
            /** @enum {string} */
            name: "Legal compliance" | "Financial risk" | "Cybersecurity score" | "Environmental impact";
            statuses?: {
              [key: string]: number;
            };
            /** @description Points for each unit of an answer of a valid form, by its key; a yes is one unit. */
            answers?: {
              [key: string]: {
                each: number;
                upTo?: number;
              };
            };
          };
        } | null;
      };
      /** @description The questions of the documents of kind FORM, by code. null removes the one of the base. At most 1000. */
      forms?: {
        [key: string]:
          | {
              key: string;
              title: string;
              /**
               * @description Free text, a date, bank details, yes or no, a number.
               * @enum {string}
               */
              type: "string" | "date" | "iban" | "boolean" | "number";
              /** @description Its place in the list without it. */
              order?: number;
              /** @description May be left empty. */
              optional?: boolean;
              /** @description How a value is made up; without it, by the type and the title. */
              draw?: {
                /** @description Empty unless this earlier answer is yes. */
                if?: string;
                /**
                 * @description A fact that a company writes into a form. turnover is in euros; executive is the person who signs.
                 * @enum {string}
                 */
                fact?:
                  | "name"
                  | "siren"
                  | "siret"
                  | "vat"
                  | "legalForm"
                  | "activityCode"
                  | "address"
                  | "city"
                  | "country"
                  | "foundingDate"
                  | "workforce"
                  | "turnover"
                  | "executive"
                  | "executiveRole"
                  | "email"
                  | "telephone"
                  | "iban"
                  | "bic"
                  | "bank"
                  | "accountHolder"
                  | "today";
                /** @description How likely a yes is. */
                yes?: number;
                /** @description The least and the most, whole numbers. */
                number?: [number, number];
                /** @description Days ago: the most and the least. */
                past?: [number, number];
                /** @description The day of this document. */
                issued?: string;
                /** @description One of these. */
                pick?: string[];
                /** @description More to pick from, each only where this earlier answer is yes. */
                given?: {
                  [key: string]: string;
                };
                /** @description One of these, by weight. */
                weighted?: [string, number][];
                /**
                 * @description As the questionnaires of the default have it, by the key.
                 * @constant
                 */
                computed?: true;
              };
            }[]
          | null;
      };
      /** @description Dossier types, by code. Together they ask for at most 1000 documents. null removes the one of the base. At most 1000. */
      dossierTypes?: {
        [key: string]: {
          label: string;
          /** @description LEGAL counts in legal compliance, CYBERSECURITY has security ratings, ENVIRONMENT and HUMAN_RIGHTS ESG data. */
          themes?: ("LEGAL" | "FINANCE" | "ENVIRONMENT" | "CYBERSECURITY" | "ETHICS" | "HUMAN_RIGHTS")[];
          /** @description How long a dossier lasts; null for no end. */
          months?: number | null;
          /** @description The start of the references of its dossiers; the first three letters of its code without it. */
          prefix?: string;
          /** @description Whether its list is fixed: documents can be added to others. */
          typed?: boolean;
          /** @description What it asks for; of a company that cannot have one, for the one instead. */
          documents: string[];
          /** @description Asked for of companies that can have it. */
          also?: string[];
        } | null;
      };
      /** @description The rules that open dossiers, by id; they are followed in the order of their ids. null removes the one of the base. At most 1000. */
      rules?: {
        [key: string]: {
          label: string;
          enabled?: boolean;
          /** @description All must hold; an unknown value meets none. Empty: every third party. */
          when?: {
            /** @description The activity code starts with one of these. */
            nafPrefixes?: string[];
            /** @description Values of the attribute with the role category. */
            categories?: string[];
            countries?: string[];
            countriesNot?: string[];
            /** @description Values of the attribute with the role criticality. */
            criticality?: string[];
            /** @description Of the attribute with the role amount, in euros. */
            minAnnualAmount?: number;
            maxAnnualAmount?: number;
            /** @description By the label of any attribute. */
            attributes?: {
              [key: string]: {
                /** @description It has one of these values. */
                in?: (string | boolean)[];
                min?: number;
                max?: number;
              };
            };
          };
          /** @description VIGILANCE, ONBOARDING, CSR, SCREENING, DUTY_OF_VIGILANCE, CYBERSECURITY, ETHICS, FOREIGN_CONTRACTOR, or a type of the account's own. `GET /_sandbox/reference/dossier-types` says what each asks for. */
          create: string;
        } | null;
      };
      /** @description How the scores of the four indicators read. null removes one. */
      indicators?: {
        [key: string]: {
          /** @description From the highest to the lowest, which begins at 0. */
          bands: {
            /** @description Up to the band before it. */
            from: number;
            value: string;
            /** @description The colour of the band: #00d084 good, #7bdcb5 fair, #fcb900 to be watched, #ff6900 poor, #cf2e2e bad, #abb8c3 not evaluated. Each indicator has bands of its own, so the same score may have another colour. */
            colour: string;
            /** @enum {string} */
            risk: "Low" | "Medium" | "High";
          }[];
        } | null;
      };
      /** @description Terms and habits; what is left out stays as in the base. */
      practice?: {
        /** @description A dossier asks again for what expires first, so long before its end. */
        renewalDays?: number;
        /** @description Between the invitation of a contact, its reminders and its deletion. */
        invitationDays?: number;
        /** @description Reminders of an invitation before the contact is deleted. */
        invitationReminders?: number;
        /** @description Weekly reminders of one contact without a response, before the client is asked to act: the least and the most. */
        weeklyReminders?: [number, number];
        /** @description After a shared rejection, another response is due within this time. */
        rejectionDueDays?: number;
        /** @description A due date that is changed without a day being named is so many days away; the second where it was the first. */
        changedDueDays?: [number, number];
        /** @description A check without a result is left to the client after this time. */
        checkTimeoutDays?: number;
        /** @description Of a hundred pieces, those that the check leaves to the client. */
        reviewPercent?: number;
        /** @description Of a hundred pieces of suppliers, those that the check refuses. */
        refusedPercent?: number;
        /** @description Bank details are checked again so long after the last report. */
        bankRecheckMonths?: number;
        /** @description Evidence is kept so long after its end, or its dossier's. */
        evidenceRetentionMonths?: number;
        /** @description From the warning of a deletion to the deletion. */
        deletionGraceDays?: number;
        /** @description How long a signed link works, by the account's clock. */
        linkSeconds?: number;
        /** @description The client's people, who decide where people act; the first whose task it is, and the last takes everything else. */
        colleagues?: {
          name: string;
          /** @description How comments mention the person, after an @. */
          mention: string;
          task: string;
          /** @description The documents that wait for this person. */
          decides?: string[];
          /** @description And those of these themes. */
          themes?: ("LEGAL" | "FINANCE" | "ENVIRONMENT" | "CYBERSECURITY" | "ETHICS" | "HUMAN_RIGHTS")[];
          /** @description Invites contacts, and looks after suppliers; the first one does where none is named. */
          invites?: boolean;
        }[];
      };
    };
    /**
     * @description What the entries change: what every account begins with, or nothing but its indicators and its practice.
     * @enum {string}
     */
    ConfigurationBase: "default" | "empty";
    /** @description A person of the third party. */
    Contact: {
      contactId: components["schemas"]["Id"];
      email: string;
      firstName: string | null;
      lastName: string | null;
      status: components["schemas"]["ContactStatus"];
      invitedAt: components["schemas"]["DateTime"];
      reminders: components["schemas"]["Count"];
      remindedAt: components["schemas"]["DateTime"] | null;
      deletedAt: components["schemas"]["DateTime"] | null;
      deletionReason: components["schemas"]["DeletionReason"] | null;
    };
    /** @description A contact who was invited is invited again, reminded or given up. */
    ContactFollowed: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event:
        | "THIRD_PARTY_CONTACT_RE_INVITED"
        | "THIRD_PARTY_CONTACT_RE_INVITED_AUTO"
        | "THIRD_PARTY_CONTACT_DELETED"
        | "THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE"
        | "THIRD_PARTY_CONTACT_WEEKLY_REMINDER";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["FollowedPerson"];
    };
    /** @enum {string} */
    ContactFollowedEvent:
      | "THIRD_PARTY_CONTACT_RE_INVITED"
      | "THIRD_PARTY_CONTACT_RE_INVITED_AUTO"
      | "THIRD_PARTY_CONTACT_DELETED"
      | "THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE"
      | "THIRD_PARTY_CONTACT_WEEKLY_REMINDER";
    /** @description A contact is invited. */
    ContactInvited: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "THIRD_PARTY_CONTACT_INVITED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["InvitedPerson"];
    };
    /**
     * @description Where the invitation of a contact stands.
     * @enum {string}
     */
    ContactStatus: "INVITED" | "ACTIVE" | "DELETED";
    Count: number;
    /** @description What was counted, by name; the counts of several servers can be added up. */
    Counted: {
      /** @description Successes by operation. */
      operations: {
        [key: string]: number;
      };
      /** @description Responses by operation and status. */
      statuses: {
        [key: string]: number;
      };
      /** @description Query parameters by operation, in requests that succeeded. */
      parameters: {
        [key: string]: number;
      };
      /** @description Values of enumerations by their schema, in responses that succeeded; once for each server. */
      values: {
        [key: string]: number;
      };
      /** @description Event types that a search found. */
      events: {
        [key: string]: number;
      };
      /** @description Responses by operation and status that a fault or `Prefer: code=` made. */
      forced: {
        [key: string]: number;
      };
      /** @description Faults that hit a request, by kind and operation. */
      struck: {
        [key: string]: number;
      };
      /** @description Those after which the account had a success of the same operation. */
      survived: {
        [key: string]: number;
      };
    };
    /** @description ISO 3166-1 alpha-2. */
    CountryCode: string;
    /** @description What the requests so far have used of the contract: what is missing first. */
    Coverage: {
      missing: components["schemas"]["MissingCoverage"];
      /** @description The missing statuses that a fault or `Prefer: code=` has made. */
      onlyForced: string[];
      /** @description The assumptions leaned on, of 55. */
      assumptions: components["schemas"]["AssumptionInUse"][];
      counted: components["schemas"]["Counted"];
      /** @description Hash of the contract: only counts of the same one can be added up. */
      contract: string;
      figures: components["schemas"]["CoverageFigures"];
    };
    CoverageFigures: {
      operations: components["schemas"]["Figure"];
      statuses: components["schemas"]["Figure"];
      parameters: components["schemas"]["Figure"];
      values: components["schemas"]["Figure"];
      events: components["schemas"]["Figure"];
      faults: components["schemas"]["Figure"];
    };
    /** @description All must hold; an unknown value meets none. Empty: every third party. */
    Criteria: {
      /** @description The activity code starts with one of these. */
      nafPrefixes?: components["schemas"]["ShortText"][];
      /** @description Values of the attribute Catégorie. */
      categories?: components["schemas"]["ShortText"][];
      countries?: components["schemas"]["CountryCode"][];
      countriesNot?: components["schemas"]["CountryCode"][];
      /** @description Values of the attribute Criticité. */
      criticality?: components["schemas"]["ShortText"][];
      /** @description Of the attribute Montant d'achat annuel, in euros. */
      minAnnualAmount?: number;
      maxAnnualAmount?: number;
    };
    /** @description A moment, `yyyy-MM-ddTHH:mm:ss.SSS`, no zone (UTC). */
    DateTime: string;
    /** @description A day, `YYYY-MM-DD`. */
    Day: string;
    /**
     * @description The document's new status.
     * @enum {string}
     */
    DecidedStatus: "VALID" | "INVALID" | "BELOW_EXPECTATION";
    /** @description The decision, and the document's new status. */
    Decision: {
      /** @description _Assumed: decision-bodies._ */
      responseId: components["schemas"]["Id"];
      /** @description _Assumed: decision-bodies._ */
      documentId: components["schemas"]["Id"];
      /** @description _Assumed: decision-bodies._ */
      dossierId: components["schemas"]["Id"];
      /** @description _Assumed: decision-bodies._ */
      decision: components["schemas"]["Verdict"];
      /** @description _Assumed: decision-bodies._ */
      statusCode: components["schemas"]["DecidedStatus"];
      /** @description _Assumed: decision-bodies._ */
      comment: string | null;
      /**
       * @description null for an approval.
       *
       *     _Assumed: decision-bodies._
       */
      shareRejectionReason: boolean | null;
      /** @description _Assumed: decision-bodies._ */
      decisionDate: components["schemas"]["DateTime"];
      /** @description _Assumed: decision-bodies._ */
      decidedBy: components["schemas"]["ShortText"];
      /**
       * @description The e-mail addresses of the contacts who are asked for another answer; [] for nobody.
       *
       *     _Assumed: decision-bodies._
       */
      notified: components["schemas"]["ShortText"][];
    };
    /** @description The accounts that are gone, in the order of their ids. */
    DeletedWorlds: {
      deleted: components["schemas"]["AccountId"][];
    };
    /** @enum {string} */
    DeletionReason: "CLIENT" | "NO_FAVORABLE_RESPONSE";
    /** @description A row that differs. */
    Difference: {
      collection: components["schemas"]["Collection"];
      /** @description The key of the row. */
      id: string | number;
      /** @description What people call it. */
      name: string | null;
      difference: components["schemas"]["DifferenceKind"];
      /** @description Of a changed row, the first 100. */
      fields: components["schemas"]["ChangedField"][];
      furtherFields: components["schemas"]["Count"];
    };
    DifferenceCounts: {
      collection: components["schemas"]["Collection"];
      added: components["schemas"]["Count"];
      removed: components["schemas"]["Count"];
      changed: components["schemas"]["Count"];
    };
    /**
     * @description What became of the row.
     * @enum {string}
     */
    DifferenceKind: "added" | "removed" | "changed";
    /** @description The third party answers, or the bank-data provider looks at its answer. */
    DocumentAnswered: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event:
        | "DOCUMENT_ANSWER_ADDED"
        | "DOCUMENT_DOCCHECK_STATUS_UPDATE"
        | "DOCUMENT_DOCCHECK_REPORT_GENERATED"
        | "DOCUMENT_DOCCHECK_REPORT_RECEIVED"
        | "DOCUMENT_DOCCHECK_REPORT_REFRESHED"
        | "THIRD_PARTY_DOCCHECK_UPDATED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["AnswerOutcome"];
    };
    /** @enum {string} */
    DocumentAnsweredEvent:
      | "DOCUMENT_ANSWER_ADDED"
      | "DOCUMENT_DOCCHECK_STATUS_UPDATE"
      | "DOCUMENT_DOCCHECK_REPORT_GENERATED"
      | "DOCUMENT_DOCCHECK_REPORT_RECEIVED"
      | "DOCUMENT_DOCCHECK_REPORT_REFRESHED"
      | "THIRD_PARTY_DOCCHECK_UPDATED";
    /**
     * @description What judges an answer: the automatic check, then the client, or the check of the account at its bank.
     * @enum {string}
     */
    DocumentCheck: "automatic" | "client" | "bank";
    /**
     * @description Code of a document type. The codes that are configured here:
     *
     *     - `KBIS` company register extract (France)
     *     - `RNE` register extract of a sole trader (France)
     *     - `EXTRAIT_LOCAL` register extract outside France
     *     - `ATT_URSSAF` social-security certificate (France)
     *     - `ASLNC` sworn statement of who pays no contributions
     *     - `LNTE` list of foreign workers who need a work permit
     *     - `ATT_FISCALE` tax certificate (France)
     *     - `ASS_RC_PRO` professional liability insurance
     *     - `ASS_DECENNALE` ten-year construction insurance
     *     - `ATT_CIBTP` paid-leave fund certificate of builders
     *     - `CARTE_BTP` identity cards of construction workers
     *     - `A1` A1 certificate of posted workers
     *     - `AUT_CNAPS` authorisation of a private-security company
     *     - `GARANTIE_ETT` financial guarantee of a temporary-work agency
     *     - `LICENCE_TRANSPORT` licence of a road carrier
     *     - `QUALIBAT` certificate of a qualified builder
     *     - `POUVOIR` power of the person who signs
     *     - `STATUTS` articles of association
     *     - `RBE` beneficial owners
     *     - `FICHE_FOURN` supplier identification form
     *     - `IBAN` bank details, with an IBAN
     *     - `COORD_BANC` bank details, without an IBAN
     *     - `RIB` bank account statement
     *     - `CODE_CONDUITE` signed code of conduct
     *     - `Q_ETHIQUE` ethics and anti-corruption questionnaire
     *     - `Q_RSE` corporate-responsibility questionnaire
     *     - `ISO_14001` ISO 14001 certificate
     *     - `SCORE_RSE` external corporate-responsibility rating
     *     - `BEGES` greenhouse-gas report
     *     - `SCR_SANCTIONS` screening of sanctions lists
     *     - `SCR_PPE` screening of politically exposed persons
     *     - `SCR_MEDIA` screening of adverse media
     *     - `Q_VIGILANCE` duty-of-vigilance questionnaire
     *     - `CARTO_RISQUES` human-rights risk map
     *     - `Q_CYBER` cybersecurity questionnaire
     *     - `ISO_27001` ISO/IEC 27001 certificate
     *     - `PENTEST` penetration-test summary
     *     - `PAS` security assurance plan
     *     - `DPA` data-processing agreement
     *
     *     _Assumed: document-codes._
     */
    DocumentCode: string;
    /** @enum {string} */
    DocumentColumn:
      | "documentId"
      | "documentName"
      | "thirdpartyName"
      | "requestDate"
      | "suppliedAt"
      | "expirationDate"
      | "statusCode";
    DocumentEdit: {
      dueDate?: components["schemas"]["Day"];
    };
    /** @description The client edits what it asks for. */
    DocumentEdited: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "DOCUMENT_MODIFICATION";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["DocumentEdit"];
    };
    /**
     * @description A file, a filled form, or a report of a data provider, which arrives by itself.
     * @enum {string}
     */
    DocumentKind: "FILE" | "FORM" | "SOURCE";
    /** @description A document is asked for. */
    DocumentRequested: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "DOCUMENT_ADDED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      data?: components["schemas"]["RequiredDocument"];
    };
    DocumentScenario: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      scenario: "missing-document" | "document-requested-again" | "country-without-iban";
      sentence: string;
      thirdpartyId: components["schemas"]["Id"];
      dossierId: components["schemas"]["Id"];
      documentId: components["schemas"]["Id"];
    };
    /** @enum {string} */
    DocumentScenarioName: "missing-document" | "document-requested-again" | "country-without-iban";
    /**
     * @description Where a requested document stands; MISSING when nothing was supplied.
     *
     *     _Assumed: document-statuses, document-transitions._
     * @enum {string}
     */
    DocumentStatus: "MISSING" | "ONGOING" | "ACTION_REQUIRED" | "VALID" | "BELOW_EXPECTATION" | "INVALID";
    /** @description A piece that a dossier can ask for. */
    DocumentType: {
      code: components["schemas"]["DocumentCode"];
      label: components["schemas"]["ShortText"];
      kind: components["schemas"]["DocumentKind"];
      /** @description How long it lasts; null for no end. */
      months: number | null;
      check: components["schemas"]["DocumentCheck"];
      issuer: components["schemas"]["Issuer"];
      transmitter: components["schemas"]["Transmitter"];
      /** @description Collected from French registers, without the third party. */
      collected: boolean;
      /** @description Weighs three times in legal compliance. */
      statutory: boolean;
    };
    DocumentTypes: {
      content: components["schemas"]["DocumentType"][];
    };
    DossierAttribute: {
      label?: string;
      value?: string;
    };
    /** @description The client sets an attribute of a dossier. */
    DossierAttributeChanged: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "DOSSIER_ATTRIBUTE_UPDATED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["DossierAttribute"];
    };
    /** @description The client archives a dossier. */
    DossierClosed: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "DOSSIER_ARCHIVED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["ClosingReason"];
    };
    DossierEdit: {
      description?: string;
      purchasingCategory?: components["schemas"]["ShortText"];
      expirationDate?: components["schemas"]["Day"];
    };
    /** @description The client edits a dossier. */
    DossierEdited: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "DOSSIER_UPDATED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["DossierEdit"];
    };
    /** @description A dossier is opened. */
    DossierOpened: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "DOSSIER_ADDED";
      thirdpartyId?: components["schemas"]["Id"];
      data?: components["schemas"]["OpenedDossier"];
    };
    DossierScenario: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      scenario: "dossier-waiting" | "dossier-expires-tomorrow" | "valid-dossier" | "archived-dossier";
      sentence: string;
      thirdpartyId: components["schemas"]["Id"];
      dossierId: components["schemas"]["Id"];
    };
    /** @enum {string} */
    DossierScenarioName: "dossier-waiting" | "dossier-expires-tomorrow" | "valid-dossier" | "archived-dossier";
    /** @description A kind of evaluation, and the documents that it asks for. */
    DossierType: {
      code: components["schemas"]["DossierTypeCode"];
      label: components["schemas"]["ShortText"];
      themes: components["schemas"]["EvaluationTheme"][];
      /** @description How long it lasts; null for no end. */
      months: number | null;
      /** @description What it asks for. A third party that cannot have one of them is asked for another, as EXTRAIT_LOCAL instead of KBIS outside France; construction companies are asked for more. */
      documents: components["schemas"]["DocumentCode"][];
    };
    /** @description VIGILANCE, ONBOARDING, CSR, SCREENING, DUTY_OF_VIGILANCE, CYBERSECURITY, ETHICS, FOREIGN_CONTRACTOR, or a type of the account's own. `GET /_sandbox/reference/dossier-types` says what each asks for. */
    DossierTypeCode: string;
    DossierTypes: {
      content: components["schemas"]["DossierType"][];
    };
    /** @description What will happen by itself, in order. */
    Due: {
      accountId: components["schemas"]["AccountId"];
      now: components["schemas"]["DateTime"];
      /** @description The end of the look ahead; null when nothing is due. */
      until: components["schemas"]["DateTime"] | null;
      /** @description How often something happens until then. */
      total: components["schemas"]["Count"];
      /** @description The same by kind. */
      kinds: {
        [key: string]: components["schemas"]["Count"];
      };
      content: components["schemas"]["DueJob"][];
      page: components["schemas"]["Count"];
      size: components["schemas"]["Count"];
      totalElements: components["schemas"]["Count"];
      totalPages: components["schemas"]["Count"];
    };
    /** @description Something that will happen by itself. */
    DueJob: {
      jobId: components["schemas"]["Id"];
      /** @description By the account's clock; of a round, its first time. */
      dueAt: components["schemas"]["DateTime"];
      kind: components["schemas"]["JobKind"];
      /** @description What happens, in words. */
      sentence: string;
      /** @description How often it happens until then; only a round comes more than once. */
      times: components["schemas"]["Count"];
      thirdpartyId: components["schemas"]["Id"] | null;
      thirdpartyName: string | null;
      dossierId: components["schemas"]["Id"] | null;
      documentId: components["schemas"]["Id"] | null;
      /** @description The events that it would leave, in order, if it came first; of a round, the first time. */
      events: components["schemas"]["EventName"][];
      /** @description Whose act it is, such as a contact; null where it would leave no event. */
      actor: {
        type: components["schemas"]["ActorType"];
        name: string;
      } | null;
    };
    Email: string;
    /**
     * @description What an evaluation is about.
     * @enum {string}
     */
    EvaluationTheme: "LEGAL" | "FINANCE" | "ENVIRONMENT" | "CYBERSECURITY" | "ETHICS" | "HUMAN_RIGHTS";
    /**
     * @description Each of the 100 event types.
     * @enum {string}
     */
    EventName:
      | "THIRD_PARTY_ADDED"
      | "THIRD_PARTY_UPDATED"
      | "THIRD_PARTY_ARCHIVED"
      | "THIRD_PARTY_CODE_UPDATED"
      | "THIRD_PARTY_INFORMATION_UPDATED"
      | "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED"
      | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION"
      | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES"
      | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION"
      | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT"
      | "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED"
      | "THIRD_PARTY_ATTRIBUTE_UPDATED"
      | "THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED"
      | "THIRD_PARTY_INDICATOR_UPDATED"
      | "THIRD_PARTY_COMMENT_ADDED"
      | "THIRD_PARTY_COMMENT_UPDATED"
      | "THIRD_PARTY_COMMENT_DELETED"
      | "THIRD_PARTY_COMMENT_MENTION_ADDED"
      | "THIRD_PARTY_COMMENT_MENTION_UPDATED"
      | "THIRD_PARTY_COMMENT_MENTION_DELETED"
      | "THIRD_PARTY_CONTACT_INVITED"
      | "THIRD_PARTY_CONTACT_RE_INVITED"
      | "THIRD_PARTY_CONTACT_RE_INVITED_AUTO"
      | "THIRD_PARTY_CONTACT_DELETED"
      | "THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE"
      | "THIRD_PARTY_CONTACT_WEEKLY_REMINDER"
      | "THIRD_PARTY_DOCCHECK_ACTIVATED"
      | "THIRD_PARTY_DOCCHECK_UPDATED"
      | "THIRD_PARTY_DOCCHECK_DEACTIVATED"
      | "THIRD_PARTY_ESG_ACTIVATED"
      | "THIRD_PARTY_ESG_UPDATED"
      | "THIRD_PARTY_ESG_DEACTIVATED"
      | "THIRD_PARTY_SUSTAINSCORE_ACTIVATED"
      | "THIRD_PARTY_SUSTAINSCORE_UPDATED"
      | "THIRD_PARTY_SUSTAINSCORE_DEACTIVATED"
      | "THIRD_PARTY_SECURITY_RATING_ACTIVATED"
      | "THIRD_PARTY_SECURITY_RATING_UPDATED"
      | "THIRD_PARTY_SECURITY_RATING_DEACTIVATED"
      | "THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED"
      | "THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED"
      | "THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED"
      | "THIRD_PARTY_CREDITDATA_ACTIVATED"
      | "THIRD_PARTY_CREDITDATA_UPDATED"
      | "THIRD_PARTY_CREDITDATA_DEACTIVATED"
      | "THIRD_PARTY_NEWSFEED_ACTIVATED"
      | "THIRD_PARTY_NEWSFEED_UPDATED"
      | "THIRD_PARTY_NEWSFEED_DEACTIVATED"
      | "THIRD_PARTY_DATA_HUB_UPDATED"
      | "DOSSIER_ADDED"
      | "DOSSIER_ARCHIVED"
      | "DOSSIER_REACTIVATED"
      | "DOSSIER_UPDATED"
      | "DOSSIER_TEMPLATE_UPDATED"
      | "DOSSIER_DOCUMENTS_UPDATED"
      | "DOSSIER_ATTRIBUTE_UPDATED"
      | "DOSSIER_CALCULATED_ATTRIBUTE_UPDATED"
      | "DOSSIER_INDICATOR_UPDATED"
      | "DOSSIER_STATUS_UPDATED"
      | "DOSSIER_STATUS_UPDATED_ABSENT"
      | "DOSSIER_STATUS_UPDATED_ONGOING"
      | "DOSSIER_STATUS_UPDATED_ACTION_REQUIRED"
      | "DOSSIER_STATUS_UPDATED_VALID"
      | "DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION"
      | "DOSSIER_STATUS_UPDATED_INVALID"
      | "DOSSIER_COMMENT_ADDED"
      | "DOSSIER_COMMENT_UPDATED"
      | "DOSSIER_COMMENT_DELETED"
      | "DOSSIER_COMMENT_MENTION_ADDED"
      | "DOSSIER_COMMENT_MENTION_UPDATED"
      | "DOSSIER_COMMENT_MENTION_DELETED"
      | "DOCUMENT_ADDED"
      | "DOCUMENT_STOPPED"
      | "DOCUMENT_MODIFICATION"
      | "DOCUMENT_DELETION"
      | "DOCUMENT_DELETION_WARNING"
      | "DOCUMENT_ANSWER_ADDED"
      | "DOCUMENT_ANSWER_UPDATED"
      | "DOCUMENT_ANSWER_ACCEPTED"
      | "DOCUMENT_ANSWER_DENIED"
      | "DOCUMENT_ANSWER_INTERRUPTED"
      | "DOCUMENT_ANSWER_EXPIRED"
      | "DOCUMENT_ANSWER_SCOPE_UPDATED"
      | "DOCUMENT_ANSWER_STATUS_UPDATE"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_VALID"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID"
      | "DOCUMENT_COMMENT_ADDED"
      | "DOCUMENT_COMMENT_UPDATED"
      | "DOCUMENT_COMMENT_DELETED"
      | "DOCUMENT_COMMENT_MENTION_ADDED"
      | "DOCUMENT_COMMENT_MENTION_UPDATED"
      | "DOCUMENT_COMMENT_MENTION_DELETED"
      | "DOCUMENT_DOCCHECK_STATUS_UPDATE"
      | "DOCUMENT_DOCCHECK_REPORT_GENERATED"
      | "DOCUMENT_DOCCHECK_REPORT_RECEIVED"
      | "DOCUMENT_DOCCHECK_REPORT_REFRESHED"
      | "DOCUMENT_AUDIT_TRAIL_DOWNLOAD";
    /** @description One of the 100 event types, and what its trigger takes. */
    EventType: {
      name: components["schemas"]["EventName"];
      resource: components["schemas"]["ResourceType"];
      /** @description What has happened. */
      sentence: string;
      /** @description The resources on which a trigger can bring it about. */
      needs: string;
      /** @description The ids that a trigger may name. */
      targets: string[];
      data: components["schemas"]["EventTypeData"][];
    };
    EventTypeData: {
      field: string;
      /** @description The values that it may have, where there are few. */
      values: string[];
    };
    EventTypes: {
      content: components["schemas"]["EventType"][];
    };
    /** @description Something that goes wrong on purpose. */
    Fault: {
      /** @description Operation id, such as thirdparties.list; all when left out. */
      operation?: string;
      /** @description All accounts when left out. */
      accountId?: components["schemas"]["AccountId"];
      /** @description `status` and `disconnect` come instead of the operation; `truncate` and `malformed` spoil its answer; `delay` only waits; `lag` hides recent events from searches. */
      kind: components["schemas"]["FaultKind"];
      /** @description For `status`; 503 when left out. */
      status?: number;
      /** @description Waits first, whatever the kind; 1000 for `delay` when left out. */
      delayMs?: number;
      /** @description For `lag`: searches find an event so long after it occurred, on the account's own clock; PT5M when left out. */
      lag?: string;
      /** @description Drawn from the world's own chance: the same requests meet the same faults. */
      probability?: number;
      /** @description How often it strikes; for ever when left out. */
      times?: number;
    };
    /** @enum {string} */
    FaultKind: "status" | "delay" | "disconnect" | "truncate" | "malformed" | "lag";
    Faults: components["schemas"]["Fault"][];
    /** @description How much of what the contract declares is covered; the percentage is rounded down. */
    Figure: {
      covered: components["schemas"]["Count"];
      declared: components["schemas"]["Count"];
      percent: number;
    };
    /** @description What is kept on a third party and the service does not show. */
    Folder: {
      accountId: components["schemas"]["AccountId"];
      thirdpartyId: components["schemas"]["Id"];
      name: string;
      owner: string | null;
      tags: string[];
      counts: components["schemas"]["FolderCounts"];
      contacts: components["schemas"]["Contact"][];
      comments: components["schemas"]["Comment"][];
      announcements: components["schemas"]["Announcement"][];
      responses: components["schemas"]["Submission"][];
      reports: components["schemas"]["BankReport"][];
      monitoring: components["schemas"]["Monitoring"][];
    };
    /** @description How many rows belong to it. */
    FolderCounts: {
      attributes: components["schemas"]["Count"];
      indicators: components["schemas"]["Count"];
      dossiers: components["schemas"]["Count"];
      documents: components["schemas"]["Count"];
      responses: components["schemas"]["Count"];
      comments: components["schemas"]["Count"];
      contacts: components["schemas"]["Count"];
      reports: components["schemas"]["Count"];
      jobs: components["schemas"]["Count"];
      announcements: components["schemas"]["Count"];
      events: components["schemas"]["Count"];
    };
    FollowedPerson: {
      /** @description Of the person; when it is left out, the first that suits, or a new one. */
      email?: components["schemas"]["Email"];
    };
    /** @description The world to copy: the ids, the clock and the events are equal. */
    ForkSource: {
      accountId: components["schemas"]["AccountId"];
      /** @description The present world when left out. */
      snapshot?: string;
      /** @description The world that the account had when it was deleted, without its snapshots and faults. */
      deleted?: boolean;
      /** @description Also copies the snapshots of the account, but for damaged ones. They follow the world one by one: a server that is killed meanwhile leaves a copy that lacks some. */
      withSnapshots?: boolean;
    };
    /** @description The questions of a document that is answered by a form. */
    Form: {
      documentCode: components["schemas"]["DocumentCode"];
      fields: components["schemas"]["FormField"][];
    };
    /**
     * @description Free text, a date, bank details, yes or no, a number.
     * @enum {string}
     */
    FormEntryType: "string" | "date" | "iban" | "boolean" | "number";
    /** @description A question of a form. */
    FormField: {
      type: components["schemas"]["FormEntryType"];
      key: components["schemas"]["ShortText"];
      title: components["schemas"]["ShortText"];
      order: components["schemas"]["Count"];
    };
    Forms: {
      content: components["schemas"]["Form"][];
    };
    /** @description Something that was found, with what it belongs to. */
    Found: {
      kind: components["schemas"]["FoundKind"];
      id: components["schemas"]["Id"];
      thirdpartyId: components["schemas"]["Id"];
      dossierId: components["schemas"]["Id"] | null;
      documentId: components["schemas"]["Id"] | null;
      label: string;
      detail: string;
    };
    /**
     * @description What an id or a name belongs to.
     * @enum {string}
     */
    FoundKind: "THIRD_PARTY" | "DOSSIER" | "DOCUMENT" | "RESPONSE" | "FILE" | "EVENT" | "CONTACT";
    FoundList: {
      content: components["schemas"]["Found"][];
    };
    /** @description What happens without a word. */
    Happening: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event:
        | "THIRD_PARTY_ARCHIVED"
        | "THIRD_PARTY_INFORMATION_UPDATED"
        | "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED"
        | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION"
        | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES"
        | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION"
        | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT"
        | "THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED"
        | "THIRD_PARTY_INDICATOR_UPDATED"
        | "THIRD_PARTY_COMMENT_DELETED"
        | "THIRD_PARTY_COMMENT_MENTION_DELETED"
        | "THIRD_PARTY_DOCCHECK_ACTIVATED"
        | "THIRD_PARTY_DOCCHECK_DEACTIVATED"
        | "THIRD_PARTY_ESG_ACTIVATED"
        | "THIRD_PARTY_ESG_UPDATED"
        | "THIRD_PARTY_ESG_DEACTIVATED"
        | "THIRD_PARTY_SUSTAINSCORE_ACTIVATED"
        | "THIRD_PARTY_SUSTAINSCORE_UPDATED"
        | "THIRD_PARTY_SUSTAINSCORE_DEACTIVATED"
        | "THIRD_PARTY_SECURITY_RATING_ACTIVATED"
        | "THIRD_PARTY_SECURITY_RATING_UPDATED"
        | "THIRD_PARTY_SECURITY_RATING_DEACTIVATED"
        | "THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED"
        | "THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED"
        | "THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED"
        | "THIRD_PARTY_CREDITDATA_ACTIVATED"
        | "THIRD_PARTY_CREDITDATA_UPDATED"
        | "THIRD_PARTY_CREDITDATA_DEACTIVATED"
        | "THIRD_PARTY_NEWSFEED_ACTIVATED"
        | "THIRD_PARTY_NEWSFEED_UPDATED"
        | "THIRD_PARTY_NEWSFEED_DEACTIVATED"
        | "THIRD_PARTY_DATA_HUB_UPDATED"
        | "DOSSIER_REACTIVATED"
        | "DOSSIER_CALCULATED_ATTRIBUTE_UPDATED"
        | "DOSSIER_INDICATOR_UPDATED"
        | "DOSSIER_STATUS_UPDATED"
        | "DOSSIER_STATUS_UPDATED_ABSENT"
        | "DOSSIER_STATUS_UPDATED_ONGOING"
        | "DOSSIER_STATUS_UPDATED_ACTION_REQUIRED"
        | "DOSSIER_STATUS_UPDATED_VALID"
        | "DOSSIER_COMMENT_DELETED"
        | "DOSSIER_COMMENT_MENTION_DELETED"
        | "DOCUMENT_STOPPED"
        | "DOCUMENT_DELETION"
        | "DOCUMENT_DELETION_WARNING"
        | "DOCUMENT_ANSWER_UPDATED"
        | "DOCUMENT_ANSWER_INTERRUPTED"
        | "DOCUMENT_ANSWER_EXPIRED"
        | "DOCUMENT_ANSWER_SCOPE_UPDATED"
        | "DOCUMENT_ANSWER_STATUS_UPDATE"
        | "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT"
        | "DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING"
        | "DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED"
        | "DOCUMENT_ANSWER_STATUS_UPDATE_VALID"
        | "DOCUMENT_COMMENT_DELETED"
        | "DOCUMENT_COMMENT_MENTION_DELETED"
        | "DOCUMENT_AUDIT_TRAIL_DOWNLOAD";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["Nothing"];
    };
    /** @enum {string} */
    HappeningEvent:
      | "THIRD_PARTY_ARCHIVED"
      | "THIRD_PARTY_INFORMATION_UPDATED"
      | "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED"
      | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION"
      | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES"
      | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION"
      | "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT"
      | "THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED"
      | "THIRD_PARTY_INDICATOR_UPDATED"
      | "THIRD_PARTY_COMMENT_DELETED"
      | "THIRD_PARTY_COMMENT_MENTION_DELETED"
      | "THIRD_PARTY_DOCCHECK_ACTIVATED"
      | "THIRD_PARTY_DOCCHECK_DEACTIVATED"
      | "THIRD_PARTY_ESG_ACTIVATED"
      | "THIRD_PARTY_ESG_UPDATED"
      | "THIRD_PARTY_ESG_DEACTIVATED"
      | "THIRD_PARTY_SUSTAINSCORE_ACTIVATED"
      | "THIRD_PARTY_SUSTAINSCORE_UPDATED"
      | "THIRD_PARTY_SUSTAINSCORE_DEACTIVATED"
      | "THIRD_PARTY_SECURITY_RATING_ACTIVATED"
      | "THIRD_PARTY_SECURITY_RATING_UPDATED"
      | "THIRD_PARTY_SECURITY_RATING_DEACTIVATED"
      | "THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED"
      | "THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED"
      | "THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED"
      | "THIRD_PARTY_CREDITDATA_ACTIVATED"
      | "THIRD_PARTY_CREDITDATA_UPDATED"
      | "THIRD_PARTY_CREDITDATA_DEACTIVATED"
      | "THIRD_PARTY_NEWSFEED_ACTIVATED"
      | "THIRD_PARTY_NEWSFEED_UPDATED"
      | "THIRD_PARTY_NEWSFEED_DEACTIVATED"
      | "THIRD_PARTY_DATA_HUB_UPDATED"
      | "DOSSIER_REACTIVATED"
      | "DOSSIER_CALCULATED_ATTRIBUTE_UPDATED"
      | "DOSSIER_INDICATOR_UPDATED"
      | "DOSSIER_STATUS_UPDATED"
      | "DOSSIER_STATUS_UPDATED_ABSENT"
      | "DOSSIER_STATUS_UPDATED_ONGOING"
      | "DOSSIER_STATUS_UPDATED_ACTION_REQUIRED"
      | "DOSSIER_STATUS_UPDATED_VALID"
      | "DOSSIER_COMMENT_DELETED"
      | "DOSSIER_COMMENT_MENTION_DELETED"
      | "DOCUMENT_STOPPED"
      | "DOCUMENT_DELETION"
      | "DOCUMENT_DELETION_WARNING"
      | "DOCUMENT_ANSWER_UPDATED"
      | "DOCUMENT_ANSWER_INTERRUPTED"
      | "DOCUMENT_ANSWER_EXPIRED"
      | "DOCUMENT_ANSWER_SCOPE_UPDATED"
      | "DOCUMENT_ANSWER_STATUS_UPDATE"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED"
      | "DOCUMENT_ANSWER_STATUS_UPDATE_VALID"
      | "DOCUMENT_COMMENT_DELETED"
      | "DOCUMENT_COMMENT_MENTION_DELETED"
      | "DOCUMENT_AUDIT_TRAIL_DOWNLOAD";
    /** @description An HTTP archive 1.2, which the developer tools of browsers open. */
    Har: {
      log: components["schemas"]["HarLog"];
    };
    HarCache: {
      comment?: string;
    };
    HarContent: {
      size: number;
      mimeType: string;
      text?: string;
      encoding?: string;
    };
    HarCreator: {
      name: string;
      version: string;
    };
    /** @description A request; what a HAR has no place for is in fields that begin with `_`. */
    HarEntry: {
      startedDateTime: string;
      time: number;
      request: components["schemas"]["HarRequest"];
      response: components["schemas"]["HarResponse"];
      cache: components["schemas"]["HarCache"];
      timings: components["schemas"]["HarTimings"];
    };
    HarLog: {
      /** @enum {string} */
      version: "1.2";
      creator: components["schemas"]["HarCreator"];
      /** @description Empty: Firefox needs it. */
      pages: components["schemas"]["HarPage"][];
      entries: components["schemas"]["HarEntry"][];
    };
    HarPage: {
      id: string;
      title: string;
    };
    HarPostData: {
      mimeType: string;
      text?: string;
      encoding?: string;
    };
    HarRequest: {
      method: string;
      url: string;
      httpVersion: string;
      cookies: components["schemas"]["Header"][];
      headers: components["schemas"]["Header"][];
      headersSize: number;
      bodySize: number;
      queryString: components["schemas"]["Header"][];
      postData?: components["schemas"]["HarPostData"];
    };
    HarResponse: {
      status: number;
      statusText: string;
      httpVersion: string;
      cookies: components["schemas"]["Header"][];
      headers: components["schemas"]["Header"][];
      headersSize: number;
      bodySize: number;
      content: components["schemas"]["HarContent"];
      redirectURL: string;
    };
    HarTimings: {
      send: number;
      wait: number;
      receive: number;
    };
    /** @description Credentials are removed. */
    Header: {
      name: string;
      value: string;
    };
    /** @description _Assumed: id-ranges._ */
    Id: number;
    /** @enum {string} */
    IdentifierKind: "SIRET" | "VAT" | "DUNS";
    /** @description A problem document that lists the violations. */
    InvalidRequest: {
      /** @description _Assumed: errors._ */
      type: string;
      /** @description _Assumed: errors._ */
      title: string;
      /** @description _Assumed: errors._ */
      status: number;
      /** @description _Assumed: errors._ */
      code: components["schemas"]["ProblemCode"];
      /**
       * @description What is wrong, and what to do.
       *
       *     _Assumed: errors._
       */
      detail: string;
      /** @description _Assumed: errors._ */
      instance: string;
      /** @description _Assumed: errors._ */
      requestId: string;
      /** @description _Assumed: errors._ */
      errors?: components["schemas"]["Violation"][];
      /**
       * @description How many violations there are beside the 100 in errors.
       *
       *     _Assumed: errors._
       */
      furtherErrors?: components["schemas"]["Count"];
    };
    InvitedPerson: {
      email?: components["schemas"]["Email"];
      firstName?: components["schemas"]["ShortText"];
      lastName?: components["schemas"]["ShortText"];
    };
    /**
     * @description Who issued the piece; DO means data owner.
     *
     *     _Assumed: evidence-values._
     * @enum {string}
     */
    Issuer: "DO" | "FOURNISSEUR" | "ORGANISME" | "PARTENAIRE";
    /**
     * @description What happens by itself: to one third party, or, from ADD on, for the whole account.
     * @enum {string}
     */
    JobKind:
      | "COLLECT"
      | "SOURCE"
      | "VERIFY"
      | "RECEIVE"
      | "TIMEOUT"
      | "RECHECK"
      | "EXPIRE"
      | "INVITATION"
      | "RENEW"
      | "CLOSE"
      | "PURGE"
      | "LIQUIDATE"
      | "BIRTHDAY"
      | "INVITE"
      | "ANSWER"
      | "DECIDE"
      | "FOLLOW_UP"
      | "REVIEW"
      | "ADD"
      | "REMIND"
      | "REGISTRY"
      | "GAZETTE"
      | "SANCTIONS"
      | "HUB"
      | "RETENTION";
    /** @description The company that joins; the first of the directory when it is left out. */
    Joining:
      | components["schemas"]["JoiningBySiret"]
      | components["schemas"]["JoiningByVat"]
      | components["schemas"]["JoiningByDuns"];
    /** @description By DUNS, in groups or not. */
    JoiningByDuns: {
      /**
       * @description _Assumed: thirdparty-creation._ (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      companyIdType: "CIT003";
      /**
       * Format: duns
       * @description _Assumed: thirdparty-creation._
       */
      companyIdValue: string;
      /** @description _Assumed: thirdparty-creation._ */
      thirdpartyCode?: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-creation._ */
      contacts?: components["schemas"]["NewContact"][];
    };
    /** @description By SIRET, in groups or not. */
    JoiningBySiret: {
      /**
       * @description _Assumed: thirdparty-creation._ (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      companyIdType: "CIT001";
      /**
       * Format: siret
       * @description _Assumed: thirdparty-creation._
       */
      companyIdValue: string;
      /** @description _Assumed: thirdparty-creation._ */
      thirdpartyCode?: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-creation._ */
      contacts?: components["schemas"]["NewContact"][];
    };
    /** @description By VAT number, in groups or not. */
    JoiningByVat: {
      /**
       * @description _Assumed: thirdparty-creation._ (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      companyIdType: "CIT002";
      /**
       * Format: vat
       * @description _Assumed: thirdparty-creation._
       */
      companyIdValue: string;
      /** @description _Assumed: thirdparty-creation._ */
      thirdpartyCode?: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-creation._ */
      contacts?: components["schemas"]["NewContact"][];
    };
    /** @description One entry of the audit journal. */
    JournalEvent: {
      eventId: components["schemas"]["Id"];
      eventName: components["schemas"]["EventName"];
      resourceType: components["schemas"]["ResourceType"];
      resourceId: components["schemas"]["Id"];
      accountId: components["schemas"]["AccountId"];
      thirdpartyId: components["schemas"]["Id"];
      dossierId: components["schemas"]["Id"] | null;
      documentId: components["schemas"]["Id"] | null;
      occurredAt: components["schemas"]["DateTime"];
      actor: components["schemas"]["Actor"];
      payload: {
        [key: string]: unknown;
      };
    };
    JournalPage: {
      content: components["schemas"]["JournalEvent"][];
      /** @description The last eventId, or the request's own cursor. */
      after: number | null;
    };
    Judgment: {
      /** @description Opens this one, or converts a lighter one; when left out, an open one is closed. */
      type?: components["schemas"]["ProcedureType"];
    };
    /** @enum {string} */
    KeptBody: "whole" | "cut" | "none";
    /** @description A document that is asked for, with what it belongs to. */
    ListedDocument: {
      documentId: components["schemas"]["Id"];
      dossierId: components["schemas"]["Id"];
      thirdpartyId: components["schemas"]["Id"];
      thirdpartyName: string;
      documentCode: components["schemas"]["DocumentCode"];
      documentName: string;
      dossierTypeCode: components["schemas"]["DossierTypeCode"] | null;
      statusCode: components["schemas"]["DocumentStatus"];
      requestDate: components["schemas"]["DateTime"];
      dueDate: components["schemas"]["Day"] | null;
      /** @description When the newest evidence came. */
      suppliedAt: components["schemas"]["DateTime"] | null;
      /** @description Of the newest evidence. */
      expirationDate: components["schemas"]["DateTime"] | null;
      /** @description The answer that can be approved or rejected, if there is one. */
      responseId: components["schemas"]["Id"] | null;
    };
    ListedDocuments: {
      content: components["schemas"]["ListedDocument"][];
      page: components["schemas"]["Count"];
      size: components["schemas"]["Count"];
      totalElements: components["schemas"]["Count"];
      totalPages: components["schemas"]["Count"];
      /** @description Of the whole account, whatever the filter. */
      counts: components["schemas"]["StatusCount"][];
    };
    /** @description A snapshot, and whether its file is sound. */
    ListedSnapshot: {
      name: string;
      takenAt: components["schemas"]["DateTime"] | null;
      events: components["schemas"]["Count"] | null;
      /** @description Why it cannot be restored, or null. Only its name is sure then. */
      damage: string | null;
    };
    ListedThirdparties: {
      content: components["schemas"]["ListedThirdparty"][];
      page: components["schemas"]["Count"];
      size: components["schemas"]["Count"];
      totalElements: components["schemas"]["Count"];
      totalPages: components["schemas"]["Count"];
    };
    /** @description A third party, with what is open and what waits. */
    ListedThirdparty: {
      thirdpartyId: components["schemas"]["Id"];
      name: string;
      addressCity: string | null;
      addressCountryCode: string;
      status: components["schemas"]["ThirdpartyStatus"];
      archived: boolean;
      /** @description Those that are open. */
      dossiers: components["schemas"]["Count"];
      /** @description Documents of these that wait for the client. */
      waiting: components["schemas"]["Count"];
    };
    /** @description A world in figures, and its last use. */
    ListedWorld: {
      accountId: components["schemas"]["AccountId"];
      seed: string;
      randomSeed: components["schemas"]["Count"];
      size: components["schemas"]["Count"] | null;
      createdAt: components["schemas"]["DateTime"];
      now: components["schemas"]["DateTime"];
      frozen: boolean;
      people: components["schemas"]["People"];
      /**
       * @description Imported with `check=shape`.
       * @enum {boolean}
       */
      odd?: true;
      /** @description The steps of the seed that the configuration lacks something for, where there are any. */
      skipped?: string[];
      thirdparties: components["schemas"]["Count"];
      dossiers: components["schemas"]["Count"];
      documents: components["schemas"]["Count"];
      events: components["schemas"]["Count"];
      /** @description By the wall clock, UTC. A request, a write or a stream of the account is a use; a list is none. */
      usedAt: components["schemas"]["DateTime"];
    };
    MentionedPerson: {
      /** @description Who is mentioned, without the `@`. */
      mention?: string;
    };
    /** @enum {string} */
    MessageKind: "request" | "event" | "progress";
    MissingCoverage: {
      /** @description Operations without a success. */
      operations: string[];
      /** @description Declared statuses that no response had by itself, by operation. */
      statuses: string[];
      /** @description Query parameters, by operation, that no request with a success had. */
      parameters: string[];
      /** @description Values of enumerations that no response had. */
      values: string[];
      /** @description Event types that no search found. */
      events: components["schemas"]["EventName"][];
      /** @description Kinds of faults that never hit; with an operation, faults after which it had no success. */
      faults: string[];
    };
    /** @description A data provider that can watch the third party. */
    Monitoring: {
      provider: string;
      active: boolean;
      since: components["schemas"]["DateTime"] | null;
      score: number | null;
      lastUpdate: components["schemas"]["DateTime"] | null;
    };
    /** @description A person of the third party, to be invited. */
    NewContact: {
      /** @description _Assumed: thirdparty-creation._ */
      email: components["schemas"]["Email"];
      /** @description _Assumed: thirdparty-creation._ */
      firstName: components["schemas"]["ShortText"];
      /** @description _Assumed: thirdparty-creation._ */
      lastName: components["schemas"]["ShortText"];
    };
    NewSnapshot: {
      name: string;
    };
    Nothing: Record<string, never>;
    OAuthError: {
      error: string;
      error_description: string;
    };
    OAuthProblem: components["schemas"]["OAuthError"] | components["schemas"]["InvalidRequest"];
    /** @description OAuth 2 token request: password, client_credentials or refresh_token. */
    OAuthRequest: {
      grant_type: string;
      username?: string;
      password?: string;
      client_id?: string;
      client_secret?: string;
      refresh_token?: string;
      scope?: string;
    };
    OAuthToken: {
      access_token: string;
      /** @enum {string} */
      token_type: "Bearer";
      expires_in: number;
      refresh_token?: string;
      refresh_expires_in?: number;
    };
    /** @description The event to bring about, and on what: the first suitable resource when that is left open. A document stands for its dossier too, and both for their third party. */
    Occurrence:
      | components["schemas"]["CompanyJoins"]
      | components["schemas"]["ThirdpartyEdited"]
      | components["schemas"]["CodeChanged"]
      | components["schemas"]["ProcedureJudged"]
      | components["schemas"]["AttributeChanged"]
      | components["schemas"]["CommentWritten"]
      | components["schemas"]["PersonMentioned"]
      | components["schemas"]["ContactInvited"]
      | components["schemas"]["ContactFollowed"]
      | components["schemas"]["DocumentAnswered"]
      | components["schemas"]["AnswerDecided"]
      | components["schemas"]["DossierOpened"]
      | components["schemas"]["DossierClosed"]
      | components["schemas"]["DossierEdited"]
      | components["schemas"]["DossierAttributeChanged"]
      | components["schemas"]["TemplateChanged"]
      | components["schemas"]["RequirementsChanged"]
      | components["schemas"]["DocumentRequested"]
      | components["schemas"]["DocumentEdited"]
      | components["schemas"]["Happening"];
    OpenedDossier: {
      dossierTypeCode?: components["schemas"]["DossierTypeCode"];
    };
    /** @enum {string} */
    Outcome: "valid" | "review" | "invalid" | "pending";
    PageScenario: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      scenario: "full-page";
      sentence: string;
      thirdpartyIds: components["schemas"]["Id"][];
    };
    /** @enum {string} */
    PageScenarioName: "full-page";
    /**
     * @description Who acts by itself in a world: suppliers and the client's people, suppliers alone, or nobody. What a request does comes first: what was answered or decided is not done again.
     * @enum {string}
     */
    People: "all" | "suppliers" | "none";
    /** @description Who acts in a world, and how its third parties behave. */
    PeopleOf: {
      accountId: components["schemas"]["AccountId"];
      people: components["schemas"]["People"];
      /** @description Acts that are planned now. */
      planned: components["schemas"]["Count"];
      colleagues: components["schemas"]["Colleague"][];
      tempers: components["schemas"]["TemperRow"][];
      content: components["schemas"]["Supplier"][];
      page: components["schemas"]["Count"];
      size: components["schemas"]["Count"];
      totalElements: components["schemas"]["Count"];
      totalPages: components["schemas"]["Count"];
    };
    /** @description Who is to act. */
    PeopleWish: {
      people: components["schemas"]["People"];
    };
    /** @description A user is mentioned in a comment, or in the place of another. */
    PersonMentioned: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event:
        | "THIRD_PARTY_COMMENT_MENTION_ADDED"
        | "THIRD_PARTY_COMMENT_MENTION_UPDATED"
        | "DOSSIER_COMMENT_MENTION_ADDED"
        | "DOSSIER_COMMENT_MENTION_UPDATED"
        | "DOCUMENT_COMMENT_MENTION_ADDED"
        | "DOCUMENT_COMMENT_MENTION_UPDATED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["MentionedPerson"];
    };
    /** @enum {string} */
    PersonMentionedEvent:
      | "THIRD_PARTY_COMMENT_MENTION_ADDED"
      | "THIRD_PARTY_COMMENT_MENTION_UPDATED"
      | "DOSSIER_COMMENT_MENTION_ADDED"
      | "DOSSIER_COMMENT_MENTION_UPDATED"
      | "DOCUMENT_COMMENT_MENTION_ADDED"
      | "DOCUMENT_COMMENT_MENTION_UPDATED";
    /**
     * @description The part of the request.
     * @enum {string}
     */
    Place: "path" | "query" | "header" | "body";
    /** @description What was made, by its ids. A response is decided by `responseId`, a file is read by `evidenceId`. */
    PlayedScenario:
      | components["schemas"]["ResponseScenario"]
      | components["schemas"]["DocumentScenario"]
      | components["schemas"]["DossierScenario"]
      | components["schemas"]["ThirdpartyScenario"]
      | components["schemas"]["PageScenario"]
      | components["schemas"]["AccountScenario"];
    /** @description An event, and whether a trigger brings it about now. */
    PossibleTrigger: {
      event: components["schemas"]["EventName"];
      resource: components["schemas"]["ResourceType"];
      possible: boolean;
      target: components["schemas"]["TriggerTarget"];
      /** @description Why it cannot be brought about, as the trigger would say it. */
      code: components["schemas"]["ProblemCode"] | null;
      /** @description The same as a sentence. */
      detail: string | null;
    };
    PossibleTriggers: {
      content: components["schemas"]["PossibleTrigger"][];
    };
    /** @description RFC 9457 problem document. */
    Problem: {
      /** @description _Assumed: errors._ */
      type: string;
      /** @description _Assumed: errors._ */
      title: string;
      /** @description _Assumed: errors._ */
      status: number;
      /** @description _Assumed: errors._ */
      code: components["schemas"]["ProblemCode"];
      /**
       * @description What is wrong, and what to do.
       *
       *     _Assumed: errors._
       */
      detail: string;
      /** @description _Assumed: errors._ */
      instance: string;
      /** @description _Assumed: errors._ */
      requestId: string;
    };
    /**
     * @description What went wrong, for programs.
     * @enum {string}
     */
    ProblemCode:
      | "VALIDATION_ERROR"
      | "INVALID_IDENTIFIER"
      | "INVALID_SEARCH"
      | "INVALID_EVENT_FILTER"
      | "UNKNOWN_EVENT_NAME"
      | "INVALID_PAGE"
      | "MALFORMED_JSON"
      | "UNAUTHENTICATED"
      | "TOKEN_EXPIRED"
      | "ACCOUNT_FORBIDDEN"
      | "FORBIDDEN"
      | "LINK_EXPIRED"
      | "TOO_MANY_WORLDS"
      | "WORLD_TOO_LARGE"
      | "NOT_FOUND"
      | "ACCOUNT_NOT_FOUND"
      | "THIRD_PARTY_NOT_FOUND"
      | "COMPANY_NOT_FOUND"
      | "DOSSIER_NOT_FOUND"
      | "DOCUMENT_NOT_FOUND"
      | "FILE_NOT_FOUND"
      | "RESPONSE_NOT_FOUND"
      | "ATTRIBUTE_NOT_FOUND"
      | "DOSSIER_TYPE_NOT_FOUND"
      | "SEED_NOT_FOUND"
      | "SNAPSHOT_NOT_FOUND"
      | "SNAPSHOT_DAMAGED"
      | "RESET_POINT_DAMAGED"
      | "METHOD_NOT_ALLOWED"
      | "NOT_ACCEPTABLE"
      | "THIRD_PARTY_ALREADY_EXISTS"
      | "THIRD_PARTY_ARCHIVED"
      | "DOSSIER_ALREADY_OPEN"
      | "DOSSIER_REFERENCE_CONFLICT"
      | "DOSSIER_TYPED"
      | "DOSSIER_ARCHIVED"
      | "RESPONSE_ALREADY_DECIDED"
      | "ATTRIBUTE_CALCULATED"
      | "DOCUMENT_NOT_ANSWERABLE"
      | "NOTHING_SUITABLE"
      | "CLOCK_BACKWARDS"
      | "CLOCK_ENDS"
      | "CONFLICT"
      | "PRECONDITION_FAILED"
      | "PAYLOAD_TOO_LARGE"
      | "UNSUPPORTED_MEDIA_TYPE"
      | "RANGE_NOT_SATISFIABLE"
      | "INVALID_WORLD"
      | "RATE_LIMITED"
      | "INTERNAL_ERROR"
      | "NOT_IMPLEMENTED"
      | "PROVIDER_UNAVAILABLE"
      | "PROVIDER_TIMEOUT"
      | "INSUFFICIENT_STORAGE"
      | "STORAGE_UNAVAILABLE"
      | "OUTCOME_UNKNOWN"
      | "WORLD_DAMAGED"
      | "INJECTED_FAULT";
    /** @description A court opens, converts or closes a collective procedure. */
    ProcedureJudged: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["Judgment"];
    };
    /** @enum {string} */
    ProcedureType: "SAUVEGARDE" | "REDRESSEMENT_JUDICIAIRE" | "LIQUIDATION_JUDICIAIRE";
    /**
     * @description Why a check did not pass, for programs.
     * @enum {string}
     */
    ReasonCode:
      | "STRUCK_OFF"
      | "LATE"
      | "COLLECTIVE_PROCEDURE"
      | "WORKERS_WITHOUT_STAFF"
      | "STAFF_DENIED"
      | "LIQUIDATION"
      | "NO_ACCOUNT"
      | "WRONG_ACCOUNT_NUMBER"
      | "BANK_DETAILS_DISAGREE"
      | "UNUSUAL_ACCOUNT"
      | "DOCUMENT_EXPIRED"
      | "DENIED_BY_FORM"
      | "FORM_DENIES_DOCUMENT"
      | "NO_RESULT"
      | "TO_BE_JUDGED"
      | "POSSIBLE_MATCH"
      | "MATCH"
      | "NOT_CONFIRMED"
      | "REPORT_WITHDRAWN"
      | "UNKNOWN_SIGNATORY"
      | "UNREADABLE_FILE";
    RequiredDocument: {
      documentCode?: components["schemas"]["DocumentCode"];
    };
    /** @description A free dossier asks for more. */
    RequirementsChanged: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "DOSSIER_DOCUMENTS_UPDATED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["RequiredDocument"];
    };
    /** @enum {string} */
    ResourceType: "THIRD_PARTY" | "DOSSIER" | "DOCUMENT";
    ResponseScenario: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      scenario:
        | "rejected-document"
        | "document-below-expectation"
        | "document-to-review"
        | "pending-answer"
        | "expired-document"
        | "document-expiring-soon"
        | "failed-check"
        | "iban-mismatch"
        | "invalid-iban"
        | "foreign-iban"
        | "sanctioned-partner";
      sentence: string;
      thirdpartyId: components["schemas"]["Id"];
      dossierId: components["schemas"]["Id"];
      documentId: components["schemas"]["Id"];
      responseId: components["schemas"]["Id"];
      evidenceId: components["schemas"]["Id"];
    };
    /** @enum {string} */
    ResponseScenarioName:
      | "rejected-document"
      | "document-below-expectation"
      | "document-to-review"
      | "pending-answer"
      | "expired-document"
      | "document-expiring-soon"
      | "failed-check"
      | "iban-mismatch"
      | "invalid-iban"
      | "foreign-iban"
      | "sanctioned-partner";
    /** @description Opens a dossier for every third party that meets its criteria. */
    Rule: {
      ruleId: components["schemas"]["ShortText"];
      label: components["schemas"]["ShortText"];
      enabled: boolean;
      when: components["schemas"]["Criteria"];
      create: components["schemas"]["DossierTypeCode"];
      /** @description The rule in words. */
      sentence: string;
    };
    Rules: {
      content: components["schemas"]["Rule"][];
    };
    Scenario: {
      scenario: components["schemas"]["ScenarioName"];
      sentence: string;
      /** @description Codes of document and dossier types that the account must have. */
      needs: string[];
      /** @description What is there afterwards, in a few words. */
      makes: string;
    };
    /**
     * @description A name that `GET /_sandbox/scenarios` lists.
     * @enum {string}
     */
    ScenarioName:
      | "rejected-document"
      | "document-below-expectation"
      | "document-to-review"
      | "pending-answer"
      | "expired-document"
      | "document-expiring-soon"
      | "failed-check"
      | "iban-mismatch"
      | "invalid-iban"
      | "foreign-iban"
      | "sanctioned-partner"
      | "missing-document"
      | "document-requested-again"
      | "country-without-iban"
      | "dossier-waiting"
      | "dossier-expires-tomorrow"
      | "valid-dossier"
      | "archived-dossier"
      | "new-thirdparty"
      | "archived-thirdparty"
      | "collective-procedure"
      | "struck-off-company"
      | "late-supplier"
      | "careless-supplier"
      | "full-page"
      | "empty-account"
      | "quiet-world"
      | "slow-service"
      | "failing-service"
      | "flaky-service";
    ScenarioRequest: {
      scenario: components["schemas"]["ScenarioName"];
    };
    Scenarios: {
      content: components["schemas"]["Scenario"][];
    };
    SeedList: {
      content: components["schemas"]["SeedSummary"][];
    };
    SeedSummary: {
      name: string;
      description: string;
    };
    /** @description A request that was answered. */
    Seen: {
      requestId: string;
      /** @description Wall clock, UTC. */
      at: components["schemas"]["DateTime"];
      method: string;
      /** @description With its query. */
      path: string;
      operation: string | null;
      accountId: string | null;
      /** @description The subject of the token; null when it was not accepted. */
      caller: string | null;
      /** @description 0 when the connection ended without a response. */
      status: number;
      durationMs: number;
      /** @description Why it was refused. */
      violations: string[];
      /** @description The code of the refusal. */
      code: string | null;
      /** @description Query parameters that were overlooked, because none is so named. */
      remarks: string[];
      /** @description The kind of the injected fault that hit it. */
      fault: string | null;
      /** @description Whether `Prefer: code=` chose the response. */
      forced: boolean;
      /** @description The ids of the events that it caused. */
      events: components["schemas"]["Id"][];
      /** @description The account's own time when it was answered. */
      clock: components["schemas"]["DateTime"] | null;
      /** @description The newest event of the account that a search could see then. */
      lastEventId: components["schemas"]["Id"] | null;
    };
    SeenList: {
      content: components["schemas"]["Seen"][];
    };
    /** @description The server, for people. */
    Server: {
      version: string;
      /** @description The wall clock, UTC. */
      now: components["schemas"]["DateTime"];
      /** @description How tokens are checked. */
      auth: components["schemas"]["AuthMode"];
      /** @description Where the worlds are kept. */
      place: string;
      /** @description What a new account starts from. */
      seed: string;
    };
    ShortText: string;
    /** @description A world as it was. */
    Snapshot: {
      name: string;
      takenAt: components["schemas"]["DateTime"];
      events: components["schemas"]["Count"];
    };
    Snapshots: {
      content: components["schemas"]["ListedSnapshot"][];
    };
    /** @enum {string} */
    SortOrder: "asc" | "desc";
    StatusCount: {
      statusCode: components["schemas"]["DocumentStatus"];
      count: components["schemas"]["Count"];
    };
    /** @description The server ends. */
    Stopping: {
      /** @description The process, on the server's own machine. */
      pid: number;
    };
    /** @description What the third party has supplied for a document. */
    Submission: {
      responseId: components["schemas"]["Id"];
      documentId: components["schemas"]["Id"];
      dossierId: components["schemas"]["Id"];
      submittedAt: components["schemas"]["DateTime"];
      evidenceIds: components["schemas"]["Id"][];
      state: components["schemas"]["SubmissionState"];
      /** @description Why the check did not pass, in French, the language of the account. */
      reason: string | null;
      reasonCode: components["schemas"]["ReasonCode"] | null;
      scope: string;
      decision: components["schemas"]["Decision"] | null;
    };
    /**
     * @description CHECKING and WAITING can be decided.
     * @enum {string}
     */
    SubmissionState: "CHECKING" | "WAITING" | "ACCEPTED" | "DENIED" | "SUPERSEDED" | "EXPIRED" | "WITHDRAWN" | "PURGED";
    /** @description How a third party behaves, and what comes next of it. */
    Supplier: {
      thirdpartyId: components["schemas"]["Id"];
      thirdpartyName: string;
      temper: components["schemas"]["Temper"];
      origin: components["schemas"]["TemperOrigin"];
      /** @description Null where nobody has anything to do. */
      next: {
        jobId: components["schemas"]["Id"];
        dueAt: components["schemas"]["DateTime"];
        kind: components["schemas"]["JobKind"];
        sentence: string;
        /** @description Who does it; null where it would come to nothing. */
        actor: {
          type: components["schemas"]["ActorType"];
          name: string;
        } | null;
        documentId: components["schemas"]["Id"] | null;
      } | null;
    };
    /** @description A caller that synchronises, in figures. */
    SyncCaller: {
      caller: string;
      /** @description Requests that filter by events. */
      searches: components["schemas"]["Count"];
      /** @description Those among them that were answered; with none, nothing was shown. */
      answered: components["schemas"]["Count"];
      /** @description Windows; the pages of one and its repetitions count once. */
      polls: components["schemas"]["Count"];
      /** @description Events before this moment are not judged. */
      from: components["schemas"]["DateTime"] | null;
      /** @description Events after this moment are not due yet. */
      to: components["schemas"]["DateTime"] | null;
      /** @description Events that it should have been shown. */
      due: components["schemas"]["Count"];
      /** @description Those among them that it was not. */
      missed: components["schemas"]["Count"];
    };
    /** @description An event that a finding is about. */
    SyncEvent: {
      eventId: components["schemas"]["Id"];
      eventName: components["schemas"]["EventName"];
      resourceId: components["schemas"]["Id"];
      occurredAt: components["schemas"]["DateTime"];
    };
    SyncEvents: {
      content: components["schemas"]["SyncEvent"][];
      /** @description Those that are not listed. */
      more: components["schemas"]["Count"];
    };
    /** @description A mistake of a client that synchronises, or a remark. */
    SyncFinding: {
      /** @description `gap`: time, and maybe events, in no window; `failed`: a window answered with an error and never repeated; `pages`: pages that were never fetched; `late`: events that appeared after their window was read; `names`: event types that happened and were never asked for; `overlap`: windows that share time, which loses nothing. */
      kind: components["schemas"]["SyncKind"];
      /** @description Subject of the token; null where all callers are meant. */
      caller: string | null;
      /** @description Events that did not reach the caller by it. */
      missed: components["schemas"]["Count"];
      /** @description Whether the client is at fault: it lost events, or left time unread in which none happened; else a remark. */
      fails: boolean;
      /** @description The likely mistake and its mend. */
      sentence: string;
      events: components["schemas"]["SyncEvents"];
      requests: components["schemas"]["SyncRequests"];
    };
    /** @enum {string} */
    SyncKind: "gap" | "failed" | "pages" | "late" | "names" | "overlap";
    /** @description What a client that polls for events did not get, and why. */
    SyncReport: {
      accountId: components["schemas"]["AccountId"];
      /** @description The account's own time. */
      clock: components["schemas"]["DateTime"];
      /** @description Whether all searches of the time that is judged are known. */
      isComplete: boolean;
      callers: components["schemas"]["SyncCaller"][];
      /** @description Those that lost events first, then other mistakes, then remarks. */
      findings: components["schemas"]["SyncFinding"][];
      /** @description What cannot be said, and why. */
      unknowns: string[];
    };
    /** @description A search that a finding is about. */
    SyncRequest: {
      requestId: string;
      /** @description Start of its window; null where its bounds are none. */
      from: components["schemas"]["DateTime"] | null;
      /** @description End of its window. */
      to: components["schemas"]["DateTime"] | null;
      page: components["schemas"]["Count"];
      status: components["schemas"]["Count"];
    };
    SyncRequests: {
      content: components["schemas"]["SyncRequest"][];
      /** @description Those that are not listed. */
      more: components["schemas"]["Count"];
    };
    /**
     * @description How a third party answers what it is asked for.
     * @enum {string}
     */
    Temper: "prompt" | "ordinary" | "late" | "careless" | "fading" | "silent";
    /**
     * @description Drawn by the world's own chance, or set by a request or a seed.
     * @enum {string}
     */
    TemperOrigin: "DRAWN" | "SET";
    /** @description A way to behave. */
    TemperRow: {
      temper: components["schemas"]["Temper"];
      sentence: string;
    };
    /** @description How to behave. */
    TemperWish: {
      temper: components["schemas"]["Temper"] | null;
    };
    TemplateChange: {
      dossierTypeCode?: components["schemas"]["DossierTypeCode"];
      documentCode?: components["schemas"]["DocumentCode"];
    };
    /** @description A type of dossiers asks for one document more, or no longer for it. */
    TemplateChanged: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "DOSSIER_TEMPLATE_UPDATED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      data?: components["schemas"]["TemplateChange"];
    };
    TestIdentifier: {
      kind: components["schemas"]["IdentifierKind"];
      case: string;
      value: string;
      meaning: string;
    };
    TestIdentifierList: {
      content: components["schemas"]["TestIdentifier"][];
    };
    /** @enum {string} */
    ThirdpartyColumn: "thirdpartyId" | "name" | "addressCity" | "status" | "dossiers" | "waiting";
    ThirdpartyEdit: {
      owner?: components["schemas"]["ShortText"];
      tags?: components["schemas"]["ShortText"][];
    };
    /** @description The client edits what it keeps on a third party. */
    ThirdpartyEdited: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: "THIRD_PARTY_UPDATED";
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
      data?: components["schemas"]["ThirdpartyEdit"];
    };
    ThirdpartyScenario: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      scenario:
        | "new-thirdparty"
        | "archived-thirdparty"
        | "collective-procedure"
        | "struck-off-company"
        | "late-supplier"
        | "careless-supplier";
      sentence: string;
      thirdpartyId: components["schemas"]["Id"];
    };
    /** @enum {string} */
    ThirdpartyScenarioName:
      | "new-thirdparty"
      | "archived-thirdparty"
      | "collective-procedure"
      | "struck-off-company"
      | "late-supplier"
      | "careless-supplier";
    /**
     * @description Active, in collective procedure, struck off.
     *
     *     _Assumed: thirdparty-transitions._
     * @enum {string}
     */
    ThirdpartyStatus: "ACTIVE" | "COLLECTIVE_PROCEDURE" | "STRUCK_OFF";
    Token: {
      accessToken: string;
      /** @enum {string} */
      tokenType: "Bearer";
      expiresIn: number;
      accountIds: components["schemas"]["AccountId"][];
    };
    /** @description A token to make. */
    TokenRequest: {
      accountIds: components["schemas"]["AccountId"][];
      /** @description Seconds; negative makes an expired token. */
      expiresIn?: number;
      /** @description The caller that the request log names, `demo` when left out. `console` is the web console's own: what it asks of the service is neither logged nor counted, and no fault strikes it. */
      subject?: components["schemas"]["ShortText"];
    };
    /**
     * @description Who handed the piece over; FOURNISSEUR is the supplier.
     *
     *     _Assumed: evidence-values._
     * @enum {string}
     */
    Transmitter: "FOURNISSEUR" | "PLATEFORME" | "PARTENAIRE";
    /** @description What to send beside `event`: the resource, or the nearest one around it that the event takes. */
    TriggerTarget: {
      thirdpartyId?: components["schemas"]["Id"];
      dossierId?: components["schemas"]["Id"];
      documentId?: components["schemas"]["Id"];
    };
    /** @enum {string} */
    Verdict: "APPROVED" | "REJECTED";
    /** @description One thing that is wrong with a request. */
    Violation: {
      /** @description _Assumed: errors._ */
      in: components["schemas"]["Place"];
      /**
       * @description JSON pointer into the body; null elsewhere.
       *
       *     _Assumed: errors._
       */
      pointer: string | null;
      /**
       * @description Name of the parameter or header; null for the body.
       *
       *     _Assumed: errors._
       */
      name: string | null;
      /** @description _Assumed: errors._ */
      code: string;
      /** @description _Assumed: errors._ */
      detail: string;
      /** @description _Assumed: errors._ */
      expected: string;
      /**
       * @description What came, as JSON, shortened.
       *
       *     _Assumed: errors._
       */
      received: string;
    };
    /** @description A request with its headers and bodies, and those of its response. */
    WholeRequest: {
      requestId: string;
      /** @description Wall clock, UTC. */
      at: components["schemas"]["DateTime"];
      method: string;
      /** @description With its query. */
      path: string;
      operation: string | null;
      accountId: string | null;
      /** @description The subject of the token; null when it was not accepted. */
      caller: string | null;
      /** @description 0 when the connection ended without a response. */
      status: number;
      durationMs: number;
      /** @description Why it was refused. */
      violations: string[];
      /** @description The code of the refusal. */
      code: string | null;
      /** @description Query parameters that were overlooked, because none is so named. */
      remarks: string[];
      /** @description The kind of the injected fault that hit it. */
      fault: string | null;
      /** @description Whether `Prefer: code=` chose the response. */
      forced: boolean;
      /** @description The ids of the events that it caused. */
      events: components["schemas"]["Id"][];
      /** @description The account's own time when it was answered. */
      clock: components["schemas"]["DateTime"] | null;
      /** @description The newest event of the account that a search could see then. */
      lastEventId: components["schemas"]["Id"] | null;
      requestHeaders: components["schemas"]["Header"][];
      requestBody: components["schemas"]["Body"];
      /** @description Without those that Node adds: Date, Connection, Keep-Alive. */
      responseHeaders: components["schemas"]["Header"][];
      responseBody: components["schemas"]["Body"];
    };
    /** @description An account's world, in figures. */
    World: {
      accountId: components["schemas"]["AccountId"];
      seed: string;
      randomSeed: components["schemas"]["Count"];
      size: components["schemas"]["Count"] | null;
      createdAt: components["schemas"]["DateTime"];
      now: components["schemas"]["DateTime"];
      frozen: boolean;
      people: components["schemas"]["People"];
      /**
       * @description Imported with `check=shape`.
       * @enum {boolean}
       */
      odd?: true;
      /** @description The steps of the seed that the configuration lacks something for, where there are any. */
      skipped?: string[];
      thirdparties: components["schemas"]["Count"];
      dossiers: components["schemas"]["Count"];
      documents: components["schemas"]["Count"];
      events: components["schemas"]["Count"];
    };
    /**
     * @description `shape` takes a world that is odd on purpose: it is checked only so far that the sandbox can use it, and marked as `odd`.
     * @enum {string}
     */
    WorldCheck: "rules" | "shape";
    /** @description The world to make, as the server was started where something is left out; or `from` alone. */
    WorldRequest: {
      /** @description A name that `GET /_sandbox/seeds` lists. */
      seed?: string;
      /** @description Same number, same world. */
      randomSeed?: number;
      /** @description Third parties to generate. */
      size?: number;
      /** @description `yyyy-MM-ddTHH:mm:ss`, no zone (UTC), from 1980-01-01 to the end of 9999. */
      now?: string;
      /** @description Stops the clock where it starts. */
      freeze?: boolean;
      people?: components["schemas"]["People"];
      /** @description With `size`: how long ago the first third party joined, and people have acted since. By default P24M, and less for more than 1,000: P6M up to 3,000, and P1M for more. */
      history?: string;
      configuration?: components["schemas"]["Configuration"];
      from?: components["schemas"]["ForkSource"];
    };
    /** @description A whole world, in the form of the files in seeds/. */
    WorldState: {
      [key: string]: unknown;
    };
    Worlds: {
      content: components["schemas"]["ListedWorld"][];
      /** @description Accounts whose world can be brought back with `from: { accountId, deleted: true }`: the last few that were deleted one by one, as long as the server runs and there is no database. */
      deleted: components["schemas"]["AccountId"][];
    };
  };
  responses: {
    /**
     * @description The request is not valid; every violation is listed.
     *
     *     _Assumed: errors._
     */
    BadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["InvalidRequest"];
      };
    };
    /**
     * @description No token, or one that does not hold.
     *
     *     _Assumed: errors._
     */
    Unauthorized: {
      headers: {
        /** @description What is asked for, and what was wrong. */
        "WWW-Authenticate"?: string;
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /**
     * @description Not allowed: the token does not name this account, the request comes from where it may not, or the server's limits leave no room: `TOO_MANY_WORLDS` for another world, `WORLD_TOO_LARGE` for more in this one.
     *
     *     _Assumed: errors._
     */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /**
     * @description There is no such resource; where the number belongs to another kind, the detail says so.
     *
     *     _Assumed: errors._
     */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /**
     * @description The client accepts none of the media types that there are.
     *
     *     _Assumed: errors._
     */
    NotAcceptable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /**
     * @description Refused as things stand.
     *
     *     _Assumed: errors._
     */
    Conflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /**
     * @description The body is too large.
     *
     *     _Assumed: limits._
     */
    PayloadTooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /**
     * @description The body has another media type than those taken.
     *
     *     _Assumed: errors._
     */
    UnsupportedMediaType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /**
     * @description The body is well-formed and cannot be taken.
     *
     *     _Assumed: errors._
     */
    UnprocessableContent: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["InvalidRequest"];
      };
    };
    /**
     * @description The reference provider is down.
     *
     *     _Assumed: reference-providers._
     */
    ProviderUnavailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /**
     * @description The reference provider did not answer in time.
     *
     *     _Assumed: reference-providers._
     */
    ProviderTimeout: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  "accounts.list": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Worlds"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "accounts.deleteUnused": {
    parameters: {
      query: {
        /** @description ISO 8601 duration, longer than nothing. */
        unusedFor: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletedWorlds"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "accounts.put": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["WorldRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["World"];
        };
      };
      /**
       * @description Created.
       *
       *     _Assumed: success-statuses._
       */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["World"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
    };
  };
  "accounts.delete": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; nothing to say. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "accounts.reset": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["World"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
    };
  };
  "accounts.export": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WorldState"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "accounts.import": {
    parameters: {
      query?: {
        /** @description `shape` takes a world that is odd on purpose: it is checked only so far that the sandbox can use it, and marked as `odd`. */
        check?: components["schemas"]["WorldCheck"];
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WorldState"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["World"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      422: components["responses"]["UnprocessableContent"];
    };
  };
  "accounts.snapshots": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Snapshots"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "accounts.snapshot": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewSnapshot"];
      };
    };
    responses: {
      /**
       * @description Created.
       *
       *     _Assumed: success-statuses._
       */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Snapshot"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
    };
  };
  "accounts.restore": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["World"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
    };
  };
  "accounts.forget": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; nothing to say. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "accounts.compare": {
    parameters: {
      query: {
        /** @description The account whose portfolio is meant. */
        before: components["schemas"]["AccountId"];
        /** @description The present world when left out. */
        beforeSnapshot?: string;
        /** @description The account of `before` when left out. */
        after?: components["schemas"]["AccountId"];
        /** @description The present world when left out. */
        afterSnapshot?: string;
        /** @description Only rows of this collection; the counts are of all. */
        collection?: components["schemas"]["Collection"];
        /** @description Page, from 0. */
        page?: number;
        /** @description Rows on a page. */
        size?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Comparison"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
    };
  };
  "accounts.dossierTypes": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DossierTypes"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "accounts.configuration": {
    parameters: {
      query?: {
        difference?: boolean;
        /** @description With `difference`: from which base; its own without. */
        base?: components["schemas"]["ConfigurationBase"];
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Configuration"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "accounts.configure": {
    parameters: {
      query?: {
        stop?: boolean;
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Configuration"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["World"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
    };
  };
  "accounts.events": {
    parameters: {
      query?: {
        /** @description Only events after this eventId. */
        after?: number;
        limit?: number;
        /** @description true: the last `limit` events in place of the first; still oldest first. */
        latest?: boolean;
        /** @description Event types, separated by commas. */
        names?: string;
        /** @description thirdpartyId of the third party. */
        thirdpartyId?: components["schemas"]["Id"];
        /** @description dossierId of the dossier. */
        dossierId?: components["schemas"]["Id"];
        /** @description documentId of the document. */
        documentId?: components["schemas"]["Id"];
        /** @description `yyyy-MM-ddTHH:mm:ss`, no zone (UTC). */
        from?: string;
        /** @description `yyyy-MM-ddTHH:mm:ss`, no zone (UTC). */
        to?: string;
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["JournalPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "accounts.sync": {
    parameters: {
      query?: {
        /** @description Only this subject of a token. */
        caller?: components["schemas"]["ShortText"];
        /** @description Only events from this moment on. */
        from?: string;
        /** @description The event types that the client has to follow, separated by commas; those that it asked for when left out. */
        names?: string;
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SyncReport"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "accounts.bundle": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The archive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": unknown;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "clock.get": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClockReading"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "clock.move": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ClockMove"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClockReading"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
    };
  };
  "clock.cancel": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClockReading"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
    };
  };
  "clock.due": {
    parameters: {
      query?: {
        /** @description `yyyy-MM-ddTHH:mm:ss`, no zone (UTC), from 1980-01-01 to the end of 9999. */
        until?: string;
        /** @description Page, from 0. */
        page?: number;
        /** @description Rows on a page. */
        size?: number;
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Due"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "people.get": {
    parameters: {
      query?: {
        /** @description Page, from 0. */
        page?: number;
        /** @description Rows on a page. */
        size?: number;
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PeopleOf"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "people.put": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PeopleWish"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Acting"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
    };
  };
  "people.supplier": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description thirdpartyId of the third party. */
        thirdpartyId: components["schemas"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Supplier"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "people.temper": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description thirdpartyId of the third party. */
        thirdpartyId: components["schemas"]["Id"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TemperWish"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Supplier"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
    };
  };
  "occurrences.create": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Occurrence"];
      };
    };
    responses: {
      /**
       * @description Created.
       *
       *     _Assumed: success-statuses._
       */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["JournalPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      503: components["responses"]["ProviderUnavailable"];
      504: components["responses"]["ProviderTimeout"];
    };
  };
  "occurrences.possible": {
    parameters: {
      query?: {
        /** @description thirdpartyId of the third party. */
        thirdpartyId?: components["schemas"]["Id"];
        /** @description dossierId of the dossier. */
        dossierId?: components["schemas"]["Id"];
        /** @description documentId of the document. */
        documentId?: components["schemas"]["Id"];
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PossibleTriggers"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
    };
  };
  "occurrences.answer": {
    parameters: {
      query?: {
        fileName?: string;
        /** @description What the automatic check will find. It stands for this answer: a later check of the same bank details finds it again. A piece that the register or another piece of the company contradicts is invalid all the same, and its event says why. A file in place of a form cannot be `valid`: only a person reads it. */
        outcome?: components["schemas"]["Outcome"];
        /** @description The day the piece was issued, from the founding of the company to today. */
        issueDate?: components["schemas"]["Day"];
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description documentId of the document. */
        documentId: components["schemas"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["Answer"];
        "application/pdf": unknown;
        "*/*": unknown;
      };
    };
    responses: {
      /**
       * @description Created.
       *
       *     _Assumed: success-statuses._
       */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["JournalPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
    };
  };
  "faults.list": {
    parameters: {
      query?: {
        /** @description Only what belongs to this account; the rest stays as it is. */
        accountId?: components["schemas"]["AccountId"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Faults"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "faults.replace": {
    parameters: {
      query?: {
        /** @description Only what belongs to this account; the rest stays as it is. */
        accountId?: components["schemas"]["AccountId"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Faults"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Faults"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
    };
  };
  "faults.clear": {
    parameters: {
      query?: {
        /** @description Only what belongs to this account; the rest stays as it is. */
        accountId?: components["schemas"]["AccountId"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; nothing to say. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "portfolio.thirdparties": {
    parameters: {
      query?: {
        /** @description A part of the name, or of a legal number. */
        q?: string;
        /** @description Active, in collective procedure, struck off. */
        status?: components["schemas"]["ThirdpartyStatus"];
        archived?: boolean;
        sort?: components["schemas"]["ThirdpartyColumn"];
        order?: components["schemas"]["SortOrder"];
        /** @description Page, from 0. */
        page?: number;
        /** @description Rows on a page. */
        size?: number;
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ListedThirdparties"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "portfolio.thirdparty": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description thirdpartyId of the third party. */
        thirdpartyId: components["schemas"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Folder"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "portfolio.documents": {
    parameters: {
      query?: {
        /** @description Statuses, separated by commas: MISSING, ONGOING, ACTION_REQUIRED, VALID, BELOW_EXPECTATION, INVALID. */
        statusCode?: string;
        /** @description Only those whose newest evidence ends before. */
        expiresBefore?: string;
        /** @description thirdpartyId of the third party. */
        thirdpartyId?: components["schemas"]["Id"];
        /** @description A part of the name of the document or of the third party. */
        q?: string;
        sort?: components["schemas"]["DocumentColumn"];
        order?: components["schemas"]["SortOrder"];
        /** @description Page, from 0. */
        page?: number;
        /** @description Rows on a page. */
        size?: number;
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ListedDocuments"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "portfolio.find": {
    parameters: {
      query?: {
        q?: string;
        limit?: number;
      };
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FoundList"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "requests.list": {
    parameters: {
      query?: {
        /** @description The account whose portfolio is meant. */
        accountId?: components["schemas"]["AccountId"];
        /** @description Operation id, such as thirdparties.list. */
        operation?: string;
        /** @description 0 for requests without a response. */
        status?: number;
        /** @description Only requests that ended from this moment on, by the wall clock, in UTC. */
        from?: string;
        /** @description Only requests that ended up to this moment. */
        to?: string;
        /** @description The last so many of those that pass the filter; still newest last. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SeenList"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "requests.clear": {
    parameters: {
      query?: {
        /** @description Only what belongs to this account; the rest stays as it is. */
        accountId?: components["schemas"]["AccountId"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; nothing to say. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "requests.har": {
    parameters: {
      query?: {
        /** @description The account whose portfolio is meant. */
        accountId?: components["schemas"]["AccountId"];
        /** @description Operation id, such as thirdparties.list. */
        operation?: string;
        /** @description 0 for requests without a response. */
        status?: number;
        /** @description Only requests that ended from this moment on, by the wall clock, in UTC. */
        from?: string;
        /** @description Only requests that ended up to this moment. */
        to?: string;
        /** @description The last so many of those that pass the filter; still newest last. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Har"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "requests.get": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WholeRequest"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "requests.stream": {
    parameters: {
      query?: {
        /** @description The account whose portfolio is meant. */
        accountId?: components["schemas"]["AccountId"];
        /** @description Only messages of this kind. */
        kind?: components["schemas"]["MessageKind"];
        /** @description Only events of these types, separated by commas. */
        names?: string;
        /** @description As the header `Last-Event-ID`, which goes first. */
        lastEventId?: string;
        /** @description Ends the stream after so long, for clients that show a response when it ends. */
        seconds?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server-sent events. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": unknown;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "coverage.read": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Coverage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "coverage.clear": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; nothing to say. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "scenarios.list": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Scenarios"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "scenarios.play": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ScenarioRequest"];
      };
    };
    responses: {
      /**
       * @description Created.
       *
       *     _Assumed: success-statuses._
       */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlayedScenario"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
    };
  };
  "server.about": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Server"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "server.stop": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Begun. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Stopping"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["Conflict"];
    };
  };
  "reference.assumptions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AssumptionList"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "reference.testIdentifiers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TestIdentifierList"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "reference.seeds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SeedList"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "reference.events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EventTypes"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "reference.documentTypes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DocumentTypes"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "reference.dossierTypes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DossierTypes"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "reference.rules": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Rules"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "reference.forms": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Forms"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "reference.attributes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AttributeDefinitions"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "tokens.create": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TokenRequest"];
      };
    };
    responses: {
      /**
       * @description Created.
       *
       *     _Assumed: success-statuses._
       */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Token"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
    };
  };
  "tokens.oauth": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": components["schemas"]["OAuthRequest"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OAuthToken"];
        };
      };
      /** @description The request is not valid; every violation is listed. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OAuthProblem"];
          "application/problem+json": components["schemas"]["InvalidRequest"];
        };
      };
      /** @description No token, or one that does not hold. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OAuthError"] | components["schemas"]["Problem"];
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
    };
  };
}
