import type { Router } from "express";
import { accountIdPattern } from "../../contract/shared.ts";
import { verifyLink } from "../files/links.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { downloadOf, linkNameOf } from "../service/files.ts";
import { sendFile } from "./download.ts";
import { HttpRefusal } from "./problems.ts";
import { allowOnly, strictRouter } from "./routes.ts";

const one = (value: unknown): string => (typeof value === "string" ? value : "");
const tampered = () =>
  new HttpRefusal(403, { code: "FORBIDDEN", detail: "The link's signature does not hold: ask for another link." });

/** Files behind signed links: whoever has the link may read, until it expires by the account's clock. */
export function signedFiles(sandbox: Sandbox): Router {
  const router = strictRouter();
  const route = router.route("/files/:name");
  route.get(async (request, response, next) => {
    try {
      const { name } = request.params;
      const accountId = one(request.query.account);
      const world = accountIdPattern.test(accountId) ? await sandbox.existing(accountId) : undefined;
      const link = {
        accountId,
        fileUUID: name,
        expires: one(request.query.expires),
        signature: one(request.query.signature),
        secret: sandbox.options.jwtSecret,
      };
      const verdict = verifyLink({ ...link, now: world?.now ?? 0 });
      if (verdict === "tampered" || !world) throw tampered();
      if (verdict === "expired")
        throw new HttpRefusal(403, { code: "LINK_EXPIRED", detail: "The link has expired: ask for another one." });
      const index = /^\d+$/.test(name) ? ("evidence" as const) : ("file" as const);
      const [document] = await world.store.range("documents", index, index === "evidence" ? Number(name) : name, {
        limit: 1,
      });
      const evidence = document?.evidences.find((candidate) => linkNameOf(candidate) === name);
      if (!document || !evidence)
        throw new HttpRefusal(404, { code: "FILE_NOT_FOUND", detail: "The file behind this link is gone." });
      await sendFile(request, response, await downloadOf(world.store, document, evidence));
    } catch (error) {
      next(error);
    }
  });
  allowOnly(route, ["GET", "HEAD"]);
  return router;
}
