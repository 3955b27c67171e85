import { z } from "zod";
import { control } from "../../contract/control.ts";
import { WorldRequest } from "../../contract/control-configuration.ts";
import { ClockMove, SnapshotName } from "../../contract/control-shapes.ts";
import { AccountId } from "../../contract/shared.ts";
import { noWorld, Refused, type Session } from "./session.ts";
import { tool } from "./tool-definition.ts";

const { accounts, clock, server } = control;
const { from: _, ...making } = WorldRequest.shape;
const [advance, set, freeze] = ClockMove.options;
const moves = { ...advance.shape, ...set.shape, ...freeze.shape };

async function listed(session: Session, accountId: string) {
  const { content } = await session.ask(accounts.list);
  const world = content.find((each) => each.accountId === accountId);
  if (!world) throw new Refused(noWorld(accountId));
  return {
    world: { ...world, ...(await session.access(accountId)) },
    others: content.filter((each) => each !== world),
  };
}

export const status = tool({
  name: "status",
  description: "Begin here: the sandbox, your world with its base URL and a token for requests, and the other worlds.",
  input: {},
  async run({ account }, session) {
    const accountId = await session.reading(account);
    const { world, others } = await listed(session, accountId);
    const about = await session.ask(server.about);
    const worlds = { yours: session.made, others: others.map((each) => each.accountId).filter(session.isOfOthers) };
    return { sandbox: { url: session.url, ...about }, world, worlds };
  },
});

export const world = tool({
  name: "world",
  description:
    "Make, copy or put back a world. make and fork give a new one, named agent-… by account, which later calls mean.",
  input: {
    action: z.enum(["make", "fork", "reset", "snapshot", "restore"]),
    from: AccountId.optional().meta({ description: "fork: the world to copy." }),
    snapshot: SnapshotName.optional().meta({ description: "Its name: snapshot, restore, fork." }),
    ...making,
    seed: making.seed.meta({ description: "Such as empty or portfolio; a wrong name is answered with all." }),
  },
  async run({ action, account, from, snapshot: name, ...body }, session) {
    if (action === "make" || action === "fork") {
      const source = action === "fork" && { from: { accountId: await session.reading(from), snapshot: name } };
      const accountId = await session.make(account, { ...body, ...source });
      return (await listed(session, accountId)).world;
    }
    const accountId = await session.changing(account);
    if (action === "reset") return session.ask(accounts.reset, {}, accountId);
    if (name === undefined) throw new Refused(`world needs snapshot, the name of one, with the action ${action}.`);
    if (action === "snapshot") return session.ask(accounts.snapshot, { body: { name } }, accountId);
    return session.ask(accounts.restore, { params: { name } }, accountId);
  },
});

export const time = tool({
  name: "clock",
  description:
    "Move the world's clock, which brings about all that is due, and answers with what happened. Without arguments: " +
    "the time, and what happens next.",
  input: { advance: moves.advance.optional(), set: moves.set.optional(), freeze: moves.freeze.optional() },
  async run({ account, ...move }, session) {
    const moved = Object.keys(move).length;
    if (moved > 1) throw new Refused("clock takes one of advance, set and freeze at a time.");
    if (moved === 1) {
      const accountId = await session.changing(account);
      return session.move(move as z.input<typeof ClockMove>, accountId);
    }
    const accountId = await session.reading(account);
    const { now, frozen } = await session.ask(clock.get, {}, accountId);
    const { content } = await session.ask(clock.due, { query: { size: 10 } }, accountId);
    const next = content.map(({ dueAt, sentence, events, dossierId, documentId, thirdpartyId }) => ({
      ...{ dueAt, sentence, events },
      ...{ thirdpartyId, dossierId, documentId },
    }));
    return { now, frozen, next };
  },
});
