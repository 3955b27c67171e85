import { describe, expect, it } from "vitest";
import { archiveDossier, reactivateDossier } from "../../../src/domain/dossier/dossiers.ts";
import { withdrawRequirement } from "../../../src/domain/dossier/requirements.ts";
import type { Supplied } from "../../../src/domain/response/new-evidence.ts";
import { format } from "../../../src/domain/time.ts";
import { Supplier } from "../../support/supplier.ts";

const archive = (one: Supplier, code: string) =>
  one.do((draft) => archiveDossier(draft, one.document(code).dossierId, "CLIENT"));
const reactivate = (one: Supplier, code: string) =>
  one.do((draft) => reactivateDossier(draft, one.document(code).dossierId));
const withdraw = (one: Supplier, code: string) =>
  one.do((draft) => withdrawRequirement(draft, one.document(code).documentId));
const later = (one: Supplier, seconds: number) => format(one.now + seconds * 1000);

describe("a document that is stopped", () => {
  it.each([
    ["with its dossier", archive, { reason: "CLIENT", withdrawn: false }],
    ["by a withdrawal", withdraw, { reason: "WITHDRAWN", withdrawn: true }],
  ])("%s has no planned jobs, and stays as it is", (_how, stop, { reason, withdrawn }) => {
    const one = Supplier.of("cleaner", ["KBIS", "RIB"]);
    one.respond("KBIS", { outcome: "review" });
    const { evidences, statusCode } = one.document("KBIS");
    const [event] = stop(one, "KBIS").filter(({ eventName }) => eventName === "DOCUMENT_STOPPED");
    expect(event?.payload).toEqual({ documentCode: "KBIS", reason });
    expect(one.wait("P1Y").document("KBIS")).toMatchObject({
      evidences,
      statusCode,
      stoppingDate: event?.occurredAt,
      internal: { stopped: true, withdrawn },
    });
    expect(one.jobs("KBIS")).toEqual({});
  });
  it("by its dossier is not collected, and a valid one does not wait for what another one waits for", () => {
    const one = Supplier.of("cleaner", ["KBIS", "SCR_MEDIA", "ATT_URSSAF"]);
    one.respond("ATT_URSSAF", { outcome: "valid" });
    one.until(later(one, 60));
    archive(one, "KBIS");
    expect(["KBIS", "SCR_MEDIA", "ATT_URSSAF"].map((code) => one.jobs(code))).toEqual([{}, {}, {}]);
    reactivate(one, "KBIS");
    const planned = ["KBIS", "SCR_MEDIA", "ATT_URSSAF"].map((code) => Object.keys(one.jobs(code)).join());
    expect(planned).toEqual(["COLLECT", "SOURCE", "EXPIRE,COLLECT"]);
  });
});

describe("a document whose dossier is reactivated", () => {
  type Step = Supplied | string;
  const validFrom = (issueDate: string): Supplied => ({ outcome: "valid", issueDate });
  const dueFrom = (issueDate: string) => ({ outcome: "review" as const, issueDate });
  it.each<[string, string, Step[], string, string[], string]>([
    ["is collected again where it is missing", "KBIS", [], "P1D", ["COLLECT"], "MISSING"],
    ["is left alone where nothing collects it", "STATUTS", [], "P1D", [], "MISSING"],
    ["has its check again", "KBIS", [{ outcome: "valid" }], "P1D", ["VERIFY"], "ONGOING"],
    ["has the end of a check without a result again", "KBIS", [{ outcome: "pending" }], "P1D", ["TIMEOUT"], "ONGOING"],
    ["waits for the client", "KBIS", [{ outcome: "review" }, "PT2M"], "P1D", ["EXPIRE"], "ACTION_REQUIRED"],
    ["expires though it waited", "KBIS", [dueFrom("2025-12-31"), "PT2M"], "P6M", ["COLLECT"], "INVALID"],
    ["expires on its day", "ATT_FISCALE", [validFrom("2025-12-31"), "PT2M"], "P1M", ["EXPIRE"], "VALID"],
    ["is renewed before its day", "KBIS", [validFrom("2025-12-31"), "PT2M"], "P1M", ["EXPIRE", "COLLECT"], "VALID"],
    ["is collected again, expired meanwhile", "KBIS", [validFrom("2025-12-31"), "PT2M"], "P6M", ["COLLECT"], "INVALID"],
    ["is not collected where it was refused", "KBIS", [{ outcome: "invalid" }, "PT2M"], "P1D", [], "INVALID"],
  ])("%s", (_what, code, steps, pause, jobs, status) => {
    const one = Supplier.of("cleaner", [code]);
    for (const step of steps)
      typeof step === "string"
        ? one.until(later(one, step === "P6D" ? 6 * 86_400 - 9 * 3600 : 120))
        : one.respond(code, step);
    const before = one.jobs(code);
    archive(one, code);
    expect(one.wait(pause).jobs(code)).toEqual({});
    reactivate(one, code);
    const planned = one.jobs(code);
    expect({ jobs: Object.keys(planned), status: one.document(code).statusCode }).toEqual({ jobs, status });
    if (planned.EXPIRE) expect(planned.EXPIRE).toBe(before.EXPIRE);
    if (planned.VERIFY) expect(planned.VERIFY.slice(0, 19)).toBe(later(one, 60).slice(0, 19));
    expect(one.document(code)).toMatchObject({ stoppingDate: null, internal: { stopped: false } });
    expect(one.document(code).internal).not.toHaveProperty("collecting");
  });
  it("is not collected anew where it is in force", () => {
    const one = Supplier.of("german", ["SCORE_RSE"]).wait("P1D");
    archive(one, "SCORE_RSE");
    reactivate(one, "SCORE_RSE");
    expect(one.wait("P3D").document("SCORE_RSE")).toMatchObject({ statusCode: "VALID", evidences: [{}] });
  });
});
