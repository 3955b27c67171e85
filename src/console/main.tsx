/**
 * console: the web page that shows the worlds of a sandbox and acts on them, for people. Each view in `views/` has an
 * address of its own and is made of the parts in `parts/`. What it shows it reads through the public operations of the
 * service and of the control plane, and reads again when the stream says that something happened.
 */

import "./style/base.css";
import "./style/parts.css";
import "./style/frame.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { startFocus } from "./focus.ts";
import { startKeys } from "./keys.ts";
import { startRoute } from "./route.ts";
import { startState } from "./start.ts";
import { offerAgain } from "./undo.ts";

startRoute();
startState();
startKeys();
startFocus();
void offerAgain();
render(<App />, document.getElementById("app") as HTMLElement);
