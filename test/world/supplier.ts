import type { EventName } from "../../contract/events.ts";
import type { State } from "../../src/domain/change.ts";
import { type DocumentSeen, type DossierSeen, makeWorld, type TestWorld } from "../support/sandbox.ts";

const lumina = "21992490900019";
export const novalune = "21996648800021";

/** A cleaning company in a world of its own, with a contact and an onboarding, a vigilance and a free dossier. */
export interface Supplier {
  world: TestWorld;
  thirdpartyId: number;
  onboarding: DossierSeen;
  vigilance: DossierSeen;
  free: DossierSeen;
  /** The id of the document with this code; the free dossier comes first. */
  document(code: string): number;
  trigger(event: EventName, on?: object, data?: object): Promise<void>;
  /** Submits a response and returns its id. */
  submit(code: string, response?: object): Promise<number>;
  /** Submits a response, which the client then approves. */
  approve(code: string, body?: object): Promise<void>;
  reject(code: string, shareRejectionReason: boolean, body?: object): Promise<void>;
  state(): Promise<State>;
}

let original: ReturnType<typeof makeOriginal> | undefined;
async function makeOriginal() {
  const world = await makeWorld();
  const thirdpartyId = await world.add(lumina, {
    contacts: [{ email: "nadia@lumina.example", firstName: "Nadia", lastName: "Haddad" }],
  });
  await world.free(thirdpartyId, ["RIB", "STATUTS"]);
  return { world, thirdpartyId, dossiers: await world.dossiersOf(thirdpartyId) };
}

export async function makeSupplier(): Promise<Supplier> {
  const { world: first, thirdpartyId, dossiers } = await (original ??= makeOriginal());
  const world = await first.copy();
  const dossier = (type: string | null) =>
    dossiers.find(({ dossierTypeCode }) => dossierTypeCode === type) as DossierSeen;
  const [onboarding, vigilance, free] = [dossier("ONBOARDING"), dossier("VIGILANCE"), dossier(null)];
  const document = (code: string) =>
    (
      [free, onboarding, vigilance]
        .flatMap(({ documents }) => documents)
        .find(({ documentCode }) => documentCode === code) as DocumentSeen
    ).documentId;
  const submit = async (code: string, response: object = {}) => {
    const { body } = await world.control("post", `/documents/${document(code)}/answers`, response).expect(201);
    return body.content[0].payload.responseId as number;
  };
  return {
    world,
    thirdpartyId,
    onboarding,
    vigilance,
    free,
    document,
    submit,
    async trigger(event, on = {}, data) {
      await world.control("post", "/occurrences", { event, ...on, ...(data ? { data } : {}) }).expect(201);
    },
    async approve(code, body = {}) {
      await world.post(`/responses/${await submit(code, { outcome: "review" })}/approve`, body).expect(200);
    },
    async reject(code, shareRejectionReason, body = {}) {
      await world
        .post(`/responses/${await submit(code, { outcome: "review" })}/reject`, { shareRejectionReason, ...body })
        .expect(200);
    },
    async state() {
      return (await world.state()) as State;
    },
  };
}
