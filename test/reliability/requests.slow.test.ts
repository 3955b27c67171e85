import { shows } from "./short-form.ts";

shows("faults", "a disk that fails, is full, writes too little or is slow makes no operation half");
shows(
  "fuzz",
  "answers fuzzed requests on both planes as the contract says, and stores nothing of a refused one",
  // Enough of the requests get past the first checks.
  Object.fromEntries([200, 201, 204, 400, 404].map((status) => [`answers with ${status}`, 5])),
);
shows("raw", "answers every abuse of HTTP as is written beside it, and stays alive");
shows("tokens", "lets no forged, mutated, expired or foreign token or link in");
