import { AttributeDefinition } from "../../contract/attributes.ts";
import { violations } from "../domain/thirdparty/attributes.ts";
import { type Cause, leftBy } from "./content.ts";
import { type Answer, type Asked, type Exchange, idOf, listIn, type Row, rowOf, rowsOf } from "./exchange.ts";

/** The kinds of ids, each with a range of its own. */
const kinds = ["thirdpartyId", "dossierId", "documentId", "responseId"] as const;
const kindOfParameter: Record<string, string> = { id: "thirdpartyId" };

const companyOf = ({ params, body }: Asked): string => {
  const { companyIdType, companyIdValue } = (body ?? {}) as Row;
  return [params.accountId, companyIdType, companyIdValue].join("/");
};

/** An event that an operation must have left, and when, by the clock of the service. */
export type Left = Cause & { idName: string; at: string };

/** The field of an answer that has the moment of the event. */
const moments: Record<string, string> = {
  "thirdparties.create": "creationDate",
  "dossiers.create": "stateLastChangeDate",
  "responses.approve": "decisionDate",
  "responses.reject": "decisionDate",
};

/** What the exchanges so far have shown, for the judgement of those that follow. */
export class History {
  readonly #kinds = new Map<number, string>();
  readonly #evidences = new Map<string, Row>();
  readonly #files = new Map<string, Answer>();
  readonly #links = new Map<string, string>();
  readonly #definitions = new Map<unknown, AttributeDefinition>();
  readonly #added = new Set<string>();
  readonly #decided = new Map<string, unknown>();
  readonly #left = new Set<Left>();

  isAdded = (asked: Asked): boolean => this.#added.has(companyOf(asked));
  isDecided = ({ params }: Asked): boolean => this.#decided.has(params.responseId ?? "");
  /** The status that the decision on a response has given to its document. */
  decided = (responseId: unknown): unknown => this.#decided.get(String(responseId));
  evidence = ({ params }: Asked): Row | undefined => this.#evidences.get(params.fileId ?? "");
  /** Whether an address is that of a signed link, and the file that it leads to, where that was downloaded. */
  linked = (url: string): { file: Answer | undefined } | undefined => {
    const fileId = this.#links.get(url);
    return fileId === undefined ? undefined : { file: this.#files.get(fileId) };
  };
  get left(): readonly Left[] {
    return [...this.#left];
  }
  remove(left: Left): void {
    this.#left.delete(left);
  }

  /** Whether an attribute that the recording has shown cannot take the values. */
  refusesValues({ body }: Asked): boolean {
    const { label, values } = (body ?? {}) as Row;
    const definition = this.#definitions.get(label);
    if (!definition || !Array.isArray(values)) return false;
    return definition.calculated || violations(definition, values).length > 0;
  }

  /** The kind of the id that was asked for, where it is another than the path's; of several ids, any may be wrong. */
  kindOfMistaken({ asked: { params } }: Exchange): string | undefined {
    const [[name, value] = ["", ""], ...others] = Object.entries(params).filter(([each]) => each !== "accountId");
    const kind = this.#kinds.get(Number(value));
    return others.length === 0 && kind !== (kindOfParameter[name] ?? name) ? kind : undefined;
  }

  /** Remembers an exchange that succeeded. Returns the kinds of ids whose ranges overlap. */
  add({ operationId, asked, answer }: Exchange): string[] {
    const own = rowOf(answer);
    const rows = own && "content" in own ? rowsOf(answer) : own ? [own] : [];
    const clashes = rows.flatMap((row) => this.#addRow(row));
    if (operationId === "thirdparties.create") this.#added.add(companyOf(asked));
    if (operationId.startsWith("responses.")) this.#decided.set(asked.params.responseId as string, own?.statusCode);
    if (operationId === "documents.file") this.#files.set(asked.params.fileId as string, answer);
    if (operationId === "documents.link" && typeof own?.url === "string" && URL.canParse(own.url))
      this.#links.set(new URL(own.url).href, asked.params.fileId as string);
    if (operationId === "attributes.available")
      for (const row of rows) {
        const { data } = AttributeDefinition.safeParse(row);
        if (data) this.#definitions.set(data.label, data);
      }
    if (own) this.#addLeft(operationId, own);
    return clashes;
  }

  #addLeft(operationId: string, row: Row): void {
    const event = Object.entries(leftBy).find(([by]) => by === operationId)?.[1];
    const id = event && idOf(row, event.idName);
    const at = row[moments[operationId] ?? ""];
    if (event && id !== undefined && typeof at === "string") this.#left.add({ ...event, by: operationId, id, at });
  }

  #addRow(row: Row): string[] {
    for (const evidence of listIn(row, "evidences")) this.#evidences.set(String(evidence.id), evidence);
    return [row, ...listIn(row, "evidences"), ...listIn(row, "documents")].flatMap((each) =>
      kinds.flatMap((kind) => this.#addId(kind, each[kind])),
    );
  }
  #addId(kind: string, id: unknown): string[] {
    if (typeof id !== "number") return [];
    const known = this.#kinds.get(id) ?? kind;
    this.#kinds.set(id, known);
    return known === kind ? [] : [`${known} and ${kind}`];
  }
}
