module.exports = require("tiers-sandbox/jest").sandboxTeardown;
