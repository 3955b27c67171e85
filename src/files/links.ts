import { createHmac, timingSafeEqual } from "node:crypto";

interface Link {
  accountId: string;
  /** The `fileUUID` of a file, or the evidence `id` of a form. */
  fileUUID: string;
  /** Seconds since 1970, by the account's clock. */
  expires: number;
  secret: string;
}

/** A link from a query, unchecked. */
interface ReceivedLink extends Omit<Link, "expires"> {
  expires: string;
  signature: string;
  /** Milliseconds since 1970, by the account's clock. */
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
  // Compared as text, because decoding ignores some bits of the last base64 character.
  const received = Buffer.from(link.signature);
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return "tampered";
  return link.now < Number(link.expires) * 1000 ? "ok" : "expired";
}

function signature(accountId: string, fileUUID: string, expires: string, secret: string): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([`/files/${fileUUID}`, accountId, expires]))
    .digest("base64url");
}
