import { z } from "zod";
import { readFixture } from "../../directory/fixtures.ts";
import type { Draft } from "../draft.ts";
import { Article } from "../rows.ts";
import { dayOf } from "../time.ts";

const Headline = z.strictObject({ sentiment: Article.shape.sentiment, text: z.string() });
const Press = z.strictObject({ papers: z.array(z.string()), headlines: z.array(Headline) });
/** The newspapers are fictional, and so are their towns. */
const { papers, headlines } = readFixture("articles.json", Press);

export function drawArticle(draft: Draft): Article {
  const { thirdpartyId, name } = draft.thirdparty;
  const chance = draft.context.chance("news", thirdpartyId, draft.stamp);
  const { sentiment, text } = chance.pick(headlines);
  const headline = text.replace("{name}", () => name);
  return { headline, publishedOn: dayOf(draft.now), source: chance.pick(papers), sentiment };
}
