import { rounds, seconds } from "../compare.ts";
import { rate } from "../load.ts";
import type { Running } from "../processes.ts";
import { atLeast, measured } from "../report.ts";
import { api, driven, headers, json, sandbox, stopAll } from "../servers.ts";

interface Documents {
  content: { dossierId: number; documentId: number; evidences: { id: number; fileSize?: number }[] }[];
}
const connections = 4;

async function filesOf({ url }: Running): Promise<string[]> {
  const query = "eventNames=DOCUMENT_ANSWER_ADDED&eventOccurrenceStartDate=2020-01-01T00:00:00";
  const search = `${api}/demo/documents/search?${query}&eventOccurrenceEndDate=2099-01-01T00:00:00&size=100`;
  const { content } = await json<Documents>(url + search);
  return content.flatMap(({ dossierId, documentId, evidences }) =>
    evidences
      .filter(({ fileSize }) => fileSize)
      .map(({ id }) => `${api}/demo/dossiers/${dossierId}/documents/${documentId}/files/${id}`),
  );
}

/** Downloads each file once, and returns how many that is in a second. */
async function once({ url }: Running, paths: string[]): Promise<number> {
  const left = [...paths];
  const begun = performance.now();
  const download = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const response = await fetch(url + path, { headers });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: connections }, download));
  return paths.length / ((performance.now() - begun) / 1000);
}

/** PDFs that are made for the first download, and those that were downloaded before. */
export async function files(node: string): Promise<void> {
  const server = await driven(sandbox(node, "files", "default"));
  const paths = await filesOf(server);
  // The first PDF of a process loads fonts.
  await once(server, paths.splice(0, 2));
  const anew = await once(server, paths);
  const again: number[] = [];
  for (let round = 0; round < rounds; round++)
    again.push(await rate({ url: server.url, headers, paths }, seconds, connections));
  const against = again.map((perSecond) => perSecond / anew);
  atLeast("PDF downloads, 4 connections, again against the first time", against, 3, [anew]);
  measured("PDF downloads per second, 4 connections, again", again, "per second");
  await zip(server);
  await stopAll();
}

async function zip(server: Running): Promise<void> {
  const { content } = await json<{ content: { thirdpartyId: number }[] }>(
    `${server.url}${api}/demo/thirdparties?size=1`,
  );
  const requiredDocuments = ["KBIS", "RIB", "STATUTS", "ISO_14001", "ISO_27001"];
  const dossier = await json<{ dossierId: number; documents: { documentId: number }[] }>(
    `${server.url}${api}/demo/thirdparties/${content[0]?.thirdpartyId}/dossiers`,
    { method: "POST", body: JSON.stringify({ requiredDocuments }) },
  );
  for (const { documentId } of dossier.documents)
    for (let file = 0; file < 10; file++)
      await json(`${server.url}/_sandbox/accounts/demo/documents/${documentId}/answers`, {
        method: "POST",
        body: "{}",
      });
  const before = server.memory();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const response = await fetch(`${server.url}${api}/demo/dossiers/${dossier.dossierId}/files/download`, { headers });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    times.push(performance.now() - begun);
    for (;;) if ((await reader.read()).done) break;
  }
  measured("ZIP of 50 files, time to first byte", times, "ms");
  const peak = `peak ${server.peak().toFixed(0)}`;
  measured("ZIP of 50 files, growth of resident memory", [server.memory() - before], "MB", undefined, peak);
}
