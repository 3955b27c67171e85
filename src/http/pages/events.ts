import { eventList, type ListedEvent } from "../../../contract/event-list.ts";
import type { ResourceType } from "../../../contract/events.ts";
import { actorOf, needsOf } from "../../domain/causes/table.ts";
import { assumptionsOfEvent } from "./assumptions.ts";
import { breakable, line, link, listing, operationLink, type Row } from "./listing.ts";

const resources: Record<ResourceType, [title: string, search: string]> = {
  THIRD_PARTY: ["Third parties", "thirdparties.search"],
  DOSSIER: ["Dossiers", "dossiers.search"],
  DOCUMENT: ["Documents", "documents.search"],
};

/** The first that fits is the topic of an event. */
const topics: readonly [topic: string, names: RegExp][] = [
  ["comments", /_COMMENT_/],
  ["attributes and indicators", /_(?:CALCULATED_ATTRIBUTE|ATTRIBUTE|INDICATOR)_/],
  ["contacts", /_CONTACT_/],
  ["legal announcements", /_LEGAL_ANNOUNCEMENT_|_PROCEDURE_COLLECTIVE_/],
  ["data providers", /_(?:DOCCHECK|ESG|SUSTAINSCORE|SECURITY_RATING|FINANCIAL_STRENGTH|CREDITDATA|NEWSFEED|DATA_HUB)_/],
  ["statuses", /_STATUS_UPDATE/],
  ["answers", /_ANSWER_/],
  ["the record", /./],
];
const topicOf = ({ name, resource }: ListedEvent) =>
  `${resources[resource][0]}: ${topics.find(([, names]) => names.test(name))?.[0]}`;

const actors = {
  CLIENT: "the client",
  THIRD_PARTY: "the third party",
  PLATFORM: "the platform",
  PROVIDER: "a provider",
};

function row({ name, resource, sentence }: ListedEvent): Row {
  const [, search] = resources[resource];
  return {
    id: name,
    name: `<code>${breakable(name)}</code>`,
    aside: `<p class="key">by ${actors[actorOf(name)]}</p>`,
    text: [
      `<p>${breakable(sentence)} <span class="quiet">Needs ${breakable(needsOf(name))}.</span></p>`,
      line("Try", [
        link(`/docs/?eventNames=${name}#/${search.split(".")[0]}/${search}`, "this search"),
        link(`/docs/?urls.primaryName=Control%20plane&event=${name}#/occurrences/occurrences.create`, "a trigger"),
        link(`/#/demo/journal?names=${name}`, "the journal of demo"),
      ]),
      line(
        "Assumed",
        assumptionsOfEvent(name).map((key) => link(`/assumptions#${key}`, key)),
      ),
    ].join(""),
  };
}

export function eventsPage(): string {
  const groups = new Map<string, Row[]>();
  for (const event of eventList()) groups.set(topicOf(event), [...(groups.get(topicOf(event)) ?? []), row(event)]);
  const searches = Object.values(resources).map(([title, search]) =>
    operationLink(search, `Search ${title.toLowerCase()}`),
  );
  return listing(
    "Events",
    `What can happen. The three searches (${searches.join(", ")}) find resources by these names, and ` +
      "<code>npx tiers-sandbox trigger NAME</code> makes one happen. " +
      `Which operation leaves which event is ${link("/assumptions#event-causes", "assumed")}.`,
    [...groups].map(([title, rows]) => ({ title, rows })),
  );
}
