import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { launch } from "../../commands/launch.ts";
import { compiledCommand } from "../../support/compiled-command.ts";
import { describeConsole } from "./console.ts";

const compiled = compiledCommand();

const output = (program: string, given: readonly string[], input?: string) =>
  new Promise<string>((done, fail) => {
    const child = execFile(program, given, (error, stdout) => (error ? fail(error) : done(stdout)));
    child.stdin?.end(input);
  });
/** What a shell prints for some lines that were copied; only the progress of curl is left out. */
const inShell = (lines: string) => output("bash", ["-c", lines.replaceAll(/^curl /gm, "curl -s ")]);
/** What Node prints for a program that was copied, with the package as it is in the sources. */
async function inNode(program: string): Promise<string> {
  if (!program.includes("import")) return output(process.execPath, ["--input-type=module"], program);
  const { outputFiles } = await build({
    stdin: { contents: program, loader: "ts", resolveDir: process.cwd() },
    alias: {
      "tiers-sandbox/client": resolve("src/client/client.ts"),
      "tiers-sandbox": resolve("src/client/connect.ts"),
    },
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
  });
  return output(process.execPath, ["--input-type=module"], outputFiles[0]?.text);
}
const print = (what: string) => `\nconsole.log(JSON.stringify(${what}));`;

interface Log {
  content: { requestId: string }[];
}

