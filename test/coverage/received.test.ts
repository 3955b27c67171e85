import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isBinary, operationsOf } from "../../contract/endpoint.ts";
import { choice } from "../../contract/named.ts";
import { service } from "../../contract/service.ts";
import { declaredHere } from "../../src/coverage/declared.ts";
import { receiverOf, type Values } from "../../src/coverage/received.ts";

const Colour = choice("Colour", ["red", "green"], "A colour.");
const Size = choice("Size", ["small", "large"], "A size.");

const receivedOf = (schema: z.ZodType, ...bodies: unknown[]) => {
  const values: Values = { awaited: new Map(), received: [] };
  const receive = receiverOf(schema, values);
  for (const body of bodies) receive?.(body);
  return values.received;
};

describe("the values of enumerations in a body", () => {
  it("are noted once, in fields, lists, and what may be absent or null", () => {
    const schema = z.object({
      one: Colour,
      none: Colour.nullable(),
      absent: Colour.optional(),
      rows: z.array(z.object({ size: Size, text: z.string() })),
      plain: z.array(Size.nullable()),
      texts: z.array(z.string()),
    });
    const rows = [{ size: "large", text: "green" }, { size: "large" }];
    const body = { one: "red", none: null, rows, plain: [null], texts: ["green"] };
    expect(receivedOf(schema, body, body)).toEqual(["Colour red", "Size large"]);
    expect(receivedOf(schema, { ...body, absent: "green", plain: ["small"] })).toEqual([
      ...["Colour red", "Colour green", "Size large", "Size small"],
    ]);
  });

  it("are looked for once in each row, because rows never change", () => {
    const read: string[] = [];
    const row = {
      get size() {
        return read.push("size") > 0 ? "large" : "";
      },
    };
    expect(receivedOf(z.array(z.object({ size: Size })), [row, row], [row])).toEqual(["Size large"]);
    expect(read).toEqual(["size"]);
  });

  it("are noted in every option of a union", () => {
    const option = (name: string) => z.object({ [name]: z.string(), colour: Colour });
    const schema = z.array(z.union([option("a"), option("b"), z.object({ size: Size }), z.string()]));
    expect(receivedOf(schema, [{ b: "x", colour: "green" }, { size: "small" }, "red"])).toEqual([
      "Colour green",
      "Size small",
    ]);
  });

  it("are not noted when the contract does not have them", () => {
    const schema = z.object({ one: Colour, all: z.array(Size) });
    expect(receivedOf(schema, { one: "blue" }, null, "red", ["red"], {})).toEqual([]);
    expect(receiverOf(z.object({ text: z.string() }), { awaited: new Map(), received: [] })).toBeUndefined();
  });

  it("have the names that the document of the service declares", () => {
    const values: Values = { awaited: new Map(), received: [] };
    for (const { endpoint } of operationsOf(service))
      for (const [status, response] of Object.entries(endpoint.responses))
        if (Number(status) < 400 && !isBinary(response)) receiverOf(response, values);
    const names = [...values.awaited].flatMap(([name, all]) => [...all].map((value) => `${name} ${value}`));
    expect(names.sort()).toEqual(declaredHere().values.toSorted());
  });
});
