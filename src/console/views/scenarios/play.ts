import { signal } from "@preact/signals";
import { call, type Reply } from "../../api.ts";
import { account, documentAddress, href, thirdpartyAddress } from "../../route.ts";
import { withUndo } from "../../undo.ts";

export type Scenario = Reply<"scenarios.list">["content"][number];
interface Ids {
  sentence: string;
  thirdpartyId?: number;
  dossierId?: number;
  documentId?: number;
}

/** The scenarios of the server, which stay the same while it runs. */
export const scenarios = signal<readonly Scenario[]>([]);
export async function readScenarios(): Promise<void> {
  if (scenarios.peek().length === 0) scenarios.value = (await call("scenarios.list")).content;
}

/** Where what a scenario has made is looked at: its document, its dossier, its third party, or the portfolio. */
export function addressOfPlayed({ thirdpartyId, dossierId, documentId }: Ids): string {
  if (dossierId !== undefined && documentId !== undefined) return documentAddress(dossierId, documentId);
  if (thirdpartyId !== undefined)
    return thirdpartyAddress(thirdpartyId, ...(dossierId === undefined ? [] : ["dossiers", dossierId]));
  return href({ view: "portfolio", rest: [] });
}

/** Plays a scenario, with a way back, and goes to what it has made. */
export async function play(scenario: Scenario["scenario"]): Promise<void> {
  const work = () => call("scenarios.play", { body: { scenario } });
  await withUndo(account.value, work, ({ sentence }) => sentence, addressOfPlayed);
}
