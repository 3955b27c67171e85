import type { Request, Response } from "express";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { responderOf } from "../../src/http/respond.ts";

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
    const ended: string[] = [];
    const response = { exchange: {}, end: (text: string) => ended.push(text) } as unknown as Response;
    return { sent: respond({} as Request, response, { status: 201, body }), ended, text: JSON.stringify(body) };
  };

  it("of a page's length is sent at once", () => {
    const { sent, ended, text } = answered(1_000);
    expect([sent, checked, ended]).toEqual([undefined, 1_000, [text]]);
  });

  it("that is longer is written over several turns, and sent when all of it is there", async () => {
    const { sent, ended, text } = answered(30_000);
    expect(checked).toBeLessThan(30_000);
    expect(ended).toEqual([]);
    await sent;
    expect([checked, ended]).toEqual([30_000, [text]]);
  });
});
