import type { FunctionComponent } from "preact";
import type { World } from "../state.ts";
import { About } from "./about/about.tsx";
import { Audit } from "./audit/audit.tsx";
import { Configuration } from "./configuration/configuration.tsx";
import { Connect } from "./connect/connect.tsx";
import { Faults } from "./faults/faults.tsx";
import { Inbox, WaitingCount } from "./inbox/inbox.tsx";
import { Journal } from "./journal/journal.tsx";
import { Portfolio } from "./portfolio/portfolio.tsx";
import { Requests } from "./requests/requests.tsx";
import { Scenarios } from "./scenarios/scenarios.tsx";
import { Worlds } from "./worlds/worlds.tsx";

export interface View {
  /** The second part of its addresses. */
  name: string;
  title: string;
  /** `g` and this letter lead to it. */
  letter: string;
  Main: FunctionComponent;
  /** A number beside its entry. */
  count?: (world: World) => number;
  /** Something beside its entry that is asked for. */
  Badge?: FunctionComponent;
  /** Begins a group of entries. */
  begins?: boolean;
  /** Needs no world of the account in the address. */
  anywhere?: boolean;
  /** At the foot of the navigation, with the links. */
  foot?: boolean;
}

/** Every view, in the order of the navigation; those of its foot last. */
export const views: readonly View[] = [
  { name: "portfolio", title: "Portfolio", letter: "p", Main: Portfolio, count: ({ thirdparties }) => thirdparties },
  { name: "inbox", title: "Inbox", letter: "i", Main: Inbox, Badge: WaitingCount },
  { name: "journal", title: "Journal", letter: "j", Main: Journal, count: ({ events }) => events },
  { name: "requests", title: "Requests", letter: "r", Main: Requests },
  { name: "worlds", title: "Worlds", letter: "w", Main: Worlds, begins: true, anywhere: true },
  { name: "configuration", title: "Configuration", letter: "o", Main: Configuration },
  { name: "scenarios", title: "Scenarios", letter: "n", Main: Scenarios },
  { name: "faults", title: "Faults", letter: "f", Main: Faults },
  { name: "audit", title: "Sync & coverage", letter: "s", Main: Audit },
  { name: "connect", title: "Connect", letter: "c", Main: Connect, begins: true, anywhere: true },
  { name: "about", title: "About", letter: "a", Main: About, foot: true, anywhere: true },
];
