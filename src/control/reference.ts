import { eventList } from "../../contract/event-list.ts";
import { testIdentifiers } from "../directory/test-identifiers.ts";
import { needsOf } from "../domain/causes/table.ts";
import { type DossierType, defaultConfiguration, dossierType } from "../domain/configuration.ts";
import { sentenceOf } from "../domain/dossier/rules.ts";
import { readSeed } from "../seed/new-world.ts";
import { seedsOf } from "../seed/seed-file.ts";
import type { ControlHandlers } from "./contexts.ts";

/** Made at the first request, because it takes a whole OpenAPI document. */
let assumptionList: ReturnType<typeof import("../../contract/openapi.ts").assumptionPlaces> | undefined;

export const shownType = ({ prefix: _, also: __, typed: ___, ...type }: DossierType) => type;
const { attributes, documentTypes, forms, rules, source } = defaultConfiguration;

export const reference: ControlHandlers<"reference"> = {
  async assumptions() {
    const { assumptionPlaces } = await import("../../contract/openapi.ts");
    assumptionList ??= assumptionPlaces();
    return { status: 200, body: { content: assumptionList } };
  },
  async testIdentifiers() {
    return { status: 200, body: { content: [...testIdentifiers] } };
  },
  async seeds(_request, { options }) {
    const seeds = [...seedsOf(options.seed)].map(([name, seed]) => ({ name, description: readSeed(seed).description }));
    const content = seeds.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { status: 200, body: { content } };
  },
  async events() {
    const content = eventList().map((event) => ({ ...event, needs: needsOf(event.name) }));
    return { status: 200, body: { content } };
  },
  async documentTypes() {
    return { status: 200, body: { content: [...documentTypes.values()] } };
  },
  async dossierTypes() {
    return {
      status: 200,
      body: {
        content: Object.keys(source.dossierTypes).map((code) => shownType(dossierType(defaultConfiguration, code))),
      },
    };
  },
  async rules() {
    return { status: 200, body: { content: rules.map((rule) => ({ ...rule, sentence: sentenceOf(rule) })) } };
  },
  async forms() {
    const content = [...forms].map(([documentCode, fields]) => ({ documentCode, fields: [...fields] }));
    return { status: 200, body: { content } };
  },
  async attributes() {
    return { status: 200, body: { content: [...attributes] } };
  },
};
