import type { Draft } from "../draft.ts";
import { hearLoudly, refreshHub } from "../hub.ts";
import { canWatch, setMonitoring } from "../monitoring.ts";
import { type Provider, providers } from "../rows.ts";
import type { Cause, Causes } from "./cause.ts";

type Scorer = Exclude<Provider, "DOCCHECK">;
export type ProviderCauses = Causes<
  | `THIRD_PARTY_${Provider}_ACTIVATED`
  | `THIRD_PARTY_${Provider}_DEACTIVATED`
  | `THIRD_PARTY_${Scorer}_UPDATED`
  | "THIRD_PARTY_DATA_HUB_UPDATED"
>;

/** A provider that watches from now on, if it did not yet, has news. */
export function hearNews(draft: Draft, provider: Scorer): void {
  if (!canWatch(draft.thirdparty, provider)) return;
  setMonitoring(draft, provider, true);
  hearLoudly(draft, provider);
}

const switching = (provider: Provider): [string, Cause][] => [
  [
    `THIRD_PARTY_${provider}_ACTIVATED`,
    {
      needs: `a third party that ${provider} can watch and does not`,
      by: "CLIENT",
      bring: (draft) => {
        if (canWatch(draft.thirdparty, provider)) setMonitoring(draft, provider, true);
      },
    },
  ],
  [
    `THIRD_PARTY_${provider}_DEACTIVATED`,
    {
      needs: `a third party that ${provider} watches`,
      by: "CLIENT",
      bring: (draft) => setMonitoring(draft, provider, false),
    },
  ],
];
const news = (provider: Scorer): [string, Cause] => [
  `THIRD_PARTY_${provider}_UPDATED`,
  { needs: `a third party that ${provider} can watch`, by: "PROVIDER", bring: (draft) => hearNews(draft, provider) },
];

/** The batch that somebody has news in. */
function refresh(draft: Draft): void {
  if (draft.thirdparty.archived) return;
  refreshHub(draft);
  if (draft.events.some(({ eventName }) => eventName === "THIRD_PARTY_DATA_HUB_UPDATED")) return;
  hearNews(draft, "NEWSFEED");
  draft.emit("THIRD_PARTY_DATA_HUB_UPDATED", {}, { providers: ["NEWSFEED"] });
}

/** Three events for each provider of data, and one for all; what the document check finds comes with its documents. */
export const providerCauses = {
  ...Object.fromEntries(
    providers.flatMap((provider) =>
      provider === "DOCCHECK" ? switching(provider) : [...switching(provider), news(provider)],
    ),
  ),
  THIRD_PARTY_DATA_HUB_UPDATED: { needs: "a third party that is not archived", by: "PROVIDER", bring: refresh },
} as unknown as ProviderCauses;
