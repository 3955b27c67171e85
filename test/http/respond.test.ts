import type { Request, Response } from "express";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { send as sendTo } from "../../src/http/exchange.ts";
import { responderOf } from "../../src/http/respond.ts";

vi.mock("../../src/http/exchange.ts", () => ({ send: vi.fn() }));
const send = vi.mocked(sendTo);
afterEach(() => send.mockClear());

describe("the answer with a list", () => {
  let checked = 0;
  const Page = z.object({
    content: z.array(z.object({ nth: z.number().refine(() => ++checked > 0) })),
    total: z.number(),
  });
  const respond = responderOf({ method: "post", responses: { 201: Page } } as unknown as Endpoint);
  const answered = (total: number) => {
    checked = 0;
    const body = { content: Array.from({ length: total }, (_, nth) => ({ nth })), total };
    return { sent: respond({} as Request, {} as Response, { status: 201, body }), text: JSON.stringify(body) };
  };

  it("of a page's length is sent at once", () => {
    const { sent, text } = answered(1_000);
    expect([sent, checked, send.mock.calls.map(([, , , bytes]) => bytes)]).toEqual([undefined, 1_000, [text]]);
  });

  it("that is longer is written over several turns, and sent when all of it is there", async () => {
    const { sent, text } = answered(30_000);
    expect(checked).toBeLessThan(30_000);
    expect(send).not.toHaveBeenCalled();
    await sent;
    expect([checked, send.mock.calls.map(([, , , bytes]) => bytes)]).toEqual([30_000, [text]]);
  });
});
