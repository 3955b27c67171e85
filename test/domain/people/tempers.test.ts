import { expect, it } from "vitest";
import type { Temper } from "../../../contract/tempers.ts";
import { createDossier } from "../../../src/domain/dossier/dossiers.ts";
import { announceCessation, announceProcedure } from "../../../src/domain/providers/gazette.ts";
import type { EventRow } from "../../../src/domain/rows.ts";
import { addToPortfolio } from "../../../src/world/operations.ts";
import { setPeople, setTemper } from "../../../src/world/people.ts";
import { advance, companies, granted, type Kind, quietWorld } from "../../support/worlds.ts";

const ana = { email: "ana.ruiz@firm.example", firstName: "Ana", lastName: "Ruiz" };
const cast: readonly [Kind, Temper, (typeof ana)[]][] = [
  ["cleaner", "prompt", [ana]],
  ["it", "ordinary", []],
  ["german", "late", [ana]],
  ["builder", "careless", [ana]],
  ["american", "fading", [ana]],
  ["soleTrader", "silent", [ana]],
  ["sanctioned", "ordinary", []],
];

/** What a person does at a moment: its first event, and what the person writes. */
function actsOf(events: readonly EventRow[], codes: ReadonlyMap<number, string>): string[] {
  const lines: string[] = [];
  let [last, moment] = ["", 0];
  for (const { actor, occurredAt, eventName, documentId, payload } of events) {
    const at = Date.parse(`${occurredAt}Z`);
    const isAct = actor.name !== last || at - moment > 1_000;
    [last, moment] = [actor.name, at];
    const said = [payload.text, payload.email].filter(Boolean).join(" ");
    const words = [eventName, codes.get(documentId ?? 0), said].filter(Boolean).join(" ");
    if (isAct) lines.push(`${occurredAt.slice(0, 19)} ${actor.name}: ${words}`);
    else if (said) lines[lines.length - 1] += `; ${words}`;
  }
  return lines;
}

it("people of each temper do the same on the same days, whatever else changes", async () => {
  const world = await quietWorld();
  await world.write(() => setPeople(world, "all"));
  const ids: number[] = [];
  for (const [kind, temper, contacts] of cast) {
    const { result } = granted(await addToPortfolio(world, { ...companies[kind], contacts }, "tester"));
    await world.write(() => setTemper(world, result.thirdpartyId, temper));
    ids.push(result.thirdpartyId);
  }
  const [cleaner, it, , builder] = ids as [number, number, number, number];
  await advance(world, "P100D");
  // A second dossier asks for a paper that the supplier has given, and a procedure opens.
  const again = { requiredDocuments: ["ASS_RC_PRO", "CODE_CONDUITE", "SCR_SANCTIONS"] };
  for (const id of [cleaner, builder])
    granted(await world.change(id, { type: "CLIENT", name: "tester" }, (draft) => createDossier(draft, again)));
  granted(
    await world.change(it, { type: "CLIENT", name: "tester" }, (draft) => announceProcedure(draft, "SAUVEGARDE")),
  );
  await advance(world, "P200D");
  granted(await world.change(builder, { type: "CLIENT", name: "tester" }, (draft) => announceCessation(draft)));
  await advance(world, "P200D");
  const { documents, responses } = await world.store.dump();
  const codes = new Map(documents.map(({ documentId, documentCode }) => [documentId, documentCode]));
  const events = (await world.store.scan("events", { limit: 100_000 })).filter(
    ({ actor: { type, name } }) => type === "THIRD_PARTY" || (type === "CLIENT" && name !== "tester"),
  );
  const story = cast.map(([kind, temper], nth) => {
    const own = actsOf(
      events.filter(({ thirdpartyId }) => thirdpartyId === ids[nth]),
      codes,
    );
    const wrong = responses
      .filter(({ thirdpartyId }) => thirdpartyId === ids[nth])
      .flatMap(({ documentId, defect, left }) =>
        defect || left ? `${codes.get(documentId)} ${defect ?? "left"}` : [],
      );
    return [`# ${kind}, ${temper}`, ...own, ...wrong, ""].join("\n");
  });
  await expect(story.join("\n")).toMatchFileSnapshot("stories.txt");
});
