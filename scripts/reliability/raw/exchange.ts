import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Case } from "./case.ts";

export interface Answer {
  status: number;
  type: string;
  body: string;
}

const millisecondsToAnswer = 15_000;
/** In which a response too many would arrive. */
const millisecondsToListen = 15;

/** Writes bytes to a new connection, and returns the responses: those expected, and others that follow at once. */
export async function exchange(
  port: number,
  { pieces, statuses, toHead = false, ends = false }: Omit<Case, "name">,
): Promise<Answer[]> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  const emitted = (event: string) => new Promise((resolve) => socket.once(event, resolve));
  const closed = emitted("close");
  let received = "";
  let answers: Answer[] = [];
  const enough = new Promise<void>((resolve) => {
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
      answers = answersIn(received, toHead);
      if (answers.length >= statuses.length) resolve();
    });
  });
  await Promise.race([emitted("connect"), closed]);
  for (const piece of pieces) {
    socket.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece);
    // Each piece arrives as a packet of its own.
    if (pieces.length > 1) await wait(1);
  }
  if (ends) socket.end();
  const timer = new AbortController();
  await Promise.race([
    closed,
    enough.then(() => wait(millisecondsToListen)),
    wait(millisecondsToAnswer, undefined, { signal: timer.signal }).catch(() => {}),
  ]);
  timer.abort();
  socket.destroy();
  return answers;
}

/** Whole responses at the start of a text; informational ones count. */
function answersIn(text: string, toHead: boolean): Answer[] {
  const answers: Answer[] = [];
  let rest = text;
  while (rest.length > 0) {
    const end = rest.indexOf("\r\n\r\n");
    const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(rest) ?? [];
    if (end < 0 || code === undefined) break;
    const head = rest.slice(0, end);
    const field = (name: string) => new RegExp(`^${name}: *(.*)$`, "im").exec(head)?.[1]?.trim() ?? "";
    const status = Number(code);
    const length = toHead || status < 200 || status === 204 || status === 304 ? 0 : Number(field("content-length"));
    if (rest.length < end + 4 + length) break;
    const body = Buffer.from(rest.slice(end + 4, end + 4 + length), "latin1").toString();
    answers.push({ status, type: field("content-type"), body });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
