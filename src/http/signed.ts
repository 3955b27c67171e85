import type { Request, Response, Router } from "express";
import { accountIdPattern } from "../../contract/shared.ts";
import type { Disposition } from "../files/disposition.ts";
import { verifyLink } from "../files/links.ts";
import { consoleCaller } from "../sandbox/log.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { downloadOf, linkNameOf } from "../service/files.ts";
import type { World } from "../world/world.ts";
import { sendFile } from "./download.ts";
import { exchangeOf } from "./exchange.ts";
import { serve, strictRouter } from "./pages/routes.ts";
import { refusal } from "./problems.ts";

/** A parameter that is sent more than once is a list. */
const stringIn = (value: unknown): string => (typeof value === "string" ? value : "");

/** Files behind signed links: the link alone gives access, until it expires by the account's clock. */
export function signedFiles(sandbox: Sandbox): Router {
  const router = strictRouter();
  serve(router, "/files/:name", (request, response) => sendSigned(sandbox, request, response));
  return router;
}

async function sendSigned(sandbox: Sandbox, request: Request, response: Response): Promise<void> {
  const accountId = stringIn(request.query.account);
  const sent = accountIdPattern.test(accountId)
    ? await sandbox.worlds.using(accountId, (world) => sendFrom(world, sandbox, request, response))
    : undefined;
  if (!sent) throw forged();
}

const forged = () => refusal(403, "FORBIDDEN", "The link's signature does not hold: ask for another link.");

async function sendFrom(world: World, sandbox: Sandbox, request: Request, response: Response): Promise<"sent"> {
  const name = stringIn(request.params.name);
  const verdict = verifyLink({
    accountId: world.accountId,
    fileUUID: name,
    expires: stringIn(request.query.expires),
    signature: stringIn(request.query.signature),
    secret: sandbox.options.jwtSecret,
    now: world.now,
  });
  if (verdict === "tampered") throw forged();
  if (verdict === "expired") throw refusal(403, "LINK_EXPIRED", "The link has expired: ask for another one.");
  const [index, key] = /^\d+$/.test(name) ? (["evidence", Number(name)] as const) : (["file", name] as const);
  const [document] = await world.store.range("documents", index, key, { limit: 1 });
  const evidence = document?.evidences.find((candidate) => linkNameOf(candidate) === name);
  if (!document || !evidence) throw refusal(404, "FILE_NOT_FOUND", "The file behind this link is gone.");
  if (isFrameOfConsole(request)) exchangeOf(response).caller = consoleCaller;
  const file = await downloadOf(world, document, evidence);
  await sendFile(request, response, file, dispositionOf(request.query.disposition, file.contentType));
  return "sent";
}

/** A frame cannot send a token; only a page of this server has the same origin. */
const isFrameOfConsole = ({ headers }: Request) =>
  headers["sec-fetch-site"] === "same-origin" && /^(?:iframe|image)$/.test(String(headers["sec-fetch-dest"]));

/** The types that every browser shows by itself, and in which no script runs. */
const shownByBrowsers = /^(?:application\/pdf|image\/(?:png|jpeg|gif|webp))$/;

function dispositionOf(wanted: unknown, contentType: string): Disposition {
  if (wanted !== undefined && wanted !== "inline" && wanted !== "attachment")
    throw refusal(400, "VALIDATION_ERROR", `disposition must be inline or attachment; got ${JSON.stringify(wanted)}.`);
  return shownByBrowsers.test(contentType) ? (wanted ?? "inline") : "attachment";
}
