/** Made from the contract by npm run generate; not to be edited. 59acb6398f9709df */

export interface paths {
  "/api/v1/account/{accountId}/thirdparties": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the third parties of the portfolio
     * @description Paged, ordered by id. Filters combine with each other and with the event filter.
     */
    get: operations["thirdparties.list"];
    put?: never;
    /**
     * Add a third party by a legal identifier
     * @description The identity is retrieved from the reference provider, rules are evaluated, and dossiers open. Any identifier with right check digits names a company.
     *
     *     _Assumed: thirdparty-creation, reference-providers, event-causes._
     */
    post: operations["thirdparties.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/thirdparties/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find third parties by what happened to them
     * @description Third parties with at least one of the named events in the range.
     */
    get: operations["thirdparties.search"];
    put?: never;
    /**
     * Search for a company before adding it
     * @description Asks the reference providers: one for France, one for the rest of the world; by name, also the portfolio.
     *
     *     _Assumed: company-search, reference-providers._
     */
    post: operations["thirdparties.find"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/thirdparties/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the identity of one third party
     * @description Read the identity of one third party.
     */
    get: operations["thirdparties.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/attributes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the attributes that the account has configured
     * @description List the attributes that the account has configured.
     */
    get: operations["attributes.available"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/thirdparties/{id}/attributes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the attributes of a third party
     * @description List the attributes of a third party.
     */
    get: operations["attributes.list"];
    put?: never;
    /**
     * Add or change the value of an attribute
     * @description Writing the value that is there changes nothing. Criticality and annual amount may open dossiers.
     *
     *     _Assumed: attribute-checks, event-causes._
     */
    post: operations["attributes.set"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/thirdparties/{id}/indicators": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the indicators of a third party
     * @description Legal compliance, financial risk, cybersecurity score, environmental impact: computed from the state, in this order.
     */
    get: operations["indicators.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/thirdparties/{id}/dossiers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the dossiers of a third party
     * @description List the dossiers of a third party.
     */
    get: operations["dossiers.ofThirdparty"];
    put?: never;
    /**
     * Open an evaluation dossier on demand
     * @description Open an evaluation dossier on demand.
     *
     *     _Assumed: dossier-creation, event-causes._
     */
    post: operations["dossiers.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/dossiers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the dossiers of the account
     * @description List the dossiers of the account.
     */
    get: operations["dossiers.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/dossiers/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find dossiers by what happened to them
     * @description Dossiers with at least one of the named events in the range.
     */
    get: operations["dossiers.search"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/dossiers/{dossierId}/requirements": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for more documents in a dossier
     * @description A typed dossier refuses: its list is fixed. Codes that are asked for already are left alone.
     *
     *     _Assumed: decision-bodies, event-causes._
     */
    post: operations["dossiers.require"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/dossiers/{dossierId}/files/download": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download all files of a dossier as a ZIP archive
     * @description Entries `{documentCode}/{fileName}`; the same dossier gives the same bytes. It has no entity tag, so `If-Match` and `If-None-Match` are ignored.
     *
     *     _Assumed: archive-layout._
     */
    get: operations["dossiers.download"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/dossiers/{dossierId}/documents": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the documents of a dossier with their evidences
     * @description List the documents of a dossier with their evidences.
     */
    get: operations["documents.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/dossiers/{dossierId}/documents/{documentId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one document with its evidences
     * @description Read one document with its evidences.
     */
    get: operations["documents.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/dossiers/{dossierId}/documents/{documentId}/files/{fileId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the file of an evidence
     * @description fileId is the evidence's id. For a filled form this is the PDF of all answers. Ranges and conditional requests work: `If-Match` with another entity tag is a 412.
     *
     *     _Assumed: download-types, file-disposition._
     */
    get: operations["documents.file"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/dossiers/{dossierId}/documents/{documentId}/files/{fileId}/link": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a temporary signed link to the file
     * @description The link needs no token. A page can show a PDF or an image by it, in a frame or in an `img` element.
     *
     *     _Assumed: file-disposition._
     */
    get: operations["documents.link"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/documents/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find documents by what happened to them
     * @description Documents with at least one of the named events in the range.
     */
    get: operations["documents.search"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/responses/{responseId}/approve": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve a submitted answer
     * @description Takes the responseId of the evidence. A decision covers every evidence of the answer.
     *
     *     _Assumed: decision-bodies, document-transitions, event-causes._
     */
    post: operations["responses.approve"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/{accountId}/responses/{responseId}/reject": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reject a submitted answer
     * @description Shared: the document becomes INVALID and is asked for again, within fifteen days, as a DOCUMENT_MODIFICATION records, and `notified` names the contacts who are asked. Not shared: BELOW_EXPECTATION.
     *
     *     _Assumed: decision-bodies, document-transitions, event-causes._
     */
    post: operations["responses.reject"];
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
    /** @description A short list. */
    AddedDocuments: {
      /** @description _Assumed: response-shapes._ */
      content: components["schemas"]["Document"][];
    };
    /** @description What to say with an approval. */
    Approval: {
      comment?: string | null;
    };
    /** @description The value of an attribute for one third party. */
    Attribute: {
      label: components["schemas"]["ShortText"];
      type: components["schemas"]["AttributeType"];
      values: components["schemas"]["AttributeValue"][];
      /** @description _Assumed: response-shapes._ */
      id: components["schemas"]["Id"];
      /** @description _Assumed: response-shapes._ */
      lastUpdateDate: components["schemas"]["DateTime"];
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
    /** @description A short list. */
    AttributeDefinitions: {
      /** @description _Assumed: response-shapes._ */
      content: components["schemas"]["AttributeDefinition"][];
    };
    /** @description The value to store. */
    AttributeSetting: {
      /** @description Name of the attribute, as the list of attributes gives it. */
      label: components["schemas"]["ShortText"];
      /** @description One value; several for list_multiple. */
      values: components["schemas"]["AttributeValue"][];
    };
    /**
     * @description The shape of an attribute's values.
     * @enum {string}
     */
    AttributeType: "string" | "boolean" | "date" | "decimal" | "percentage" | "list_unique" | "list_multiple";
    /** @description Text, number or boolean, as the attribute's type asks. */
    AttributeValue: string | number | boolean;
    /** @description A short list. */
    Attributes: {
      /** @description _Assumed: response-shapes._ */
      content: components["schemas"]["Attribute"][];
    };
    /** @description An insolvency procedure that is open. */
    CollectiveProcedure: {
      /** @description _Assumed: thirdparty-fields._ */
      type: components["schemas"]["ShortText"];
      /** @description _Assumed: thirdparty-fields._ */
      openingDate: components["schemas"]["Day"];
      /** @description _Assumed: thirdparty-fields._ */
      court: components["schemas"]["ShortText"];
    };
    /** @description A company that a reference provider knows. */
    CompanyFound: {
      /** @description _Assumed: response-shapes._ */
      name: components["schemas"]["ShortText"];
      /** @description _Assumed: response-shapes._ */
      countryCode: components["schemas"]["CountryCode"];
      /** @description _Assumed: response-shapes._ */
      siren: components["schemas"]["Siren"] | null;
      /** @description _Assumed: response-shapes._ */
      siret: components["schemas"]["Siret"] | null;
      /** @description _Assumed: response-shapes._ */
      tva: components["schemas"]["Vat"] | null;
      /** @description _Assumed: response-shapes._ */
      duns: components["schemas"]["Duns"] | null;
      /** @description _Assumed: response-shapes._ */
      localId: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: response-shapes._ */
      companyIdType: components["schemas"]["CompanyIdType"];
      /**
       * @description Ready to post to the portfolio.
       *
       *     _Assumed: response-shapes._
       */
      companyIdValue: components["schemas"]["ShortText"];
      /** @description _Assumed: response-shapes._ */
      activityCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: response-shapes._ */
      activityLabel: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: response-shapes._ */
      addressPostCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: response-shapes._ */
      addressCity: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: response-shapes._ */
      status: components["schemas"]["ThirdpartyStatus"];
      /** @description _Assumed: response-shapes._ */
      headOffice: boolean;
      /**
       * @description The establishment is no longer in use.
       *
       *     _Assumed: response-shapes._
       */
      closed: boolean;
      /** @description _Assumed: response-shapes._ */
      source: components["schemas"]["Source"];
      /** @description _Assumed: response-shapes._ */
      alreadyInPortfolio: boolean;
      /** @description _Assumed: response-shapes._ */
      thirdpartyId: components["schemas"]["Id"] | null;
    };
    /**
     * @description CIT001 SIRET · CIT002 intra-community VAT number · CIT003 DUNS.
     * @enum {string}
     */
    CompanyIdType: "CIT001" | "CIT002" | "CIT003";
    /** @description One page of a list. */
    CompanyPage: {
      /** @description _Assumed: response-shapes._ */
      content: components["schemas"]["CompanyFound"][];
      /** @description _Assumed: pagination._ */
      page: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      size: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      totalElements: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      totalPages: components["schemas"]["Count"];
    };
    /** @description What to look for, before a company is added. */
    CompanySearch:
      | components["schemas"]["SearchByName"]
      | components["schemas"]["SearchBySiret"]
      | components["schemas"]["SearchBySiren"]
      | components["schemas"]["SearchByVat"]
      | components["schemas"]["SearchByDuns"]
      | components["schemas"]["SearchByLocalId"];
    Count: number;
    /** @description ISO 3166-1 alpha-2. */
    CountryCode: string;
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
    /** @description A request for a supporting piece, and the answers to it. */
    Document: {
      documentId: components["schemas"]["Id"];
      dossierId: components["schemas"]["Id"];
      documentCode: components["schemas"]["DocumentCode"];
      documentName: components["schemas"]["ShortText"];
      /** @description When it was first asked for. Asked for again, it keeps this date and leaves a DOCUMENT_MODIFICATION. */
      requestDate: components["schemas"]["DateTime"];
      /** @description Whether a document was supplied. */
      present: boolean;
      statusCode: components["schemas"]["DocumentStatus"];
      /** @description Newest first; empty when nothing was supplied, or when its retention has ended. */
      evidences: components["schemas"]["Evidence"][];
      /**
       * @description When it was stopped: its dossier is archived, or no longer asks for it. null while it is asked for.
       *
       *     _Assumed: stopped-documents._
       * @default null
       */
      stoppingDate: components["schemas"]["DateTime"] | null;
    };
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
    /**
     * @description What can happen to a document.
     * @enum {string}
     */
    DocumentEventName:
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
    /** @description A document, with the third party it is asked of. */
    DocumentFound: {
      documentId: components["schemas"]["Id"];
      dossierId: components["schemas"]["Id"];
      documentCode: components["schemas"]["DocumentCode"];
      documentName: components["schemas"]["ShortText"];
      /** @description When it was first asked for. Asked for again, it keeps this date and leaves a DOCUMENT_MODIFICATION. */
      requestDate: components["schemas"]["DateTime"];
      /** @description Whether a document was supplied. */
      present: boolean;
      statusCode: components["schemas"]["DocumentStatus"];
      /** @description Newest first; empty when nothing was supplied, or when its retention has ended. */
      evidences: components["schemas"]["Evidence"][];
      /**
       * @description When it was stopped: its dossier is archived, or no longer asks for it. null while it is asked for.
       *
       *     _Assumed: stopped-documents._
       * @default null
       */
      stoppingDate: components["schemas"]["DateTime"] | null;
      /** @description _Assumed: response-shapes._ */
      thirdpartyId: components["schemas"]["Id"];
    };
    /** @description One page of a list. */
    DocumentPage: {
      /** @description _Assumed: response-shapes._ */
      content: components["schemas"]["DocumentFound"][];
      /** @description _Assumed: pagination._ */
      page: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      size: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      totalElements: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      totalPages: components["schemas"]["Count"];
    };
    /**
     * @description Where a requested document stands; MISSING when nothing was supplied.
     *
     *     _Assumed: document-statuses, document-transitions._
     * @enum {string}
     */
    DocumentStatus: "MISSING" | "ONGOING" | "ACTION_REQUIRED" | "VALID" | "BELOW_EXPECTATION" | "INVALID";
    /** @description A document, without its evidences. */
    DocumentSummary: {
      documentId: components["schemas"]["Id"];
      documentCode: components["schemas"]["DocumentCode"];
      documentName: components["schemas"]["ShortText"];
      /** @description When it was first asked for. Asked for again, it keeps this date and leaves a DOCUMENT_MODIFICATION. */
      requestDate: components["schemas"]["DateTime"];
      /** @description Whether a document was supplied. */
      present: boolean;
      statusCode: components["schemas"]["DocumentStatus"];
    };
    /** @description The documents of a dossier. */
    Documents: {
      content: components["schemas"]["Document"][];
    };
    /** @description An evaluation of one third party. */
    Dossier: {
      dossierId: components["schemas"]["Id"];
      /** @description _Assumed: dossier-fields._ */
      accountId: components["schemas"]["AccountId"];
      /** @description _Assumed: dossier-fields._ */
      thirdpartyId: components["schemas"]["Id"];
      /** @description _Assumed: dossier-fields._ */
      thirdpartyName: components["schemas"]["ShortText"];
      /** @description _Assumed: dossier-fields._ */
      thirdpartyCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: dossier-fields._ */
      companyIdType: components["schemas"]["CompanyIdType"];
      /** @description _Assumed: dossier-fields._ */
      companyIdValue: components["schemas"]["ShortText"];
      /** @description _Assumed: dossier-fields._ */
      companyCountryCode: components["schemas"]["CountryCode"];
      /**
       * @description Unique for the third party.
       *
       *     _Assumed: dossier-fields._
       */
      dossierReference: components["schemas"]["ShortText"];
      /**
       * @description null for a free dossier.
       *
       *     _Assumed: dossier-fields._
       */
      dossierTypeCode: components["schemas"]["DossierTypeCode"] | null;
      /** @description _Assumed: dossier-fields._ */
      dossierTypeLabel: components["schemas"]["ShortText"] | null;
      /**
       * @description Whether the list of documents is fixed.
       *
       *     _Assumed: dossier-fields._
       */
      typed: boolean;
      /** @description _Assumed: dossier-fields._ */
      description: string | null;
      /** @description _Assumed: dossier-fields._ */
      purchasingCategory: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: dossier-fields._ */
      statusCode: components["schemas"]["DossierStatus"];
      /** @description _Assumed: dossier-fields._ */
      statusLabel: components["schemas"]["ShortText"];
      /** @description _Assumed: dossier-fields._ */
      stateLastChangeDate: components["schemas"]["DateTime"];
      /**
       * @description false once archived.
       *
       *     _Assumed: dossier-fields._
       */
      monitored: boolean;
      /**
       * @description Monitored and VALID.
       *
       *     _Assumed: dossier-fields._
       */
      state: boolean;
      /** @description _Assumed: dossier-fields._ */
      startingDate: components["schemas"]["Day"];
      /** @description _Assumed: dossier-fields._ */
      expirationDate: components["schemas"]["Day"] | null;
      /** @description _Assumed: dossier-fields._ */
      stoppingDate: components["schemas"]["DateTime"] | null;
      /** @description _Assumed: dossier-fields._ */
      stoppingReason: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: dossier-fields._ */
      origin: components["schemas"]["Origin"];
      /**
       * @description The rule that opened it, null otherwise. `GET /_sandbox/reference/rules` says what each asks for.
       *
       *     _Assumed: dossier-fields._
       */
      ruleId: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: dossier-fields._ */
      documents: components["schemas"]["DocumentSummary"][];
    };
    /**
     * @description What can happen to a dossier.
     * @enum {string}
     */
    DossierEventName:
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
      | "DOSSIER_COMMENT_MENTION_DELETED";
    /** @description One page of a list. */
    DossierPage: {
      /** @description _Assumed: response-shapes._ */
      content: components["schemas"]["Dossier"][];
      /** @description _Assumed: pagination._ */
      page: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      size: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      totalElements: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      totalPages: components["schemas"]["Count"];
    };
    /**
     * @description Where an evaluation stands: computed from its documents.
     *
     *     _Assumed: dossier-transitions._
     * @enum {string}
     */
    DossierStatus: "ABSENT" | "ONGOING" | "ACTION_REQUIRED" | "VALID" | "BELOW_EXPECTATION" | "INVALID";
    /** @description VIGILANCE, ONBOARDING, CSR, SCREENING, DUTY_OF_VIGILANCE, CYBERSECURITY, ETHICS, FOREIGN_CONTRACTOR, or a type of the account's own. `GET /_sandbox/reference/dossier-types` says what each asks for. */
    DossierTypeCode: string;
    /** @description A short list. */
    Dossiers: {
      /** @description _Assumed: response-shapes._ */
      content: components["schemas"]["Dossier"][];
    };
    /**
     * Format: duns
     * @description _Assumed: identifier-checks._
     */
    Duns: string;
    /** @description A problem document that says what is there already. */
    Duplicate: {
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
      /**
       * @description The third party that is in the portfolio already.
       *
       *     _Assumed: errors._
       */
      thirdpartyId?: components["schemas"]["Id"];
    };
    Email: string;
    /** @description A place of the company; the head office comes first. */
    Establishment: {
      /** @description _Assumed: thirdparty-fields._ */
      siret: components["schemas"]["Siret"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      headOffice: boolean;
      /**
       * @description No longer in use, as a head office that has moved.
       *
       *     _Assumed: thirdparty-fields._
       * @default false
       */
      closed: boolean;
      /** @description _Assumed: thirdparty-fields._ */
      activityCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      activityLabel: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressLine1: components["schemas"]["ShortText"];
      /** @description _Assumed: thirdparty-fields._ */
      addressPostCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressCity: components["schemas"]["ShortText"];
      /** @description _Assumed: thirdparty-fields._ */
      addressCountryCode: components["schemas"]["CountryCode"];
    };
    /**
     * @description `yyyy-MM-ddTHH:mm:ss`, milliseconds may follow; no zone (UTC).
     *
     *     _Assumed: event-bounds._
     */
    EventBound: string;
    /** @description An answer: an uploaded file or a filled form. */
    Evidence: components["schemas"]["FileEvidence"] | components["schemas"]["FormEvidence"];
    /** @description A person who heads the company. */
    Executive: {
      /** @description _Assumed: thirdparty-fields._ */
      lastName: components["schemas"]["ShortText"];
      /** @description _Assumed: thirdparty-fields._ */
      firstName: components["schemas"]["ShortText"];
      /** @description _Assumed: thirdparty-fields._ */
      role: components["schemas"]["ShortText"];
      /** @description _Assumed: thirdparty-fields._ */
      since: components["schemas"]["Day"];
    };
    /** @description An uploaded file. */
    FileEvidence: {
      /** @description Identifier of the evidence; also the fileId of its download. */
      id: components["schemas"]["Id"];
      /** @description Identifier of the answer; approve and reject take it. */
      responseId: components["schemas"]["Id"];
      uploadDate: components["schemas"]["DateTime"];
      /** @description End of validity; null when it has none. */
      expirationDate: components["schemas"]["DateTime"] | null;
      format: components["schemas"]["Format"];
      issuer: components["schemas"]["Issuer"];
      transmitter: components["schemas"]["Transmitter"];
      metadata: components["schemas"]["Metadata"];
      /**
       * Format: uuid
       * @description UUID of the stored file.
       */
      fileUUID: string;
      /** @description Name of the file as it was uploaded. */
      fileName: components["schemas"]["ShortText"];
      /** @description Size in bytes. */
      fileSize: components["schemas"]["Count"];
    };
    /** @description Yes or no. */
    FormBoolean: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "boolean";
      key: components["schemas"]["ShortText"];
      title: components["schemas"]["ShortText"];
      order: number;
      value: components["schemas"]["WrittenBoolean"];
    };
    /** @description A day. */
    FormDate: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "date";
      key: components["schemas"]["ShortText"];
      title: components["schemas"]["ShortText"];
      order: number;
      value: components["schemas"]["WrittenDay"];
    };
    /** @description One answer of a filled form. */
    FormEntry:
      | components["schemas"]["FormText"]
      | components["schemas"]["FormDate"]
      | components["schemas"]["FormIban"]
      | components["schemas"]["FormBoolean"]
      | components["schemas"]["FormNumber"];
    /** @description A filled form; its PDF is downloadable under its id. */
    FormEvidence: {
      /** @description Identifier of the evidence; also the fileId of its download. */
      id: components["schemas"]["Id"];
      /** @description Identifier of the answer; approve and reject take it. */
      responseId: components["schemas"]["Id"];
      uploadDate: components["schemas"]["DateTime"];
      /** @description End of validity; null when it has none. */
      expirationDate: components["schemas"]["DateTime"] | null;
      format: components["schemas"]["Format"];
      issuer: components["schemas"]["Issuer"];
      transmitter: components["schemas"]["Transmitter"];
      metadata: components["schemas"]["Metadata"];
      formdata: components["schemas"]["FormEntry"][];
    };
    /** @description A bank account; the bank check says whether it exists. */
    FormIban: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "iban";
      key: components["schemas"]["ShortText"];
      title: components["schemas"]["ShortText"];
      order: number;
      value: components["schemas"]["Iban"];
    };
    /** @description A number. */
    FormNumber: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "number";
      key: components["schemas"]["ShortText"];
      title: components["schemas"]["ShortText"];
      order: number;
      value: components["schemas"]["WrittenNumber"];
    };
    /** @description A text. */
    FormText: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "string";
      key: components["schemas"]["ShortText"];
      title: components["schemas"]["ShortText"];
      order: number;
      value: string;
    };
    /**
     * @description Format of an evidence.
     *
     *     _Assumed: evidence-values._
     * @enum {string}
     */
    Format: "ORIGINALNUMERIQUE" | "COPIENUMERIQUE" | "FORMULAIRE";
    /** @description A day, `DD/MM/YYYY`. */
    FrenchDay: string;
    /** @description As text: two capitals, two digits, then 11 to 30 capitals and digits; empty for who has no account. */
    Iban: string;
    /** @description _Assumed: id-ranges._ */
    Id: number;
    /** @description A score of a third party, and how it reads. */
    Indicator: {
      /** @description _Assumed: indicator-fields._ */
      id: components["schemas"]["Id"];
      /** @description _Assumed: indicator-fields._ */
      calculationId: number;
      /** @description _Assumed: indicator-fields._ */
      name: components["schemas"]["IndicatorName"];
      /** @description _Assumed: indicator-fields._ */
      theme: components["schemas"]["Theme"];
      /**
       * @description _Assumed: indicator-fields._
       * @enum {string}
       */
      resultType: "STRING";
      /**
       * @description The band of the score. Legal compliance: 100 is Compliant, 50 to 99 Partially compliant (something is missing, late or refused). Environmental impact: the higher the score, the lower the impact.
       *
       *     _Assumed: indicator-fields._
       */
      resultValue: components["schemas"]["ShortText"];
      /**
       * @description null while there is nothing to judge by.
       *
       *     _Assumed: indicator-fields._
       */
      score: number | null;
      /**
       * @description The colour of the band: #00d084 good, #7bdcb5 fair, #fcb900 to be watched, #ff6900 poor, #cf2e2e bad, #abb8c3 not evaluated. Each indicator has bands of its own, so the same score may have another colour.
       *
       *     _Assumed: indicator-fields._
       */
      resultColorCode: string;
      /** @description _Assumed: indicator-fields._ */
      resultLastUpdateDate: components["schemas"]["DateTime"];
      /**
       * @description _Assumed: indicator-fields._
       * @enum {string}
       */
      nature: "INDICATOR";
      /**
       * @description _Assumed: indicator-fields._
       * @enum {string}
       */
      targetResourceType: "THIRD_PARTY";
      /** @description _Assumed: indicator-fields._ */
      targetResourceId: components["schemas"]["Id"];
    };
    /** @enum {string} */
    IndicatorName: "Legal compliance" | "Financial risk" | "Cybersecurity score" | "Environmental impact";
    /** @description A short list. */
    Indicators: {
      /** @description _Assumed: response-shapes._ */
      content: components["schemas"]["Indicator"][];
    };
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
    /**
     * @description Who issued the piece; DO means data owner.
     *
     *     _Assumed: evidence-values._
     * @enum {string}
     */
    Issuer: "DO" | "FOURNISSEUR" | "ORGANISME" | "PARTENAIRE";
    /** @description Results of the automatic checks; empty while there are none. */
    Metadata: {
      verified?: components["schemas"]["Verified"];
      bank_data_bank?: string;
      bank_data_bic?: string;
      bank_data_country?: string;
      sepa_data_sct?: components["schemas"]["SepaReach"];
      sepa_data_sdd?: components["schemas"]["SepaReach"];
      date_verification?: components["schemas"]["FrenchDay"];
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
    /** @description The dossier to open: by its type, or by its list of documents. */
    NewDossier: components["schemas"]["NewTypedDossier"] | components["schemas"]["NewFreeDossier"];
    /** @description A dossier with a list of documents of its own. */
    NewFreeDossier: {
      /** @description _Assumed: dossier-creation._ */
      requiredDocuments: components["schemas"]["DocumentCode"][];
      /**
       * @description Made up when left out.
       *
       *     _Assumed: dossier-creation._
       */
      dossierReference?: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: dossier-creation._ */
      description?: string | null;
      /** @description _Assumed: dossier-creation._ */
      purchasingCategory?: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: dossier-creation._ */
      expirationDate?: components["schemas"]["Day"];
      /**
       * @description People to invite.
       *
       *     _Assumed: dossier-creation._
       */
      thirdpartyEmail?: components["schemas"]["Email"][];
    };
    /** @description A company to add, by a legal identifier. */
    NewThirdparty:
      | components["schemas"]["NewThirdpartyBySiret"]
      | components["schemas"]["NewThirdpartyByVat"]
      | components["schemas"]["NewThirdpartyByDuns"];
    /** @description By DUNS: companies of any country. */
    NewThirdpartyByDuns: {
      /**
       * @description _Assumed: thirdparty-creation._ (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      companyIdType: "CIT003";
      /** @description _Assumed: thirdparty-creation._ */
      companyIdValue: components["schemas"]["Duns"];
      /** @description _Assumed: thirdparty-creation._ */
      thirdpartyCode?: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-creation._ */
      contacts?: components["schemas"]["NewContact"][];
    };
    /** @description By SIRET: French companies. */
    NewThirdpartyBySiret: {
      /**
       * @description _Assumed: thirdparty-creation._ (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      companyIdType: "CIT001";
      /** @description _Assumed: thirdparty-creation._ */
      companyIdValue: components["schemas"]["Siret"];
      /** @description _Assumed: thirdparty-creation._ */
      thirdpartyCode?: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-creation._ */
      contacts?: components["schemas"]["NewContact"][];
    };
    /** @description By VAT number: companies of the European Union. */
    NewThirdpartyByVat: {
      /**
       * @description _Assumed: thirdparty-creation._ (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      companyIdType: "CIT002";
      /** @description _Assumed: thirdparty-creation._ */
      companyIdValue: components["schemas"]["Vat"];
      /** @description _Assumed: thirdparty-creation._ */
      thirdpartyCode?: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-creation._ */
      contacts?: components["schemas"]["NewContact"][];
    };
    /** @description A dossier whose documents its type fixes. */
    NewTypedDossier: {
      /** @description _Assumed: dossier-creation._ */
      dossierTypeCode: components["schemas"]["DossierTypeCode"];
      /**
       * @description Made up when left out.
       *
       *     _Assumed: dossier-creation._
       */
      dossierReference?: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: dossier-creation._ */
      description?: string | null;
      /** @description _Assumed: dossier-creation._ */
      purchasingCategory?: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: dossier-creation._ */
      expirationDate?: components["schemas"]["Day"];
      /**
       * @description People to invite.
       *
       *     _Assumed: dossier-creation._
       */
      thirdpartyEmail?: components["schemas"]["Email"][];
    };
    /**
     * @description What opened it.
     * @enum {string}
     */
    Origin: "RULE" | "API" | "CONTROL";
    /**
     * @description The part of the request.
     * @enum {string}
     */
    Place: "path" | "query" | "header" | "body";
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
    /** @description Why an answer is rejected, and whether the third party hears of it. */
    Rejection: {
      /** @description The reason. */
      comment?: string | null;
      /** @description true: the third party is told by e-mail. */
      shareRejectionReason: boolean;
    };
    /** @description Documents to ask for in addition. */
    Requirements: {
      newRequiredDocuments: components["schemas"]["DocumentCode"][];
    };
    /** @description By DUNS, 9 digits. */
    SearchByDuns: {
      countryCode?: components["schemas"]["CountryCode"] | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      searchBy: "DUNS";
      /** Format: duns */
      value: string;
    };
    /** @description By the registry number of a country other than France. */
    SearchByLocalId: {
      countryCode: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      searchBy: "LOCAL_ID";
      value: string;
    };
    /** @description By name: contained, whatever case or accents, legal form left aside. */
    SearchByName: {
      countryCode?: components["schemas"]["CountryCode"] | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      searchBy: "NAME";
      value: string;
    };
    /** @description By SIREN, 9 digits: all its establishments. */
    SearchBySiren: {
      /**
       * @description FR: this number is French.
       * @enum {string}
       */
      countryCode: "FR";
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      searchBy: "SIREN";
      /** Format: siren */
      value: string;
    };
    /** @description By SIRET, 14 digits. */
    SearchBySiret: {
      /**
       * @description FR: this number is French.
       * @enum {string}
       */
      countryCode: "FR";
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      searchBy: "SIRET";
      /** Format: siret */
      value: string;
    };
    /** @description By intra-community VAT number. */
    SearchByVat: {
      countryCode?: components["schemas"]["CountryCode"] | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      searchBy: "VAT";
      /** Format: vat */
      value: string;
    };
    /**
     * @description Whether the bank takes part in the scheme.
     *
     *     _Assumed: evidence-values._
     * @enum {string}
     */
    SepaReach: "YES" | "NO";
    ShortText: string;
    /** @description A temporary link to a file. */
    SignedLink: {
      /**
       * @description Download without an Authorization header.
       *
       *     _Assumed: signed-link._
       */
      url: string;
      /** @description _Assumed: signed-link._ */
      expiresAt: components["schemas"]["DateTime"];
      /**
       * @description Seconds.
       *
       *     _Assumed: signed-link._
       */
      expiresIn: number;
    };
    /**
     * Format: siren
     * @description _Assumed: identifier-checks._
     */
    Siren: string;
    /**
     * Format: siret
     * @description _Assumed: identifier-checks._
     */
    Siret: string;
    /**
     * @description The reference provider that the identity comes from; the identity of an unmanaged third party stands still, and a search in the directory shows the company as its register has it.
     * @enum {string}
     */
    Source: "FR_REFERENCE" | "INTL_REFERENCE" | "UNMANAGED";
    /**
     * @description What the indicator judges.
     * @enum {string}
     */
    Theme: "LEGAL" | "FINANCE" | "CYBERSECURITY" | "ENVIRONMENT";
    /** @description A third party of the portfolio. */
    Thirdparty: {
      thirdpartyId: components["schemas"]["Id"];
      /** @description _Assumed: thirdparty-fields._ */
      accountId: components["schemas"]["AccountId"];
      /** @description _Assumed: thirdparty-fields._ */
      companyIdType: components["schemas"]["CompanyIdType"];
      /** @description _Assumed: thirdparty-fields._ */
      companyIdValue: components["schemas"]["ShortText"];
      /**
       * @description The client's own reference.
       *
       *     _Assumed: thirdparty-fields._
       */
      thirdpartyCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      name: components["schemas"]["ShortText"];
      /** @description _Assumed: thirdparty-fields._ */
      acronym: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      siren: components["schemas"]["Siren"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      siret: components["schemas"]["Siret"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      tva: components["schemas"]["Vat"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      duns: components["schemas"]["Duns"] | null;
      /**
       * @description Registry number outside France.
       *
       *     _Assumed: thirdparty-fields._
       */
      localId: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      legalCategoryCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      legalCategoryLabel: components["schemas"]["ShortText"] | null;
      /**
       * @description NAF rév. 2, without a dot.
       *
       *     _Assumed: thirdparty-fields._
       */
      activityCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      activityLabel: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      ceo: components["schemas"]["ShortText"] | null;
      /**
       * @description Employees as last published; a procedure or a strike-off does not change the number.
       *
       *     _Assumed: thirdparty-fields._
       */
      workforce: components["schemas"]["Count"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      workforceRangeCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      workforceRangeLabel: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      capital: components["schemas"]["Count"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      capitalCurrency: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      turnover: components["schemas"]["Count"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      turnoverCurrency: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      lastBalanceSheetDate: components["schemas"]["Day"] | null;
      /**
       * @description When the company was founded.
       *
       *     _Assumed: thirdparty-fields._
       */
      dateCreation: components["schemas"]["Day"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressLine1: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressLine2: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressPostCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressCity: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressCountryCode: components["schemas"]["CountryCode"];
      /** @description _Assumed: thirdparty-fields._ */
      status: components["schemas"]["ThirdpartyStatus"];
      /** @description _Assumed: thirdparty-fields._ */
      collectiveProcedure: components["schemas"]["CollectiveProcedure"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      archived: boolean;
      /** @description _Assumed: thirdparty-fields._ */
      archivedDate: components["schemas"]["DateTime"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      source: components["schemas"]["Source"];
      /**
       * @description When it joined the portfolio.
       *
       *     _Assumed: thirdparty-fields._
       */
      creationDate: components["schemas"]["DateTime"];
      /**
       * @description When the record last changed: identity, status, code, source, archiving, or what the client keeps on it. Attributes, indicators, dossiers and comments do not move it; filter by their events instead.
       *
       *     _Assumed: thirdparty-fields._
       */
      lastUpdateDate: components["schemas"]["DateTime"];
    };
    /** @description A third party with its executives and establishments. */
    ThirdpartyDetail: {
      thirdpartyId: components["schemas"]["Id"];
      /** @description _Assumed: thirdparty-fields._ */
      accountId: components["schemas"]["AccountId"];
      /** @description _Assumed: thirdparty-fields._ */
      companyIdType: components["schemas"]["CompanyIdType"];
      /** @description _Assumed: thirdparty-fields._ */
      companyIdValue: components["schemas"]["ShortText"];
      /**
       * @description The client's own reference.
       *
       *     _Assumed: thirdparty-fields._
       */
      thirdpartyCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      name: components["schemas"]["ShortText"];
      /** @description _Assumed: thirdparty-fields._ */
      acronym: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      siren: components["schemas"]["Siren"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      siret: components["schemas"]["Siret"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      tva: components["schemas"]["Vat"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      duns: components["schemas"]["Duns"] | null;
      /**
       * @description Registry number outside France.
       *
       *     _Assumed: thirdparty-fields._
       */
      localId: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      legalCategoryCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      legalCategoryLabel: components["schemas"]["ShortText"] | null;
      /**
       * @description NAF rév. 2, without a dot.
       *
       *     _Assumed: thirdparty-fields._
       */
      activityCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      activityLabel: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      ceo: components["schemas"]["ShortText"] | null;
      /**
       * @description Employees as last published; a procedure or a strike-off does not change the number.
       *
       *     _Assumed: thirdparty-fields._
       */
      workforce: components["schemas"]["Count"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      workforceRangeCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      workforceRangeLabel: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      capital: components["schemas"]["Count"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      capitalCurrency: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      turnover: components["schemas"]["Count"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      turnoverCurrency: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      lastBalanceSheetDate: components["schemas"]["Day"] | null;
      /**
       * @description When the company was founded.
       *
       *     _Assumed: thirdparty-fields._
       */
      dateCreation: components["schemas"]["Day"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressLine1: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressLine2: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressPostCode: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressCity: components["schemas"]["ShortText"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      addressCountryCode: components["schemas"]["CountryCode"];
      /** @description _Assumed: thirdparty-fields._ */
      status: components["schemas"]["ThirdpartyStatus"];
      /** @description _Assumed: thirdparty-fields._ */
      collectiveProcedure: components["schemas"]["CollectiveProcedure"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      archived: boolean;
      /** @description _Assumed: thirdparty-fields._ */
      archivedDate: components["schemas"]["DateTime"] | null;
      /** @description _Assumed: thirdparty-fields._ */
      source: components["schemas"]["Source"];
      /**
       * @description When it joined the portfolio.
       *
       *     _Assumed: thirdparty-fields._
       */
      creationDate: components["schemas"]["DateTime"];
      /**
       * @description When the record last changed: identity, status, code, source, archiving, or what the client keeps on it. Attributes, indicators, dossiers and comments do not move it; filter by their events instead.
       *
       *     _Assumed: thirdparty-fields._
       */
      lastUpdateDate: components["schemas"]["DateTime"];
      /** @description _Assumed: thirdparty-fields._ */
      executives: components["schemas"]["Executive"][];
      /** @description _Assumed: thirdparty-fields._ */
      establishments: components["schemas"]["Establishment"][];
    };
    /**
     * @description What can happen to a third party.
     * @enum {string}
     */
    ThirdpartyEventName:
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
      | "THIRD_PARTY_DATA_HUB_UPDATED";
    /** @description One page of a list. */
    ThirdpartyPage: {
      /** @description _Assumed: response-shapes._ */
      content: components["schemas"]["Thirdparty"][];
      /** @description _Assumed: pagination._ */
      page: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      size: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      totalElements: components["schemas"]["Count"];
      /** @description _Assumed: pagination._ */
      totalPages: components["schemas"]["Count"];
    };
    /**
     * @description Active, in collective procedure, struck off.
     *
     *     _Assumed: thirdparty-transitions._
     * @enum {string}
     */
    ThirdpartyStatus: "ACTIVE" | "COLLECTIVE_PROCEDURE" | "STRUCK_OFF";
    /**
     * @description Who handed the piece over; FOURNISSEUR is the supplier.
     *
     *     _Assumed: evidence-values._
     * @enum {string}
     */
    Transmitter: "FOURNISSEUR" | "PLATEFORME" | "PARTENAIRE";
    /**
     * Format: vat
     * @description _Assumed: identifier-checks, vat-scope._
     */
    Vat: string;
    /** @enum {string} */
    Verdict: "APPROVED" | "REJECTED";
    /**
     * @description _Assumed: evidence-values._
     * @enum {string}
     */
    Verified: "true" | "false";
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
    /** @description As text: true or false. */
    WrittenBoolean: string;
    /** @description As text: a day that exists, DD/MM/YYYY; empty where there is none. */
    WrittenDay: string;
    /** @description As text: a number, with a dot before its decimals; empty when unknown. */
    WrittenNumber: string;
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
    /**
     * @description Refused as things stand; the third party that is there already is named.
     *
     *     _Assumed: errors._
     */
    AlreadyThere: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Duplicate"];
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
  "thirdparties.list": {
    parameters: {
      query?: {
        /**
         * @description Page, from 0. Rows are in the order of their ids and counted from the first: a row that joins between two requests may shift the following ones, so that one repeats. An event filter that ends in the past gives stable pages.
         *
         *     _Assumed: pagination._
         */
        page?: number;
        /**
         * @description Rows on a page.
         *
         *     _Assumed: pagination._
         */
        size?: number;
        /**
         * @description Contained in the name, whatever case or accents.
         *
         *     _Assumed: list-filters._
         */
        name?: string;
        /**
         * @description The third party with exactly this SIRET.
         *
         *     _Assumed: list-filters._
         */
        siret?: components["schemas"]["Siret"];
        /**
         * @description All third parties of the company with this SIREN.
         *
         *     _Assumed: list-filters._
         */
        siren?: components["schemas"]["Siren"];
        /**
         * @description Third parties whose company has this status now.
         *
         *     _Assumed: list-filters._
         */
        status?: components["schemas"]["ThirdpartyStatus"];
        /**
         * @description Third parties with an address in this country, by ISO 3166-1 alpha-2.
         *
         *     _Assumed: list-filters._
         */
        countryCode?: components["schemas"]["CountryCode"];
        /**
         * @description true lists archived third parties alone, false all others; without it both are listed.
         *
         *     _Assumed: list-filters._
         */
        archived?: boolean;
        /** @description One or more event types, separated by commas (spaces around them are left aside); one matching event is enough. */
        eventNames?: components["schemas"]["ThirdpartyEventName"][];
        /** @description Start of the range, `yyyy-MM-ddTHH:mm:ss`, included. */
        eventOccurrenceStartDate?: components["schemas"]["EventBound"];
        /** @description End of the range, same format, included. */
        eventOccurrenceEndDate?: components["schemas"]["EventBound"];
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
          "application/json": components["schemas"]["ThirdpartyPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "thirdparties.create": {
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
        "application/json": components["schemas"]["NewThirdparty"];
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
          "application/json": components["schemas"]["ThirdpartyDetail"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
      409: components["responses"]["AlreadyThere"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      503: components["responses"]["ProviderUnavailable"];
      504: components["responses"]["ProviderTimeout"];
    };
  };
  "thirdparties.search": {
    parameters: {
      query: {
        /**
         * @description Page, from 0. Rows are in the order of their ids and counted from the first: a row that joins between two requests may shift the following ones, so that one repeats. An event filter that ends in the past gives stable pages.
         *
         *     _Assumed: pagination._
         */
        page?: number;
        /**
         * @description Rows on a page.
         *
         *     _Assumed: pagination._
         */
        size?: number;
        /**
         * @description Contained in the name, whatever case or accents.
         *
         *     _Assumed: list-filters._
         */
        name?: string;
        /**
         * @description The third party with exactly this SIRET.
         *
         *     _Assumed: list-filters._
         */
        siret?: components["schemas"]["Siret"];
        /**
         * @description All third parties of the company with this SIREN.
         *
         *     _Assumed: list-filters._
         */
        siren?: components["schemas"]["Siren"];
        /**
         * @description Third parties whose company has this status now.
         *
         *     _Assumed: list-filters._
         */
        status?: components["schemas"]["ThirdpartyStatus"];
        /**
         * @description Third parties with an address in this country, by ISO 3166-1 alpha-2.
         *
         *     _Assumed: list-filters._
         */
        countryCode?: components["schemas"]["CountryCode"];
        /**
         * @description true lists archived third parties alone, false all others; without it both are listed.
         *
         *     _Assumed: list-filters._
         */
        archived?: boolean;
        /** @description One or more event types, separated by commas (spaces around them are left aside); one matching event is enough. */
        eventNames: components["schemas"]["ThirdpartyEventName"][];
        /** @description Start of the range, `yyyy-MM-ddTHH:mm:ss`, included. */
        eventOccurrenceStartDate: components["schemas"]["EventBound"];
        /** @description End of the range, same format, included. */
        eventOccurrenceEndDate: components["schemas"]["EventBound"];
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
          "application/json": components["schemas"]["ThirdpartyPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "thirdparties.find": {
    parameters: {
      query?: {
        /**
         * @description Page, from 0. Rows are in the order of their ids and counted from the first: a row that joins between two requests may shift the following ones, so that one repeats. An event filter that ends in the past gives stable pages.
         *
         *     _Assumed: pagination._
         */
        page?: number;
        /**
         * @description Rows on a page.
         *
         *     _Assumed: pagination._
         */
        size?: number;
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
        "application/json": components["schemas"]["CompanySearch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CompanyPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      503: components["responses"]["ProviderUnavailable"];
      504: components["responses"]["ProviderTimeout"];
    };
  };
  "thirdparties.get": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description thirdpartyId of the third party. */
        id: components["schemas"]["Id"];
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
          "application/json": components["schemas"]["ThirdpartyDetail"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "attributes.available": {
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
          "application/json": components["schemas"]["AttributeDefinitions"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "attributes.list": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description thirdpartyId of the third party. */
        id: components["schemas"]["Id"];
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
          "application/json": components["schemas"]["Attributes"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "attributes.set": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description thirdpartyId of the third party. */
        id: components["schemas"]["Id"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AttributeSetting"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Attribute"];
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
  "indicators.list": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description thirdpartyId of the third party. */
        id: components["schemas"]["Id"];
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
          "application/json": components["schemas"]["Indicators"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "dossiers.ofThirdparty": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description thirdpartyId of the third party. */
        id: components["schemas"]["Id"];
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
          "application/json": components["schemas"]["Dossiers"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "dossiers.create": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description thirdpartyId of the third party. */
        id: components["schemas"]["Id"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewDossier"];
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
          "application/json": components["schemas"]["Dossier"];
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
  "dossiers.list": {
    parameters: {
      query?: {
        /**
         * @description Page, from 0. Rows are in the order of their ids and counted from the first: a row that joins between two requests may shift the following ones, so that one repeats. An event filter that ends in the past gives stable pages.
         *
         *     _Assumed: pagination._
         */
        page?: number;
        /**
         * @description Rows on a page.
         *
         *     _Assumed: pagination._
         */
        size?: number;
        /**
         * @description Dossiers that have this status now.
         *
         *     _Assumed: list-filters._
         */
        statusCode?: components["schemas"]["DossierStatus"];
        /**
         * @description VIGILANCE, ONBOARDING, CSR, SCREENING, DUTY_OF_VIGILANCE, CYBERSECURITY, ETHICS, FOREIGN_CONTRACTOR, or a type of the account's own. `GET /_sandbox/reference/dossier-types` says what each asks for.
         *
         *     _Assumed: list-filters._
         */
        dossierTypeCode?: components["schemas"]["DossierTypeCode"];
        /**
         * @description Dossiers of this third party.
         *
         *     _Assumed: list-filters._
         */
        thirdpartyId?: components["schemas"]["Id"];
        /** @description One or more event types, separated by commas (spaces around them are left aside); one matching event is enough. */
        eventNames?: components["schemas"]["DossierEventName"][];
        /** @description Start of the range, `yyyy-MM-ddTHH:mm:ss`, included. */
        eventOccurrenceStartDate?: components["schemas"]["EventBound"];
        /** @description End of the range, same format, included. */
        eventOccurrenceEndDate?: components["schemas"]["EventBound"];
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
          "application/json": components["schemas"]["DossierPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "dossiers.search": {
    parameters: {
      query: {
        /**
         * @description Page, from 0. Rows are in the order of their ids and counted from the first: a row that joins between two requests may shift the following ones, so that one repeats. An event filter that ends in the past gives stable pages.
         *
         *     _Assumed: pagination._
         */
        page?: number;
        /**
         * @description Rows on a page.
         *
         *     _Assumed: pagination._
         */
        size?: number;
        /**
         * @description Dossiers that have this status now.
         *
         *     _Assumed: list-filters._
         */
        statusCode?: components["schemas"]["DossierStatus"];
        /**
         * @description VIGILANCE, ONBOARDING, CSR, SCREENING, DUTY_OF_VIGILANCE, CYBERSECURITY, ETHICS, FOREIGN_CONTRACTOR, or a type of the account's own. `GET /_sandbox/reference/dossier-types` says what each asks for.
         *
         *     _Assumed: list-filters._
         */
        dossierTypeCode?: components["schemas"]["DossierTypeCode"];
        /**
         * @description Dossiers of this third party.
         *
         *     _Assumed: list-filters._
         */
        thirdpartyId?: components["schemas"]["Id"];
        /** @description One or more event types, separated by commas (spaces around them are left aside); one matching event is enough. */
        eventNames: components["schemas"]["DossierEventName"][];
        /** @description Start of the range, `yyyy-MM-ddTHH:mm:ss`, included. */
        eventOccurrenceStartDate: components["schemas"]["EventBound"];
        /** @description End of the range, same format, included. */
        eventOccurrenceEndDate: components["schemas"]["EventBound"];
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
          "application/json": components["schemas"]["DossierPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "dossiers.require": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description dossierId of the dossier. */
        dossierId: components["schemas"]["Id"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Requirements"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AddedDocuments"];
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
  "dossiers.download": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description dossierId of the dossier. */
        dossierId: components["schemas"]["Id"];
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
  "documents.list": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description dossierId of the dossier. */
        dossierId: components["schemas"]["Id"];
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
          "application/json": components["schemas"]["Documents"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "documents.get": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description dossierId of the dossier. */
        dossierId: components["schemas"]["Id"];
        /** @description documentId of the document. */
        documentId: components["schemas"]["Id"];
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
          "application/json": components["schemas"]["Document"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "documents.file": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description dossierId of the dossier. */
        dossierId: components["schemas"]["Id"];
        /** @description documentId of the document. */
        documentId: components["schemas"]["Id"];
        /** @description id of the evidence. */
        fileId: components["schemas"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file: a PDF, or what was sent as it was, also a picture or an empty file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/pdf": unknown;
          "*/*": unknown;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "documents.link": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description dossierId of the dossier. */
        dossierId: components["schemas"]["Id"];
        /** @description documentId of the document. */
        documentId: components["schemas"]["Id"];
        /** @description id of the evidence. */
        fileId: components["schemas"]["Id"];
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
          "application/json": components["schemas"]["SignedLink"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "documents.search": {
    parameters: {
      query: {
        /**
         * @description Page, from 0. Rows are in the order of their ids and counted from the first: a row that joins between two requests may shift the following ones, so that one repeats. An event filter that ends in the past gives stable pages.
         *
         *     _Assumed: pagination._
         */
        page?: number;
        /**
         * @description Rows on a page.
         *
         *     _Assumed: pagination._
         */
        size?: number;
        /**
         * @description Documents that have this status now; MISSING where nothing was supplied.
         *
         *     _Assumed: list-filters._
         */
        statusCode?: components["schemas"]["DocumentStatus"];
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
         *     _Assumed: list-filters._
         */
        documentCode?: components["schemas"]["DocumentCode"];
        /** @description One or more event types, separated by commas (spaces around them are left aside); one matching event is enough. */
        eventNames: components["schemas"]["DocumentEventName"][];
        /** @description Start of the range, `yyyy-MM-ddTHH:mm:ss`, included. */
        eventOccurrenceStartDate: components["schemas"]["EventBound"];
        /** @description End of the range, same format, included. */
        eventOccurrenceEndDate: components["schemas"]["EventBound"];
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
          "application/json": components["schemas"]["DocumentPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
    };
  };
  "responses.approve": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description responseId of the evidence; never the documentId. */
        responseId: components["schemas"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["Approval"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Decision"];
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
  "responses.reject": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account whose portfolio is meant. */
        accountId: components["schemas"]["AccountId"];
        /** @description responseId of the evidence; never the documentId. */
        responseId: components["schemas"]["Id"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Rejection"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Decision"];
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
}