describeConsole("what the console copies", {}, (opened) => {
  const { main, detail } = opened;
  const copyAs = (name: string) =>
    opened.copiedBy(async () => {
      await main().getByRole("button", { name: "Copy as…" }).click();
      await main().getByRole("menuitem", { name }).click();
    });
  const button = (name: string | RegExp) =>
    opened.copiedBy(() => main().getByRole("button", { name, exact: true }).first().click());
  const palette = async (text: string) => {
    await opened.page.keyboard.press("Control+k");
    await opened.page.keyboard.type(text);
    await opened.page.getByRole("option", { selected: true, name: text }).waitFor();
    await opened.page.keyboard.press("Enter");
  };
  const openLast = async () =>
    opened.open(`requests/${(await opened.control<Log>("requests")).content.at(-1)?.requestId}`);

  it.each([
    ["a list with a query", "thirdparties?size=2&page=1"],
    ["a search by events", "documents/search?eventNames=DOCUMENT_ANSWER_EXPIRED,DOCUMENT_ANSWER_ACCEPTED"],
    ["a path with ids", "thirdparties/924004"],
    [
      "a body with quotes and accents",
      "thirdparties",
      { companyIdType: "CIT001", companyIdValue: `"L'échéance" \\ $HOME \`x\`` },
    ],
  ])("a request works as curl, fetch and typed client: %s", async (_, path, body?: object) => {
    const ask = () => opened.service<object>(path, body).catch(() => ({}));
    const expected = await ask();
    await openLast();
    const answers = [
      await inShell(await copyAs("curl")),
      await inNode(`${await copyAs("fetch")}${print("await response.json()")}`),
      await inNode(`${await copyAs("typed client")}${print("data ?? error")}`),
    ].map((text) => ({ ...JSON.parse(text), requestId: "", instance: "" }));
    const [first] = answers;
    expect(answers).toEqual([first, first, first]);
    expect(first).toMatchObject(body ? { status: 400 } : expected);
  });

  it("the lines of Connect work in a shell and in Node", async () => {
    await opened.open("connect");
    expect(JSON.parse(await inShell(await button("Copy curl"))).content).toHaveLength(5);
    for (const name of [/^Copy OAuth.*password$/, /^Copy OAuth.*client$/])
      expect(JSON.parse(await inShell(await button(name)))).toHaveProperty("access_token");
    const { content } = JSON.parse(await inNode((await button("Copy Typed client")) + print("data")));
    expect(content).toEqual((await opened.service<{ content: unknown }>("thirdparties")).content);
    const url = "$TIERS_SANDBOX_URL/api/v1/account/demo/thirdparties/924004";
    const ask = `curl "${url}" -H "Authorization: Bearer $TIERS_SANDBOX_TOKEN"`;
    expect(JSON.parse(await inShell(`${await button("Copy .env")}\n${ask}`))).toMatchObject({ thirdpartyId: 924004 });
    const number = (await button(/^Copy \d{14}$/)) as string;
    await opened.service("thirdparties", { companyIdType: "CIT001", companyIdValue: number });
  });

  it("a token and the base URL that Ctrl-K copies work together", async () => {
    await opened.open("portfolio");
    const chosen = (text: string) => opened.copiedBy(() => palette(text));
    const [token, url] = [await chosen("Copy a token"), await chosen("Copy the base URL")];
    const { status } = await fetch(`${url}/thirdparties`, { headers: { Authorization: `Bearer ${token}` } });
    expect(status).toBe(200);
  });

  it("the option that Ctrl-K copies starts a sandbox that refuses unknown query parameters", async () => {
    await opened.open("portfolio");
    const line = await opened.copiedBy(() => palette("strict"));
    expect(line).toMatch(/^tiers-sandbox /);
    const command = `tiers-sandbox() { exec node ${compiled} "$@" --memory --seed empty --port 0 --json; }`;
    const { seen } = launch("bash", ["-c", `${command}\n${line}`]);
    await expect.poll(() => seen.out).toContain("}");
    const { url, token } = JSON.parse(seen.out);
    const headers = { Authorization: `Bearer ${token}` };
    const answers = ["size=3", "sise=3"].map((query) =>
      fetch(`${url}/api/v1/account/demo/thirdparties?${query}`, { headers }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 400]);
  });

  it("the searches of the journal are answered, and the line for a test waits for such an event", async () => {
    await opened.open("journal?names=DOCUMENT_ANSWER_EXPIRED+THIRD_PARTY_COMMENT_ADDED");
    await main().locator("tbody tr").first().waitFor();
    const searches = (await button("Copy as search")).split("\n");
    expect(searches.length).toBeGreaterThan(0);
    for (const search of searches) {
      const answer = await inShell(`curl '${search}' -H 'Authorization: Bearer ${opened.token}'`);
      expect(JSON.parse(answer).totalElements, search).toBeGreaterThan(0);
    }
    const line = await button("Copy for a test");
    const [, event, target] = /"(\w+)", (\{.*\})/.exec(line) ?? [];
    const program = `import { connectSandbox } from "tiers-sandbox";
      const sandbox = connectSandbox({ url: ${JSON.stringify(opened.running.url)} });
      const world = await sandbox.world("copied", { now: "2026-01-15T09:00:00", freeze: true });
      const waited = (async () => { ${line.replace("await", "return await")} })();
      await world.trigger("${event}", ${target});${print("(await waited).eventName")}`;
    expect(JSON.parse(await inNode(program))).toBe(event);
    await main().locator("tbody tr").first().click();
    await detail().getByRole("button", { name: "Copy for a test" }).waitFor();
    const ofOne = (name: string) => opened.copiedBy(() => detail().getByRole("button", { name, exact: true }).click());
    expect(await ofOne("Copy for a test")).toBe(line);
    const found = await inShell(`curl '${await ofOne("Copy as search")}' -H 'Authorization: Bearer ${opened.token}'`);
    expect(JSON.parse(found).totalElements).toBeGreaterThan(0);
    const id = Number(/journal\/(\d+)/.exec(opened.page.url())?.[1]);
    const { content } = await opened.control<{ content: object[] }>(`accounts/demo/events?after=${id - 1}&limit=1`);
    expect(content).toMatchObject([{ eventId: id, payload: JSON.parse(await ofOne("Copy the payload")) }]);
  });

  it.each(["portfolio/924004", "inbox/1324048/11031206"])(
    "every id at %s is found by what is copied",
    async (address) => {
      await opened.open(address);
      const ids = detail().locator(".id");
      const texts = async () =>
        (await ids.allInnerTexts()).map((text) => text.trim()).filter((text) => /^\d{5,}$/.test(text));
      await expect.poll(async () => (await texts()).length).toBeGreaterThan(1);
      for (const text of await texts()) {
        const click = () =>
          detail()
            .getByRole("button", { name: `Copy ${text}`, exact: true })
            .first()
            .click();
        const copied = await opened.copiedBy(click);
        const { content } = await opened.control<{ content: unknown[] }>(`accounts/demo/find?q=${copied}`);
        expect([copied, content.length > 0]).toEqual([text, true]);
      }
    },
  );
});
