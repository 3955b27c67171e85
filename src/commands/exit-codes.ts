/** What a command ends with; `exec` has the code of its command. */
export const exitCodes = [
  { code: 0, means: "done, or stopped by a signal or by stop, with everything written" },
  {
    code: 1,
    means: "failed: refused by the sandbox, no sandbox there, a check that did not pass, a file that is damaged",
  },
  { code: 2, means: "bad usage: nothing was done" },
] as const;
