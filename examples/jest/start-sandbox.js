const { sandboxSetup } = require("tiers-sandbox/jest");

module.exports = sandboxSetup({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
