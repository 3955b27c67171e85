import type { z } from "zod";
import type { Attribute, AttributeDefinition, AttributeSetting } from "../../contract/attributes.ts";
import type { WholeRequest } from "../../contract/control-requests.ts";

import type * as control from "../../contract/control-shapes.ts";
import type { SyncReport } from "../../contract/control-sync.ts";
import type {
  Document,
  DocumentStatus,
  Evidence,
  FileEvidence,
  FormEvidence,
  SignedLink,
} from "../../contract/documents.ts";
import type { Dossier, NewDossier, Requirements } from "../../contract/dossiers.ts";
import type { DocumentEventName, DossierEventName, ThirdpartyEventName } from "../../contract/events.ts";
import type { Indicator } from "../../contract/indicators.ts";
import type { Occurrence } from "../../contract/occurrences.ts";
import type { Approval, Decision, Rejection } from "../../contract/responses.ts";
import type { PlayedScenario } from "../../contract/scenarios.ts";
import type { Problem } from "../../contract/shared.ts";
import type { CompanyPage, NewThirdparty, ThirdpartyDetail, ThirdpartyPage } from "../../contract/thirdparties.ts";
import type { components as controlComponents } from "../../src/client/control-schema.ts";
import type { components, operations } from "../../src/client/schema.ts";

/** The client types, generated from the published document, are the types that zod gives the server. */

type Schemas = components["schemas"];

/** True for two types with the same values; `any` and `unknown` are the same as no other type. */
type Same<A, B> = 0 extends 1 & A
  ? false
  : 0 extends 1 & B
    ? false
    : [A] extends [B]
      ? [B] extends [A]
        ? true
        : false
      : false;
type Holds<T extends true> = T;

export type Records = [
  Holds<Same<Schemas["ThirdpartyDetail"], ThirdpartyDetail>>,
  Holds<Same<Schemas["ThirdpartyPage"], z.output<typeof ThirdpartyPage>>>,
  Holds<Same<Schemas["CompanyPage"], z.output<typeof CompanyPage>>>,
  Holds<Same<Schemas["AttributeDefinition"], AttributeDefinition>>,
  Holds<Same<Schemas["Attribute"], Attribute>>,
  Holds<Same<Schemas["Indicator"], Indicator>>,
  Holds<Same<Schemas["Dossier"], Dossier>>,
  Holds<Same<Schemas["Document"], Document>>,
  Holds<Same<Schemas["Evidence"], Evidence>>,
  Holds<Same<Schemas["FileEvidence"], z.output<typeof FileEvidence>>>,
  Holds<Same<Schemas["FormEvidence"], z.output<typeof FormEvidence>>>,
  Holds<Same<Schemas["SignedLink"], z.output<typeof SignedLink>>>,
  Holds<Same<Schemas["Decision"], Decision>>,
  Holds<Same<Schemas["Problem"], Problem>>,
];

export type Bodies = [
  Holds<Same<Schemas["NewThirdparty"], z.input<typeof NewThirdparty>>>,
  Holds<Same<Schemas["NewDossier"], z.input<typeof NewDossier>>>,
  Holds<Same<Schemas["AttributeSetting"], z.input<typeof AttributeSetting>>>,
  Holds<Same<Schemas["Requirements"], z.input<typeof Requirements>>>,
  Holds<Same<Schemas["Approval"], z.input<typeof Approval>>>,
  Holds<Same<Schemas["Rejection"], z.input<typeof Rejection>>>,
];

export type Names = [
  Holds<Same<Schemas["ThirdpartyEventName"], z.output<typeof ThirdpartyEventName>>>,
  Holds<Same<Schemas["DossierEventName"], z.output<typeof DossierEventName>>>,
  Holds<Same<Schemas["DocumentEventName"], z.output<typeof DocumentEventName>>>,
  Holds<Same<Schemas["DocumentStatus"], DocumentStatus>>,
];

type Control = controlComponents["schemas"];
export type ControlPlane = [
  Holds<Same<Control["WorldRequest"], z.input<typeof control.WorldRequest>>>,
  Holds<Same<Control["World"], z.output<typeof control.World>>>,
  Holds<Same<Control["Snapshots"], z.output<typeof control.Snapshots>>>,
  Holds<Same<Control["JournalEvent"], control.JournalEvent>>,
  Holds<Same<Control["Answer"], z.input<typeof control.Answer>>>,
  Holds<Same<Control["Fault"], control.Fault>>,
  Holds<Same<Control["WholeRequest"], WholeRequest>>,
  Holds<Same<Control["SyncReport"], SyncReport>>,
  Holds<Same<Control["Occurrence"], Occurrence>>,
  Holds<Same<Control["PlayedScenario"], PlayedScenario>>,
];

type QueryOf<O extends keyof operations> = operations[O]["parameters"]["query"];
type BodyOf<O extends "thirdparties.find" | "responses.reject"> =
  operations[O]["requestBody"]["content"]["application/json"];

export type Parameters = [
  Holds<Same<NonNullable<QueryOf<"documents.search">>["eventNames"], Schemas["DocumentEventName"][]>>,
  Holds<Same<NonNullable<QueryOf<"thirdparties.list">>["archived"], boolean | undefined>>,
  Holds<Same<NonNullable<QueryOf<"thirdparties.list">>["page"], number | undefined>>,
  Holds<
    Same<
      operations["documents.file"]["parameters"]["path"],
      { accountId: string; dossierId: number; documentId: number; fileId: number }
    >
  >,
  Holds<Same<operations["thirdparties.create"]["responses"][409]["content"]["application/problem+json"], Problem>>,
];

export const searches: BodyOf<"thirdparties.find">[] = [
  { searchBy: "NAME", value: "novalune" },
  { searchBy: "SIRET", countryCode: "FR", value: "21996648800021" },
  // @ts-expect-error a SIRET requires the country FR
  { searchBy: "SIRET", countryCode: "DE", value: "21996648800021" },
  // @ts-expect-error a SIREN requires a country
  { searchBy: "SIREN", value: "219966488" },
  // @ts-expect-error IBAN is not a way to search
  { searchBy: "IBAN", value: "FR7630004008230001005432188" },
];

// @ts-expect-error shareRejectionReason is required
export const rejection: BodyOf<"responses.reject"> = { comment: "Document illisible" };

export type Refusals = [
  // @ts-expect-error the comparison fails for a wider type
  Holds<Same<Schemas["DocumentStatus"], string>>,
  // @ts-expect-error the comparison fails for unknown
  Holds<Same<Schemas["DocumentStatus"], unknown>>,
];
