import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** The pixels of a picture of Chromium: 8 bits a channel, not interlaced. */
function decode(png: Buffer) {
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3];
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts));
  const row = width * channels;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const to = y * row + x;
      const left = x < channels ? 0 : (pixels[to - channels] ?? 0);
      const up = y === 0 ? 0 : (pixels[to - row] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (pixels[to - row - channels] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      pixels[to] = (raw[y * (row + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return { width, height, channels, pixels };
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

const distance = (one: number, other: number) =>
  [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);

/** The 160 most frequent colours, and of the others 96 that are far from all of them, such as that of a rare status. */
function paletteOf(colours: readonly number[]): number[] {
  for (let apart = 0; ; apart = 2 * apart + 12) {
    const chosen = colours.slice(0, 160);
    for (const colour of colours.slice(160))
      if (chosen.length <= 256 && chosen.every((known) => distance(known, colour) > apart)) chosen.push(colour);
    if (chosen.length <= 256) return chosen;
  }
}

/** The same picture with at most 256 colours, in a third of the bytes. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, channels, pixels } = decode(png);
  const colours = Array.from({ length: width * height }, (_, at) => pixels.readUIntBE(at * channels, 3));
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = paletteOf([...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour));
  const places = new Map<number, number>();
  for (const colour of counts.keys()) {
    const distances = palette.map((known) => distance(known, colour));
    places.set(colour, distances.indexOf(Math.min(...distances)));
  }
  const lines = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, at) => {
    lines[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = places.get(colour) ?? 0;
  });
  const head = Buffer.from(png.subarray(16, 29));
  head[9] = 3;
  const table = Buffer.alloc(palette.length * 3);
  palette.forEach((colour, at) => table.writeUIntBE(colour, at * 3, 3));
  const data = deflateSync(lines, { level: 9 });
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("PLTE", table),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
