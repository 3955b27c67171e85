import type { Row } from "../exchange.ts";
import { isWord } from "../routes.ts";
import type { Disguise } from "./disguise.ts";
import { known } from "./known.ts";

/** Ids of the service, paging and statuses: they stay where they are numbers. */
const numbers = new Set([
  ...["thirdpartyId", "dossierId", "documentId", "responseId", "fileId", "id", "calculationId", "status"],
  ...["targetResourceId", "page", "size", "totalElements", "totalPages", "fileSize", "expiresIn", "order", "score"],
]);
/** What names a configuration: it stays. */
const staying = new Set([
  ...[
    "accountId",
    "label",
    "options",
    "key",
    "title",
    "documentName",
    "dossierTypeLabel",
    "statusLabel",
    "resultValue",
  ],
  ...["legalCategoryLabel", "activityLabel", "workforceRangeLabel", "resultColorCode", "ruleId"],
]);
/** These stay where they look like a code; anything else in them is replaced. */
const codes = new Set([
  ...["documentCode", "dossierTypeCode", "statusCode", "status", "type", "companyIdType", "format", "issuer"],
  ...["transmitter", "origin", "source", "nature", "targetResourceType", "resultType", "legalCategoryCode"],
  ...["activityCode", "addressCountryCode", "companyCountryCode", "countryCode", "capitalCurrency", "searchBy"],
  ...["turnoverCurrency", "workforceRangeCode", "code", "theme", "verified", "sepa_data_sct", "sepa_data_sdd"],
  ...["bank_data_country", "in", "eventName", "requiredDocuments", "newRequiredDocuments"],
]);
const isCode = (text: string) =>
  known.values.has(text) || (/^[A-Z\d][A-Z\d_.:-]{0,59}$/.test(text) && !/\d{6}/.test(text));
/** What people write, and sentences that may quote it. */
const free = new Set(["comment", "description", "detail", "received", "expected", "message"]);
const dated = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$|^\d\d\/\d\d\/\d{4}$/;
const isNumber = (text: string) => /^\d{0,12}$/.test(text);
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Replaces the values of bodies and addresses; names, codes, dates and ids stay. */
export class Bodies {
  readonly #disguise: Disguise;
  /** The types of attributes that answers have shown, by label. */
  readonly #types = new Map<string, string>();

  constructor(disguise: Disguise) {
    this.#disguise = disguise;
  }

  /** `names` says that `name` is one of the configuration, as that of an indicator. */
  json(value: unknown, names = false): unknown {
    this.#learnTypes(value);
    return this.#value(value, "", {}, names);
  }

  /** A parameter of the query of an address: numbers of pages, dates, names of events and other listed values stay. */
  query(name: string, value: string): [name: string, value: string] {
    const isPlain =
      (numbers.has(name) && isNumber(value)) ||
      /^(?:true|false)$/.test(value) ||
      (name.startsWith("event") && value.split(",").every((one) => known.values.has(one) || dated.test(one))) ||
      (codes.has(name) ? isCode(value) : known.values.has(value));
    return [known.names.has(name) ? name : this.#disguise.text(name), isPlain ? value : this.#disguise.text(value)];
  }

  /** A path of the contract: its words and numbers, and the account, stay. */
  path(text: string, stays: (word: string) => boolean): string {
    const part = (word: string) =>
      isNumber(word) || stays(word) ? word : encodeURIComponent(this.#disguise.text(word));
    return text.split("/").map(part).join("/");
  }

  fileName = (value: string): string => this.#disguise.fileName(value);

  /** A made address on the same host: what was signed is a credential. */
  link(url: string): string {
    if (!URL.canParse(url)) return this.#disguise.text(url);
    return `${new URL(url).origin}/files/${this.#disguise.bytes("link", url).toString("hex").slice(0, 16)}`;
  }

  #learnTypes(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) this.#learnTypes(one);
    if (typeof value !== "object" || value === null) return;
    const { label, type, content } = value as Row;
    if (typeof label === "string" && typeof type === "string") this.#types.set(label, type);
    if (content) this.#learnTypes(content);
  }

  #value(value: unknown, name: string, of: Row, names: boolean): unknown {
    if (name === "values" && Array.isArray(value)) return value.map((one) => this.#attribute(one, of));
    if (Array.isArray(value)) return value.map((one) => this.#value(one, name, of, names));
    if (typeof value === "object" && value !== null) return this.#row(value as Row, names);
    if (typeof value === "number") return numbers.has(name) ? value : this.#disguise.number(value);
    if (typeof value !== "string" || value === "") return value;
    if (name === "value" && typeof of.key === "string") return this.#answer(value, of);
    return this.#text(value, name, names);
  }

  #row(row: Row, names: boolean): Row {
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        // A name that the contract lacks may be anything, as the key of an index by companies.
        const own = known.names.has(name) ? name : this.#disguise.text(name);
        return [own, this.#value(value, own === name ? name : "", row, names)];
      }),
    );
  }

  #text(value: string, name: string, names: boolean): string {
    if (name === "url") return this.link(value);
    if (name === "instance") return this.path(value.split("?")[0] ?? "", isWord);
    if (free.has(name)) return this.#disguise.free(value);
    if (staying.has(name) || (names && (name === "name" || name === "theme")) || dated.test(value)) return value;
    if (codes.has(name) && isCode(value)) return value;
    if (uuid.test(value)) return this.#disguise.uuid(value);
    if (name === "fileName") return this.fileName(value);
    return this.#disguise.text(value);
  }

  /** Options, dates and yes or no stay; texts and numbers are of the third party. */
  #attribute(value: unknown, { label, type }: Row): unknown {
    const known = typeof type === "string" ? type : this.#types.get(String(label));
    if (known?.startsWith("list_") || typeof value === "boolean") return value;
    if (typeof value === "number") {
      const made = this.#disguise.number(value);
      return known === "percentage" && made > 100 ? made % 100 : made;
    }
    return typeof value === "string" && !(known === "date" && dated.test(value)) ? this.#disguise.text(value) : value;
  }

  /** An answer of a form, of the same type. */
  #answer(value: string, { type, key }: Row): string {
    if (type === "boolean") return String(this.#disguise.coin(`${key} ${value}`));
    if (type === "date") return this.#disguise.day(value);
    const isNumber = type === "number" && Number.isFinite(Number(value));
    return isNumber ? String(this.#disguise.number(Number(value))) : this.#disguise.text(value);
  }
}
