import { call, type Reply } from "../../api.ts";
import { Shown, useCall } from "../../load.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/copy.tsx";
import { Pills } from "../../parts/list.tsx";
import { Tag } from "../../parts/values.tsx";
import type { Tone } from "../../parts/words.ts";
import { go, route } from "../../route.ts";
import { changed } from "../../state.ts";

type Identifier = Reply<"reference.testIdentifiers">["content"][number];
const types: Record<Identifier["kind"], string> = { SIRET: "CIT001", VAT: "CIT002", DUNS: "CIT003" };
const tones: Record<string, Tone> = {
  active: "ok",
  "collective-procedure": "warn",
  "struck-off": "bad",
  "sanctioned-executive": "bad",
  timeout: "bad",
  down: "bad",
};

/** Adds the company as a client would, so that what the provider does can be seen at once. */
async function add({ kind, value }: Identifier): Promise<void> {
  const body = { companyIdType: types[kind], companyIdValue: value } as never;
  const { thirdpartyId } = (await call("thirdparties.create", { body })) as { thirdpartyId: number };
  changed("Added to the portfolio.");
  go({ view: "portfolio", rest: [thirdpartyId] });
}

/** Numbers that make the reference provider behave in a certain way. */
export function Identifiers() {
  const kind = route.value.query.kind ?? "SIRET";
  const loaded = useCall("reference.testIdentifiers", {}, { once: true });
  return (
    <section>
      <h2>Test identifiers</h2>
      <Pills
        name="kind"
        first="SIRET"
        others={[
          ["VAT", "VAT"],
          ["DUNS", "DUNS"],
        ]}
      />
      <Shown of={loaded}>
        {({ content }) => (
          <div class="cards identifiers">
            {content
              .filter((identifier) => identifier.kind === kind)
              .map((identifier) => (
                <div class="card" key={identifier.value}>
                  <Tag tone={tones[identifier.case] ?? "none"}>{identifier.case.replaceAll("-", " ")}</Tag>
                  <p>
                    <Id of={identifier.value} />
                  </p>
                  <p class="quiet">{identifier.meaning}</p>
                  <Button
                    onClick={() => add(identifier)}
                    kind="plain"
                    label={`Add it to the portfolio: ${identifier.value}`}
                  >
                    Add
                  </Button>
                </div>
              ))}
          </div>
        )}
      </Shown>
    </section>
  );
}
