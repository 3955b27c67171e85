import { describe, expect, it } from "vitest";
import { route } from "../../../../src/console/route.ts";
import { listed, wayOn } from "../../../../src/console/views/inbox/listed.ts";
import { openPage } from "../../page.ts";

describe("after a decision", () => {
  const open = (documentId: number) => {
    const location = openPage(`#/demo/inbox/1/${documentId}`);
    route.value = { account: "demo", view: "inbox", rest: ["1", String(documentId)], query: { box: "refused" } };
    listed.value = [11, 12, 13].map((id) => ({ dossierId: 1, documentId: id }));
    return location;
  };
  it.each([
    ["the first", 11, "#/demo/inbox/1/12?box=refused"],
    ["the last", 13, "#/demo/inbox/1/12?box=refused"],
    ["one that is no longer listed", 14, "#/demo/inbox/1/14"],
  ])("of %s the next document of the box is shown", (_, decided, address) => {
    const location = open(decided);
    const goOn = wayOn(decided);
    listed.value = listed.value.filter(({ documentId }) => documentId !== decided);
    goOn();
    expect(location.hash).toBe(address);
  });

  it("somebody who has gone elsewhere stays there", () => {
    const location = open(12);
    wayOn(11)();
    expect(location.hash).toBe("#/demo/inbox/1/12");
  });
});
