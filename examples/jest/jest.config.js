module.exports = {
  testEnvironment: "node",
  globalSetup: "./start-sandbox.js",
  globalTeardown: "./stop-sandbox.js",
  setupFilesAfterEnv: ["./matchers.js"],
};
