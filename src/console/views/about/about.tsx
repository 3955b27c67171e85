import "./about.css";
import { type Reply, urlOf } from "../../api.ts";
import { Nothing, Shown, useCall } from "../../load.tsx";
import { Filter } from "../../parts/list.tsx";
import { Facts, Tag } from "../../parts/values.tsx";
import { route } from "../../route.ts";

type Assumption = Reply<"reference.assumptions">["content"][number];
const links = [
  ["docs", "Swagger UI", "every operation, to try by hand"],
  ["events", "Events", "the 100 event types and what brings each about"],
  ["assumptions", "Assumptions", "with the operations and events where each shows"],
  ["recipes", "Recipes", "states that tests need, as commands and as lines of a test"],
  ["openapi.json", "openapi.json", "of the service"],
  ["_sandbox/openapi.json", "openapi.json", "of the control plane"],
] as const;

/** What this is, and what in it is assumed rather than known. */
export function About() {
  const { filter = "" } = route.value.query;
  const server = useCall("server.about", {}, { once: true });
  const loaded = useCall("reference.assumptions", {}, { once: true });
  return (
    <div class="page about">
      <h1>About</h1>
      <Shown of={server}>
        {({ version, now, auth, place, seed }) => (
          <Facts
            of={[
              ["Version", <span class="mono">{version}</span>],
              ["Clock of the server", <span class="mono">{now.replace("T", " ").slice(0, 16)} UTC</span>],
              ["Tokens", auth === "off" ? "not verified" : `verified, ${auth}`],
              ["Seed of new worlds", seed],
              ["Data", <span class="mono">{place}</span>],
            ]}
          />
        )}
      </Shown>
      <div class="cards six links">
        {links.map(([path, title, note]) => (
          <a class="card" href={urlOf(path)} key={path}>
            <b>{title}</b>
            <small>{note}</small>
          </a>
        ))}
      </div>
      <div class="row">
        <h2>Assumptions</h2>
        <Filter placeholder="Filter the assumptions" />
      </div>
      <p class="quiet">
        The specification leaves these open. Each was chosen, and is said here, so that you know what your client leans
        on.
      </p>
      <Shown of={loaded}>{({ content }) => <List of={content} filter={filter} />}</Shown>
    </div>
  );
}

function List({ of, filter }: { of: readonly Assumption[]; filter: string }) {
  const shown = of.filter((row) => JSON.stringify(row).toLowerCase().includes(filter.toLowerCase()));
  if (shown.length === 0) return <Nothing>No assumption mentions “{filter}”.</Nothing>;
  return (
    <dl class="assumptions">
      {shown.map(({ key, gap, chosen, confirmed }) => (
        <div id={key} key={key}>
          <dt>
            <a class="a" href={urlOf(`assumptions#${key}`)}>
              {gap}
            </a>{" "}
            <code class="quiet">{key}</code>{" "}
            {confirmed ? <Tag tone="ok">{`confirmed ${confirmed}`}</Tag> : <Tag tone="none">assumed</Tag>}
          </dt>
          <dd>{chosen}</dd>
        </div>
      ))}
    </dl>
  );
}
