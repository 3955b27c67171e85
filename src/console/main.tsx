import "./style/base.css";
import "./style/parts.css";
import "./style/frame.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { startKeys } from "./keys.ts";
import { startLive } from "./live.ts";
import { startState } from "./state.ts";

startState();
startLive();
startKeys();
render(<App />, document.getElementById("app") as HTMLElement);
