import { discriminatedUnion, strictObject, z } from "zod";
import { typedNumbers } from "./identities.ts";
import { CountryCode, refusals, text } from "./shared.ts";

/** The specification has a table of what each searchBy needs. */
const search = <B extends string, C extends z.ZodType, V extends z.ZodType>(
  searchBy: B,
  countryCode: C,
  value: V,
  id: string,
  description: string,
) => strictObject({ countryCode, searchBy: z.literal(searchBy), value }).meta({ id, description });
const typed = typedNumbers("INVALID_SEARCH");
const SearchText = text(200).regex(/\S/, { error: "must be a text of more than spaces" });
const France = z
  .literal("FR", { error: "must be FR: this number is French" })
  .meta({ description: "FR: this number is French." });
const abroad = {
  error: "must be the code of a country other than FR: local identifiers are for companies outside France",
};
const Abroad = z
  .string(abroad)
  .regex(/^(?!FR$)[A-Z]{2}$/, abroad)
  .meta({ examples: ["DE"] });

export const CompanySearch = discriminatedUnion("searchBy", [
  search(
    "NAME",
    CountryCode.nullish(),
    SearchText,
    "SearchByName",
    "By name: contained, whatever case or accents, legal form left aside.",
  ),
  search("SIRET", France, typed.siret, "SearchBySiret", "By SIRET, 14 digits."),
  search("SIREN", France, typed.siren, "SearchBySiren", "By SIREN, 9 digits: all its establishments."),
  search("VAT", CountryCode.nullish(), typed.vat, "SearchByVat", "By intra-community VAT number."),
  search("DUNS", CountryCode.nullish(), typed.duns, "SearchByDuns", "By DUNS, 9 digits."),
  search("LOCAL_ID", Abroad, SearchText, "SearchByLocalId", "By the registry number of a country other than France."),
])
  .meta({ id: "CompanySearch", description: "What to look for, before a company is added." })
  .register(refusals, { code: "INVALID_SEARCH" });
