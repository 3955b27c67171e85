import type { Row } from "../exchange.ts";
import type { Disguise } from "./disguise.ts";

/** Ids of the service, paging, and what names a configuration: they stay. */
const staying = new Set([
  ...["accountId", "thirdpartyId", "dossierId", "documentId", "responseId", "fileId", "id", "calculationId"],
  ...["targetResourceId", "page", "size", "totalElements", "totalPages", "fileSize", "expiresIn", "order", "score"],
  ...["label", "options", "key", "title", "documentName", "dossierTypeLabel", "statusLabel", "resultValue"],
  ...["legalCategoryLabel", "activityLabel", "workforceRangeLabel", "resultColorCode", "mimeType"],
]);
/** These stay where they look like a code; anything else in them is replaced. */
const codes = new Set([
  ...["documentCode", "dossierTypeCode", "statusCode", "status", "type", "companyIdType", "format", "issuer"],
  ...["transmitter", "origin", "source", "nature", "targetResourceType", "resultType", "legalCategoryCode"],
  ...["activityCode", "addressCountryCode", "companyCountryCode", "countryCode", "capitalCurrency", "searchBy"],
  ...["turnoverCurrency", "workforceRangeCode", "code", "theme", "verified", "sepa_data_sct", "sepa_data_sdd"],
  ...["bank_data_country", "ruleId", "in", "eventName", "requiredDocuments", "newRequiredDocuments"],
]);
const isCode = (text: string) => /^[\w.:-]{1,60}$/.test(text) && !/\d{6}/.test(text);
/** What people write, and sentences that may quote it. */
const free = new Set(["comment", "description", "detail", "received", "expected", "message"]);
const dated = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$|^\d\d\/\d\d\/\d{4}$/;
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

  /** A value of the query of an address. */
  query(name: string, value: string): string {
    if (/^event|^(?:page|size|archived|disposition)$/.test(name)) return value;
    if (name === "thirdpartyId" && /^\d+$/.test(value)) return value;
    return codes.has(name) && isCode(value) ? value : this.#disguise.text(value);
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
    if (typeof value === "number") return staying.has(name) || name === "status" ? value : this.#disguise.number(value);
    if (typeof value !== "string" || value === "") return value;
    if (name === "value" && typeof of.key === "string") return this.#answer(value, of);
    return this.#text(value, name, names);
  }

  #row(row: Row, names: boolean): Row {
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, this.#value(value, name, row, names)]));
  }

  #text(value: string, name: string, names: boolean): string {
    if (name === "url") return this.link(value);
    if (name === "instance") return value.split("?")[0]?.replace(/[^/]*[^\w/.-][^/]*/g, "x") ?? "";
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
