import { type Configuration, ConfigurationFile, type Practice } from "../../../contract/configuration.ts";
import { readFixture } from "../../directory/fixtures.ts";
import { dictionary, merged, type ParsedFile } from "./merge.ts";

const own = readFixture("configuration.json", ConfigurationFile);
const nothing = dictionary<never>([]);
const none = { attributes: nothing, documentTypes: nothing, forms: nothing, dossierTypes: nothing, rules: nothing };

/** What every account begins with. */
export const defaultConfiguration: Configuration = merged(own, {
  ...none,
  indicators: nothing,
  practice: own.practice as Practice,
});

export const bases: Readonly<Record<ParsedFile["base"], Configuration>> = {
  default: defaultConfiguration,
  empty: { ...none, indicators: defaultConfiguration.indicators, practice: defaultConfiguration.practice },
};

/** The configuration that a file means; the file has no violations. */
export const configurationOf = (file: ParsedFile, ids?: ReadonlyMap<string, number>): Configuration =>
  merged(file, bases[file.base], ids);
