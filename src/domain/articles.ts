import type { Draft } from "./draft.ts";
import type { Article } from "./rows.ts";
import { dayOf } from "./time.ts";

/** Papers of towns that are on no map. */
const papers = [
  "L'Observateur de Valbrume",
  "La Gazette de Port-Lazare",
  "Le Courrier de Montclairval",
  "Les Nouvelles du Haut-Sernin",
];

const headlines: [Article["sentiment"], (name: string) => string][] = [
  ["POSITIVE", (name) => `${name} remporte un marché pluriannuel`],
  ["POSITIVE", (name) => `${name} annonce des embauches pour l'an prochain`],
  ["POSITIVE", (name) => `${name} distinguée pour la qualité de ses services`],
  ["POSITIVE", (name) => `${name} investit dans de nouveaux équipements`],
  ["NEGATIVE", (name) => `${name} mise en cause par un ancien sous-traitant`],
  ["NEGATIVE", (name) => `Retards de paiement : des fournisseurs de ${name} s'inquiètent`],
  ["NEGATIVE", (name) => `${name} visée par une plainte pour pollution`],
  ["NEGATIVE", (name) => `Accident du travail chez ${name} : une enquête est ouverte`],
];

/** What a paper writes of the company on this day. */
export function writeArticle(draft: Draft): Article {
  const { thirdpartyId, name } = draft.thirdparty;
  const chance = draft.surroundings.chance("news", thirdpartyId, draft.stamp);
  const [sentiment, headline] = chance.pick(headlines);
  return { headline: headline(name), publishedOn: dayOf(draft.now), source: chance.pick(papers), sentiment };
}
