import { EventName } from "../../../contract/events.ts";
import { framed } from "./frame.ts";

const links = {
  "See and try": {
    "/docs": "Every operation in Swagger UI: authorised, with ids that exist.",
    "/events": `The ${EventName.options.length} events, with a sentence each.`,
    "/assumptions": "What the specification leaves open, and what was chosen.",
    "/recipes": "States that tests and screens need, by one command each.",
  },
  "What happens here": {
    "/_sandbox/accounts": "The worlds, each with its clock.",
    "/_sandbox/requests": "The requests that arrived, with what was wrong with them.",
    "/_sandbox/stream": "Requests and events as they happen.",
  },
  "For programs": {
    "/openapi.json, /openapi.yaml": "The emulated service, under <code>/api/v1/account/demo</code>.",
    "/_sandbox/openapi.json": "The control plane: worlds, clocks, occurrences, faults.",
    "/_sandbox/configuration.schema.json": "The JSON Schema of the configuration of an account.",
    "/_sandbox/test-identifiers": "Identifiers that behave in a known way.",
    "/_sandbox/reference/document-types, /_sandbox/reference/dossier-types, /_sandbox/reference/rules":
      "What the service is configured with.",
    "/health, /ready": "Whether it is up, and whether it can serve.",
  },
};
const linkLists = Object.entries(links).map(
  ([title, list]) =>
    `<h2>${title}</h2><dl>${Object.entries(list)
      .map(([paths, text]) => `<dt>${paths.replace(/[^, ]+/g, '<a href="$&">$&</a>')}</dt><dd>${text}</dd>`)
      .join("")}</dl>`,
);

/** For programs, and where the console is not built. */
export const pageOfLinks = framed(
  "tiers-sandbox",
  `<p>A local, stateful stand-in for a supplier-evaluation API. The account <code>demo</code> has a portfolio.</p>
<pre>npx tiers-sandbox clock advance P90D
npx tiers-sandbox scenario
npx tiers-sandbox trigger --list</pre>
${linkLists.join("\n")}`,
  { tab: "Console" },
);
