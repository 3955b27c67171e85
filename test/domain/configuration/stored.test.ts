import { describe, expect, it } from "vitest";
import { storedFaults } from "../../../src/domain/configuration/stored.ts";
import { defaultConfiguration } from "../../../src/domain/configuration.ts";
import { flawsOf } from "../../../src/domain/stored/row-rules.ts";
import { quietWorld } from "../../support/worlds.ts";

const { attributes, documentTypes } = defaultConfiguration.source;
const [label, attribute] = Object.entries(attributes)[0] as [string, { id: number }];
const text = { type: "string", id: 400 };

describe("what the row of a world says of its configuration", () => {
  it.each<[object, string[]]>([
    [{ retired: { attributes: { x: null } } }, ["/retired/attributes/x"]],
    [{ retired: { attributes: 5 } }, ["/retired/attributes"]],
    [{ retired: { forms: {} } }, ["/retired/forms"]],
    [{ retired: { documentTypes: { PLAN: {} } } }, ["/retired/documentTypes/PLAN/label"]],
    [{ retired: { documentTypes: { KBIS: documentTypes.KBIS } } }, ["/retired/documentTypes/KBIS"]],
    [
      { retired: { attributes: { [label]: attribute } } },
      [`/retired/attributes/${label}`, `/retired/attributes/${label}/id`],
    ],
    [{ retired: { attributes: { A: text, B: text } } }, ["/retired/attributes/B/id"]],
    [{ retired: JSON.parse('{"attributes":{"__proto__":{}}}') as object }, ["/retired/attributes/__proto__"]],
    [
      {
        retired: {
          attributes: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [at, { ...text, id: at + 100 }])),
        },
      },
      ["/retired/attributes"],
    ],
    [{ configuration: { format: "tiers-sandbox/configuration@1", rules: 5 } }, ["/configuration/rules"]],
    [{ retired: { attributes: { A: text }, documentTypes: { PLAN: { label: "Plan" } } } }, []],
    [{ retired: { rules: { X1: { label: "X1", create: "GONE" } } } }, []],
    [{ retired: { rules: { X1: {} } } }, ["/retired/rules/X1/label", "/retired/rules/X1/create"]],
    [{}, []],
  ])("%j is wrong at %j", (row, places) => {
    expect(storedFaults(row).map(({ pointer }) => pointer)).toEqual(places);
  });

  it("goes with a size, a history and a seed that a world can have", async () => {
    const [row] = (await (await quietWorld()).store.dump()).world;
    const wrong = { ...(row as NonNullable<typeof row>), size: 1e9, history: "for ever", seed: "a\nb" };
    const flaws = [...flawsOf("world", wrong, defaultConfiguration, "shape")];
    expect(flaws.map(({ pointer }) => pointer)).toEqual(["/size", "/history", "/seed"]);
  });
});
