import fc from "fast-check";
import "./matchers.ts";
import { stallAtRandom } from "./stalls.ts";
import { tellWhatTimedOut } from "./waiting.ts";

/** Properties that name no seed of their own draw the same values in every run: what passes once passes again. */
fc.configureGlobal({ seed: 1 });

tellWhatTimedOut();
stallAtRandom();
