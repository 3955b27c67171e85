import type { Configuration } from "../../../contract/configuration.ts";
import type { Part } from "./merge.ts";

/** A place of a configuration that names an entry of a part. */
export interface Reference {
  from: readonly [part: Part, code: string];
  path: readonly (string | number)[];
  to: Part;
  code: string;
}

function* ofDocumentTypes({ documentTypes }: Configuration): Generator<Reference> {
  for (const [code, { unfit, deniedBy }] of Object.entries(documentTypes)) {
    const from = ["documentTypes", code] as const;
    for (const [at, { instead }] of unfit.entries())
      if (instead !== undefined) yield { from, path: ["unfit", at, "instead"], to: "documentTypes", code: instead };
    if (deniedBy) yield { from, path: ["deniedBy", "form"], to: "forms", code: deniedBy.form };
  }
}

function* ofForms({ forms }: Configuration): Generator<Reference> {
  for (const [code, fields] of Object.entries(forms)) {
    const from = ["forms", code] as const;
    yield { from, path: [], to: "documentTypes", code };
    for (const [at, { draw }] of fields.entries())
      if (draw.issued) yield { from, path: [at, "draw", "issued"], to: "documentTypes", code: draw.issued };
  }
}

function* ofDossierTypes({ dossierTypes }: Configuration): Generator<Reference> {
  for (const [code, type] of Object.entries(dossierTypes))
    for (const list of ["documents", "also"] as const)
      for (const [at, asked] of type[list].entries())
        yield { from: ["dossierTypes", code], path: [list, at], to: "documentTypes", code: asked };
}

function* ofRules({ rules }: Configuration): Generator<Reference> {
  for (const [code, { create, when }] of Object.entries(rules)) {
    yield { from: ["rules", code], path: ["create"], to: "dossierTypes", code: create };
    for (const label of Object.keys(when.attributes ?? {}))
      yield { from: ["rules", code], path: ["when", "attributes", label], to: "attributes", code: label };
  }
}

/** Every place that names another entry. */
export function* references(configuration: Configuration): Generator<Reference> {
  yield* ofDocumentTypes(configuration);
  yield* ofForms(configuration);
  yield* ofDossierTypes(configuration);
  yield* ofRules(configuration);
}
