import type { Request } from "express";

/**
 * Lets the client of a request that is too large read the response: the rest of its body is dropped for a while after
 * the response is sent, because a connection that is closed with unread bytes loses the response too.
 */
export function linger(request: Request, longestMs = 5_000): void {
  const { socket } = request;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (request.complete) return close();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), longestMs).unref();
    socket.once("close", () => clearTimeout(timer));
    request.once("end", close).resume();
  };
}
