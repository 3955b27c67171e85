import { once } from "node:events";
import { connect } from "node:net";

/** All that comes back on one connection for bytes that are sent in pieces, each in a turn of its own. */
export async function answersTo(port: number, ...pieces: (string | Buffer)[]): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true }).on("error", () => {});
  let text = "";
  socket.setEncoding("utf8").on("data", (more) => (text += more));
  const closed = once(socket, "close");
  await once(socket, "connect");
  for (const piece of pieces)
    await Promise.race([closed, new Promise((sent) => socket.write(piece, () => setImmediate(sent)))]);
  await closed;
  return text;
}

export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** The status line, the headers in lower case, and the body of a single answer. */
export function partsOf(answer: string) {
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers = Object.fromEntries(
    fields.map((field) => [field.split(": ")[0]?.toLowerCase(), field.split(": ")[1]]),
  );
  return { line, headers: headers as Record<string, string>, body: rest.join("\r\n\r\n") };
}
