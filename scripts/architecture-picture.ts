import { importsOf, layerOf, layers, resolved, type Source, staticImportsOf } from "../test/support/sources.ts";

/** An import of one group by another; `lazy` where no file names the other one before it is needed. */
export interface Arrow {
  from: string;
  to: string;
  lazy: boolean;
}

const groupsIn = (path: string, targets: readonly string[]) =>
  targets.filter((target) => target.startsWith(".")).map((target) => layerOf(resolved(path, target))?.group);

/** The imports between groups, without those that a longer chain of imports says as well. */
export function arrowsIn(sources: readonly Source[]): Arrow[] {
  const all = new Map(layers.flat().map((group) => [group, new Set<string>()]));
  const early = new Set<string>();
  for (const source of sources) {
    const from = layerOf(source.path)?.group ?? "";
    for (const to of groupsIn(source.path, importsOf(source))) if (to && to !== from) all.get(from)?.add(to);
    for (const to of groupsIn(source.path, staticImportsOf(source))) early.add(`${from} ${to}`);
  }
  const reaches = (from: string, to: string): boolean =>
    [...(all.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return [...all].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))
      .map((to) => ({ from, to, lazy: !early.has(`${from} ${to}`) })),
  );
}

export const nameOf = (group: string): string => group.replace(/^src\//, "").replace(/\/$|\.ts$/, "");

const [rowHeight, boxHeight, boxWidth, laneWidth, margin] = [60, 34, 104, 18, 24] as const;
const rounds = 200;

/** A box, or the place where an arrow passes a row. */
interface Place {
  row: number;
  box: boolean;
  x: number;
  next: Place[];
  former: Place[];
}

function placesOf(arrows: readonly Arrow[]) {
  const place = (row: number, box: boolean): Place => ({ row, box, x: 0, next: [], former: [] });
  const link = (above: Place, below: Place) => {
    above.next.push(below);
    below.former.push(above);
  };
  const boxes = new Map(layers.flatMap((groups, row) => groups.map((group) => [group, place(row, true)] as const)));
  const rows = layers.map((groups) => groups.map((group) => boxes.get(group) as Place));
  const chains = arrows.map(({ from, to }) => {
    const [first, last] = [boxes.get(from) as Place, boxes.get(to) as Place];
    const chain = [first];
    for (let row = first.row - 1; row > last.row; row--) chain.push(place(row, false));
    chain.push(last);
    for (const [at, each] of chain.slice(1).entries()) {
      if (!each.box) rows[each.row]?.push(each);
      link(chain[at] as Place, each);
    }
    return chain;
  });
  return { boxes, rows, chains };
}

const half = ({ box }: Place) => (box ? boxWidth + 28 : laneWidth) / 2;

/** Where a place would be straight below and above its neighbours; a lane is drawn straighter than a box. */
function wanted(place: Place, neighbours: readonly Place[]): number {
  if (neighbours.length === 0) return place.x;
  const weights = neighbours.map(({ box }) => (box ? 1 : 2) * (place.box ? 1 : box ? 2 : 4));
  const sum = neighbours.reduce((total, { x }, at) => total + x * (weights[at] as number), 0);
  return sum / weights.reduce((total, weight) => total + weight, 0);
}

/** Puts the places of a row as near to where they are wanted as their widths allow; `sorted` also orders them so. */
function spread(row: Place[], neighboursOf: (place: Place) => readonly Place[], sorted: boolean): void {
  const target = new Map(row.map((each) => [each, wanted(each, neighboursOf(each))]));
  const at = (each: Place) => target.get(each) as number;
  if (sorted) row.sort((one, other) => at(one) - at(other));
  const pushed = (places: readonly Place[], sign: 1 | -1) => {
    const found = new Map<Place, number>();
    let edge = Number.NEGATIVE_INFINITY;
    for (const each of places) {
      const x = Math.max(edge + half(each), sign * at(each));
      found.set(each, sign * x);
      edge = x + half(each);
    }
    return found;
  };
  const [fromLeft, fromRight] = [pushed(row, 1), pushed(row.toReversed(), -1)];
  for (const each of row) each.x = ((fromLeft.get(each) as number) + (fromRight.get(each) as number)) / 2;
}

/** Places the rows by turns from above and from below, then moves the whole to the margin; returns its width. */
function arrange(rows: Place[][]): number {
  for (const row of rows) for (const [nth, each] of row.entries()) each.x = (nth + 1) / (row.length + 1);
  for (let nth = 0; nth < rounds; nth++) {
    const sorted = nth < rounds / 4;
    for (const row of rows.toReversed()) spread(row, ({ former }) => former, sorted);
    for (const row of rows) spread(row, ({ former, next }) => [...next, ...former], sorted);
  }
  const places = rows.flat();
  const left = Math.min(...places.map((each) => each.x - half(each)));
  for (const each of places) each.x += margin - left;
  return Math.ceil(Math.max(...places.map((each) => each.x + half(each))) + margin);
}

const heightOf = (row: number) => margin + (layers.length - 1 - row) * rowHeight;
const round = (value: number) => Math.round(value);

function pathOf(chain: readonly Place[]): string {
  const points = chain.flatMap(({ x, row, box }, at) => {
    const top = heightOf(row);
    if (!box)
      return [
        { x, y: top },
        { x, y: top + boxHeight },
      ];
    return [{ x, y: at === 0 ? top + boxHeight : top - 5 }];
  });
  const [start, ...others] = points as [{ x: number; y: number }, ...{ x: number; y: number }[]];
  let last = start;
  const parts = others.map((point) => {
    const middle = round((last.y + point.y) / 2);
    const part = `C${round(last.x)} ${middle} ${round(point.x)} ${middle} ${round(point.x)} ${round(point.y)}`;
    last = point;
    return part;
  });
  return `M${round(start.x)} ${round(start.y)}${parts.join("")}`;
}

const style = `
    rect { fill: #ffffff; stroke: #8c959f; }
    .ground { fill: #f6f8fa; stroke: none; }
    text { fill: #1f2328; font: 600 14px system-ui, sans-serif; text-anchor: middle; }
    path { fill: none; stroke: #57606a; stroke-width: 1.5; }
    .lazy { stroke-dasharray: 5 4; }
    marker path { fill: #57606a; stroke: none; }
    @media (prefers-color-scheme: dark) {
      rect { fill: #21262d; stroke: #6e7681; }
      .ground { fill: #0d1117; }
      text { fill: #e6edf3; }
      path { stroke: #9198a1; }
      marker path { fill: #9198a1; }
    }`;

/** The layers as a picture, the highest at the top, with an arrow from each group to those that it imports. */
export function architecturePicture(arrows: readonly Arrow[]): string {
  const { boxes, rows, chains } = placesOf(arrows);
  const width = arrange(rows);
  const height = heightOf(0) + boxHeight + margin;
  const lines = chains.map((chain, nth) => {
    const kind = arrows[nth]?.lazy ? ` class="lazy"` : "";
    return `  <path${kind} d="${pathOf(chain)}" marker-end="url(#head)"/>`;
  });
  const drawn = [...boxes].map(([group, { x, row }]) => {
    const [left, top] = [round(x - boxWidth / 2), heightOf(row)];
    const box = `<rect x="${left}" y="${top}" width="${boxWidth}" height="${boxHeight}" rx="6"/>`;
    return `  ${box}<text x="${round(x)}" y="${top + 22}">${nameOf(group)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
  <title>The folders of the source, each above those that it imports</title>
  <style>${style}
  </style>
  <marker id="head" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="6" markerHeight="6" orient="auto">
    <path d="M0 0L8 4L0 8z"/>
  </marker>
  <rect class="ground" width="${width}" height="${height}" rx="8"/>
${lines.join("\n")}
${drawn.join("\n")}
</svg>
`;
}
