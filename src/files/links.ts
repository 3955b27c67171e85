import { createHmac, timingSafeEqual } from "node:crypto";

interface Link {
  accountId: string;
  /** The `fileUUID` of a file, or the evidence `id` of a form. */
  fileUUID: string;
  /** Seconds since 1970, on the account's own clock. */
  expires: number;
  secret: string;
}

export interface ReceivedLink extends Omit<Link, "expires"> {
  /** As they came in the query: nothing was checked yet. */
  expires: string;
  signature: string;
  /** Milliseconds since 1970, on the account's own clock. */
  now: number;
}

export function signLink({ accountId, fileUUID, expires, secret }: Link): string {
  const query = new URLSearchParams({
    account: accountId,
    expires: String(expires),
    signature: signature(accountId, fileUUID, String(expires), secret),
  });
  return `/files/${encodeURIComponent(fileUUID)}?${query}`;
}

export function verifyLink(link: ReceivedLink): "ok" | "expired" | "tampered" {
  const expected = Buffer.from(signature(link.accountId, link.fileUUID, link.expires, link.secret));
  // Compared as text, because the last base64 character has bits that decoding would ignore.
  const received = Buffer.from(link.signature);
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return "tampered";
  return link.now < Number(link.expires) * 1000 ? "ok" : "expired";
}

function signature(accountId: string, fileUUID: string, expires: string, secret: string): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([`/files/${fileUUID}`, accountId, expires]))
    .digest("base64url");
}
