import type { z } from "zod";
import type { NewThirdparty } from "../../contract/thirdparties.ts";
import type { Company } from "../directory/company.ts";
import { type Lookup, type Resolution, resolve } from "../directory/reference-providers.ts";
import { attributeOf, checkAttribute, isReadByRules, writeAttribute } from "../domain/attributes.ts";
import { identifierKey } from "../domain/collections.ts";
import { type Decision, decideResponse } from "../domain/decisions.ts";
import { createDossier } from "../domain/dossiers.ts";
import type { Draft } from "../domain/draft.ts";
import { asInPortfolio } from "../domain/legal-unit.ts";
import type { Supplied } from "../domain/new-evidence.ts";
import { conflict, isRefusal, notFound, type Refusal, timedOut, unavailable } from "../domain/refusal.ts";
import { addRequirements } from "../domain/requirements.ts";
import type { Actor, AttributeRow, DocumentRow, DossierRow, ThirdpartyRow } from "../domain/rows.ts";
import { settle, settleAndFollowRules } from "../domain/settle.ts";
import { respondToDocument } from "../domain/submissions.ts";
import { addThirdparty } from "../domain/thirdparties.ts";
import { lostDocument, lostDossier, lostResponse, lostThirdparty } from "./not-found.ts";
import type { World } from "./world.ts";

/** What can be asked of a world: load, decide, commit. Handlers, seeds and the control plane all come through here. */

const client = (name: string): Actor => ({ type: "CLIENT", name });

/** Lets a rule speak, and everything that follows from it. */
const settled =
  <T>(rule: (draft: Draft) => T | Refusal) =>
  (draft: Draft): T | Refusal => {
    const result = rule(draft);
    if (!isRefusal(result)) settle(draft);
    return result;
  };

/** Which number each type of identifier is. */
export const numberKinds = { CIT001: "SIRET", CIT002: "VAT", CIT003: "DUNS" } as const;

/** A provider that does not answer says so in the service's own words. */
export function providerFailure(provider: "timeout" | "down"): Refusal<503 | 504> {
  return provider === "down"
    ? unavailable("PROVIDER_UNAVAILABLE", "The reference provider is out of service; try again later.")
    : timedOut("PROVIDER_TIMEOUT", "The reference provider did not answer in time; try again later.");
}

/** What the reference provider knows, and the portfolio knows better. */
export async function lookUp(world: World, lookup: Lookup): Promise<Resolution> {
  const resolution = resolve(lookup);
  if (!("found" in resolution) || resolution.found.siren === null) return resolution;
  const unit = await world.store.range("thirdparties", "unit", resolution.found.siren);
  return { found: asInPortfolio(resolution.found, unit, lookup.by === "SIRET" ? lookup.value : undefined) };
}

export async function add(world: World, addition: z.output<typeof NewThirdparty>, caller: string) {
  const { companyIdType, companyIdValue } = addition;
  const resolution = await lookUp(world, { by: numberKinds[companyIdType], value: companyIdValue });
  if ("provider" in resolution) return providerFailure(resolution.provider);
  if ("unknown" in resolution)
    return notFound(
      "COMPANY_NOT_FOUND",
      `The reference provider knows no company with ${numberKinds[companyIdType]} ${companyIdValue}.`,
    );
  const company = resolution.found;
  const known = await alreadyThere(world, company, numberKinds[companyIdType]);
  if (known)
    return conflict(
      "THIRD_PARTY_ALREADY_EXISTS",
      `${known.name} is in the portfolio already, as third party ${known.thirdpartyId}.`,
      {
        thirdpartyId: known.thirdpartyId,
      },
    );
  return world.change(null, client(caller), (draft) => addThirdparty(draft, company, addition));
}

/**
 * The same establishment, or the same company abroad, whichever of its numbers was used.
 * There are more VAT numbers than DUNS to go with them: two companies may share one, and are one only to whoever asks for it.
 */
export async function alreadyThere(
  world: World,
  company: Company,
  asked?: Lookup["by"],
): Promise<ThirdpartyRow | undefined> {
  for (const kind of company.siret === null ? (["tva", "duns"] as const) : (["siret"] as const)) {
    const number = company[kind];
    const rows =
      number === null ? [] : await world.store.range("thirdparties", "identifier", identifierKey(kind, number));
    const row = rows.find(
      ({ tva }) => kind === "siret" || asked === "DUNS" || tva === null || company.tva === null || tva === company.tva,
    );
    if (row) return row;
  }
  return undefined;
}

export async function setAttribute(
  world: World,
  thirdpartyId: number,
  { label, values }: { label: string; values: AttributeRow["values"] },
  caller: string,
) {
  if (!(await world.store.get("thirdparties", thirdpartyId))) return lostThirdparty(world.store, thirdpartyId);
  const definition = checkAttribute(label, values);
  if (isRefusal(definition)) return definition;
  return world.change(thirdpartyId, client(caller), (draft) => {
    if (writeAttribute(draft, definition, values) && isReadByRules(label)) settleAndFollowRules(draft);
    return attributeOf(draft, definition);
  });
}

export async function openOnDemand(
  world: World,
  thirdpartyId: number,
  asked: Parameters<typeof createDossier>[1],
  caller: string,
) {
  if (!(await world.store.get("thirdparties", thirdpartyId))) return lostThirdparty(world.store, thirdpartyId);
  return world.change(thirdpartyId, client(caller), (draft): DossierRow | Refusal => {
    const dossier = createDossier(draft, asked);
    if (isRefusal(dossier)) return dossier;
    settle(draft);
    return draft.existing("dossiers", dossier.dossierId);
  });
}

export async function require(world: World, dossierId: number, codes: readonly string[], caller: string) {
  const dossier = await world.store.get("dossiers", dossierId);
  if (!dossier) return lostDossier(world.store, dossierId);
  return world.change(
    dossier.thirdpartyId,
    client(caller),
    settled((draft): DocumentRow[] | Refusal => {
      const added = addRequirements(draft, dossierId, codes);
      return isRefusal(added) ? added : added.map((documentId) => draft.existing("documents", documentId));
    }),
  );
}

export async function decide(world: World, responseId: number, decision: Decision, caller: string) {
  const response = await world.store.get("responses", responseId);
  if (!response) return lostResponse(world.store, responseId);
  return world.change(
    response.thirdpartyId,
    client(caller),
    settled((draft) => decideResponse(draft, responseId, decision) ?? draft.existing("responses", responseId).decision),
  );
}

export async function answer(world: World, documentId: number, supplied: Supplied) {
  const document = await world.store.get("documents", documentId);
  if (!document) return lostDocument(world.store, documentId);
  return world.change(
    document.thirdpartyId,
    { type: "THIRD_PARTY", name: "third party" },
    settled((draft) => respondToDocument(draft, documentId, supplied) ?? documentId),
  );
}
