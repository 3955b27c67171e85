import { object, strictObject, union, z } from "zod";
import { assumedFields } from "./assumptions.ts";
import type { Endpoint } from "./endpoint.ts";
import { account, guarded, guardedWrite, listOf, params } from "./endpoint-parts.ts";
import { choice } from "./named.ts";
import { DateTime, Id, Problem, ShortText, text } from "./shared.ts";

export const AttributeType = choice(
  "AttributeType",
  ["string", "boolean", "date", "decimal", "percentage", "list_unique", "list_multiple"],
  "The shape of an attribute's values.",
);

export const AttributeValue = union([text(2000), z.number().min(-1e15).max(1e15), z.boolean()]).meta({
  id: "AttributeValue",
  description: "Text, number or boolean, as the attribute's type asks.",
});

export const AttributeDefinition = object({
  label: ShortText,
  type: AttributeType,
  ...assumedFields("attribute-definitions", {
    id: Id,
    options: z.array(ShortText).nullable(),
    required: z.boolean().meta({
      description:
        "Whether the account expects a value for every third party. A third party is added without it, and its list " +
        "of attributes lacks it until it is set.",
    }),
    calculated: z.boolean().meta({ description: "Computed by the service; cannot be set." }),
  }),
}).meta({ id: "AttributeDefinition", description: "An attribute that the account has configured." });
export type AttributeDefinition = z.output<typeof AttributeDefinition>;

export const Attribute = object({
  label: ShortText,
  type: AttributeType,
  values: z.array(AttributeValue),
  ...assumedFields("response-shapes", { id: Id, lastUpdateDate: DateTime }),
}).meta({ id: "Attribute", description: "The value of an attribute for one third party." });
export type Attribute = z.output<typeof Attribute>;

export const AttributeSetting = strictObject({
  label: ShortText.meta({ description: "Name of the attribute, as the list of attributes gives it." }),
  values: z.array(AttributeValue).min(1).max(100).meta({ description: "One value; several for list_multiple." }),
}).meta({ id: "AttributeSetting", description: "The value to store." });

const definition = { id: 42, label: "Criticité", type: "list_unique", options: ["High", "Medium", "Low"] };
const definitions = [
  { ...definition, required: true, calculated: false },
  { id: 43, label: "Montant d'achat annuel", type: "decimal", options: null, required: false, calculated: false },
];
const criticality = {
  id: 42,
  label: "Criticité",
  type: "list_unique",
  values: ["High"],
  lastUpdateDate: "2026-01-10T09:15:00.000",
};
const units = ["Travaux", "Informatique"];

export const attributes = {
  available: {
    method: "get",
    path: `${account}/attributes`,
    summary: "List the attributes that the account has configured",
    params: params.account,
    responses: { 200: listOf("AttributeDefinitions", AttributeDefinition), ...guarded },
    examples: { success: { summary: "A list and an amount", response: { content: definitions } } },
  },
  list: {
    method: "get",
    path: `${account}/thirdparties/:id/attributes`,
    summary: "List the attributes of a third party",
    params: params.thirdparty,
    responses: { 200: listOf("Attributes", Attribute), 404: Problem, ...guarded },
    examples: { success: { summary: "One value", response: { content: [criticality] } } },
  },
  set: {
    method: "post",
    path: `${account}/thirdparties/:id/attributes`,
    summary: "Add or change the value of an attribute",
    description: "Writing the value that is there changes nothing. Criticality and annual amount may open dossiers.",
    params: params.thirdparty,
    body: AttributeSetting,
    responses: { 200: Attribute, 404: Problem, 409: Problem, ...guardedWrite },
    examples: {
      success: { summary: "A single choice", body: { label: "Criticité", values: ["High"] }, response: criticality },
      multiple: {
        summary: "Several choices",
        body: { label: "Business unit", values: units },
        response: { ...criticality, id: 44, label: "Business unit", type: "list_multiple", values: units },
      },
      amount: {
        summary: "An amount",
        body: { label: "Montant d'achat annuel", values: [125000] },
        response: { ...criticality, id: 43, label: "Montant d'achat annuel", type: "decimal", values: [125000] },
      },
    },
    assumes: ["attribute-checks", "event-causes"],
  },
} as const satisfies Record<string, Endpoint>;
