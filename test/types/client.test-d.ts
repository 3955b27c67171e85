import type { z } from "zod";
import type { WorldRequest } from "../../contract/control-configuration.ts";
import type * as control from "../../contract/control-shapes.ts";
import type { SyncReport } from "../../contract/control-sync.ts";
import type { Document, Evidence } from "../../contract/documents.ts";
import type { NewDossier } from "../../contract/dossiers.ts";
import type { Problem } from "../../contract/shared.ts";
import type { NewThirdparty, ThirdpartyDetail } from "../../contract/thirdparties.ts";
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

type Control = controlComponents["schemas"];
/** One of each kind: a record, a union, a body with choices, a report of lists; the others are generated alike. */
export type Schema = [
  Holds<Same<Schemas["ThirdpartyDetail"], ThirdpartyDetail>>,
  Holds<Same<Schemas["Document"], Document>>,
  Holds<Same<Schemas["Evidence"], Evidence>>,
  Holds<Same<Schemas["Problem"], Problem>>,
  Holds<Same<Schemas["NewThirdparty"], z.input<typeof NewThirdparty>>>,
  Holds<Same<Schemas["NewDossier"], z.input<typeof NewDossier>>>,
  Holds<Same<Omit<Control["WorldRequest"], "configuration">, Omit<z.input<typeof WorldRequest>, "configuration">>>,
  Holds<Same<Control["Fault"], control.Fault>>,
  Holds<Same<Control["SyncReport"], SyncReport>>,
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
