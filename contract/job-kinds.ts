import { choice } from "./named.ts";

const responseJobs = ["COLLECT", "SOURCE", "VERIFY", "RECEIVE", "TIMEOUT", "RECHECK", "EXPIRE"] as const;
const otherJobs = ["INVITATION", "RENEW", "CLOSE", "PURGE", "LIQUIDATE", "BIRTHDAY"] as const;
const acts = ["INVITE", "ANSWER", "DECIDE", "FOLLOW_UP", "REVIEW"] as const;
const rounds = ["ADD", "REMIND", "REGISTRY", "GAZETTE", "SANCTIONS", "HUB", "RETENTION"] as const;
export const JobKind = choice(
  "JobKind",
  [...responseJobs, ...otherJobs, ...acts, ...rounds],
  "What happens by itself: to one third party, or, from ADD on, for the whole account.",
);
