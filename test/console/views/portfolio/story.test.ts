import { expect, it } from "vitest";
import type { Event } from "../../../../src/console/state.ts";
import { storyOf } from "../../../../src/console/views/portfolio/story.ts";

const actors: Record<string, Event["actor"]> = {
  karim: { type: "THIRD_PARTY", name: "Karim Benali" },
  ines: { type: "CLIENT", name: "Inès Berthier" },
  client: { type: "CLIENT", name: "client" },
  platform: { type: "PLATFORM", name: "platform" },
  register: { type: "PLATFORM", name: "register" },
};
const names: Record<number, string> = { 1: "Kbis", 2: "RIB", 3: "Statuts", 4: "Attestation" };
/** "2026-01-05 karim DOCUMENT_ANSWER_ADDED 2", and a payload. */
const event = (line: string, payload: object = {}): Event => {
  const [day, who = "", eventName, id] = line.split(" ");
  const documentId = id === undefined ? null : Number(id);
  return { occurredAt: `${day}T09:00:00.000`, actor: actors[who], eventName, documentId, payload } as unknown as Event;
};
const told = (...events: Event[]) =>
  storyOf(events, { nameOf: (id) => names[id] ?? "?", meaningOf: (name) => `Means ${name}.` }).map(
    ({ from, to, days, sentences }) => `${from}${days > 1 ? `–${to} ×${days}` : ""} ${sentences.join(" | ")}`,
  );
const reminder = (day: string) =>
  event(`${day} platform THIRD_PARTY_CONTACT_WEEKLY_REMINDER`, { email: "k@x.example", documents: 2 });

it("tells each day in words, newest first, with what is alike in one sentence", () => {
  expect(
    told(
      event("2026-01-05 karim DOCUMENT_ANSWER_ADDED 1"),
      event("2026-01-05 karim DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING 1"),
      event("2026-01-05 platform DOCUMENT_ANSWER_ACCEPTED 1"),
      event("2026-01-05 karim DOCUMENT_ANSWER_ADDED 2"),
      event("2026-01-07 ines DOCUMENT_ANSWER_DENIED 2", { comment: "Trop $ # @ vieux" }),
    ),
  ).toEqual([
    "2026-01-07 Inès Berthier rejects RIB “Trop $ # @ vieux”",
    "2026-01-05 Karim Benali delivers Kbis, RIB | The platform accepts Kbis",
  ]);
});

it("folds days on which the same happened, and only those that follow each other", () => {
  const days = ["2026-01-05", "2026-01-12", "2026-01-19"].map(reminder);
  const denial = event("2026-01-20 ines DOCUMENT_ANSWER_ACCEPTED 3");
  expect(told(...days, denial, reminder("2026-01-26"))).toEqual([
    "2026-01-26 The platform reminds k@x.example",
    "2026-01-20 Inès Berthier accepts Statuts",
    "2026-01-05–2026-01-19 ×3 The platform reminds k@x.example",
  ]);
});

it("names three documents, counts more, and counts what has no document", () => {
  const added = [1, 2, 3, 4].map((id) => event(`2026-01-05 register DOCUMENT_ANSWER_ADDED ${id}`));
  expect(told(...added.slice(1))).toEqual(["2026-01-05 The register delivers RIB, Statuts, Attestation"]);
  const opened = [1, 2].map(() => event("2026-01-05 client DOSSIER_ADDED"));
  expect(told(...added, ...opened)).toEqual([
    "2026-01-05 The register delivers Kbis, RIB and 2 more | The client opens a dossier (2 times)",
  ]);
});

it("tells an indicator that turns, what it has no words for by its meaning, and leaves out what follows", () => {
  const turned = (from: string | null) => ({ indicators: [{ name: "Legal compliance", from, to: "Compliant" }] });
  expect(
    told(
      event("2026-01-04 platform DOSSIER_CALCULATED_ATTRIBUTE_UPDATED"),
      event("2026-01-05 platform THIRD_PARTY_INDICATOR_UPDATED", turned("Compliant")),
      event("2026-01-06 platform THIRD_PARTY_INDICATOR_UPDATED", turned("Non compliant")),
      event("2026-01-07 platform THIRD_PARTY_ARCHIVED"),
    ),
  ).toEqual(["2026-01-07 Means THIRD_PARTY_ARCHIVED", "2026-01-06 Legal compliance: Compliant"]);
});
