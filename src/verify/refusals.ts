import type { Found } from "./reads.ts";
import { idOf, type Target } from "./target.ts";

/** An id that no service has given out yet. */
const nobody = 999_999_998;

/** What the service refuses, and how it says so; nothing is changed by it. */
export async function refusals(target: Target, found: Found): Promise<void> {
  const { ledger } = target;
  const list = "thirdparties.list";
  const bare = await target.refuse(list, 401, { token: null });
  if (bare.status === 401) {
    const header = bare.headers.get("www-authenticate") ?? "";
    ledger.check(
      list,
      "401 header WWW-Authenticate",
      "errors",
      /^Bearer\b/i.test(header),
      "Bearer",
      header || "nothing",
    );
  }
  await target.refuse(list, 401, { token: "not.a.token" });
  await target.refuse(list, 403, { account: `${target.account.slice(0, 60)}-no` }, "account-ids");
  await target.refuse(list, 400, { query: { page: -1 } }, "pagination");
  await target.refuse(list, 400, { query: { size: 101 } }, "limits");
  await target.refuse(list, 406, { headers: { accept: "text/csv" } });
  const strange = await target.send(list, { query: { noSuchParameter: "1" } });
  ledger.check(
    list,
    "an unknown parameter",
    "unknown-input",
    strange.status === 200,
    "200: it is overlooked",
    String(strange.status),
  );
  await target.refuse("thirdparties.find", 415, { body: "a", headers: { "content-type": "text/plain" } });
  await target.refuse("thirdparties.find", 400, { body: "{" });

  await target.refuse("thirdparties.get", 404, { params: { id: nobody } });
  await target.refuse("dossiers.ofThirdparty", 404, { params: { id: nobody } });
  await target.refuse("documents.list", 404, { params: { dossierId: nobody } });
  const documentId = idOf(found.documents[0], "documentId");
  if (documentId !== undefined) {
    const mistaken = await target.refuse("thirdparties.get", 404, { params: { id: documentId } }, "id-ranges");
    const detail = (mistaken.body as { detail?: unknown } | undefined)?.detail;
    if (typeof detail === "string")
      ledger.check(
        "thirdparties.get",
        "404 /detail",
        "id-ranges",
        detail.includes("documentId"),
        "what the number is: a documentId",
        detail.slice(0, 100),
      );
  }

  const other = await target.raw(`/api/v2/account/${target.account}/thirdparties`);
  ledger.check(list, "/api/v2", "versions", other.status === 404, "404", String(other.status));
  const short = await target.raw("/thirdparties");
  ledger.check(list, "the path /thirdparties", "shorthand-paths", short.status === 200, "200", String(short.status));
}
