import { useEffect } from "preact/hooks";
import { urlOf } from "../../api.ts";
import { Button } from "../../parts/button.tsx";
import { type Column, Filter, Table } from "../../parts/list.tsx";
import { Breakable } from "../../parts/values.tsx";
import { withWords } from "../../parts/words.ts";
import { route } from "../../route.ts";
import { problemToast } from "../../toasts.ts";
import { play, readScenarios, type Scenario, scenarios } from "./play.ts";

const columns: readonly Column<Scenario>[] = [
  { head: "Scenario", cell: ({ scenario }) => <b>{scenario}</b>, sort: ({ scenario }) => scenario },
  {
    head: "What it makes",
    cell: ({ sentence, makes, needs }) => (
      <>
        {sentence}
        <br />
        <small>
          Makes: {makes}. Needs: <Breakable text={needs.join(", ") || "nothing"} />.
        </small>
      </>
    ),
    class: "wrap",
    sort: ({ sentence }) => sentence,
  },
  { head: "Make it", cell: ({ scenario }) => <Button onClick={() => play(scenario)}>Play</Button>, class: "end" },
];

/** States that tests need, made at one click. */
export function Scenarios() {
  useEffect(() => void readScenarios().catch(problemToast), []);
  const matches = withWords(route.value.query.filter ?? "", /[\s-]+/);
  const shown = scenarios.value.filter(({ scenario, sentence, makes, needs }) =>
    matches(`${scenario} ${sentence} ${makes} ${needs.join(" ")}`),
  );
  return (
    <div class="page stack scenarios">
      <header class="row">
        <h1>Scenarios</h1>
        <Filter placeholder="Filter by name or meaning" />
      </header>
      <p class="quiet">
        Each is played whole or not at all, and Undo takes it back. What it needs are types of documents and dossiers
        that the account has configured. <a href={urlOf("recipes")}>Recipes</a> has each as a command and as lines of a
        test.
      </p>
      <Table
        label="Scenarios"
        columns={columns}
        rows={{ data: scenarios.value.length > 0 ? shown : undefined }}
        keyOf={({ scenario }) => scenario}
        filters={["filter"]}
      />
    </div>
  );
}
