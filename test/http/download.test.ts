import PDFDocument from "pdfkit";
import supertest from "supertest";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { readBytes } from "../support/files.ts";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";

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

/** A file by its path in the API or by a signed link. */
async function served(world: TestWorld, code: string, by: "path" | "link", supplied = {}): Promise<Served> {
  const { dossierId, documentId, fileId } = await world.answered(code, supplied);
  const path = `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`;
  const url = by === "path" ? world.base + path : (await world.get(`${path}/link`).expect(200)).body.url;
  const { pathname, search } = new URL(url, "http://localhost");
  const authorization = by === "path" ? { Authorization: `Bearer ${world.token}` } : {};
  const send: Served["send"] = (method, headers = {}) =>
    readBytes(
      supertest(world.app)
        [method](pathname + search)
        .set({ ...authorization, ...headers }),
    );
  const { headers } = await send("head").expect(200);
  return { send, length: Number(headers["content-length"]), etag: headers.etag as string };
}

// Drawn PDFs are kept, so each case has files of its own.
describe.each([
  { by: "path", file: "CODE_CONDUITE", untouched: "ISO_27001", form: "RBE" },
  { by: "link", file: "ISO_14001", untouched: "PENTEST", form: "FICHE_FOURN" },
] as const)("sendFile of a produced PDF, by its $by", ({ by, file, untouched, form }) => {
  it(`answers 304 by its ${by} without producing the PDF`, async () => {
    const { send, etag } = await served(await makeWorld(), file, by);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const { headers } = await send("get", { "If-None-Match": tag }).expect(304);
      expect([headers.etag, headers["content-length"]]).toEqual([etag, undefined]);
    }
    await send("get", { "If-None-Match": etag, Range: "bytes=999999999-" }).expect(304);
    expect(productions).not.toHaveBeenCalled();
  });

  it(`answers 412 by its ${by} when If-Match names another tag, before any other condition`, async () => {
    const { send, etag } = await served(await makeWorld(), "CODE_CONDUITE", by);
    for (const tag of ['"other"', `W/${etag}`, ""]) {
      const { headers } = await send("get", { "If-Match": tag, "If-None-Match": etag, Range: "bytes=0-4" }).expect(412);
      expect(headers.etag).toBe(etag);
    }
    await send("head", { "If-Match": '"other"' }).expect(412);
    expect(productions).not.toHaveBeenCalled();
    for (const tag of [etag, "*", `"other" , ${etag}`]) await send("get", { "If-Match": tag }).expect(200);
  });

  it(`answers HEAD by its ${by} without producing the PDF`, async () => {
    const { send, length, etag } = await served(await makeWorld(), file, by);
    const { headers } = await send("head").expect(200);
    expect(headers).toMatchObject({ etag, "content-length": String(length), "accept-ranges": "bytes" });
    const part = await send("head", { Range: "bytes=-10" }).expect(206);
    expect(part.headers).toMatchObject({
      "content-length": "10",
      "content-range": `bytes ${length - 10}-${length - 1}/${length}`,
    });
    expect(productions).not.toHaveBeenCalled();
  });

  it(`answers 416 by its ${by} without producing the PDF`, async () => {
    const { send, length } = await served(await makeWorld(), file, by);
    const { headers } = await send("get", { Range: `bytes=${length}-` }).expect(416);
    expect(headers["content-range"]).toBe(`bytes */${length}`);
    expect(productions).not.toHaveBeenCalled();
  });

  it(`produces the PDF by its ${by} for the first download, and not for the next of the same evidence`, async () => {
    const { send, length, etag } = await served(await makeWorld(), untouched, by);
    const part = await send("get", { Range: "bytes=0-4", "If-Range": etag }).expect(206);
    expect(part.body.toString()).toBe("%PDF-");
    expect(productions).toHaveBeenCalledTimes(1);
    const whole = await send("get", { Range: "bytes=0-4", "If-Range": '"other"', "If-None-Match": '"other"' });
    expect([whole.status, whole.body.length]).toEqual([200, length]);
    expect((await send("get")).body.equals(whole.body)).toBe(true);
    expect(productions).toHaveBeenCalledTimes(1);
  });

  it(`produces the PDF of a form by its ${by} to learn its length, but not for a 304`, async () => {
    const { send, length, etag } = await served(await makeWorld(), form, by, { issueDate: "2025-11-03" });
    expect(productions).toHaveBeenCalledTimes(1);
    await send("get", { "If-None-Match": etag }).expect(304);
    expect((await send("get").expect(200)).body.length).toBe(length);
    expect(productions).toHaveBeenCalledTimes(1);
  });
});

it("tags uploads by their bytes, because uploads of two worlds or of a world and its reset share UUIDs", async () => {
  const uploads = [];
  for (const content of ["first", "other"]) {
    const world = await makeWorld();
    const { dossierId, documents } = await world.free(await world.add(), ["CODE_CONDUITE"]);
    const documentId = documents[0]?.documentId as number;
    await supertest(world.app)
      .post(`/_sandbox/accounts/${world.accountId}/documents/${documentId}/answers`)
      .set("Content-Type", "text/plain")
      .send(content)
      .expect(201);
    const [evidence] = (await world.document(dossierId, documentId)).evidences;
    const file = await world.get(`/dossiers/${dossierId}/documents/${documentId}/files/${evidence?.id}`).expect(200);
    uploads.push({ fileUUID: evidence?.fileUUID, text: file.text, etag: file.headers.etag });
  }
  expect(uploads.map(({ text }) => text)).toEqual(["first", "other"]);
  expect(new Set(uploads.map(({ fileUUID }) => fileUUID)).size).toBe(1);
  expect(new Set(uploads.map(({ etag }) => etag)).size).toBe(2);
});
