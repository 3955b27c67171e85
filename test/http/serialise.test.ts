import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ContractViolation, serialiserOf } from "../../src/http/serialise.ts";

/** A page of boats whose schema counts its checks of a boat. */
function counted() {
  let looks = 0;
  const Boat = z.object({ name: z.string().refine(() => ++looks > 0), crew: z.array(z.string()) });
  const Page = z.object({ content: z.array(Boat), total: z.number() });
  return { Boat, Page, looks: () => looks };
}
const fleet = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ name: `Niña ${nth}`, crew: ["Éloïse"], hidden: nth }));
const textOf = (bytes: string) => Buffer.from(bytes, "latin1").toString("utf8");

describe("a page", () => {
  it("serialises a page as its rows and envelope, without properties that the schema does not name", () => {
    const { Page } = counted();
    const write = serialiserOf(Page);
    for (const count of [0, 1, 3]) {
      const body = { content: fleet(count), total: count };
      expect(textOf(write(body))).toBe(JSON.stringify(Page.parse(body)));
    }
  });

  it("checks and serialises each row once, however often and on whichever page it is served", () => {
    const { Boat, Page, looks } = counted();
    const rows = fleet(20);
    const stringify = vi.spyOn(JSON, "stringify");
    const written = () =>
      stringify.mock.calls.filter(([value]) => typeof value === "object" && value !== null && "crew" in value).length;
    const [list, one] = [serialiserOf(Page), serialiserOf(Boat)];
    const first = list({ content: rows, total: 20 });
    expect([looks(), written()]).toEqual([20, 20]);
    for (let time = 0; time < 10; time++) expect(list({ content: rows, total: 20 })).toEqual(first);
    for (const row of rows) one(row);
    expect([looks(), written()]).toEqual([20, 20]);
  });

  it("names the row of a page that does not fit, and the place in it", () => {
    const { Page } = counted();
    const body = { content: [...fleet(2), { name: "Pinta" }], total: 3 };
    expect(() => serialiserOf(Page)(body)).toThrow(ContractViolation);
    expect(() => serialiserOf(Page)(body)).toThrow("/content/2/crew");
  });
});

describe("a response that is not kept", () => {
  it("checks a response with again: false each time, and does not keep its bytes", () => {
    const { Boat, looks } = counted();
    const write = serialiserOf(Boat, { again: false });
    const [boat] = fleet(1);
    expect(textOf(write(boat))).toBe('{"name":"Niña 0","crew":["Éloïse"]}');
    write(boat);
    expect(looks()).toBe(2);
    expect(() => write({ name: 1 })).toThrow(ContractViolation);
  });
});
