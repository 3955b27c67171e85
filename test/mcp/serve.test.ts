import { expect, it } from "vitest";
import { assumptions } from "../../contract/assumptions.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { tools } from "../../src/mcp/serve.ts";
import { agent } from "./agent.ts";

/** A token of a model is about four characters. */
const mostTokens = 2_500;

it("the list of tools is ten tools in less than 2,500 tokens, and every argument has its type in place", async () => {
  const { client } = await agent();
  const listed = await client.listTools();
  expect(client.getInstructions()).toContain("tiers-sandbox://contract/{operation} is the contract");
  const names = "status world clock scenario cause look events requests faults audit";
  expect(listed.tools.map(({ name }) => name).join(" ")).toBe(names);
  const text = JSON.stringify(listed);
  expect(text.length / 4).toBeLessThan(mostTokens);
  expect(text).not.toMatch(/\$ref|\$defs|"pattern"/);
  const reading = listed.tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
  expect(reading).toEqual(["look", "events", "requests", "audit"]);
});

it("there are two resources: the contract of one operation, and the assumptions", async () => {
  const { client, read } = await agent();
  const [{ resources }, { resourceTemplates }] = await Promise.all([
    client.listResources(),
    client.listResourceTemplates(),
  ]);
  expect(resources.map(({ uri }) => uri)).toEqual(["tiers-sandbox://assumptions"]);
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["tiers-sandbox://contract/{operation}"]);
  const told = await read("tiers-sandbox://assumptions");
  expect(
    Object.entries(assumptions).filter(([key, { chosen }]) => !told.includes(key) || !told.includes(chosen)),
  ).toEqual([]);
  for (const { operationId, endpoint } of operationsOf(service)) {
    const text = await read(`tiers-sandbox://contract/${operationId}`);
    expect(JSON.parse(text)).toMatchObject({ operationId, path: endpoint.path, examples: endpoint.examples });
    expect(text).not.toContain("$ref");
    expect(text.length / 4).toBeLessThan(2 * mostTokens);
  }
  const complete = { ref: { type: "ref/resource" as const, uri: "tiers-sandbox://contract/{operation}" } };
  const { completion } = await client.complete({ ...complete, argument: { name: "operation", value: "dossiers.c" } });
  expect(completion.values).toEqual(["dossiers.create"]);
  await expect(read("tiers-sandbox://contract/xyz")).rejects.toThrow(/There is no operation xyz\. There are thirdp/);
  await expect(read("tiers-sandbox://contract/dossier.create")).rejects.toThrow(/Did you mean dossiers\.create\?/);
});

it("the contract of an operation has the types of its parameters, its body and its answer", async () => {
  const { read } = await agent();
  const contract = JSON.parse(await read("tiers-sandbox://contract/dossiers.create"));
  expect(contract.path_parameters.properties.id).toMatchObject({ type: "integer", minimum: 1 });
  expect(JSON.stringify(contract.body)).toContain("requiredDocuments");
  expect(contract.responses).toMatchObject({ 201: { type: "object" }, 409: "a problem document" });
  expect(contract.assumes.map(({ key }: { key: string }) => key)).toContain("dossier-creation");
});

it("every tool takes the account, and says in one sentence or two what it does", () => {
  for (const { description, inputSchema } of tools) {
    expect(inputSchema).toMatchObject({ type: "object", properties: { account: { type: "string" } } });
    expect(description).toMatch(/^[A-Z].+[a-z]\.$/);
  }
});
