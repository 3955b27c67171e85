import PDFDocument from "pdfkit";
import supertest from "supertest";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { largestPiece } from "../../src/domain/response/upload.ts";
import { readBytes } from "../support/files.ts";
import { type DocumentSeen, makeWorld, type TestWorld } from "../support/sandbox.ts";

/** Counts drawn PDFs, since each of them is ended once. */
let productions: MockInstance;
beforeEach(() => {
  productions = vi.spyOn(PDFDocument.prototype, "end");
});

interface Served {
  send: (method: "get" | "head", headers?: Record<string, string>) => supertest.Test;
  length: number;
  etag: string;
}

/** A file by its path in the API, which a signed link serves alike. */
async function served(code: string, supplied = {}): Promise<Served> {
  const world = await makeWorld();
  const { dossierId, documentId, fileId } = await world.answered(code, supplied);
  const path = `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`;
  const authorization = { Authorization: `Bearer ${world.token}` };
  const send: Served["send"] = (method, headers = {}) =>
    readBytes(
      supertest(world.app)
        [method](world.base + path)
        .set({ ...authorization, ...headers }),
    );
  const { headers } = await send("head").expect(200);
  return { send, length: Number(headers["content-length"]), etag: headers.etag as string };
}

// Drawn PDFs are kept, so each case has files of its own.
describe("sendFile of a produced PDF", () => {
  it("answers what needs no bytes without producing the PDF", async () => {
    const { send, length, etag } = await served("CODE_CONDUITE");
    const whole = { etag, "content-length": String(length), "accept-ranges": "bytes" };
    expect((await send("head").expect(200)).headers).toMatchObject({ ...whole, "cache-control": "private, no-cache" });
    const part = await send("head", { Range: "bytes=-10" }).expect(206);
    expect(part.headers).toMatchObject({
      "content-length": "10",
      "content-range": `bytes ${length - 10}-${length - 1}/${length}`,
    });
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const { headers } = await send("get", { "If-None-Match": tag, Range: "bytes=999999999-" }).expect(304);
      expect([headers.etag, headers["content-length"]]).toEqual([etag, undefined]);
    }
    const outside = await send("get", { Range: `bytes=${length}-` }).expect(416);
    expect(outside.headers).toMatchObject({ "content-range": `bytes */${length}` });
    expect(outside.headers).not.toHaveProperty("content-disposition");
    expect(outside.body).toMatchObject({
      code: "RANGE_NOT_SATISFIABLE",
      detail: `The file has ${length} bytes; the range lies outside of it.`,
    });
    for (const tag of ['"other"', `W/${etag}`, ""]) {
      const conditions = { "If-Match": tag, "If-None-Match": etag, Range: "bytes=0-4" };
      const { headers, body } = await send("get", conditions).expect(412);
      expect(headers.etag).toBe(etag);
      expect(body).toMatchObject({
        code: "PRECONDITION_FAILED",
        detail: `The file has the tag ${etag}, which If-Match does not name.`,
      });
    }
    for (const tag of [etag, "*", `"other" , ${etag}`]) await send("head", { "If-Match": tag }).expect(200);
    expect(productions).not.toHaveBeenCalled();
  });

  it("produces the PDF for the first download, and not for the next of the same evidence", async () => {
    const { send, length, etag } = await served("ISO_27001");
    const part = await send("get", { Range: "bytes=0-4", "If-Range": etag }).expect(206);
    expect(part.body.toString()).toBe("%PDF-");
    expect(part.headers["content-range"]).toBe(`bytes 0-4/${length}`);
    const whole = await send("get", { Range: "bytes=0-4", "If-Range": '"other"', "If-None-Match": '"other"' });
    expect([whole.status, whole.body.length]).toEqual([200, length]);
    expect((await send("get")).body.equals(whole.body)).toBe(true);
    expect(productions).toHaveBeenCalledTimes(1);
  });

  it("produces the PDF of a form to learn its length, but not for a 304", async () => {
    const { send, length, etag } = await served("RBE", { issueDate: "2025-11-03" });
    expect(productions).toHaveBeenCalledTimes(1);
    await send("get", { "If-None-Match": etag }).expect(304);
    expect((await send("get").expect(200)).body.length).toBe(length);
    expect(productions).toHaveBeenCalledTimes(1);
  });
});

it("tags uploads by their bytes, because uploads of two worlds or of a world and its reset share UUIDs", async () => {
  const uploaded = async (world: TestWorld, content: string) => {
    const { dossierId, documents } = await world.free(await world.add(), ["CODE_CONDUITE"]);
    const { documentId } = documents[0] as DocumentSeen;
    await world.upload(documentId, "text/plain", Buffer.from(content)).expect(201);
    const [evidence] = (await world.document(dossierId, documentId)).evidences;
    const file = await world.get(`/dossiers/${dossierId}/documents/${documentId}/files/${evidence?.id}`).expect(200);
    return { fileUUID: evidence?.fileUUID, text: file.text, etag: file.headers.etag };
  };
  const [first, other] = [await uploaded(await makeWorld(), "first"), await uploaded(await makeWorld(), "other")];
  expect([first.text, other.text, other.fileUUID]).toEqual(["first", "other", first.fileUUID]);
  expect(other.etag).not.toBe(first.etag);
});

it("serves a large upload as it was sent", async () => {
  const world = await makeWorld();
  const { dossierId, documents } = await world.free(await world.add(), ["CODE_CONDUITE"]);
  const { documentId } = documents[0] as DocumentSeen;
  const bytes = Buffer.alloc(2 * largestPiece + 7, "0123456789abc");
  await world.upload(documentId, "application/octet-stream", bytes).expect(201);
  const [evidence] = (await world.document(dossierId, documentId)).evidences;
  const path = `/dossiers/${dossierId}/documents/${documentId}/files/${evidence?.id}`;
  const whole = await readBytes(world.get(path)).expect(200);
  expect(whole.body.equals(bytes)).toBe(true);
});
