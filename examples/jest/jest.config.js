module.exports = {
  testEnvironment: "node",
  globalSetup: "./start-sandbox.mjs",
  globalTeardown: "./stop-sandbox.mjs",
};
