import type { Request, Response } from "express";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { responderOf } from "../../src/http/respond.ts";

describe("the answer with a list", () => {
  let checked = 0;
  const Row = z.object({ nth: z.number().refine(() => ++checked > 0) });
  const responses = { 201: z.object({ content: z.array(Row), total: z.number() }) };
  const respond = responderOf({ method: "post", responses } as unknown as Endpoint);
  const answered = (total: number) => {
    checked = 0;
    const body = { content: Array.from({ length: total }, (_, nth) => ({ nth })), total };
    const sent: unknown[] = [];
    const response = { exchange: {}, end: (text: string) => sent.push(text) } as unknown as Response;
    const done = respond({} as Request, response, { status: 201, body });
    return { done, sent, text: JSON.stringify(body) };
  };

  it("of a page's length is sent at once", () => {
    const { done, sent, text } = answered(1_000);
    expect([done, checked, sent]).toEqual([undefined, 1_000, [text]]);
  });

  it("that is longer is written over several turns, and sent when all of it is there", async () => {
    const { done, sent, text } = answered(1_001);
    expect([checked < 1_001, sent]).toEqual([true, []]);
    await done;
    expect([checked, sent]).toEqual([1_001, [text]]);
  });
});
