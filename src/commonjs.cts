throw new Error(
  `tiers-sandbox is made of ECMAScript modules, which this require() cannot load (Node ${process.versions.node}). ` +
    'Use await import("tiers-sandbox"), or require() on Node 20.19 and later, or 22.12 and later. Jest has a require() ' +
    "of its own: start the sandbox in its globalSetup, as examples/jest and docs/ci.md of the package show.",
);
