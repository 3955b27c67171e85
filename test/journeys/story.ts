import type { EventName } from "../../contract/events.ts";
import { type DocumentSeen, type DossierSeen, makeWorld, type TestWorld } from "../support/sandbox.ts";

/** A client of the service, who sees nothing but its interface; and the third party and the clock, who are on the control plane. */
export class Story {
  readonly world: TestWorld;
  constructor(world: TestWorld) {
    this.world = world;
  }
  static async begin(seed = "empty"): Promise<Story> {
    return new Story(await makeWorld({ seed }));
  }

  async add(companyIdType: string, companyIdValue: string, more: object = {}): Promise<number> {
    return (await this.world.post("/thirdparties", { companyIdType, companyIdValue, ...more }).expect(201)).body.thirdpartyId;
  }
  async company(id: number): Promise<Record<string, unknown>> {
    return (await this.world.get(`/thirdparties/${id}`).expect(200)).body;
  }
  async set(id: number, label: string, ...values: unknown[]): Promise<void> {
    await this.world.post(`/thirdparties/${id}/attributes`, { label, values }).expect(200);
  }
  async dossiers(id: number): Promise<Record<string, DossierSeen>> {
    const dossiers = await this.world.dossiersOf(id);
    return Object.fromEntries(dossiers.map((dossier) => [dossier.dossierTypeCode ?? "free", dossier]));
  }
  async dossier(id: number, type: string): Promise<DossierSeen> {
    const found = (await this.dossiers(id))[type];
    if (!found) throw new Error(`no dossier of type ${type}`);
    return found;
  }
  async document(id: number, type: string, code: string): Promise<DocumentSeen> {
    const { dossierId } = await this.dossier(id, type);
    const { body } = await this.world.get(`/dossiers/${dossierId}/documents`).expect(200);
    const found = body.content.find(({ documentCode }: DocumentSeen) => documentCode === code);
    if (!found) throw new Error(`${type} does not ask for ${code}`);
    return found;
  }
  async indicator(id: number, name: string): Promise<[score: number | null, value: string]> {
    const { body } = await this.world.get(`/thirdparties/${id}/indicators`).expect(200);
    const { score, resultValue } = body.content.find((row: { name: string }) => row.name === name);
    return [score, resultValue];
  }
  /** The third party answers, and the automatic check is given its time. */
  async answer(id: number, type: string, code: string, answer: object = {}): Promise<number> {
    const { documentId } = await this.document(id, type, code);
    await this.world.control("post", `/documents/${documentId}/answers`, answer).expect(201);
    await this.world.advance("PT3M");
    return (await this.document(id, type, code)).evidences[0]?.responseId as number;
  }
  async decide(responseId: number, decision: "approve" | "reject", body: object = {}): Promise<Record<string, unknown>> {
    return (await this.world.post(`/responses/${responseId}/${decision}`, body).expect(200)).body;
  }
  async occur(event: EventName, on: object = {}, data?: object): Promise<void> {
    await this.world.control("post", "/occurrences", { event, ...on, ...(data ? { data } : {}) }).expect(201);
  }
  async now(): Promise<string> {
    return (await this.world.control("get", "/clock").expect(200)).body.now;
  }
  /** The ids of what happened between two moments. */
  async found(resource: "thirdparties" | "dossiers" | "documents", names: EventName[], from: string, to: string): Promise<number[]> {
    const key = { thirdparties: "thirdpartyId", dossiers: "dossierId", documents: "documentId" }[resource];
    const ids: number[] = [];
    for (let page = 0; ; page++) {
      const query = { eventNames: names.join(","), eventOccurrenceStartDate: from, eventOccurrenceEndDate: to, page, size: 50 };
      const { body } = await this.world.get(`/${resource}/search`, query).expect(200);
      ids.push(...body.content.map((row: Record<string, number>) => row[key]));
      if (page + 1 >= body.totalPages) return ids;
    }
  }
}
