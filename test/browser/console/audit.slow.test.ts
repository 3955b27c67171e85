import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

interface Report {
  callers: { caller: string; missed: number }[];
  unknowns: string[];
  findings: { sentence: string; missed: number; events: { content: { eventId: number; eventName: string }[] } }[];
}
interface Coverage {
  figures: { operations: { covered: number; declared: number } };
  missing: { operations: string[]; statuses: string[] };
}

describeConsole("the synchronisation and coverage pages of the console", {}, (opened) => {
  const { main } = opened;
  const search = () =>
    opened.service(
      "documents/search?eventNames=DOCUMENT_ANSWER_ACCEPTED&size=5" +
        "&eventOccurrenceStartDate=2026-01-01T00:00:00&eventOccurrenceEndDate=2026-01-14T00:00:00",
    );

  it("says that no client has synchronised yet, and audits the first one as soon as it has", async () => {
    await opened.open("audit");
    await expect.poll(() => main().locator(".nothing").innerText()).toContain("No client has searched by events yet");
    await search();
    const report = await opened.control<Report>("accounts/demo/sync");
    const [caller] = report.callers;
    await expect.poll(() => main().locator("tbody tr").innerText()).toContain(caller?.caller);
    expect(await main().locator("tbody tr").innerText()).toContain(String(caller?.missed));
    const texts = await main().locator(".finding").allInnerTexts();
    expect(texts).toHaveLength(report.findings.length);
    for (const [at, { sentence }] of report.findings.entries()) expect(texts[at]).toContain(sentence);
    const unknown = main().locator("section", { has: opened.page.getByRole("heading", { name: "Not known" }) });
    expect(await unknown.locator("li").allInnerTexts()).toEqual(report.unknowns);
    expect(report.unknowns.length).toBeGreaterThan(0);
  });

  it("leads from a finding to the event that was missed and to the search that missed it", async () => {
    const { findings } = await opened.control<Report>("accounts/demo/sync");
    const event = findings[0]?.events.content[0];
    await main().locator(".finding").first().getByRole("link", { name: event?.eventName }).first().click();
    await expect.poll(opened.hash).toContain(`journal/${event?.eventId}`);
    await opened.page.goBack();
    await main().locator(".finding .window").first().click();
    await expect.poll(() => main().locator(".detail h1").innerText()).toContain("/documents/search?eventNames=");
  });

  it("shows the figures of the coverage and what is missing, and counts on by itself", async () => {
    await opened.open("audit/coverage");
    const shown = () => main().locator(".figures .card").first().innerText();
    const list = () => main().locator(".lists section").first().innerText();
    const { figures, missing } = await opened.control<Coverage>("coverage");
    const { covered, declared } = figures.operations;
    await expect.poll(shown).toContain(`${covered} of ${declared}`);
    expect(await list()).toContain(missing.operations[0]);
    await opened.service("attributes");
    await expect.poll(shown).toContain(`${covered + 1} of ${declared}`);
    await main()
      .getByRole("link", { name: /^Statuses/ })
      .click();
    await expect.poll(list).toContain(missing.statuses.at(-1));
  });
});
