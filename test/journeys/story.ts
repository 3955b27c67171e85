import { expect } from "vitest";
import type { Client, Schemas } from "../../src/client/client.ts";
import type { AnswerOptions, SandboxWorld } from "../../src/client/world.ts";
import { expectFit, operationFor } from "../support/contract.ts";

/** The names of events, and the range of time that they lie in. */
type EventFilter<N extends string> = [names: N[], from: string, to: string];

interface Reply {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** The body of a successful response, which must have the given status. */
export async function succeeded<R extends Reply>(status: number, request: Promise<R>): Promise<NonNullable<R["data"]>> {
  const { data, error, response } = await request;
  expect([response.status, error]).toEqual([status, undefined]);
  return data as NonNullable<R["data"]>;
}

/** The problem in a refusal, which must have the given status. */
export async function refused<R extends Reply>(status: number, request: Promise<R>): Promise<NonNullable<R["error"]>> {
  const { data, error, response } = await request;
  expect([response.status, data]).toEqual([status, undefined]);
  expect(error).toMatchObject({ status });
  return error as NonNullable<R["error"]>;
}

/** One account through the service's own interface; the control plane plays the third party and moves the clock. */
export class Story {
  readonly world: SandboxWorld;
  readonly client: Client;

  constructor(world: SandboxWorld) {
    this.world = world;
    this.client = world.client;
    // The client's types promise what the contract says, so every response is compared with the contract.
    this.client.use({
      async onResponse({ request, response }) {
        const operation = operationFor(request.method, new URL(request.url).pathname);
        if (!operation) throw new Error(`${request.method} ${request.url} is no operation of the service`);
        const type = (response.headers.get("content-type") ?? "").split(";")[0] as string;
        expectFit(operation, {
          status: response.status,
          type,
          body: type.endsWith("json") ? await response.clone().json() : undefined,
        });
      },
    });
  }

  create(companyIdType: Schemas["CompanyIdType"], companyIdValue: string, contacts?: Schemas["NewContact"][]) {
    return this.client.POST("/thirdparties", {
      body: { companyIdType, companyIdValue, ...(contacts ? { contacts } : {}) },
    });
  }
  async add(...company: Parameters<Story["create"]>): Promise<number> {
    return (await succeeded(201, this.create(...company))).thirdpartyId;
  }
  company(id: number): Promise<Schemas["ThirdpartyDetail"]> {
    return succeeded(200, this.client.GET("/thirdparties/{id}", { params: { path: { id } } }));
  }
  async indicator(id: number, name: Schemas["IndicatorName"]): Promise<[score: number | null, value: string]> {
    const { content } = await succeeded(
      200,
      this.client.GET("/thirdparties/{id}/indicators", { params: { path: { id } } }),
    );
    const found = content.find((row) => row.name === name);
    if (!found) throw new Error(`no indicator is called ${name}`);
    return [found.score, found.resultValue];
  }

  open(id: number, body: Schemas["NewDossier"]) {
    return this.client.POST("/thirdparties/{id}/dossiers", { params: { path: { id } }, body });
  }
  async dossiers(id: number): Promise<Record<string, Schemas["Dossier"]>> {
    const { content } = await succeeded(
      200,
      this.client.GET("/thirdparties/{id}/dossiers", { params: { path: { id } } }),
    );
    return Object.fromEntries(content.map((dossier) => [dossier.dossierTypeCode ?? "free", dossier]));
  }
  async dossier(id: number, type: string): Promise<Schemas["Dossier"]> {
    const found = (await this.dossiers(id))[type];
    if (!found) throw new Error(`no dossier of type ${type}`);
    return found;
  }
  async document(id: number, type: string, code: string): Promise<Schemas["Document"]> {
    const { dossierId } = await this.dossier(id, type);
    const { content } = await succeeded(
      200,
      this.client.GET("/dossiers/{dossierId}/documents", { params: { path: { dossierId } } }),
    );
    const found = content.find(({ documentCode }) => documentCode === code);
    if (!found) throw new Error(`${type} does not ask for ${code}`);
    return found;
  }

  /** Submits a response, lets the automatic check end, and returns the id of the response. */
  async submit(id: number, type: string, code: string, response: AnswerOptions = {}): Promise<number> {
    const { documentId } = await this.document(id, type, code);
    await this.world.answer(documentId, response);
    await this.world.clock.advance("PT3M");
    const [evidence] = (await this.document(id, type, code)).evidences;
    if (!evidence) throw new Error(`the response to ${code} left no evidence`);
    return evidence.responseId;
  }
  approve(responseId: number, body: Schemas["Approval"] = {}) {
    return this.client.POST("/responses/{responseId}/approve", { params: { path: { responseId } }, body });
  }
  reject(responseId: number, body: Schemas["Rejection"]) {
    return this.client.POST("/responses/{responseId}/reject", { params: { path: { responseId } }, body });
  }

  /** The ids of the third parties that have one of the events. */
  async thirdpartiesWith(...filter: EventFilter<Schemas["ThirdpartyEventName"]>): Promise<number[]> {
    const rows = await everyPage(
      (query) => succeeded(200, this.client.GET("/thirdparties/search", { params: { query } })),
      filter,
    );
    return rows.map(({ thirdpartyId }) => thirdpartyId);
  }
  /** The ids of the documents that have one of the events. */
  async documentsWith(...filter: EventFilter<Schemas["DocumentEventName"]>): Promise<number[]> {
    const rows = await everyPage(
      (query) => succeeded(200, this.client.GET("/documents/search", { params: { query } })),
      filter,
    );
    return rows.map(({ documentId }) => documentId);
  }
}

async function everyPage<N extends string, T>(
  search: (query: Query<N>) => Promise<{ content: T[]; totalPages: number }>,
  [eventNames, eventOccurrenceStartDate, eventOccurrenceEndDate]: EventFilter<N>,
): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 0, pages = 1; page < pages; page++) {
    const found = await search({ eventNames, eventOccurrenceStartDate, eventOccurrenceEndDate, page, size: 50 });
    rows.push(...found.content);
    pages = found.totalPages;
  }
  return rows;
}

interface Query<N extends string> {
  eventNames: N[];
  eventOccurrenceStartDate: string;
  eventOccurrenceEndDate: string;
  page: number;
  size: number;
}
