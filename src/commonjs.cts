throw new Error(
  `tiers-sandbox is made of ECMAScript modules, which this require() cannot load (on Node ${process.versions.node}). ` +
    'Use await import("tiers-sandbox"), or the require() of Node itself, 20.19 and later or 22.12 and later, without ' +
    "--no-experimental-require-module. Jest has a require() of its own: run it as tiers-sandbox exec -- jest, as " +
    "examples/jest and docs/ci.md of the package show; its tests can require tiers-sandbox/matchers alone.",
);
