import type { Configuration } from "../../../contract/configuration.ts";
import { unknownOption } from "./attributes.ts";
import type { Learned } from "./learn.ts";

/** A place where a recording shows otherwise than a configuration says. */
export interface Difference {
  pointer: string;
  sentence: string;
}

type Parts = "attributes" | "documentTypes" | "forms" | "dossierTypes" | "rules" | "indicators";
type Named = Readonly<Record<string, unknown>>;

const shown = (value: unknown) => JSON.stringify(value) ?? "nothing";
const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The fields of an entry that a recording shows, where it shows them; what is guessed is not compared. */
const compared: Record<Exclude<Parts, "forms" | "attributes">, readonly string[]> = {
  documentTypes: ["label", "issuer"],
  dossierTypes: ["label", "typed"],
  rules: ["create"],
  indicators: ["bands"],
};

function* ofFields(pointer: string, names: readonly string[], own: Named, learned: Named): Generator<Difference> {
  for (const name of names)
    if (Object.hasOwn(learned, name) && shown(learned[name]) !== shown(own[name]))
      yield {
        pointer: `${pointer}/${name}`,
        sentence: `is ${shown(own[name])}; the recording shows ${shown(learned[name])}`,
      };
}

function* ofAttribute(
  pointer: string,
  own: Configuration["attributes"][string],
  learned: Named,
): Generator<Difference> {
  yield* ofFields(pointer, ["type", "required", "calculated"], own, learned);
  const options = ((learned.options ?? []) as string[]).filter((option) => option !== unknownOption);
  const missing = options.filter((option) => !(own.options ?? []).includes(option));
  if (missing.length > 0) yield { pointer: `${pointer}/options`, sentence: `lacks ${missing.join(", ")}` };
}

/** What a recording can refute of a document type: a form, a shorter validity, pieces that a platform transmits. */
function* ofDocumentType(pointer: string, own: Configuration["documentTypes"][string], learned: Named) {
  yield* ofFields(pointer, compared.documentTypes, own, learned);
  if ((own.kind === "FORM") !== (learned.kind === "FORM")) yield* ofFields(pointer, ["kind"], own, learned);
  if (Number(learned.months ?? 0) > (own.months ?? 0)) yield* ofFields(pointer, ["months"], own, learned);
  // Its own people may have supplied what usually comes by itself.
  if (learned.transmitter !== "FOURNISSEUR") yield* ofFields(pointer, ["transmitter"], own, learned);
}

type Fields = readonly { key: string; title: string; type: string }[];
function* ofForm(pointer: string, own: Fields, learned: Fields): Generator<Difference> {
  for (const { key, title, type } of learned) {
    const field = own.find((one) => one.key === key);
    if (!field) yield { pointer, sentence: `lacks the question ${key}` };
    else yield* ofFields(`${pointer}/${own.indexOf(field)}`, ["title", "type"], { ...field }, { title, type });
  }
}

/** Documents that a recording shows in dossiers of a type, and that the type does not ask for. */
function* ofDossierType(
  pointer: string,
  own: Configuration["dossierTypes"][string],
  learned: Named,
  types: Configuration["documentTypes"],
) {
  yield* ofFields(pointer, compared.dossierTypes, own, learned);
  // A dossier that was extended has lasted several times as long.
  const months = Number(learned.months ?? 0);
  const isExtended = own.months !== null && months > own.months && months % own.months === 0;
  if (!isExtended) yield* ofFields(pointer, ["months"], own, learned);
  // Documents are added to its dossiers by hand.
  if (!own.typed) return;
  const asked = [...own.documents, ...own.also];
  const instead = asked.flatMap((code) => (types[code]?.unfit ?? []).flatMap((misfit) => misfit.instead ?? []));
  const seen = [...(learned.documents as string[]), ...((learned.also ?? []) as string[])];
  const missing = seen.filter((code) => ![...asked, ...instead].includes(code));
  if (missing.length > 0) yield { pointer: `${pointer}/documents`, sentence: `lacks ${missing.join(", ")}` };
}

function* ofEntry(
  part: Parts,
  pointer: string,
  of: Configuration,
  code: string,
  learned: unknown,
): Generator<Difference> {
  if (part === "attributes") yield* ofAttribute(pointer, of.attributes[code] as never, learned as Named);
  else if (part === "forms") yield* ofForm(pointer, of.forms[code] as Fields, learned as Fields);
  else if (part === "documentTypes") yield* ofDocumentType(pointer, of.documentTypes[code] as never, learned as Named);
  else if (part === "dossierTypes")
    yield* ofDossierType(pointer, of.dossierTypes[code] as never, learned as Named, of.documentTypes);
  else yield* ofFields(pointer, compared[part], of[part][code as never] as Named, learned as Named);
}

/** What a recording shows and a configuration lacks or says otherwise. What it does not show is not compared. */
export function differencesFrom(of: Configuration, { file }: Learned): Difference[] {
  const parts: Parts[] = ["attributes", "documentTypes", "forms", "dossierTypes", "rules", "indicators"];
  return parts.flatMap((part) =>
    Object.entries((file[part] ?? {}) as Named).flatMap(([code, learned]) => {
      const pointer = `/${part}/${escaped(code)}`;
      if (!Object.hasOwn(of[part], code)) return [{ pointer, sentence: "is missing; the recording shows it" }];
      return [...ofEntry(part, pointer, of, code, learned)];
    }),
  );
}
