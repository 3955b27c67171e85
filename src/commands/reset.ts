import { command } from "./command.ts";
import { figures } from "./journal.ts";
import { accountOptions, askAccount } from "./remote.ts";

export const reset = command({
  name: "reset",
  summary: "Put an account back to how it was created.",
  options: accountOptions,
  async run({ values, print }) {
    print(figures(await askAccount(values, "POST", "/reset")));
  },
});
