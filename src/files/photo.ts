import { crc32 } from "node:zlib";
import { withoutAccents } from "../domain/accents.ts";
import type { Sheet } from "./sheet.ts";

/** A picture of a paper, as a telephone takes it: black on white, in capitals of five by seven points. */

const [width, height, margin] = [600, 840, 24];
/** The bytes of a row of the picture: a filter, and a bit for each point. */
const stride = 1 + width / 8;
/** Five columns of each character from the space to Z, the lowest bit on top. */
const glyphs = Buffer.from(
  "000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c2241000041221c002a1c7f1c2a" +
    "08083e080800807030000808080808000060600020100804023e5149453e00427f400072494949462141494d331814127f102745454539" +
    "3c4a49493141211109073649494936464949291e0000140000004034000000081422411414141414004122140802015909063e415d594e" +
    "7c1211127c7f494949363e414141227f4141413e7f494949417f090909013e414151737f0808087f00417f41002040413f017f08142241" +
    "7f404040407f021c027f7f0408107f3e4141413e7f090909063e4151215e7f09192946264949493203017f01033f4040403f1f2040201f" +
    "3f4038403f631408146303047804036159494d43",
  "hex",
);
const [first, last] = [0x20, 0x5a];

class Picture {
  /** White. */
  readonly rows = Buffer.alloc(stride * height, 0xff);
  #y = margin;
  constructor() {
    for (let y = 0; y < height; y++) this.rows[y * stride] = 0;
  }
  #square(left: number, top: number, size: number): void {
    for (let y = top; y < Math.min(top + size, height); y++)
      for (let x = left; x < left + size; x++) {
        if (x >= width) return;
        const at = y * stride + 1 + (x >> 3);
        this.rows[at] = (this.rows[at] as number) & ~(0x80 >> (x & 7));
      }
  }
  /** Leaves one row of five, and one column of four, of all below the first line. */
  fade(): void {
    for (let y = margin + 40; y < height; y++)
      for (let at = 1; at < stride; at++)
        this.rows[y * stride + at] = (this.rows[y * stride + at] as number) | (y % 5 === 0 ? 0xee : 0xff);
  }
  #character(code: number, left: number, scale: number): void {
    const from = (code >= first && code <= last ? code - first : 0) * 5;
    for (let column = 0; column < 5; column++)
      for (let row = 0; row < 7; row++)
        if (((glyphs[from + column] as number) >> row) & 1)
          this.#square(left + column * scale, this.#y + row * scale, scale);
  }
  /** Writes a line, or several where it is too long; what is below the picture is cut off. */
  write(text: string, scale: number): void {
    const most = Math.floor((width - 2 * margin) / (6 * scale));
    const plain = withoutAccents(text).toUpperCase();
    for (const line of plain.match(new RegExp(`.{1,${most}}(?: |$)|.{${most}}`, "g")) ?? []) {
      for (const [nth, character] of [...line].entries())
        this.#character(character.charCodeAt(0), margin + nth * 6 * scale, scale);
      this.#y += 10 * scale;
    }
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
  framed.writeUInt32BE(data.length, 0);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4);
  return framed;
}

/** In blocks that are stored: compressed ones differ between processors. */
function stored(data: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from([0x78, 0x01])];
  for (let at = 0; at < data.length; at += 0xffff) {
    const block = data.subarray(at, at + 0xffff);
    const head = Buffer.alloc(5);
    head[0] = at + block.length === data.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    parts.push(head, block);
  }
  let [a, b] = [1, 0];
  for (const byte of data) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(b * 65_536 + a);
  return Buffer.concat([...parts, sum]);
}

/** The PNG of a sheet with an exact size in bytes: a chunk that programs ignore fills the rest. */
export function drawPhoto({ authority, aside = [], title, body, reference, isFaint }: Sheet, size: number): Buffer {
  const picture = new Picture();
  picture.write("SPECIMEN", 4);
  for (const line of [...authority, ...aside]) picture.write(line, 2);
  picture.write(title, 3);
  for (const block of body)
    for (const line of "text" in block ? [block.text] : block.rows.map((row) => row.join("  "))) picture.write(line, 2);
  picture.write(reference, 2);
  if (isFaint) picture.fade();
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const before = [Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", head), chunk("IDAT", stored(picture.rows))];
  const end = chunk("IEND", Buffer.alloc(0));
  const left = size - before.reduce((sum, { length }) => sum + length, 0) - end.length - 12;
  return Buffer.concat([...before, ...(left < 0 ? [] : [chunk("paDd", Buffer.alloc(left))]), end]);
}
