import "./audit.css";
import { href, route } from "../../route.ts";
import { Coverage } from "./coverage.tsx";
import { Sync } from "./sync.tsx";

/** What a client did: whether it missed events, and how much of the contract it has used. */
export function Audit() {
  const isCoverage = route.value.rest[0] === "coverage";
  return (
    <div class="page audit">
      <nav class="tabs" aria-label="Audit">
        <a href={href({ rest: [] })} aria-current={isCoverage ? undefined : "page"}>
          Synchronisation
        </a>
        <a href={href({ rest: ["coverage"] })} aria-current={isCoverage ? "page" : undefined}>
          Coverage
        </a>
      </nav>
      {isCoverage ? <Coverage /> : <Sync />}
    </div>
  );
}
