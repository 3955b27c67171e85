const { matchers } = require("tiers-sandbox/matchers");

expect.extend(matchers);
