import type { Chance } from "./chance.ts";
import type { Executive } from "./company.ts";
import { type Activity, activities } from "./profile.ts";

const starts = (
  "Az Bal Bel Bri Cal Cam Clé Cor Dal Dor Est Fen Gal Gar Hel Jor Ker Lan Lor Mar Mel Mon Nav Nor Or Pel Per Riv Ros " +
  "Sal Sav Ser Tal Ter Ur Val Vau Ver Vil Yv"
).split(" ");
const middles = "a e i o an en on ou al ar er or".split(" ");
const ends = "lane moire bert dès dine gny court ville nac rac tine viel zac mont lieu".split(" ");

function nameWith(draw: Chance, trade: string): string {
  const invented = draw.pick(starts) + draw.pick(middles) + draw.pick(ends);
  return draw.bool(0.6) ? `${trade} ${invented}` : `${invented} ${trade}`;
}

export const drawName = (draw: Chance, { trades }: Activity): string => nameWith(draw, draw.pick(trades));

/** Longest first, because some trades begin like others. */
const allTrades = activities.flatMap(({ trades }) => trades).sort((a, b) => b.length - a.length);

/** Another name with the trade that the old one contains, or else with one of the activity. */
export function otherName(draw: Chance, name: string, activity: Activity): string {
  const kept = allTrades.find((trade) => ` ${name} `.includes(` ${trade} `));
  return kept ? nameWith(draw, kept) : drawName(draw, activity);
}

const capitalised = (lastName: string) =>
  lastName.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());

/** A sole trader bears the name of its owner, and often a trade name beside it. */
export const soleTraderName = ({ firstName, lastName }: Pick<Executive, "firstName" | "lastName">, trade?: string) =>
  [`${firstName} ${capitalised(lastName)}`, trade].filter(Boolean).join(" - ");
