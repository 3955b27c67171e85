import type { z } from "zod";
import type { NewThirdparty } from "../../contract/thirdparties.ts";
import type { Company } from "../directory/company.ts";
import { type Lookup, type Resolution, resolve } from "../directory/reference-providers.ts";
import { identifierKey } from "../domain/collections.ts";
import { createDossier } from "../domain/dossier/dossiers.ts";
import { addRequirements } from "../domain/dossier/requirements.ts";
import { actors, type Draft } from "../domain/draft.ts";
import { conflict, isRefusal, notFound, type Refusal, timedOut, unavailable } from "../domain/refusal.ts";
import { type Decision, decideResponse, shownDecision } from "../domain/response/decisions.ts";
import type { Supplied } from "../domain/response/new-evidence.ts";
import { respondToDocument } from "../domain/response/submissions.ts";
import type { Actor, AttributeRow, DocumentRow, DossierRow, ThirdpartyRow } from "../domain/rows.ts";
import {
  attributeOf,
  checkAttribute,
  isReadByRules,
  whyFrozen,
  writeAttribute,
} from "../domain/thirdparty/attributes.ts";
import { asInPortfolio } from "../domain/thirdparty/legal-unit.ts";
import { recalculate, recalculateWithRules } from "../domain/thirdparty/recalculate.ts";
import { addThirdparty } from "../domain/thirdparty/thirdparties.ts";
import { find } from "./find.ts";
import type { World } from "./world.ts";

const client = (name: string): Actor => ({ type: "CLIENT", name });

export const identifierKinds = { CIT001: "SIRET", CIT002: "VAT", CIT003: "DUNS" } as const;

export const referenceProviderFailure = (failure: "timeout" | "down"): Refusal<503 | 504> =>
  failure === "down"
    ? unavailable("PROVIDER_UNAVAILABLE", "The reference provider is out of service; try again later.")
    : timedOut("PROVIDER_TIMEOUT", "The reference provider did not answer in time; try again later.");

/** Resolves a company; what the portfolio records of its legal unit prevails over the reference provider. */
export async function resolveCompany(world: World, lookup: Lookup): Promise<Resolution> {
  const resolution = resolve(lookup);
  if (!("found" in resolution) || resolution.found.siren === null) return resolution;
  const unit = await world.store.range("thirdparties", "unit", resolution.found.siren);
  return { found: asInPortfolio(resolution.found, unit, lookup.by === "SIRET" ? lookup.value : undefined) };
}

/**
 * The third party of an establishment, or of a company abroad by any of its numbers. Several VAT numbers share one
 * DUNS: companies that differ in their VAT number are the same only for a lookup by DUNS.
 */
export async function findInPortfolio(
  world: World,
  company: Company,
  by?: Lookup["by"],
): Promise<ThirdpartyRow | undefined> {
  for (const kind of company.siret === null ? (["tva", "duns"] as const) : (["siret"] as const)) {
    const number = company[kind];
    const rows =
      number === null ? [] : await world.store.range("thirdparties", "identifier", identifierKey(kind, number));
    const row = rows.find(
      ({ tva }) => kind === "siret" || by === "DUNS" || tva === null || company.tva === null || tva === company.tva,
    );
    if (row) return row;
  }
  return undefined;
}

type Addition = z.output<typeof NewThirdparty>;

/** The company that an addition names, if it can join the portfolio. */
export async function newcomer(world: World, addition: Addition): Promise<Company | Refusal<404 | 409 | 503 | 504>> {
  const kind = identifierKinds[addition.companyIdType];
  const { companyIdValue: value } = addition;
  const resolution = await resolveCompany(world, { by: kind, value });
  if ("provider" in resolution) return referenceProviderFailure(resolution.provider);
  if ("unknown" in resolution)
    return notFound("COMPANY_NOT_FOUND", `The reference provider knows no company with ${kind} ${value}.`);
  const company = resolution.found;
  const known = await findInPortfolio(world, company, kind);
  if (!known) return company;
  const { name, thirdpartyId } = known;
  const detail = `${name} is in the portfolio already, as third party ${thirdpartyId}.`;
  return conflict("THIRD_PARTY_ALREADY_EXISTS", detail, { thirdpartyId });
}

export const join = (world: World, company: Company, addition: Addition, caller: string) =>
  world.change(null, client(caller), (draft) => addThirdparty(draft, company, addition));

export async function addToPortfolio(world: World, addition: Addition, caller: string) {
  const company = await newcomer(world, addition);
  return isRefusal(company) ? company : join(world, company, addition, caller);
}

/** Applies a rule to the third party that a row belongs to. */
async function changeAt<T>(
  world: World,
  [collection, id]: [Parameters<typeof find>[1], number],
  actor: Actor,
  rule: (draft: Draft) => T | Refusal,
) {
  const row = await find(world.store, collection, id);
  return isRefusal(row) ? row : world.change(row.thirdpartyId, actor, rule);
}

export const setAttribute = (
  world: World,
  thirdpartyId: number,
  { label, values }: { label: string; values: AttributeRow["values"] },
  caller: string,
) =>
  changeAt(world, ["thirdparties", thirdpartyId], client(caller), (draft) => {
    const definition = checkAttribute(draft.configuration, label, values);
    if (isRefusal(definition)) return definition;
    const frozen = whyFrozen(draft);
    if (frozen) return frozen;
    if (writeAttribute(draft, definition, values) && isReadByRules(draft.configuration, definition))
      recalculateWithRules(draft);
    return attributeOf(draft, definition);
  });

export const openDossier = (
  world: World,
  thirdpartyId: number,
  opening: Parameters<typeof createDossier>[1],
  caller: string,
) =>
  changeAt(world, ["thirdparties", thirdpartyId], client(caller), (draft): DossierRow | Refusal => {
    const dossier = createDossier(draft, opening);
    if (isRefusal(dossier)) return dossier;
    recalculate(draft);
    return draft.existing("dossiers", dossier.dossierId);
  });

export const requireDocuments = (world: World, dossierId: number, codes: readonly string[], caller: string) =>
  changeAt(world, ["dossiers", dossierId], client(caller), (draft): DocumentRow[] | Refusal => {
    const added = addRequirements(draft, dossierId, codes);
    if (isRefusal(added)) return added;
    const documents = added.map((documentId) => draft.existing("documents", documentId));
    recalculate(draft);
    return documents;
  });

export const decide = (world: World, responseId: number, decision: Decision, caller: string) =>
  changeAt(world, ["responses", responseId], client(caller), (draft) => {
    const refusal = decideResponse(draft, responseId, decision);
    if (refusal) return refusal;
    recalculate(draft);
    return shownDecision(draft.existing("responses", responseId));
  });

/** The third party submits a response to a document. */
export const respond = (world: World, documentId: number, supplied: Supplied, actor: Actor = actors.thirdparty) =>
  changeAt(world, ["documents", documentId], actor, (draft) => {
    const refusal = respondToDocument(draft, documentId, supplied);
    if (refusal) return refusal;
    recalculate(draft);
    return documentId;
  });
