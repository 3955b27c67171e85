module.exports = { testEnvironment: "node", setupFilesAfterEnv: ["./matchers.js"] };
