import { command, optional } from "./command.ts";
import { accountOptions, ask } from "./running-sandbox.ts";

export const snapshot = command({
  name: "snapshot",
  summary: "Keep an account's world under a name, to come back to with restore; list the snapshots without one.",
  takes: "[NAME]",
  words: [0, 1],
  examples: [
    ["snapshot before-renewal", "Keep the world as it is now."],
    ["snapshot", "List the snapshots."],
    ["restore before-renewal", "Go back."],
    ["snapshot --delete before-renewal", "Delete one."],
  ],
  options: {
    delete: optional<string>({ takes: "NAME" }, "Delete this snapshot."),
    ...accountOptions,
  },
  async run({ values, argument: name, show }) {
    if (values.delete !== undefined) {
      await ask(values, "accounts.forget", { params: { name: values.delete } });
      return show({ deleted: values.delete }, () => [`The snapshot ${values.delete} is deleted.`]);
    }
    if (name !== "") {
      const taken = await ask(values, "accounts.snapshot", { body: { name } });
      const back = `Go back with tiers-sandbox restore ${name}.`;
      return show(taken, () => [`${taken.name} keeps the world of ${taken.takenAt}, ${taken.events} events. ${back}`]);
    }
    const { content } = await ask(values, "accounts.snapshots");
    show(content, () =>
      content.length === 0
        ? ["There is no snapshot yet; tiers-sandbox snapshot NAME takes one."]
        : content.map(({ name: known, takenAt, events, damage }) =>
            damage === null ? `${known}  ${takenAt}  ${events} events` : `${known}  cannot be restored: ${damage}`,
          ),
    );
  },
});
