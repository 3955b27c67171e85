import { EventName, resourceTypeOf } from "../../../contract/events.ts";
import type { Json } from "../../../contract/publish.ts";
import { scenarioNames } from "../../../contract/scenarios.ts";
import type { Paths } from "./readable-openapi.ts";

const searches = { THIRD_PARTY: "thirdparties.search", DOSSIER: "dossiers.search", DOCUMENT: "documents.search" };

/** The document with the event or the scenario that a link to the page names, in place of the usual examples. */
export function withAsked(document: Json, { eventNames, event, scenario }: Json): Json {
  const operations = Object.values(document.paths as Paths).flatMap((path) => Object.values(path));
  const setBody = (operationId: string, value: object) => {
    const content = operations.find((one) => one.operationId === operationId)?.requestBody?.content;
    if (content?.["application/json"]) content["application/json"].examples = { asked: { value } };
  };
  const searched = EventName.safeParse(eventNames).data;
  if (searched)
    for (const { operationId, parameters = [] } of operations)
      for (const parameter of parameters)
        if (parameter.name === "eventNames" && operationId === searches[resourceTypeOf(searched)])
          parameter.example = [searched];
  const triggered = EventName.safeParse(event).data;
  if (triggered) setBody("occurrences.create", { event: triggered });
  const played = scenarioNames.find((name) => name === scenario);
  if (played) setBody("scenarios.play", { scenario: played });
  return document;
}
