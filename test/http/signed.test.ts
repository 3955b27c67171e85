import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { withdrawResponses } from "../../src/domain/response/responses.ts";
import { readBytes } from "../support/files.ts";
import { makeWorld } from "../support/sandbox.ts";

/** A world with a file of its own, or a form, and the signed link to it. */
async function linked(code = "CODE_CONDUITE", file?: { type: string; text: string }) {
  const world = await makeWorld();
  const { thirdpartyId, dossierId, documentId } = await world.answered(code, {});
  if (file) await world.upload(documentId, file.type, Buffer.from(file.text), { fileName: "code" }).expect(201);
  const [evidence] = (await world.document(dossierId, documentId)).evidences;
  const path = `/dossiers/${dossierId}/documents/${documentId}/files/${evidence?.id}`;
  const { pathname, search, searchParams } = new URL((await world.get(`${path}/link`).expect(200)).body.url);
  const open = (query = search, name = pathname) => readBytes(supertest(world.app).get(name + query));
  return { world, thirdpartyId, documentId, path, pathname, search, searchParams, open };
}
const refusal = async (request: ReturnType<typeof readBytes>, status = 403) => {
  const { code, detail } = (await request.expect(status)).body;
  return { code, detail };
};
const forged = { code: "FORBIDDEN", detail: "The link's signature does not hold: ask for another link." };

describe("a signed link", () => {
  it("gives the file to whoever has it, until it expires by the account's clock", async () => {
    const { world, path, pathname, search, open } = await linked("CODE_CONDUITE", {
      type: "text/plain",
      text: "bytes",
    });
    expect((await open().expect(200)).body.toString()).toBe("bytes");
    expect((await readBytes(world.get(path)).expect(200)).body.toString()).toBe("bytes");
    const { headers } = await supertest(world.app)
      .head(pathname + search)
      .expect(200);
    expect(headers).toMatchObject({ "content-length": "5", "content-type": "text/plain" });
    const other = await supertest(world.app)
      .post(pathname + search)
      .expect(405);
    expect(other.headers.allow).toBe("GET, HEAD, OPTIONS");
    await world.advance("PT5M");
    expect(await refusal(open())).toEqual({
      code: "LINK_EXPIRED",
      detail: "The link has expired: ask for another one.",
    });
  });

  it("that was changed in any part opens nothing", async () => {
    const { world, pathname, search, searchParams, open } = await linked();
    const signature = searchParams.get("signature") as string;
    const changed = [
      search.replace(signature, `${signature[0] === "A" ? "B" : "A"}${signature.slice(1)}`),
      search.replace(world.accountId, "another"),
      search.replace(world.accountId, "no%20account"),
      search.replace(/expires=\d+/, "expires=9999999999"),
      `${search}&account=${world.accountId}`,
      search.replace(/&signature=.*/, ""),
      "",
    ];
    for (const query of changed) expect(await refusal(open(query)), query).toEqual(forged);
    expect(await refusal(open(search, `${pathname}0`))).toEqual(forged);
  });

  it("leads to the PDF of a form, by the id of its evidence", async () => {
    const { pathname, open } = await linked("IBAN");
    expect(pathname).toMatch(/^\/files\/\d+$/);
    expect((await open().expect(200)).body.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("leads to nothing once the file is gone", async () => {
    const { world, thirdpartyId, documentId, open } = await linked();
    const opened = await world.sandbox.worlds.openOrCreate(world.accountId);
    await opened.write(() =>
      opened.change(thirdpartyId, { type: "PLATFORM", name: "test" }, (draft) => withdrawResponses(draft, documentId)),
    );
    expect(await refusal(open(), 404)).toEqual({
      code: "FILE_NOT_FOUND",
      detail: "The file behind this link is gone.",
    });
  });

  it.each([
    ["application/pdf", "", "inline"],
    ["image/gif", "", "inline"],
    ["image/svg+xml", "", "attachment"],
    ["text/html", "", "attachment"],
    ["text/html", "&disposition=inline", "attachment"],
    ["application/pdf", "&disposition=attachment", "attachment"],
    ["application/pdf", "&disposition=inline", "inline"],
  ])("to %s with %j has the disposition %s", async (type, query, disposition) => {
    const { world, path, search, open } = await linked("CODE_CONDUITE", { type, text: "x" });
    const by = async (request: ReturnType<typeof open>) => (await request.expect(200)).headers["content-disposition"];
    expect(await by(open(search + query))).toBe(`${disposition}; filename="code"`);
    expect(await by(world.get(path))).toMatch(/^attachment; filename=/);
  });

  it("with a disposition that is none is refused", async () => {
    const { search, open } = await linked("CODE_CONDUITE", { type: "text/plain", text: "x" });
    expect(await refusal(open(`${search}&disposition=outline`), 400)).toEqual({
      code: "VALIDATION_ERROR",
      detail: 'disposition must be inline or attachment; got "outline".',
    });
  });
});
