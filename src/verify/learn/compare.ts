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
  documentTypes: ["label", "kind", "months", "issuer", "transmitter"],
  dossierTypes: ["label", "months", "typed"],
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
  yield* ofFields(pointer, ["type"], own, learned);
  if (own.required !== (learned.required ?? false))
    yield { pointer: `${pointer}/required`, sentence: `is ${own.required}; the recording shows otherwise` };
  if (own.calculated !== (learned.calculated ?? false))
    yield { pointer: `${pointer}/calculated`, sentence: `is ${own.calculated}; the recording shows otherwise` };
  const options = ((learned.options ?? []) as string[]).filter((option) => option !== unknownOption);
  const missing = options.filter((option) => !(own.options ?? []).includes(option));
  if (missing.length > 0) yield { pointer: `${pointer}/options`, sentence: `lacks ${missing.join(", ")}` };
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
