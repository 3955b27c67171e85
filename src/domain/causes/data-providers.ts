import type { Draft } from "../draft.ts";
import { canMonitor, chooseMonitoring } from "../providers/monitoring.ts";
import { forceUpdate, refreshHub } from "../providers/provider-updates.ts";
import { type DataProvider, dataProviders, type ScoringProvider } from "../rows.ts";
import { byClient, byProvider, type Cause, type Causes } from "./cause.ts";

type ProviderCauses = Causes<
  | `THIRD_PARTY_${DataProvider}_ACTIVATED`
  | `THIRD_PARTY_${DataProvider}_DEACTIVATED`
  | `THIRD_PARTY_${ScoringProvider}_UPDATED`
  | "THIRD_PARTY_DATA_HUB_UPDATED"
>;

/** Activates the data provider if it can monitor the company, and lets it publish. */
export function updateFrom(draft: Draft, provider: ScoringProvider): void {
  if (!canMonitor(draft.thirdparty, provider)) return;
  chooseMonitoring(draft, provider, true);
  forceUpdate(draft, provider);
}

const activation = (provider: DataProvider): Cause =>
  byClient(`a third party that ${provider} can watch and does not`, (draft) => {
    if (canMonitor(draft.thirdparty, provider)) chooseMonitoring(draft, provider, true);
  });
const deactivation = (provider: DataProvider): Cause =>
  byClient(`a third party that ${provider} watches`, (draft) => chooseMonitoring(draft, provider, false));
const update = (provider: ScoringProvider): Cause =>
  byProvider(`a third party that ${provider} can watch`, (draft) => updateFrom(draft, provider));

/** One batch, in which at least NEWSFEED publishes. */
function refresh(draft: Draft): void {
  if (draft.thirdparty.archived) return;
  refreshHub(draft);
  if (draft.events.some(({ eventName }) => eventName === "THIRD_PARTY_DATA_HUB_UPDATED")) return;
  updateFrom(draft, "NEWSFEED");
  draft.emit("THIRD_PARTY_DATA_HUB_UPDATED", {}, { providers: ["NEWSFEED"] });
}

/** The update of DOCCHECK is missing here, because it depends on the bank details of a document. */
export const providerCauses = {
  ...Object.fromEntries(
    dataProviders.flatMap((provider) => [
      [`THIRD_PARTY_${provider}_ACTIVATED`, activation(provider)],
      [`THIRD_PARTY_${provider}_DEACTIVATED`, deactivation(provider)],
      ...(provider === "DOCCHECK" ? [] : [[`THIRD_PARTY_${provider}_UPDATED`, update(provider)]]),
    ]),
  ),
  THIRD_PARTY_DATA_HUB_UPDATED: byProvider("a third party that is not archived", refresh),
} as unknown as ProviderCauses;
