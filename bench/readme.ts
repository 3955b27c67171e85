/** The README's table of speed, from the first table of the bench's results. */
const rows: [string, ...RegExp[]][] = [
  [
    "list of 20 third parties, with token and every answer checked",
    /^list of 20 third parties, default/,
    /^list, json-server/,
    /^list, Prism/,
  ],
  ["one third party", /^one third party, default/, /^one, json-server/],
  ["search by event among all events", /^event search/],
  ["a write that is on disk before it is answered", /^durable write of an attribute, default/],
];

export function speedTable(results: string): string {
  const measured = results.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const cell = (what: RegExp | undefined) => {
    const [, , figure, spread] = measured.find(([, named]) => named !== undefined && what?.test(named)) ?? [];
    return figure === undefined ? "" : `${figure} (${spread})`;
  };
  const [, json = ""] = /json-server ([\d.]+(?:-\w+)?)/.exec(results) ?? [];
  const [, prism = ""] = /Prism (\d+\.\d+)/.exec(results) ?? [];
  const [, node = ""] = /Node v(\d+)/.exec(results) ?? [];
  const head = `| Node ${node} | tiers-sandbox | json-server ${json} | Prism ${prism} |\n|---|---|---|---|`;
  const line = ([what, ...cells]: (typeof rows)[number]) =>
    `| ${what} | ${[cells[0], cells[1], cells[2]].map(cell).join(" | ")} |`;
  return [head, ...rows.map(line)].join("\n").replaceAll("|  |", "| |").replaceAll("|  |", "| |");
}

const place = /(## How fast\n[\s\S]*?\n\n)\|[\s\S]*?\n\n/;
export const withSpeedTable = (readme: string, results: string): string =>
  readme.replace(place, (_, before: string) => `${before}${speedTable(results)}\n\n`);
