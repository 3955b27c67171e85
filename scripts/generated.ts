import { configurationSchema } from "../contract/configuration-schema.ts";
import { openapiDocument } from "../contract/openapi.ts";
import { architecturePage } from "./architecture-page.ts";
import { assumptionsPage } from "./assumptions-page.ts";
import { clientTypesAreCurrent } from "./client-types/document.ts";
import { clientTypes } from "./client-types/types.ts";
import { contractTypes } from "./contract-types.ts";
import { llms, llmsFull } from "./llms.ts";
import { outputPage } from "./output-page.ts";
import { publicInterface } from "./public-interface.ts";
import { recipesPage } from "./recipes-page.ts";
import { reliabilityPage } from "./reliability/page.ts";
import { resourcesPage } from "./resources-page.ts";
import { rowShapeModule } from "./row-shape.ts";
import { readmeWithStanding } from "./standing.ts";
import { testApiPage } from "./test-api-page.ts";

export interface Generated {
  make: () => string;
  /** For a file whose making takes long or needs other programs: tells from its text whether it is stale. */
  isCurrent?: (text: string) => boolean;
}

const json = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`;

/** Generated files are committed, so that they can be read and compared, and never edited. */
export const generated: Record<string, Generated> = {
  "README.md": { make: readmeWithStanding },
  "contract/openapi.json": { make: () => json(openapiDocument("service")) },
  "contract/control.openapi.json": { make: () => json(openapiDocument("control")) },
  "docs/configuration.schema.json": { make: () => json(configurationSchema()) },
  "docs/architecture.md": { make: architecturePage },
  "docs/assumptions.md": { make: assumptionsPage },
  "docs/output.md": { make: outputPage },
  "docs/recipes.md": { make: recipesPage },
  "docs/reliability.md": { make: reliabilityPage },
  "docs/resources.md": { make: resourcesPage },
  "llms.txt": { make: llms },
  "src/store/row-shape.ts": { make: rowShapeModule },
  "src/client/contract-types.ts": { make: contractTypes },
  "src/client/schema.ts": { make: () => clientTypes("service"), isCurrent: clientTypesAreCurrent("service") },
  "src/client/control-schema.ts": { make: () => clientTypes("control"), isCurrent: clientTypesAreCurrent("control") },
  // After the types of the client, which it is made of.
  "docs/public-interface.md": { make: publicInterface },
  "docs/test-api.md": { make: testApiPage },
  // Of all pages, so that it comes last.
  "llms-full.txt": { make: llmsFull },
};
