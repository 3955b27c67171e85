import type { EventName } from "../../contract/events.ts";
import type { State } from "../../src/domain/change.ts";
import { type DocumentSeen, type DossierSeen, makeWorld, type TestWorld } from "../support/sandbox.ts";

/** A cleaning company with a person to write to, an onboarding, a vigilance and a free dossier. */
const lumina = "21992490900019";
export const novalune = "21996648800021";

export interface Stage {
  world: TestWorld;
  thirdpartyId: number;
  onboarding: DossierSeen;
  vigilance: DossierSeen;
  free: DossierSeen;
  /** The document of that code; of the free dossier first. */
  document(code: string): number;
  occur(event: EventName, on?: object, data?: object): Promise<void>;
  answer(code: string, answer?: object): Promise<number>;
  /** Answers, and the client decides; the response's id. */
  approve(code: string, body?: object): Promise<void>;
  reject(code: string, shareRejectionReason: boolean, body?: object): Promise<void>;
  state(): Promise<State>;
}

export async function setStage(): Promise<Stage> {
  const world = await makeWorld();
  const thirdpartyId = await world.add(lumina, {
    contacts: [{ email: "nadia@lumina.example", firstName: "Nadia", lastName: "Haddad" }],
  });
  await world.free(thirdpartyId, ["RIB", "STATUTS"]);
  const dossiers = await world.dossiersOf(thirdpartyId);
  const dossier = (type: string | null) =>
    dossiers.find(({ dossierTypeCode }) => dossierTypeCode === type) as DossierSeen;
  const [onboarding, vigilance, free] = [dossier("ONBOARDING"), dossier("VIGILANCE"), dossier(null)];
  const document = (code: string) =>
    (
      [free, onboarding, vigilance]
        .flatMap(({ documents }) => documents)
        .find(({ documentCode }) => documentCode === code) as DocumentSeen
    ).documentId;
  const answer = async (code: string, body: object = {}) => {
    const { body: answered } = await world.control("post", `/documents/${document(code)}/answers`, body).expect(201);
    return answered.content[0].payload.responseId as number;
  };
  return {
    world,
    thirdpartyId,
    onboarding,
    vigilance,
    free,
    document,
    answer,
    async occur(event, on = {}, data) {
      await world.control("post", "/occurrences", { event, ...on, ...(data ? { data } : {}) }).expect(201);
    },
    async approve(code, body = {}) {
      await world.post(`/responses/${await answer(code, { outcome: "review" })}/approve`, body).expect(200);
    },
    async reject(code, shareRejectionReason, body = {}) {
      await world
        .post(`/responses/${await answer(code, { outcome: "review" })}/reject`, { shareRejectionReason, ...body })
        .expect(200);
    },
    async state() {
      return (await world.control("get", "/state").expect(200)).body.state;
    },
  };
}
