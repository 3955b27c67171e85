import type { Request, Response, Router } from "express";
import { accountIdPattern } from "../../contract/shared.ts";
import { verifyLink } from "../files/links.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { downloadOf, linkNameOf } from "../service/files.ts";
import { sendFile } from "./download.ts";
import { HttpRefusal } from "./problems.ts";
import { allowOnly, strictRouter } from "./routes.ts";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Files behind signed links: the link alone gives access, until it expires by the account's clock. */
export function signedFiles(sandbox: Sandbox): Router {
  const router = strictRouter();
  const route = router.route("/files/:name");
  route.get((request, response, next) => sendSigned(sandbox, request, response).catch(next));
  allowOnly(route, ["GET", "HEAD"]);
  return router;
}

async function sendSigned(sandbox: Sandbox, request: Request<{ name: string }>, response: Response): Promise<void> {
  const { name } = request.params;
  const accountId = textOf(request.query.account);
  const world = accountIdPattern.test(accountId) ? await sandbox.existing(accountId) : undefined;
  const verdict = verifyLink({
    accountId,
    fileUUID: name,
    expires: textOf(request.query.expires),
    signature: textOf(request.query.signature),
    secret: sandbox.options.jwtSecret,
    now: world?.now ?? 0,
  });
  if (verdict === "tampered" || !world)
    throw new HttpRefusal(403, {
      code: "FORBIDDEN",
      detail: "The link's signature does not hold: ask for another link.",
    });
  if (verdict === "expired")
    throw new HttpRefusal(403, { code: "LINK_EXPIRED", detail: "The link has expired: ask for another one." });
  const [index, key] = /^\d+$/.test(name) ? (["evidence", Number(name)] as const) : (["file", name] as const);
  const [document] = await world.store.range("documents", index, key, { limit: 1 });
  const evidence = document?.evidences.find((candidate) => linkNameOf(candidate) === name);
  if (!document || !evidence)
    throw new HttpRefusal(404, { code: "FILE_NOT_FOUND", detail: "The file behind this link is gone." });
  await sendFile(request, response, await downloadOf(world.store, document, evidence));
}
