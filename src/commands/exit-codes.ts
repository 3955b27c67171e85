/** What a command ends with. */
export const exitCodes = [
  { code: "0", means: "done, or stopped by a signal or by stop, with everything written" },
  {
    code: "1",
    means: "failed: refused by the sandbox, no sandbox there, a check that did not pass, a file that is damaged",
  },
  { code: "2", means: "bad usage: nothing was done" },
  { code: "126", means: "exec: its command cannot be run" },
  { code: "127", means: "exec: there is no such command" },
  { code: "128 + N", means: "exec: signal N ended its command; start and open: signal N came before they were ready" },
  { code: "any", means: "exec: that of its command" },
] as const;
