import { sliced } from "../store/time-slice.ts";

/** In characters. */
const piece = 1 << 16;

/** The JSON of an object that ends with an empty list, with an entry for each row; others are served in between. */
export async function* listText<T>(
  empty: object,
  rows: readonly T[],
  entryOf: (row: T) => unknown,
): AsyncGenerator<Uint8Array> {
  const [head, tail] = JSON.stringify(empty).split(/(?<=\[)(?=\]}+$)/) as [string, string];
  let text = head;
  for await (const [nth, row] of sliced(rows.entries())) {
    text += `${nth > 0 ? "," : ""}${JSON.stringify(entryOf(row))}`;
    if (text.length < piece) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text + tail);
}
