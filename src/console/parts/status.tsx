/** Each status has one word and one colour, the same everywhere. */
const known: Record<string, [tone: Tone, word: string]> = {
  VALID: ["ok", "Valid"],
  ACTIVE: ["ok", "Active"],
  APPROVED: ["ok", "Approved"],
  ACTION_REQUIRED: ["warn", "Action required"],
  COLLECTIVE_PROCEDURE: ["warn", "In procedure"],
  ONGOING: ["info", "Ongoing"],
  INVITED: ["info", "Invited"],
  BELOW_EXPECTATION: ["below", "Below expectation"],
  INVALID: ["bad", "Invalid"],
  STRUCK_OFF: ["bad", "Struck off"],
  REJECTED: ["bad", "Rejected"],
  MISSING: ["none", "Missing"],
  ABSENT: ["none", "Absent"],
  ARCHIVED: ["none", "Archived"],
  STOPPED: ["none", "Stopped"],
  DELETED: ["none", "Removed"],
};
export type Tone = "ok" | "warn" | "info" | "below" | "bad" | "none";

export const wordOf = (status: string): string => known[status]?.[1] ?? status;

/** Who did something, such as "third party". */
export const actorWord = (type: string): string => type.toLowerCase().replace("_", " ");

export const Tag = ({ tone, children }: { tone: Tone; children: preact.ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
);

/** A status by colour and word, with how many there are when that is said. */
export function Status({ of, count }: { of: string; count?: number }) {
  const [tone, word] = known[of] ?? (["none", of] as const);
  return <Tag tone={tone}>{count === undefined ? word : `${count} ${word.toLowerCase()}`}</Tag>;
}

/** A status of HTTP; 0 means that the connection ended without a response. */
export const HttpStatus = ({ of }: { of: number }) => (
  <span class={`http ${of === 0 || of >= 500 ? "bad" : of >= 400 ? "warn" : "ok"}`}>{of === 0 ? "cut" : of}</span>
);
