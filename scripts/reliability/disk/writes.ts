import { sirenOf, siretOf } from "../../../src/directory/numbers.ts";
import type { State } from "../../../src/domain/change.ts";
import { control, post, put, type Request, remove, service } from "../client.ts";

/** What a writer knows when it chooses its next request. */
interface Scene {
  account: string;
  /** Undefined while the account does not exist. */
  state: State | undefined;
  /** Worlds that were exported before. */
  exports: unknown[];
  next: (below: number) => number;
}
type Write = (scene: Scene) => Request | undefined;

const label = "Référencement interne";
const pick = <T>(list: readonly T[], next: (below: number) => number): T | undefined => list[next(list.length)];

const company: Write = ({ account, state, next }) => {
  const { thirdpartyId } = pick(state?.thirdparties ?? [], next) ?? {};
  return thirdpartyId === undefined ? undefined : post(service(account, `/thirdparties/${thirdpartyId}`));
};
const document = ({ state, next }: Scene) => pick(state?.documents ?? [], next)?.documentId ?? 11_031_000;
const response = ({ state, next }: Scene) => {
  const undecided = (state?.responses ?? []).filter((row) => row.state === "CHECKING" || row.state === "WAITING");
  return pick(undecided, next)?.responseId ?? 2_238_000;
};
const below = (scene: Scene, path: string, body: unknown): Request | undefined => {
  const owner = company(scene);
  return owner && { ...owner, path: owner.path + path, body };
};
const snapshotName = (next: (below: number) => number) => `s${next(3)}`;
const events = ["DOCUMENT_ANSWER_ADDED", "DOSSIER_UPDATED", "THIRD_PARTY_COMMENT_ADDED", "THIRD_PARTY_UPDATED"];

/** A file that answers a document. */
export const upload = (account: string, documentId: number | undefined, size: number): Request => {
  const path = control(account, `/documents/${documentId}/answers?fileName=a.pdf`);
  return post(path, Buffer.alloc(size, "%PDF-1.7 "), { "Content-Type": "application/pdf" });
};

/** Every write of the service and of the control plane. */
const writes: Record<string, Write> = {
  "thirdparties.create": ({ account, next }) =>
    post(service(account, "/thirdparties"), {
      companyIdType: "CIT001",
      companyIdValue: siretOf(sirenOf(`21995${100 + next(900)}`), 1),
    }),
  "attributes.set": (scene) =>
    below(scene, "/attributes", { label, values: [`${scene.next(1e6)} ${"é".repeat(scene.next(300))}`] }),
  "dossiers.create": (scene) => below(scene, "/dossiers", { requiredDocuments: ["KBIS", "RIB"] }),
  "dossiers.require": ({ account, state, next }) => {
    const free = (state?.dossiers ?? []).filter((row) => row.monitored && !row.typed);
    const { dossierId = 1_324_000 } = pick(free, next) ?? {};
    const newRequiredDocuments = [["ISO_27001", "CODE_CONDUITE", "BEGES"][next(3)]];
    return post(service(account, `/dossiers/${dossierId}/requirements`), { newRequiredDocuments });
  },
  "responses.approve": (scene) => post(service(scene.account, `/responses/${response(scene)}/approve`), {}),
  "responses.reject": (scene) =>
    post(service(scene.account, `/responses/${response(scene)}/reject`), { shareRejectionReason: true }),
  "occurrences.create": ({ account, next }) => post(control(account, "/occurrences"), { event: pick(events, next) }),
  "occurrences.answer": (scene) => {
    const outcome = ["valid", "review", "invalid"][scene.next(3)];
    return post(control(scene.account, `/documents/${document(scene)}/answers`), { outcome });
  },
  upload: (scene) => upload(scene.account, document(scene), 1_000 + scene.next(100_000)),
  "clock.move": ({ account, next }) => post(control(account, "/clock"), { advance: ["PT6H", "P1D", "P3D"][next(3)] }),
  "accounts.put": ({ account, next }) =>
    put(control(account), { seed: ["onboarding", "onboarding", "empty"][next(3)], randomSeed: next(3) }),
  "accounts.delete": ({ account }) => remove(control(account)),
  "accounts.import": ({ account, exports, next }) => {
    const body = pick(exports, next);
    return body === undefined ? undefined : put(control(account, "/state"), body);
  },
  "accounts.reset": ({ account }) => post(control(account, "/reset")),
  "accounts.snapshot": ({ account, next }) => post(control(account, "/snapshots"), { name: snapshotName(next) }),
  "accounts.restore": ({ account, next }) => post(control(account, `/snapshots/${snapshotName(next)}/restore`)),
  "accounts.forget": ({ account, next }) => remove(control(account, `/snapshots/${snapshotName(next)}`)),
  "tokens.create": ({ account }) => post("/_sandbox/tokens", { accountIds: [account] }),
};

/** Operations of several steps come more often: they are where a kill could leave a half. */
const long = Object.keys(writes).filter((name) => name.startsWith("accounts."));
const names = [...Object.keys(writes), ...long];

export function nextWrite(scene: Scene): { name: string; request: Request } {
  for (;;) {
    // A write of the service would make an account that does not exist first: two operations, and a kill comes between.
    const name = (
      scene.state ? pick(names, scene.next) : scene.next(3) === 0 ? pick(long, scene.next) : "accounts.put"
    ) as string;
    const request = writes[name]?.(scene);
    if (request) return { name, request };
  }
}
